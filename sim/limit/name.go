package limit

import (
	"fmt"
	"strings"
	"unicode"

	"example.org/tumble/sim/spell"
)

// CheckName refuses what cannot be a name or title: names stand in headers of tables, on
// terminals and in lists, where a line break or another control character does harm.
func CheckName(name string) error {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return fmt.Errorf("a name must be one line of text without control characters, got %s", spell.Quote(name))
	}
	return nil
}
