package woo

import (
	"fmt"
	"slices"
	"strings"
)

// mostMissing bounds how many missing features are listed at once.
const mostMissing = 20

// missing stands for a feature that a script uses and this program does not have. Values that are made of a
// missing value are missing, too, so that the rest of the script can be checked. A script with a missing feature
// never becomes a scene.
type missing struct{}

// noteMissing notes a feature of Woo that this program does not have, once, and ends a script with too many.
func (in *interp) noteMissing(format string, args ...any) missing {
	in.note(&Error{Line: in.line, Text: shortened(fmt.Sprintf(format, args...))})
	return missing{}
}

// note keeps an error, once, and ends a script that has too many.
func (in *interp) note(e *Error) {
	if slices.ContainsFunc(in.unsupported, func(l *Error) bool { return l.Text == e.Text }) {
		return
	}
	if in.unsupported = append(in.unsupported, e); len(in.unsupported) == mostMissing {
		panic(e)
	}
}

// part calls do for one part of a scene. An error of do is noted and does not end the script, since other parts do
// not depend on this part.
func (in *interp) part(do func()) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			in.note(r)
		default:
			panic(r)
		}
	}()
	do()
}

// anyMissing reports whether one of some values is missing, or contains a missing value.
func (in *interp) anyMissing(values ...value) bool {
	if len(in.unsupported) == 0 {
		return false
	}
	in.enter()
	defer in.leave()
	return slices.ContainsFunc(values, func(v value) bool {
		switch v := v.(type) {
		case missing:
			return true
		case tuple:
			return in.anyMissing(v...)
		case *list:
			return in.anyMissing(v.items...)
		}
		return false
	})
}

// depend ends a script if one of some values is missing: its further course depends on them, so that it cannot be
// checked.
func (in *interp) depend(values ...value) {
	if in.anyMissing(values...) {
		in.fail("depends on what is missing")
	}
}

// verdict returns the error of a script, nil if there is none. If features are missing, the last error may be a
// consequence of that; then it only says up to which line the script was checked.
func (in *interp) verdict(last error) error {
	if len(in.unsupported) == 0 {
		return last
	}
	first, text, seen := in.unsupported[0], strings.Builder{}, 0
	text.WriteString(first.Text)
	for i, l := range in.unsupported {
		if seen = max(seen, l.Line); i > 0 {
			fmt.Fprintf(&text, "\n  %v", l)
		}
	}
	if e, ok := last.(*Error); ok && e.Line > seen {
		fmt.Fprintf(&text, "\n  (looked through up to line %d)", e.Line)
	}
	in.unsupported = nil
	return &Error{Line: first.Line, Text: text.String()}
}
