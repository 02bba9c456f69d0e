package scene

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	exprast "github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/goccy/go-yaml/ast"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/spell"
)

// A number that begins with "=" is an expression of the scene's constants: =2*r + gap.
const expressionMark = "="

// Constants are numbers with a name, for expressions of other numbers. One may be an
// expression of those before it, and each may have a unit: {r: 5 mm, gap: =r/10}. In an
// expression they are plain numbers in SI units, angles in degrees.
type Constants map[string]float64

// constantUnits are the units of all quantities, for the constants of a scene. A unit with different meanings for
// different quantities (rpm) is left out.
var constantUnits = func() (all []unit) {
	meaning := map[string]unit{}
	ambiguous := map[string]bool{}
	for _, q := range quantityList {
		for _, u := range q {
			was, known := meaning[u.name]
			ambiguous[u.name] = ambiguous[u.name] || known && was != u
			meaning[u.name] = u
		}
	}
	for _, q := range quantityList {
		for _, u := range q {
			if _, left := meaning[u.name]; left && !ambiguous[u.name] {
				all = append(all, u)
				delete(meaning, u.name)
			}
		}
	}
	return all
}()

// environment evaluates expressions. The zero value has no constants but pi.
type environment struct {
	options []expr.Option
	values  map[string]any
}

// define adds a constant.
func (e *environment) define(name string, x float64) {
	if e.values == nil {
		e.values = map[string]any{"pi": math.Pi}
	}
	e.values[name] = x
	e.options = nil
}

// evaluate returns the value of an expression without its mark.
//
// Errors: a text that is not an expression, a name that does not exist, a result that is not finite.
func (e *environment) evaluate(text string) (float64, error) {
	if err := limit.Expression.Check(len(text)); err != nil {
		return 0, err
	}
	if e.options == nil {
		if e.values == nil {
			e.define("pi", math.Pi)
		}
		e.options = append(slices.Clip(query.MathematicsOptions), expr.Env(e.values),
			expr.DisableAllBuiltins(), expr.Patch(asFloats{}))
	}
	program, err := expr.Compile(text, e.options...)
	if err != nil {
		return 0, e.explain(text, err)
	}
	v, err := expr.Run(program, e.values)
	if err != nil {
		return 0, e.explain(text, err)
	}
	x, ok := v.(float64)
	if !ok {
		return 0, fmt.Errorf("%q must be a number, is %v", text, v)
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, fmt.Errorf("%q must be a finite number, is %v", text, x)
	}
	return x, nil
}

// asFloats turns the whole numbers of an expression into floats, which do not overflow.
type asFloats struct{}

// Visit implements the visitor of the expression library.
func (asFloats) Visit(n *exprast.Node) {
	if i, ok := (*n).(*exprast.IntegerNode); ok {
		exprast.Patch(n, &exprast.FloatNode{Value: float64(i.Value)})
	}
}

// explain says what is wrong with an expression, and which name may have been meant.
func (e *environment) explain(text string, err error) error {
	reason := err.Error()
	if at, ok := err.(*file.Error); ok { //nolint:errorlint // the library returns it unwrapped
		reason = at.Message
	}
	if name, ok := strings.CutPrefix(reason, "unknown name "); ok {
		name, _, _ = strings.Cut(name, " ")
		known := append(slices.Sorted(maps.Keys(e.values)), slices.Sorted(maps.Keys(query.Mathematics))...)
		if near := spell.Nearest(name, known); near != "" {
			return fmt.Errorf("%q has no constant %q (did you mean %s?)", text, name, near)
		}
		return fmt.Errorf("%q has no constant %q (constants: in the scene gives them)", text, name)
	}
	reason, _, _ = strings.Cut(reason, "\n")
	return fmt.Errorf("%q is no expression: %s", text, reason)
}

// expression returns the text of a number that is an expression.
func expression(n ast.Node) (text string, ok bool) {
	s, ok := n.(*ast.StringNode)
	if !ok {
		return "", false
	}
	text, ok = strings.CutPrefix(strings.TrimSpace(s.Value), expressionMark)
	return strings.TrimSpace(text), ok
}

// define evaluates the constants of a document, in their order, before anything refers to them.
func (f *form) define(document ast.Node) error {
	m, ok := document.(ast.MapNode)
	if !ok {
		return nil
	}
	for each := m.MapRange(); each.Next(); {
		if each.Key().GetToken().Value != "constants" {
			continue
		}
		list, ok := each.Value().(ast.MapNode)
		if !ok {
			return nil // the check of all values says what is wrong
		}
		at := place{path: "constants", units: constantUnits}
		for c := list.MapRange(); c.Next(); {
			pair, name := c.KeyValue(), c.Key().GetToken().Value
			if _, taken := query.Mathematics[name]; taken || !constantName.MatchString(name) || name == "pi" {
				return refuse(pair.Key, at, "%q is no name for a constant (letters, digits and _, none of the functions)", name)
			}
			v, err := f.number(pair.Value, at.key(name))
			if err != nil {
				return err
			}
			pair.Value = v
			x, err := scalar(v)
			if err != nil {
				return refuse(pair.Value, at.key(name), "%v", err)
			}
			f.constants.define(name, x)
		}
	}
	return nil
}

// constantName matches the names that a constant can have.
var constantName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// scalar returns the value of a node that number has checked.
func scalar(n ast.Node) (float64, error) {
	if f, ok := n.(*ast.FloatNode); ok {
		return f.Value, nil
	}
	return strconv.ParseFloat(strings.ReplaceAll(n.GetToken().Value, "_", ""), 64)
}
