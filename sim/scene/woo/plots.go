package woo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"

	"example.org/tumble/sim/scene"
)

// datum is a quantity that a script collects in S.plot: its name there, and the expression of its value, nil if
// that is not known.
type datum struct {
	name string
	from ast.Expr
}

// The names of columns of tables for the entries of S.energy, and for the attributes of S and of bodies.
var (
	energyColumns = map[string]string{"kinetic": "kinetic energy", "elast": "elastic energy", "grav": "potential energy",
		"nonviscDamp": "damping", "plast": "friction"}
	clockColumns = map[string]string{"time": "time", "step": "step", "dt": "dt"}
	bodyColumns  = map[string]string{"pos": "position", "vel": "velocity", "angVel": "spin"}
)

// allEnergies is the name under which S.plot takes all entries of S.energy.
const allEnergies = "**S.energy"

// collects reports whether a command does nothing but collect data. Such a command becomes a table.
func collects(e *object) bool {
	program := e.extra.(*runnerState).program
	return len(program) > 0 && !slices.ContainsFunc(program, func(s ast.Stmt) bool { return collector(s) == nil })
}

// collector returns the call of S.plot.autoData or S.plot.addData that a statement consists of, nil for other
// statements.
func collector(s ast.Stmt) *ast.Call {
	call := callOf(s)
	if call == nil {
		return nil
	}
	f, ok := call.Func.(*ast.Attribute)
	if !ok || f.Attr != "autoData" && f.Attr != "addData" {
		return nil
	}
	if plot, ok := f.Value.(*ast.Attribute); ok && plot.Attr == "plot" {
		return call
	}
	return nil
}

// callOf returns the call that a statement consists of, nil for other statements.
func callOf(s ast.Stmt) *ast.Call {
	if e, ok := s.(*ast.ExprStmt); ok {
		call, _ := e.Value.(*ast.Call)
		return call
	}
	return nil
}

// collected lists the data that a command collects, itself or in a function of the script that it calls; found is
// false if it collects nothing.
func (in *interp) collected(program []ast.Stmt, inside bool) (data []datum, found bool) {
	for _, s := range program {
		if c := collector(s); c != nil {
			data, found = append(data, in.dataOf(c)...), true
			continue
		}
		c := callOf(s)
		if c == nil || inside {
			continue
		}
		if name, ok := c.Func.(*ast.Name); ok {
			if f, ok := in.globals.get(string(name.Id)).(*function); ok {
				more, ok := in.collected(f.body, true)
				data, found = append(data, more...), found || ok
			}
		}
	}
	return data, found
}

// dataOf lists the data that one call collects.
func (in *interp) dataOf(c *ast.Call) (data []datum) {
	if c.Func.(*ast.Attribute).Attr == "autoData" {
		return in.plotted()
	}
	for _, k := range c.Keywords {
		data = append(data, datum{string(k.Arg), k.Value})
	}
	if of, ok := c.Kwargs.(*ast.Attribute); ok && of.Attr == "energy" {
		data = append(data, datum{name: allEnergies})
	} else if c.Kwargs != nil {
		data = append(data, datum{name: "**"})
	}
	if len(c.Args) > 0 {
		data = append(data, datum{name: "a dict"})
	}
	return data
}

// plotted lists the data that S.plot.plots asks for: expressions, or names with expressions. A value of a plot may
// be a tuple of such a text and a style.
func (in *interp) plotted() (data []datum) {
	d, _ := in.session.plot(in).(*object).get("plots").(*dict)
	if d == nil {
		return nil
	}
	for i, key := range d.keys {
		asked := []value{key}
		switch v := d.vals[i].(type) {
		case tuple:
			asked = append(asked, v...)
		case *list:
			asked = append(asked, v.items...)
		default:
			asked = append(asked, v)
		}
		for _, v := range asked {
			if styled, ok := v.(tuple); ok && len(styled) > 0 {
				v = styled[0]
			}
			if text, ok := v.(string); ok {
				data = append(data, in.plottedAs(strings.TrimSpace(text)))
			}
		}
	}
	return data
}

// plottedAs reads one text of S.plot.plots.
func (in *interp) plottedAs(text string) datum {
	name, expression, named := strings.Cut(text, "=")
	if !named {
		expression = text
	}
	if strings.HasPrefix(expression, "*") {
		return datum{name: expression}
	}
	in.allocate(programSize * len(expression))
	m, err := parse(strings.TrimSpace(expression)+"\n", py.ExecMode, &in.watch)
	if program, ok := m.(*ast.Module); ok && err == nil && len(program.Body) == 1 {
		if e, ok := program.Body[0].(*ast.ExprStmt); ok {
			return datum{name, e.Value}
		}
	}
	return datum{name: name}
}

