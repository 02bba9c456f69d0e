package spell

import (
	"strings"
	"unicode"
)

// Plain replaces the control characters in a text from a stranger that is shown on a terminal,
// but for ends of lines and tabs.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// Line is Plain on one line.
func Line(text string) string { return strings.Join(strings.Fields(Plain(text)), " ") }
