package limit

import (
	"fmt"
	"strings"
	"unicode"

	"example.org/tumble/sim/spell"
)

// CheckName returns an error for a text that cannot be a name or title. Names appear in headers of tables,
// on terminals and in lists, where a line break, another control character or a great length does harm.
func CheckName(name string) error {
	if err := Text.Check(len(name)); err != nil {
		return err
	}
	if strings.ContainsFunc(name, unicode.IsControl) {
		return fmt.Errorf("a name must be one line of text without control characters, got %s", spell.Quote(name))
	}
	return nil
}
