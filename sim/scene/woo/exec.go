package woo

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/parser"
	"github.com/go-python/gpython/py"
)

// parse reads the text of a script, within some time. Errors name the line.
func parse(text string, mode py.CompileMode, watch *stopwatch) (ast.Mod, error) {
	var m ast.Mod
	var err error
	ended := watch.within(func() {
		defer func() {
			if r := recover(); r != nil {
				err = &Error{Text: "cannot be read as Python"}
			}
		}()
		m, err = parser.Parse(strings.NewReader(text), "", mode)
	})
	if !ended {
		return nil, &Error{Text: fmt.Sprintf("the script takes too long to be read (more than %v)", watch.most)}
	}
	if err == nil {
		return m, nil
	}
	e, ok := err.(*py.Exception)
	if !ok {
		return nil, &Error{Text: "cannot be read as Python: " + err.Error()}
	}
	line, _ := e.Dict["lineno"].(py.Int)
	what := "invalid syntax"
	if a, ok := e.Args.(py.Tuple); ok && len(a) > 0 {
		if s, ok := a[0].(py.String); ok {
			what = string(s)
		}
	}
	return nil, &Error{Line: int(line), Text: what + excerpt(text, int(line))}
}

// fString matches the beginning of an f-string.
var fString = regexp.MustCompile(`(^|[^\w'"])[fF]['"]`)

// excerpt quotes a line, shortened.
func excerpt(text string, line int) string {
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) || strings.TrimSpace(lines[line-1]) == "" {
		return ""
	}
	s := []rune(strings.TrimSpace(lines[line-1]))
	if len(s) > 60 {
		s = append(s[:57], []rune("...")...)
	}
	hint := ""
	switch {
	case strings.HasPrefix(string(s), "print "):
		hint = " (print is a function: print(...))"
	case fString.MatchString(string(s)):
		hint = " (f-strings are not supported: 'x is %g' % x)"
	}
	return ": " + string(s) + hint
}

// function is a function of the script.
type function struct {
	name     string
	args     *ast.Arguments
	defaults []value // of the last positional parameters
	keyword  []value // of the keyword-only parameters; nil: none
	body     []ast.Stmt
	result   ast.Expr // of a lambda, which has no body
	scope    *scope   // where it was defined
}

// flow is how a block ended.
type flow int

const (
	onward flow = iota
	broke
	continued
	returned
)

// block runs statements. result is the value of a return statement.
func (in *interp) block(s *scope, body []ast.Stmt) (f flow, result value) {
	in.enter()
	defer in.leave()
	for _, stmt := range body {
		if f, result = in.exec(s, stmt); f != onward {
			return f, result
		}
	}
	return onward, nil
}

// exec runs one statement.
func (in *interp) exec(s *scope, stmt ast.Stmt) (flow, value) {
	in.spend(1)
	in.line = stmt.GetLineno()
	switch n := stmt.(type) {
	case *ast.ExprStmt:
		in.show(in.eval(s, n.Value), n.GetLineno())
	case *ast.Assign:
		v := in.eval(s, n.Value)
		for _, target := range n.Targets {
			in.assign(s, target, v)
		}
	case *ast.AugAssign:
		in.augment(s, n)
	case *ast.If:
		if in.truth(in.eval(s, n.Test)) {
			return in.block(s, n.Body)
		}
		return in.block(s, n.Orelse)
	case *ast.For:
		return in.loop(s, n)
	case *ast.While:
		return in.while(s, n)
	case *ast.FunctionDef:
		in.define(s, n)
	case *ast.Return:
		if n.Value == nil {
			return returned, none{}
		}
		return returned, in.eval(s, n.Value)
	case *ast.Break:
		return broke, nil
	case *ast.Continue:
		return continued, nil
	case *ast.Pass:
	case *ast.Global:
		in.declareGlobal(s, n)
	case *ast.Import:
		in.importNames(s, n)
	case *ast.ImportFrom:
		in.importFrom(s, n)
	case *ast.Assert:
		in.assert(s, n)
	case *ast.Raise:
		in.raise(s, n)
	default:
		in.refuse(s, stmt)
	}
	return onward, nil
}

// refuse reports a statement that the dialect does not have.
func (in *interp) refuse(s *scope, stmt ast.Stmt) {
	what := "this statement"
	switch n := stmt.(type) {
	case *ast.ClassDef:
		what = "class"
		in.bind(s, string(n.Name), missing{})
	case *ast.Try:
		what = "try"
	case *ast.With:
		what = "with"
	case *ast.Delete:
		what = "del"
	case *ast.Nonlocal:
		what = "nonlocal"
	}
	in.noteMissing("%s is not supported in scripts (see DIALECT.md of sim/scene/woo)", what)
}

// show keeps the value of an expression that stands alone behind a console prompt.
func (in *interp) show(v value, line int) {
	n, ok := in.prompts[line]
	if _, nothing := v.(none); !ok || nothing || in.session.commanded {
		return
	}
	text := in.repr(v)
	in.allocate(len(text))
	in.outs = append(in.outs, Out{Prompt: n, Line: line, Text: text})
}

func (in *interp) declareGlobal(s *scope, n *ast.Global) {
	if s.outer == nil {
		return
	}
	if s.global == nil {
		s.global = map[string]bool{}
	}
	for _, name := range n.Names {
		s.global[string(name)] = true
	}
}

// while runs a while loop. Each round costs a step, so that an endless loop fails.
func (in *interp) while(s *scope, n *ast.While) (flow, value) {
	for in.truth(in.eval(s, n.Test)) {
		in.spend(1)
		f, v := in.block(s, n.Body)
		if f == broke {
			return onward, nil
		}
		if f == returned {
			return f, v
		}
		in.line = n.GetLineno()
	}
	return in.block(s, n.Orelse)
}

