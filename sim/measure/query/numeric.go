package query

import "github.com/expr-lang/expr/ast"

// numeric and logical are parts of an expression that are computed directly, some ten times as fast as by the
// interpreter and without memory: a condition is tried on each body after each step.
type (
	numeric func(at *subject) float64
	logical func(at *subject) bool
)

// logicalOf returns a part that is true or false for direct computing, nil if it has anything but comparisons of
// numbers, which the interpreter computes then.
func logicalOf(node ast.Node) logical {
	switch n := node.(type) {
	case *ast.UnaryNode:
		if part := logicalOf(n.Node); part != nil && (n.Operator == "!" || n.Operator == "not") {
			return func(at *subject) bool { return !part(at) }
		}
	case *ast.BinaryNode:
		switch n.Operator {
		case "&&", "and", "||", "or":
			return joined(n)
		}
		return compared(n)
	}
	return nil
}

// joined is two parts: both, or any, must be true.
func joined(n *ast.BinaryNode) logical {
	a, b := logicalOf(n.Left), logicalOf(n.Right)
	switch {
	case a == nil || b == nil:
		return nil
	case n.Operator == "&&" || n.Operator == "and":
		return func(at *subject) bool { return a(at) && b(at) }
	}
	return func(at *subject) bool { return a(at) || b(at) }
}

// compared is a comparison of two numbers.
func compared(n *ast.BinaryNode) logical {
	a, b := numericOf(n.Left), numericOf(n.Right)
	if a == nil || b == nil {
		return nil
	}
	switch n.Operator {
	case "<":
		return func(at *subject) bool { return a(at) < b(at) }
	case "<=":
		return func(at *subject) bool { return a(at) <= b(at) }
	case ">":
		return func(at *subject) bool { return a(at) > b(at) }
	case ">=":
		return func(at *subject) bool { return a(at) >= b(at) }
	case "==":
		return func(at *subject) bool { return a(at) == b(at) }
	case "!=":
		return func(at *subject) bool { return a(at) != b(at) }
	}
	return nil
}

// numericOf returns a part that is a number for direct computing, nil if that cannot be.
func numericOf(node ast.Node) numeric {
	switch n := node.(type) {
	case *ast.IntegerNode:
		v := float64(n.Value)
		return func(*subject) float64 { return v }
	case *ast.FloatNode:
		v := n.Value
		return func(*subject) float64 { return v }
	case *ast.IdentifierNode:
		return read[n.Value]
	case *ast.UnaryNode:
		if part := numericOf(n.Node); part != nil && n.Operator == "-" {
			return func(at *subject) float64 { return -part(at) }
		}
	case *ast.BinaryNode:
		return computed(n)
	}
	return nil
}

// computed is a sum, difference, product or quotient of two numbers. Each is rounded by itself, as the interpreter
// does it.
func computed(n *ast.BinaryNode) numeric {
	a, b := numericOf(n.Left), numericOf(n.Right)
	if a == nil || b == nil {
		return nil
	}
	switch n.Operator {
	case "+":
		return func(at *subject) float64 { return a(at) + b(at) }
	case "-":
		return func(at *subject) float64 { return a(at) - b(at) }
	case "*":
		return func(at *subject) float64 { return a(at) * b(at) }
	case "/":
		return func(at *subject) float64 { return a(at) / b(at) }
	}
	return nil
}

// read are the quantities that are numbers.
var read = func() map[string]numeric {
	m := map[string]numeric{}
	for _, table := range [][]Quantity{WorldQuantities, Quantities} {
		for i := range table {
			if q := &table[i]; q.read != nil {
				m[q.Name] = q.read
			}
		}
	}
	return m
}()
