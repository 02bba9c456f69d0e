package spell

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Plain replaces the control characters in a text, except ends of lines and tabs. It makes a text from a
// stranger safe to show on a terminal.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// Line is Plain with all white space reduced to single spaces, so that the text is one line.
func Line(text string) string { return strings.Join(strings.Fields(Plain(text)), " ") }

// Writer returns a writer to a terminal that passes each text through Plain.
func Writer(to io.Writer) io.Writer { return plain{to} }

type plain struct{ to io.Writer }

func (p plain) Write(text []byte) (int, error) {
	if _, err := io.WriteString(p.to, Plain(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// JSON writes one value as indented JSON. JSON allows some control characters without an escape, and a terminal
// may obey them, so JSON writes them as escapes.
func JSON(to io.Writer, value any) error {
	b, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, r := range string(append(b, '\n')) {
		if r > '~' && unicode.IsControl(r) {
			fmt.Fprintf(&text, `\u%04x`, r)
		} else {
			text.WriteRune(r)
		}
	}
	_, err = io.WriteString(to, text.String())
	return err
}
