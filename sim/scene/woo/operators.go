package woo

import (
	"math"
	"strings"

	"github.com/go-python/gpython/ast"

	"example.org/tumble/sim/vec"
)

var operatorSigns = map[ast.OperatorNumber]string{
	ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Modulo: "%", ast.Pow: "**", ast.FloorDiv: "//",
	ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&",
}

// binary returns a op b.
func (in *interp) binary(op ast.OperatorNumber, a, b value) value {
	in.spend(1)
	if in.anyMissing(a, b) {
		return missing{}
	}
	if v := in.arithmetic(op, a, b); v != nil {
		return v
	}
	if v := in.geometry(op, a, b); v != nil {
		return v
	}
	if v := in.sequences(op, a, b); v != nil {
		return v
	}
	in.fail("%s %s %s is not defined", typeName(a), operatorSigns[op], typeName(b))
	return nil
}

// asNumber reads bool, int and float; whole reports whether the value is a bool or int, and is in n.
func asNumber(v value) (x float64, n int64, whole, ok bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, 1, true, true
		}
		return 0, 0, true, true
	case int64:
		return float64(v), v, true, true
	case float64:
		return v, 0, false, true
	}
	return 0, 0, false, false
}

// arithmetic returns a op b of numbers, nil if an operand is not a number.
func (in *interp) arithmetic(op ast.OperatorNumber, a, b value) value {
	if h, ok := a.(hookTime); ok {
		return h.shift(op, b)
	}
	if h, ok := b.(hookTime); ok && op == ast.Add {
		return h.shift(op, a)
	}
	x, i, wholeA, okA := asNumber(a)
	y, j, wholeB, okB := asNumber(b)
	if !okA || !okB {
		return nil
	}
	if wholeA && wholeB && op != ast.Div {
		return in.integers(op, i, j)
	}
	switch op {
	case ast.Add:
		return x + y
	case ast.Sub:
		return x - y
	case ast.Mult:
		return x * y
	case ast.Pow:
		if x < 0 && y != math.Trunc(y) || x == 0 && y < 0 {
			in.fail("%s ** %s is no real number", formatFloat(x), formatFloat(y))
		}
		return math.Pow(x, y)
	case ast.Div, ast.FloorDiv, ast.Modulo:
		if y == 0 {
			in.fail("division by zero")
		}
		switch op {
		case ast.Div:
			return x / y
		case ast.FloorDiv:
			return math.Floor(x / y)
		}
		r := math.Mod(x, y)
		if r != 0 && (r < 0) != (y < 0) {
			r += y
		}
		return r
	}
	return nil
}

// shift adds or subtracts seconds from the time of a hook, nil for any other operation.
func (h hookTime) shift(op ast.OperatorNumber, b value) value {
	x, _, _, ok := asNumber(b)
	switch {
	case ok && op == ast.Add:
		return hookTime{h.offset + x}
	case ok && op == ast.Sub:
		return hookTime{h.offset - x}
	}
	return nil
}

// integers is arithmetic of whole numbers, within 64 bits.
func (in *interp) integers(op ast.OperatorNumber, a, b int64) value {
	var v int64
	exact := true
	switch op {
	case ast.Add:
		v = a + b
		exact = (v > a) == (b > 0)
	case ast.Sub:
		v = a - b
		exact = (v < a) == (b > 0)
	case ast.Mult:
		v = a * b
		exact = a == 0 || v/a == b && !(a == -1 && b == math.MinInt64)
	case ast.FloorDiv, ast.Modulo:
		if b == 0 {
			in.fail("division by zero")
		}
		q, r := a/b, a%b
		if r != 0 && (r < 0) != (b < 0) {
			q, r = q-1, r+b
		}
		if op == ast.Modulo {
			return r
		}
		return q
	case ast.Pow:
		return in.power(a, b)
	case ast.LShift, ast.RShift:
		if b < 0 || b > 62 {
			in.fail("a shift must be by 0 to 62 bits, got %d", b)
		}
		if op == ast.RShift {
			return a >> b
		}
		v = a << b
		exact = v>>b == a
	case ast.BitOr:
		v = a | b
	case ast.BitXor:
		v = a ^ b
	case ast.BitAnd:
		v = a & b
	}
	if !exact {
		in.fail("%d %s %d is too large: whole numbers must be less than 2**63", a, operatorSigns[op], b)
	}
	return v
}

func (in *interp) power(a, b int64) value {
	if b < 0 {
		if a == 0 {
			in.fail("division by zero")
		}
		return math.Pow(float64(a), float64(b))
	}
	if math.Abs(math.Pow(float64(a), float64(b))) >= 1<<62 {
		in.fail("%d ** %d is too large: whole numbers must be less than 2**63", a, b)
	}
	v := int64(1)
	if a == 0 || a == 1 || a == -1 { // however large b is, two rounds are enough
		if b > 1 {
			b = 2 - b%2
		}
	}
	for ; b > 0; b-- {
		v *= a
	}
	return v
}

