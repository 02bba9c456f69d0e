package mesh

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/tumble/sim/vec"
)

// maxTriangles is the largest number of triangles that a writer accepts: the number of half edges, three
// per triangle, must fit an int32 (see edges.go).
const maxTriangles = math.MaxInt32 / 3

// words splits a text into words between white space and counts its lines. Lines may end
// in LF, CR LF or a lone CR.
type words struct {
	text string
	at   int // offset of the next unread byte
	line int // line of the byte at, from 1

	// sure says that the text is a mesh, because a part of a mesh has been read. Before that, errors
	// do not quote the text: it may be a confidential file.
	sure bool
}

func newWords(text string) *words {
	return &words{text: strings.TrimPrefix(text, "\ufeff"), line: 1}
}

// next returns the next word, or "" at the end of the text. w.line is then the line of this word.
func (w *words) next() string {
	for w.at < len(w.text) && isSpace(w.text[w.at]) {
		w.skip()
	}
	begin := w.at
	for w.at < len(w.text) && !isSpace(w.text[w.at]) {
		w.at++
	}
	return w.text[begin:w.at]
}

// skip steps over one byte of white space and counts a line where one ends.
func (w *words) skip() {
	c := w.text[w.at]
	w.at++
	if c == '\n' || c == '\r' && (w.at == len(w.text) || w.text[w.at] != '\n') {
		w.line++
	}
}

// rest returns what remains of the current line and stops before its end.
func (w *words) rest() string {
	begin := w.at
	for w.at < len(w.text) && w.text[w.at] != '\n' && w.text[w.at] != '\r' {
		w.at++
	}
	return strings.TrimSpace(w.text[begin:w.at])
}

// expect reads one word and demands that it is the given keyword in any case.
func (w *words) expect(keyword string) error {
	if got := w.next(); !strings.EqualFold(got, keyword) {
		return w.errorf("expected %q, got %s", keyword, w.quote(got))
	}
	return nil
}

// point reads three coordinates.
func (w *words) point() (vec.Vec3, error) {
	var c [3]float64
	for k := range c {
		word := w.next()
		x, err := w.coordinate(word)
		if err != nil {
			return vec.Vec3{}, w.errorf("coordinate %c: %w", 'x'+rune(k), err)
		}
		c[k] = x
	}
	return vec.New(c[0], c[1], c[2]), nil
}

// errorf prefixes an error with the current line.
func (w *words) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: "+format, append([]any{w.line}, args...)...)
}

// coordinate converts a word to a finite number within single precision range, which
// leaves room for products of three coordinates in double precision.
func (w *words) coordinate(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	switch {
	case err == nil && math.Abs(x) <= math.MaxFloat32:
		return x, nil
	case word == "":
		return 0, fmt.Errorf("missing, the file ends here")
	case math.IsNaN(x) || math.IsInf(x, 0) && err == nil:
		return 0, fmt.Errorf("must be finite, got %s", w.quote(word))
	case math.Abs(x) > math.MaxFloat32:
		return 0, fmt.Errorf("too large, got %s (±3.4e38)", w.quote(word))
	}
	return 0, w.notNumber(word)
}

// notNumber returns an error that says that a word is not a number, with a hint at frequent mistakes.
func (w *words) notNumber(word string) error {
	hint := ""
	switch {
	case strings.Contains(word, ","):
		hint = " (the decimal mark must be a point)"
	case strings.ContainsAny(word, "0123456789") && strings.Trim(word, "+-.0123456789eEdD") == "":
		hint = " (powers of ten are written as in 3.1e+2)"
	}
	return fmt.Errorf("not a number, got %s%s", w.quote(word), hint)
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// quote returns a word of a file in a form that is safe and short enough for an error message.
func (w *words) quote(word string) string {
	const limit = 24
	switch {
	case word == "":
		return "the end of the file"
	case !w.sure:
		return "something else"
	case len(word) > limit:
		return strconv.Quote(word[:limit]) + "..."
	}
	return strconv.Quote(word)
}

// looksLikeText reports whether the beginning of the data has no control characters
// other than white space.
func looksLikeText(data []byte) bool {
	if len(data) > 512 {
		data = data[:512]
	}
	for _, c := range data {
		if c < ' ' && !isSpace(c) || c == 0x7f {
			return false
		}
	}
	return true
}

var errUTF16 = errors.New("the file is UTF-16 text, which no mesh is: save it as ASCII or UTF-8")

// isUTF16 reports whether data begins with a byte order mark of UTF-16.
func isUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff})
}

// looksLikeUTF16 reports whether data, which should be text, is UTF-16, with or without its mark.
func looksLikeUTF16(data []byte) bool {
	letter := func(i int) bool { return data[i] >= ' ' && data[i] < 0x7f }
	return isUTF16(data) || len(data) >= 4 && (data[0] == 0 && letter(1) && data[2] == 0 && letter(3) ||
		letter(0) && data[1] == 0 && letter(2) && data[3] == 0)
}

// plural returns "1 thing" or "n things".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
