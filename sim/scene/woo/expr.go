package woo

import (
	"math/big"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// eval returns the value of an expression.
func (in *interp) eval(s *scope, expr ast.Expr) value {
	in.enter()
	defer in.leave()
	if line := expr.GetLineno(); line > 0 {
		in.line = line
	}
	switch n := expr.(type) {
	case *ast.Num:
		return in.number(n.N)
	case *ast.Str:
		in.spend(len(n.S))
		return string(n.S)
	case *ast.NameConstant:
		return in.constant(n)
	case *ast.Name:
		return in.lookUp(s, string(n.Id))
	case *ast.Attribute:
		v := in.eval(s, n.Value)
		in.line = n.GetLineno()
		return in.attr(v, string(n.Attr))
	case *ast.Call:
		return in.evalCall(s, n)
	case *ast.Tuple:
		return tuple(in.evalAll(s, n.Elts))
	case *ast.List:
		return &list{in.evalAll(s, n.Elts)}
	case *ast.Dict:
		d := &dict{}
		for i := range n.Keys {
			d.put(in, in.eval(s, n.Keys[i]), in.eval(s, n.Values[i]))
		}
		return d
	case *ast.Subscript:
		return in.item(in.eval(s, n.Value), in.subscript(s, n.Slice))
	case *ast.ListComp:
		return &list{in.comprehend(s, n.Elt, n.Generators)}
	case *ast.GeneratorExp: // made as a list at once: all uses take all elements
		return &list{in.comprehend(s, n.Elt, n.Generators)}
	case *ast.Lambda:
		f := in.newFunction(s, "lambda", n.Args)
		f.result = n.Body
		return f
	}
	return in.evalOperator(s, expr)
}

// evalOperator returns the value of an expression made with operators.
func (in *interp) evalOperator(s *scope, expr ast.Expr) value {
	switch n := expr.(type) {
	case *ast.BinOp:
		a := in.eval(s, n.Left)
		return in.binary(n.Op, a, in.eval(s, n.Right))
	case *ast.UnaryOp:
		return in.unary(n.Op, in.eval(s, n.Operand))
	case *ast.BoolOp:
		var v value
		for _, e := range n.Values {
			if v = in.eval(s, e); in.truth(v) == (n.Op == ast.Or) {
				return v
			}
		}
		return v
	case *ast.Compare:
		a := in.eval(s, n.Left)
		for i, e := range n.Comparators {
			b := in.eval(s, e)
			if !in.compare(n.Ops[i], a, b) {
				return false
			}
			a = b
		}
		return true
	case *ast.IfExp:
		if in.truth(in.eval(s, n.Test)) {
			return in.eval(s, n.Body)
		}
		return in.eval(s, n.Orelse)
	}
	what := "this expression"
	switch expr.(type) {
	case *ast.Yield, *ast.YieldFrom:
		what = "yield"
	case *ast.Set, *ast.SetComp:
		what = "a set"
	case *ast.DictComp:
		what = "a dict comprehension"
	case *ast.Starred:
		what = "*"
	case *ast.Bytes:
		what = "a bytes literal"
	}
	return in.noteMissing("%s is not supported in scripts (see DIALECT.md of sim/scene/woo)", what)
}

func (in *interp) evalAll(s *scope, exprs []ast.Expr) []value {
	in.allocate(elementSize * len(exprs))
	out := make([]value, len(exprs))
	for i, e := range exprs {
		out[i] = in.eval(s, e)
	}
	return out
}

// number reads a literal. Whole numbers beyond 64 bits are refused.
func (in *interp) number(o py.Object) value {
	switch n := o.(type) {
	case py.Int:
		return int64(n)
	case py.Float:
		return float64(n)
	case *py.BigInt:
		in.fail("whole number %.20s... is too large: it must be less than 2**63", (*big.Int)(n).String())
	}
	in.fail("complex numbers are not supported in scripts")
	return nil
}

func (in *interp) constant(n *ast.NameConstant) value {
	switch n.Value {
	case py.True:
		return true
	case py.False:
		return false
	}
	return none{}
}

// lookUp returns what a name stands for.
func (in *interp) lookUp(s *scope, name string) value {
	if v := s.get(name); v != nil {
		return v
	}
	if v, ok := builtins[name]; ok {
		return v
	}
	if why := hidden[name]; why != "" {
		return in.noteMissing("%s is not supported in scripts: %s", name, why)
	}
	if in.blind {
		return missing{}
	}
	known := append([]string(nil), builtinNames...)
	for ; s != nil; s = s.outer {
		known = append(known, s.names...)
	}
	if wooOnly[name] && name[0] >= 'A' && name[0] <= 'Z' {
		return in.noteMissing("%s is not supported%s", name, onlyWoo)
	}
	return in.noteMissing("name %s is not defined%s", name, nearest(name, known))
}

// evalCall evaluates the arguments and calls.
func (in *interp) evalCall(s *scope, n *ast.Call) value {
	f := in.eval(s, n.Func)
	line := in.line
	a := &args{pos: in.evalAll(s, n.Args)}
	if n.Starargs != nil {
		a.pos = append(a.pos, in.elements(in.eval(s, n.Starargs))...)
	}
	for _, k := range n.Keywords {
		v := in.eval(s, k.Value)
		in.line = k.GetLineno()
		a.add(in, string(k.Arg), v)
	}
	if n.Kwargs != nil {
		d, ok := in.eval(s, n.Kwargs).(*dict)
		if !ok {
			in.fail("what follows ** must be a dict")
		}
		for i, key := range d.keys {
			a.add(in, in.text("name of an argument", key), d.vals[i])
		}
	}
	in.line = line
	return in.call(f, a)
}

func (a *args) add(in *interp, name string, v value) {
	for _, n := range a.names {
		if n == name {
			in.fail("argument %s is given twice", name)
		}
	}
	a.names, a.named, a.lines = append(a.names, name), append(a.named, v), append(a.lines, in.line)
}

// call calls a function, a class or an object.
func (in *interp) call(f value, a *args) value {
	in.enter()
	defer in.leave()
	switch f := f.(type) {
	case missing:
		return f
	case builtin, method:
		if in.anyMissing(a.pos...) || in.anyMissing(a.named...) {
			return missing{}
		}
		if m, ok := f.(method); ok {
			return m.call(in, a)
		}
		return f.(builtin).call(in, a)
	case *class:
		return f.create(in, a)
	case *function:
		return in.callFunction(f, a)
	case *object:
		if f.class.single {
			f.update(in, a)
			return f
		}
	}
	in.fail("%s cannot be called", typeName(f))
	return nil
}

func (in *interp) callFunction(f *function, a *args) value {
	s := newScope(f.scope)
	in.bindParameters(f, a, s)
	line := in.line
	if f.result != nil {
		v := in.eval(s, f.result)
		in.line = line
		return v
	}
	ended, v := in.block(s, f.body)
	in.line = line
	if ended != returned {
		return none{}
	}
	return v
}

// bindParameters gives the parameters of a function their values.
func (in *interp) bindParameters(f *function, a *args, s *scope) {
	names := f.args.Args
	if len(a.pos) > len(names) && f.args.Vararg == nil {
		in.fail("%s() takes %d arguments, got %d", f.name, len(names), len(a.pos))
	}
	for i := range names {
		if i < len(a.pos) {
			s.set(string(names[i].Arg), a.pos[i])
		}
	}
	if f.args.Vararg != nil {
		s.set(string(f.args.Vararg.Arg), tuple(a.pos[min(len(names), len(a.pos)):]))
	}
	rest := &dict{}
	for i, name := range a.names {
		switch {
		case !f.has(name) && f.args.Kwarg != nil:
			rest.put(in, name, a.named[i])
		case !f.has(name):
			in.fail("%s() has no argument %s", f.name, name)
		case s.vals[name] != nil:
			in.fail("%s(): argument %s is given twice", f.name, name)
		default:
			s.set(name, a.named[i])
		}
	}
	if f.args.Kwarg != nil {
		s.set(string(f.args.Kwarg.Arg), rest)
	}
	in.bindDefaults(f, s)
}

func (in *interp) bindDefaults(f *function, s *scope) {
	first := len(f.args.Args) - len(f.defaults)
	for i, p := range f.args.Args {
		name := string(p.Arg)
		if _, given := s.vals[name]; given {
			continue
		}
		if i < first {
			in.fail("%s() needs argument %s", f.name, name)
		}
		s.set(name, f.defaults[i-first])
	}
	for i, p := range f.args.Kwonlyargs {
		name := string(p.Arg)
		if _, given := s.vals[name]; given {
			continue
		}
		if i >= len(f.keyword) || f.keyword[i] == nil {
			in.fail("%s() needs argument %s", f.name, name)
		}
		s.set(name, f.keyword[i])
	}
}

// has reports whether a function has a parameter that can be given by name.
func (f *function) has(name string) bool {
	for _, list := range [][]*ast.Arg{f.args.Args, f.args.Kwonlyargs} {
		for _, p := range list {
			if string(p.Arg) == name {
				return true
			}
		}
	}
	return false
}

// comprehend makes the elements of a comprehension.
func (in *interp) comprehend(s *scope, elt ast.Expr, generators []ast.Comprehension) (out []value) {
	inner := newScope(s)
	var descend func(level int)
	descend = func(level int) {
		if level == len(generators) {
			in.allocate(elementSize)
			out = append(out, in.eval(inner, elt))
			return
		}
		in.enter()
		defer in.leave()
		g := generators[level]
		in.each(in.eval(inner, g.Iter), func(v value) bool {
			in.assign(inner, g.Target, v)
			for _, test := range g.Ifs {
				if !in.truth(in.eval(inner, test)) {
					return true
				}
			}
			descend(level + 1)
			return true
		})
	}
	descend(0)
	return out
}
