package woo

import (
	"fmt"
	"strconv"
	"strings"
)

// maxWidth bounds widths and precisions of a format.
const maxWidth = 1000

// format is text % values, as in Python.
func (in *interp) format(text string, v value) string {
	vals, ok := v.(tuple)
	if !ok {
		vals = tuple{v}
	}
	var b strings.Builder
	next := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		end := i + 1
		for end < len(text) && strings.IndexByte("-+ #0123456789.", text[end]) >= 0 {
			end++
		}
		if end == len(text) {
			in.fail("the format ends within %%")
		}
		if text[end] == '%' {
			b.WriteByte('%')
		} else {
			if next == len(vals) {
				in.fail("the format asks for more than %d values", len(vals))
			}
			one := in.formatOne(text[i:end], text[end], vals[next])
			in.spend(len(one))
			in.allocate(len(one))
			b.WriteString(one)
			next++
		}
		i = end
	}
	if next < len(vals) {
		in.fail("the format asks for %d values, got %d", next, len(vals))
	}
	in.spend(len(text))
	in.allocate(len(text))
	return b.String()
}

// formatOne writes one value by a specification such as "%5.2" with its verb.
func (in *interp) formatOne(spec string, verb byte, v value) string {
	for _, part := range strings.FieldsFunc(spec, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(part); err != nil || n > maxWidth {
			in.fail("width and precision of a format must be at most %d, got %s", maxWidth, part)
		}
	}
	switch verb {
	case 'd', 'i':
		x, n, whole, ok := asNumber(v)
		if !ok {
			in.fail("%%%c takes a number, got %s", verb, typeName(v))
		}
		if !whole {
			n = int64(x)
		}
		return fmt.Sprintf(spec+"d", n)
	case 'e', 'E', 'f', 'F', 'g', 'G':
		return fmt.Sprintf(spec+string(verb), in.float("what the format takes", v))
	case 's':
		return fmt.Sprintf(spec+"s", in.str(v))
	case 'r':
		return fmt.Sprintf(spec+"s", in.repr(v))
	case 'x', 'X', 'o':
		return fmt.Sprintf(spec+string(verb), in.integer("what the format takes", v))
	}
	in.fail("format %%%c is not supported in scripts", verb)
	return ""
}