// sequences joins and repeats strings, tuples and lists, and formats strings; nil for other operands.
func (in *interp) sequences(op ast.OperatorNumber, a, b value) value {
	if s, ok := a.(string); ok && op == ast.Modulo {
		return in.format(s, b)
	}
	if op == ast.Mult {
		n, ok := b.(int64)
		if !ok {
			a, b = b, a
			if n, ok = b.(int64); !ok {
				return nil
			}
		}
		return in.repeat(a, n)
	}
	if op != ast.Add {
		return nil
	}
	switch a := a.(type) {
	case string:
		if b, ok := b.(string); ok {
			in.spend(len(a) + len(b))
			in.allocate(len(a) + len(b))
			return a + b
		}
	case tuple:
		if b, ok := b.(tuple); ok {
			in.spend(len(a) + len(b))
			in.allocate(elementSize * (len(a) + len(b)))
			return append(append(tuple(nil), a...), b...)
		}
	case *list:
		if b, ok := b.(*list); ok {
			in.spend(len(a.items) + len(b.items))
			in.allocate(elementSize * (len(a.items) + len(b.items)))
			return &list{append(append([]value(nil), a.items...), b.items...)}
		}
	}
	return nil
}

func (in *interp) repeat(v value, n int64) value {
	n = max(n, 0)
	pay := func(size, each int) {
		if n > maxSteps || int64(size)*n > maxSteps {
			in.fail("%d times %d elements is too much", n, size)
		}
		in.spend(size * int(n))
		in.allocate(each * size * int(n))
	}
	switch v := v.(type) {
	case string:
		pay(len(v), 1)
		return strings.Repeat(v, int(n))
	case tuple:
		pay(len(v), elementSize)
		var out tuple
		for ; n > 0 && len(v) > 0; n-- {
			out = append(out, v...)
		}
		return out
	case *list:
		pay(len(v.items), elementSize)
		out := &list{}
		for ; n > 0 && len(v.items) > 0; n-- {
			out.items = append(out.items, v.items...)
		}
		return out
	}
	return nil
}

// unary returns op a.
func (in *interp) unary(op ast.UnaryOpNumber, a value) value {
	if op == ast.Not {
		return !in.truth(a)
	}
	switch v := a.(type) {
	case missing:
		return v
	case bool, int64:
		_, n, _, _ := asNumber(v)
		switch op {
		case ast.USub:
			return -n
		case ast.Invert:
			return ^n
		}
		return n
	case float64:
		switch op {
		case ast.USub:
			return -v
		case ast.UAdd:
			return v
		}
	case vec.Vec3:
		if op == ast.USub {
			return v.Neg()
		}
	case vector2:
		if op == ast.USub {
			return vector2{-v[0], -v[1]}
		}
	}
	in.fail("%s has no such sign", typeName(a))
	return nil
}

// compare returns whether a op b.
func (in *interp) compare(op ast.CmpOp, a, b value) bool {
	in.depend(a, b)
	switch op {
	case ast.Eq:
		return in.equal(a, b)
	case ast.NotEq:
		return !in.equal(a, b)
	case ast.Is:
		return in.identical(a, b)
	case ast.IsNot:
		return !in.identical(a, b)
	case ast.In:
		return in.contains(b, a)
	case ast.NotIn:
		return !in.contains(b, a)
	case ast.Lt:
		return in.less(a, b)
	case ast.Gt:
		return in.less(b, a)
	case ast.LtE:
		return in.less(a, b) || in.equal(a, b)
	}
	return in.less(b, a) || in.equal(a, b)
}

// identical reports whether a is b; values without an identity, such as numbers, are identical if they are equal.
func (in *interp) identical(a, b value) bool {
	switch a.(type) {
	case *list, *dict, *object, *class, *function, *module:
		return a == b
	}
	return typeName(a) == typeName(b) && in.equal(a, b)
}

// equal compares by value; each comparison counts as a step.
func (in *interp) equal(a, b value) bool {
	in.enter()
	defer in.leave()
	if x, _, _, ok := asNumber(a); ok {
		y, _, _, isNumber := asNumber(b)
		return isNumber && x == y
	}
	switch a := a.(type) {
	case tuple:
		b, ok := b.(tuple)
		return ok && in.equalAll(a, b)
	case *list:
		b, ok := b.(*list)
		return ok && in.equalAll(a.items, b.items)
	case *dict:
		b, ok := b.(*dict)
		return ok && in.equalAll(a.keys, b.keys) && in.equalAll(a.vals, b.vals)
	case string:
		in.spend(len(a) / 8)
		return a == b
	case none, span, vec.Vec3, vector2, vec.Quat, *function, *class, *object, *module:
		return a == b
	case hookTime:
		in.fail("the time of a hook is not known yet: it cannot be compared")
	}
	return false
}

func (in *interp) equalAll(a, b []value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !in.equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func (in *interp) less(a, b value) bool {
	in.spend(1)
	if x, i, wholeA, ok := asNumber(a); ok {
		if y, j, wholeB, ok := asNumber(b); ok {
			if wholeA && wholeB {
				return i < j
			}
			return x < y
		}
	}
	if s, ok := a.(string); ok {
		if t, ok := b.(string); ok {
			in.spend(len(s) / 8)
			return s < t
		}
	}
	if s, ok := a.(tuple); ok {
		if t, ok := b.(tuple); ok {
			for i := 0; i < len(s) && i < len(t); i++ {
				if !in.equal(s[i], t[i]) {
					return in.less(s[i], t[i])
				}
			}
			return len(s) < len(t)
		}
	}
	in.fail("%s and %s have no order", typeName(a), typeName(b))
	return false
}

func (in *interp) contains(group, v value) bool {
	if s, ok := group.(string); ok {
		part, ok := v.(string)
		if !ok {
			in.fail("%s cannot be in a str", typeName(v))
		}
		in.spend(len(s))
		return strings.Contains(s, part)
	}
	found := false
	in.each(group, func(e value) bool {
		found = in.equal(e, v)
		return !found
	})
	return found
}
