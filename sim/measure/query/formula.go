package query

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"

	"example.org/tumble/sim/limit"
)

// MathFunction is a function that expressions of numbers can call: either of one number, or folded over several.
type MathFunction struct {
	of   func(x float64) float64
	fold func(a, b float64) float64
}

// Mathematics are the functions that formulas, and expressions of a scene's constants, can call. Angles are in degrees,
// as everywhere in a scene. Functions with other bits on other processors, such as math.Exp, are left out.
var Mathematics = map[string]MathFunction{
	"sqrt":  {of: math.Sqrt},
	"abs":   {of: math.Abs},
	"floor": {of: math.Floor},
	"ceil":  {of: math.Ceil},
	"round": {of: math.Round},
	"exp":   {of: func(x float64) float64 { return math.Exp2(x * math.Log2E) }},
	"log":   {of: math.Log},
	"sin":   {of: func(x float64) float64 { return math.Sin(x * math.Pi / 180) }},
	"cos":   {of: func(x float64) float64 { return math.Cos(x * math.Pi / 180) }},
	"tan":   {of: func(x float64) float64 { return math.Tan(x * math.Pi / 180) }},
	"asin":  {of: func(x float64) float64 { return math.Asin(x) * 180 / math.Pi }},
	"acos":  {of: func(x float64) float64 { return math.Acos(x) * 180 / math.Pi }},
	"atan":  {of: func(x float64) float64 { return math.Atan(x) * 180 / math.Pi }},
	"min":   {fold: math.Min},
	"max":   {fold: math.Max},
}

// Value returns the value of the function for a list of numbers; false if it does not take so many.
func (f MathFunction) Value(x []float64) (float64, bool) {
	switch {
	case len(x) == 0 || f.of != nil && len(x) != 1:
		return 0, false
	case f.of != nil:
		return f.of(x[0]), true
	}
	y := x[0]
	for _, each := range x[1:] {
		y = f.fold(y, each)
	}
	return y, true
}

// MathematicsOptions declares Mathematics to the compiler of expressions.
var MathematicsOptions = func() (list []expr.Option) {
	for _, name := range slices.Sorted(maps.Keys(Mathematics)) {
		f := Mathematics[name]
		list = append(list, expr.Function(name, func(args ...any) (any, error) {
			x := make([]float64, len(args))
			for i, a := range args {
				v, ok := a.(float64)
				if !ok {
					return nil, fmt.Errorf("%s takes numbers, got %v", name, a)
				}
				x[i] = v
			}
			y, ok := f.Value(x)
			if !ok {
				return nil, fmt.Errorf("%s does not take %d numbers", name, len(x))
			}
			return y, nil
		}))
	}
	return list
}()

// power returns x to the power y, with the same bits on every processor of a kind: math.Pow calls math.Exp, which has
// other bits where a processor fuses products and sums.
func power(x, y float64) float64 {
	if x > 0 && y != math.Trunc(y) && y != 0.5 && y != -0.5 {
		return math.Exp2(y * math.Log2(x))
	}
	return math.Pow(x, y)
}

// called returns the value of one of Mathematics; nil if the function or one of its arguments cannot be computed
// directly.
func called(n *ast.CallNode) numeric {
	id, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return nil
	}
	f, known := Mathematics[id.Value]
	args := make([]numeric, len(n.Arguments))
	for i, a := range n.Arguments {
		if args[i] = numericOf(a); args[i] == nil {
			return nil
		}
	}
	switch {
	case !known || len(args) == 0 || f.of != nil && len(args) != 1:
		return nil
	case f.of != nil:
		return func(at *subject) float64 { return f.of(args[0](at)) }
	}
	return func(at *subject) float64 {
		y := args[0](at)
		for _, a := range args[1:] {
			y = f.fold(y, a(at))
		}
		return y
	}
}

// chosen returns one of two numbers, by a condition.
func chosen(n *ast.ConditionalNode) numeric {
	is, a, b := logicalOf(n.Cond), numericOf(n.Exp1), numericOf(n.Exp2)
	if is == nil || a == nil || b == nil {
		return nil
	}
	return func(at *subject) float64 {
		if is(at) {
			return a(at)
		}
		return b(at)
	}
}

// late are the groups of quantities that are not known yet when forces are summed.
const late = Force | Contacts | Kinetic