func (in *interp) loop(s *scope, n *ast.For) (f flow, result value) {
	stopped := false
	in.each(in.eval(s, n.Iter), func(v value) bool {
		in.assign(s, n.Target, v)
		f, result = in.block(s, n.Body)
		stopped = f == broke || f == returned
		return !stopped
	})
	switch {
	case f == returned:
		return f, result
	case stopped:
		return onward, nil
	}
	return in.block(s, n.Orelse)
}

// each calls yield for the elements of a value until yield returns false.
func (in *interp) each(v value, yield func(value) bool) {
	switch v := v.(type) {
	case tuple:
		in.eachOf(v, yield)
	case *list:
		for i := 0; i < len(v.items); i++ { // the loop may append to the list
			in.spend(1)
			if !yield(v.items[i]) {
				return
			}
		}
	case *dict:
		in.eachOf(append([]value(nil), v.keys...), yield)
	case string:
		for _, r := range v {
			in.spend(1)
			if !yield(string(r)) {
				return
			}
		}
	case span:
		for i, n := int64(0), v.len(); i < n; i++ {
			in.spend(1)
			if !yield(v.from + i*v.step) {
				return
			}
		}
	case *object:
		if v.class.items == nil {
			in.fail("%s cannot be looped over", v.class.name)
		}
		in.eachOf(v.class.items(in, v), yield)
	default:
		in.depend(v)
		parts, ok := components(v)
		if !ok {
			in.fail("%s cannot be looped over", typeName(v))
		}
		in.eachOf(parts, yield)
	}
}

func (in *interp) eachOf(items []value, yield func(value) bool) {
	for _, e := range items {
		in.spend(1)
		if !yield(e) {
			return
		}
	}
}

// elements returns all elements of a value.
func (in *interp) elements(v value) (out []value) {
	in.each(v, func(e value) bool {
		out = append(out, e)
		return true
	})
	in.allocate(elementSize * len(out))
	return out
}

// assign binds a target: a name, an attribute, an element, or several of them.
func (in *interp) assign(s *scope, target ast.Expr, v value) {
	in.enter()
	defer in.leave()
	switch t := target.(type) {
	case *ast.Name:
		in.bind(s, string(t.Id), v)
	case *ast.Attribute:
		in.setAttr(in.eval(s, t.Value), string(t.Attr), v)
	case *ast.Subscript:
		in.setItem(in.eval(s, t.Value), in.subscript(s, t.Slice), v)
	case *ast.Tuple:
		in.unpack(s, t.Elts, v)
	case *ast.List:
		in.unpack(s, t.Elts, v)
	default:
		in.fail("cannot be assigned to")
	}
}

func (in *interp) unpack(s *scope, targets []ast.Expr, v value) {
	if _, ok := v.(missing); ok {
		for _, t := range targets {
			in.assign(s, t, v)
		}
		return
	}
	items := in.elements(v)
	if len(items) != len(targets) {
		in.fail("%d values cannot be taken apart into %d names", len(items), len(targets))
	}
	for i, t := range targets {
		in.assign(s, t, items[i])
	}
}

func (in *interp) augment(s *scope, n *ast.AugAssign) {
	switch t := n.Target.(type) {
	case *ast.Name:
		old := in.lookUp(s, string(t.Id))
		if l, ok := old.(*list); ok && n.Op == ast.Add { // in place, as Python does
			l.items = append(l.items, in.elements(in.eval(s, n.Value))...)
			return
		}
		in.bind(s, string(t.Id), in.binary(n.Op, old, in.eval(s, n.Value)))
	case *ast.Attribute:
		o := in.eval(s, t.Value)
		in.setAttr(o, string(t.Attr), in.binary(n.Op, in.attr(o, string(t.Attr)), in.eval(s, n.Value)))
	case *ast.Subscript:
		o, key := in.eval(s, t.Value), in.subscript(s, t.Slice)
		in.setItem(o, key, in.binary(n.Op, in.item(o, key), in.eval(s, n.Value)))
	default:
		in.fail("cannot be assigned to")
	}
}

func (in *interp) define(s *scope, n *ast.FunctionDef) {
	if len(n.DecoratorList) > 0 {
		in.noteMissing("decorators are not supported in scripts")
	}
	f := in.newFunction(s, string(n.Name), n.Args)
	f.body = n.Body
	in.bind(s, f.name, f)
}

func (in *interp) newFunction(s *scope, name string, a *ast.Arguments) *function {
	in.allocate(objectSize)
	f := &function{name: name, args: a, scope: s}
	for _, d := range a.Defaults {
		f.defaults = append(f.defaults, in.eval(s, d))
	}
	for _, d := range a.KwDefaults {
		if d == nil {
			f.keyword = append(f.keyword, nil)
			continue
		}
		f.keyword = append(f.keyword, in.eval(s, d))
	}
	return f
}

func (in *interp) assert(s *scope, n *ast.Assert) {
	if in.truth(in.eval(s, n.Test)) {
		return
	}
	if n.Msg == nil {
		in.failAt(n.GetLineno(), "assertion failed")
	}
	in.failAt(n.GetLineno(), "assertion failed: %s", in.str(in.eval(s, n.Msg)))
}

// raise ends the script with the message of the exception.
func (in *interp) raise(s *scope, n *ast.Raise) {
	if call, ok := n.Exc.(*ast.Call); ok && len(call.Args) > 0 {
		text := in.str(in.eval(s, call.Args[0]))
		in.failAt(n.GetLineno(), "the script raised an error: %s", text)
	}
	in.fail("the script raised an error")
}
