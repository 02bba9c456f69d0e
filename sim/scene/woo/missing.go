package woo

import (
	"fmt"
	"slices"
	"strings"
)

// mostMissing bounds how many missing features are listed at once.
const mostMissing = 20

// missing stands for what a script asks for and this program lacks. What is made of it is missing, too, so that the
// rest of the script can be looked through. A script that lacks something never becomes a scene.
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

// part does something with one part of a scene. What it fails with is noted, since other parts do not depend on it.
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

// anyMissing reports whether one of some values is missing, or has something in it that is.
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

// depend ends a script that cannot be looked through any further, if a value is missing on which its way depends.
func (in *interp) depend(values ...value) {
	if in.anyMissing(values...) {
		in.fail("depends on what is missing")
	}
}

// verdict is what a script failed with, nil if with nothing. Where it lacks something, the last error may come of
// that, and is only said to be where the script was left.
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