// table is a table of the data that a command of the script collects.
type table struct {
	csv  *scene.CSVExport
	data []datum
	line int
}

// fill adds to a table the bodies whose data a script collects. Notices say how the columns are called, and which
// data have no column.
func (b *specBuilder) fill(t *table) {
	if t == nil {
		return
	}
	in, kept := b.in, map[string]bool{"i": true, "t": true, allEnergies: true}
	if in.line = t.line; in.globals.get("S") == nil {
		in.globals.set("S", in.session.theScene())
	}
	var names, renamed []string
	for _, d := range t.data {
		column, body := b.columnOf(d.from)
		if body != "" && !slices.Contains(t.csv.Bodies, body) {
			t.csv.Bodies = append(t.csv.Bodies, body)
		}
		if kept[d.name] = kept[d.name] || column != ""; kept[d.name] && column != "" && clockColumns[column] == "" {
			renamed = append(renamed, fmt.Sprintf("%s is '%s'", d.name, column))
		}
		names = append(names, d.name)
	}
	in.session.plotted = kept
	if renamed = slices.Compact(renamed); renamed != nil {
		in.notice("S.plot: in the table %s", strings.Join(renamed, ", "))
	}
	in.dropped(names)
}

// columnOf returns the column with the value of an expression, and the body that it belongs to; empty if there is
// no such column. A vector has a column for each component; then the common part of their names is returned.
func (b *specBuilder) columnOf(e ast.Expr) (column, body string) {
	index, indexed := -1, false
	if s, ok := e.(*ast.Subscript); ok {
		if i, ok := s.Slice.(*ast.Index); ok {
			switch n := i.Value.(type) {
			case *ast.Num:
				k, ok := n.N.(py.Int)
				index, indexed, e = int(k), ok, s.Value
			case *ast.Str:
				if of, ok := s.Value.(*ast.Attribute); ok && of.Attr == "energy" && b.isScene(of.Value) {
					return energyColumns[string(n.S)], ""
				}
			}
		}
	}
	a, ok := e.(*ast.Attribute)
	if !ok {
		return "", ""
	}
	if column = clockColumns[string(a.Attr)]; column != "" && !indexed && b.isScene(a.Value) {
		return column, ""
	}
	if column = bodyColumns[string(a.Attr)]; column == "" || indexed && (index < 0 || index > 2) {
		return "", ""
	}
	of := b.entryAt(a.Value)
	if of == nil || !hasMass(of) && !(a.Attr == "pos" && indexed && planeOf(of) == index) {
		return "", ""
	}
	if indexed {
		column += " " + "xyz"[index:index+1]
	}
	body = b.spec.Bodies[b.bodies[of]].Name
	return body + " " + column, body
}

// isScene reports whether an expression is the scene.
func (b *specBuilder) isScene(e ast.Expr) bool { return b.resolve(e) == value(b.in.session.theScene()) }

// planeOf returns the number of the axis across a wall, along which tables give the position of the wall; -1 for
// other bodies.
func planeOf(e *entry) int {
	if s := e.members[0].object("shape"); s.class == wallClass {
		return int(s.int("axis"))
	}
	return -1
}

// entryAt returns the body whose particle or node an expression is; nil for any other expression, and for a member
// of a clump.
func (b *specBuilder) entryAt(e ast.Expr) *entry {
	node, _ := b.resolve(e).(*object)
	switch {
	case node == nil:
		return nil
	case node.class == particleClass:
		node = particleOf(node).node
	case node.class == demDataClass || node.class == clumpDataClass:
		node, _ = node.extra.(*object)
	case node.class != nodeClass:
		return nil
	}
	if node == nil {
		return nil
	}
	if of := entryOf(node); of != nil && of.node == node {
		return of
	}
	return nil
}

// resolve returns the value of an expression of names, attributes and elements, nil if it is another expression or
// has no value now.
func (b *specBuilder) resolve(e ast.Expr) (v value) {
	for part := e; ; {
		switch n := part.(type) {
		case *ast.Attribute:
			part = n.Value
			continue
		case *ast.Subscript:
			part = n.Value
			continue
		case *ast.Name:
		default:
			return nil
		}
		break
	}
	in := b.in
	line, before := in.line, len(in.unsupported)
	defer func() {
		in.line, in.unsupported = line, in.unsupported[:before]
		if r := recover(); r != nil {
			if _, ok := r.(*Error); !ok {
				panic(r)
			}
			v = nil
		}
	}()
	return in.eval(in.globals, e)
}
