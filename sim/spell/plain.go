package spell

import (
	"io"
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

// Writer returns a writer to a terminal that writes what Plain makes of each text that is written to it.
func Writer(to io.Writer) io.Writer { return plain{to} }

type plain struct{ to io.Writer }

func (p plain) Write(text []byte) (int, error) {
	if _, err := io.WriteString(p.to, Plain(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}
