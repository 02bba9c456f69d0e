package woo

import (
	"context"
	"fmt"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// The bounds of a script. A step is one node of the program evaluated, or one element or
// character made.
const (
	maxSteps = 10_000_000
	maxDepth = 1000 // of nested calls, expressions and blocks together
)

// Error is an error of a script.
type Error struct {
	Line int // 0: the script as a whole
	Text string
}

// Error returns the text with its line, as "line 7: what is wrong".
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Text
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Text)
}

// interp evaluates one script.
type interp struct {
	ctx         context.Context
	watch       stopwatch
	line        int // line being evaluated
	steps       int // how many were taken
	most        int // how many may be taken
	depth       int
	globals     *scope
	session     *session
	hook        *object // inlet whose doneHook runs
	allocated   int     // memory [byte]; see allocate
	notices     []string
	noted       map[string]bool // texts that are among the notices
	prompts     map[int]int
	prints      []string
	outs        []Out
	unsupported []*Error // features that the script uses and this program does not have
	blind       bool     // the script has imported all names of a missing module, so that a name may be one of these
}

// fail ends the script with an error at the present line. The evaluator unwinds by panic,
// as parsers do; guard turns it into an error.
func (in *interp) fail(format string, args ...any) {
	panic(&Error{Line: in.line, Text: shortened(fmt.Sprintf(format, args...))})
}

// shortened returns a text, cut to a length that a person reads.
func shortened(text string) string {
	const most = 1000
	if len(text) <= most {
		return text
	}
	return fmt.Sprintf("%s... (%d bytes)", strings.ToValidUTF8(text[:most], ""), len(text))
}

// failAt is fail for a line other than the present one.
func (in *interp) failAt(line int, format string, args ...any) {
	in.line = line
	in.fail(format, args...)
}

// guard runs do and returns its error. Every panic in do becomes an error of the script, so that no script ends
// the program.
func (in *interp) guard(do func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			err = r
		default:
			err = &Error{Line: in.line, Text: fmt.Sprintf("cannot be evaluated (%v)", r)}
		}
		err = in.verdict(err)
	}()
	do()
	return nil
}

// notice adds a notice about the present line for the person, once.
func (in *interp) notice(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if in.line > 0 {
		text = fmt.Sprintf("line %d: %s", in.line, text)
	}
	if in.noted[text] || len(in.notices) > limit.Notices.Most {
		return
	}
	if len(in.notices) == limit.Notices.Most {
		text = fmt.Sprintf("there is more to say of the script than %d %s", limit.Notices.Most, limit.Notices.What)
	}
	text = shortened(text)
	if in.noted == nil {
		in.noted = map[string]bool{}
	}
	in.noted[text] = true
	in.notices = append(in.notices, text)
}

// dropNotices removes all notices but the first n.
func (in *interp) dropNotices(n int) {
	for _, text := range in.notices[n:] {
		delete(in.noted, text)
	}
	in.notices = in.notices[:n]
}

// spend counts n steps and ends the script when it has taken too many steps or too much time.
func (in *interp) spend(n int) {
	before := in.steps
	in.steps += n
	if in.steps > in.most || n > in.most {
		in.fail("the script takes too long: a script may take %d steps (a step is one operation, or one element or "+
			"character made)", in.most)
	}
	if before>>12 != in.steps>>12 {
		in.clock()
	}
}

// clock ends the script when its time is over, or its context has ended.
func (in *interp) clock() {
	if in.ctx.Err() != nil {
		in.fail("the script takes too long (%v)", context.Cause(in.ctx))
	}
	if in.watch.over() {
		in.fail("the script takes too long (more than %v)", in.watch.most)
	}
}

// enter and leave go down and up one level of nesting.
func (in *interp) enter() {
	in.spend(1)
	if in.depth++; in.depth > maxDepth {
		in.fail("calls, blocks or brackets are nested more than %d deep", maxDepth)
	}
}

func (in *interp) leave() { in.depth-- }

// scope holds the names of a module, of a call or of a comprehension, in the order in which they were bound.
type scope struct {
	names  []string
	vals   map[string]value
	outer  *scope          // where a function was defined; nil for a module
	global map[string]bool // names declared global
}

func newScope(outer *scope) *scope {
	return &scope{vals: map[string]value{}, outer: outer}
}

// get returns what a name stands for, nil if nothing.
func (s *scope) get(name string) value {
	for ; s != nil; s = s.outer {
		if v, ok := s.vals[name]; ok {
			return v
		}
	}
	return nil
}

// set binds a name in this scope.
func (s *scope) set(name string, v value) {
	if _, ok := s.vals[name]; !ok {
		s.names = append(s.names, name)
	}
	s.vals[name] = v
}

// bind binds a name as an assignment in this scope does: a name that is declared global, in the global scope.
func (in *interp) bind(s *scope, name string, v value) {
	if s.global[name] {
		s = in.globals
	}
	s.set(name, v)
}

// nearest returns "; did you mean x?" with a name of the list, or nothing if the name is no misspelling of one of
// them.
func nearest(name string, list []string) string {
	best := spell.Within(name, list, max(1, len(name)/4))
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}