// Late returns the first quantity of a query that is not known yet when the forces of a step are summed; empty if all
// are known.
func (q *Query) Late() string {
	for i := range Quantities {
		if Quantities[i].Groups&late != 0 && q.Uses(Quantities[i].Name) {
			return Quantities[i].Name
		}
	}
	return ""
}

// Formula is an expression that is a number: of the quantities of a body, and of time.
type Formula struct {
	value  numeric
	groups GroupSet
}

// formulaQuantities are the quantities of a whole world that a formula can use.
var formulaQuantities = WorldQuantities[:1]

// ParseFormula reads a formula, such as -200*x or mass*sin(360*5*time). The error is an *Error.
func ParseFormula(text string) (*Formula, error) {
	if strings.TrimSpace(text) == "" {
		return nil, &Error{0, "write a formula, such as -200*x"}
	}
	if err := limit.Expression.Check(len(text)); err != nil {
		return nil, &Error{0, err.Error()}
	}
	q := &Query{number: -1}
	read := &names{query: q}
	angles := &degrees{}
	options := append(slices.Clip(MathematicsOptions), expr.Env(formulaSubject{}),
		expr.AsFloat64(), expr.DisableAllBuiltins(), expr.MaxNodes(maxNodes), expr.Patch(angles), expr.Patch(read))
	program, err := expr.Compile(text, options...)
	if err != nil {
		err = explained(err, nil, formulaQuantities, Quantities)
		if e, ok := err.(*Error); ok && strings.HasPrefix(e.Text, "expected float64") { //nolint:errorlint // just made
			e.Text = "a formula is a number, as in x > 0 ? 1 : 0"
		}
		return nil, err
	}
	if err := read.wrong("a formula is about one body, and has no loops"); err != nil {
		return nil, err
	}
	if angles.at != nil {
		return nil, &Error{angles.at.Location().From, "angles are in degrees, as in sin(360*5*time) for 5 Hz"}
	}
	if name := q.Late(); name != "" {
		return nil, &Error{max(strings.Index(text, name), 0), name + " is known only after the forces"}
	}
	f := &Formula{value: numericOf(program.Node()), groups: q.Groups()}
	if f.value == nil {
		return nil, &Error{0, "a formula consists of numbers, quantities of a body, time, + - * / ^, comparisons in " +
			"a ? b : c, and " + strings.Join(slices.Sorted(maps.Keys(Mathematics)), ", ")}
	}
	return f, nil
}

// formulaSubject holds the values of the names in a formula.
type formulaSubject struct {
	Body
	Time float64 `expr:"time"`
	Pi   float64 `expr:"pi"`
}

// degrees finds an angle that is meant in radians: one with pi in it.
type degrees struct{ at ast.Node }

// Visit is called for each part of an expression.
func (d *degrees) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		if n.Value == "pi" {
			ast.Patch(node, &ast.FloatNode{Value: math.Pi})
		}
	case *ast.CallNode:
		if id, ok := n.Callee.(*ast.IdentifierNode); ok && (id.Value == "sin" || id.Value == "cos" || id.Value == "tan") {
			pi := &holdsPi{}
			for i := range n.Arguments {
				ast.Walk(&n.Arguments[i], pi)
			}
			if pi.found {
				d.at = n
			}
		}
	}
}

// holdsPi finds the number pi.
type holdsPi struct{ found bool }

// Visit is called for each part of an expression.
func (h *holdsPi) Visit(node *ast.Node) {
	if f, ok := (*node).(*ast.FloatNode); ok && f.Value == math.Pi {
		h.found = true
	}
}

// IsName reports whether a formula can use a name without a constant of that name.
func IsName(name string) bool {
	_, function := Mathematics[name]
	return function || name == "time" || name == "pi" || isQuantity(name)
}

// Groups returns the groups of the quantities that formulas use.
func Groups(list []*Formula) (set GroupSet) {
	for _, f := range list {
		if f != nil {
			set |= f.groups
		}
	}
	return set
}

// Formulas are formulas that are computed for the same body. They belong to one goroutine.
type Formulas struct {
	List []*Formula // nil for a number that is 0
	at   subject
}

// Values computes the formulas for a body at a time [s].
func (f *Formulas) Values(row *Body, time float64, into []float64) {
	f.at.Body, f.at.Time = *row, time
	for i, one := range f.List {
		if into[i] = 0; one != nil {
			into[i] = one.value(&f.at)
		}
	}
}
