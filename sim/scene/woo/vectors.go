package woo

import (
	"github.com/go-python/gpython/ast"

	"example.org/tumble/sim/vec"
)

// geometry returns a op b for vectors and quaternions, nil if neither operand is one.
func (in *interp) geometry(op ast.OperatorNumber, a, b value) value {
	if q, ok := a.(vec.Quat); ok && op == ast.Mult {
		switch b := b.(type) {
		case vec.Quat:
			return q.Mul(b)
		case vec.Vec3:
			return q.Rotate(b)
		case tuple:
			return q.Rotate(in.vector("what a quaternion turns", b))
		}
		return nil
	}
	if f, _, _, ok := asNumber(a); ok && op == ast.Mult {
		switch b := b.(type) {
		case vec.Vec3:
			return b.Scale(f)
		case vector2:
			return vector2{f * b[0], f * b[1]}
		}
		return nil
	}
	switch a := a.(type) {
	case vec.Vec3:
		return in.vectors(op, a, b)
	case vector2:
		v := in.vectors(op, vec.New(a[0], a[1], 0), lift(b))
		if w, ok := v.(vec.Vec3); ok {
			return vector2{w.X, w.Y}
		}
		return nil
	}
	return nil
}

// lift puts a vector of the plane into space.
func lift(v value) value {
	if w, ok := v.(vector2); ok {
		return vec.New(w[0], w[1], 0)
	}
	return v
}

func (in *interp) vectors(op ast.OperatorNumber, a vec.Vec3, b value) value {
	if f, _, _, ok := asNumber(b); ok {
		switch op {
		case ast.Mult:
			return a.Scale(f)
		case ast.Div:
			if f == 0 {
				in.fail("division by zero")
			}
			return vec.New(a.X/f, a.Y/f, a.Z/f)
		}
		return nil
	}
	if t, ok := b.(tuple); ok && len(t) == 3 {
		b = in.vector("vector", t)
	}
	if w, ok := b.(vec.Vec3); ok {
		switch op {
		case ast.Add:
			return a.Add(w)
		case ast.Sub:
			return a.Sub(w)
		}
	}
	return nil
}
