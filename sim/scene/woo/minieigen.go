package woo

import (
	"math"

	"example.org/tumble/sim/vec"
)

// The classes of the module minieigen.
var (
	vector3Class = &class{name: "Vector3", build: newVector3, statics: map[string]value{
		"Zero": vec.Vec3{}, "Ones": vec.New(1, 1, 1), "UnitX": vec.AxisX, "UnitY": vec.AxisY, "UnitZ": vec.AxisZ,
	}}
	vector2Class = &class{name: "Vector2", build: newVector2, statics: map[string]value{
		"Zero": vector2{}, "Ones": vector2{1, 1}, "UnitX": vector2{1, 0}, "UnitY": vector2{0, 1},
	}}
	quaternionClass = &class{name: "Quaternion", build: newQuaternion, statics: map[string]value{"Identity": vec.Identity}}
)

var minieigen = map[string]value{
	"Vector3": vector3Class, "Vector3i": vector3Class, "Vector2": vector2Class, "Vector2i": vector2Class,
	"Quaternion": quaternionClass,
	"AlignedBox3": &class{name: "AlignedBox3", build: func(in *interp,
		a *args) value {
		return corners(in, a, "AlignedBox3", space)
	}},
	"AlignedBox2": &class{name: "AlignedBox2", build: func(in *interp,
		a *args) value {
		return corners(in, a, "AlignedBox2", flat)
	}},
}

// flat reads a vector of the plane.
var flat converter = func(in *interp, what string, v value) value { return in.plane(what, v) }

func newVector3(in *interp, a *args) value {
	switch v := a.positional(in, "Vector3", 0, 3); len(v) {
	case 0:
		return vec.Vec3{}
	case 1:
		return in.vector("Vector3", v[0])
	case 3:
		return in.vector("Vector3", tuple(v))
	}
	in.fail("Vector3() takes 3 numbers")
	return nil
}

func newVector2(in *interp, a *args) value {
	switch v := a.positional(in, "Vector2", 0, 2); len(v) {
	case 0:
		return vector2{}
	case 1:
		return in.plane("Vector2", v[0])
	default:
		return in.plane("Vector2", tuple(v))
	}
}

// newQuaternion takes an axis and an angle in either order, four numbers w, x, y, z, or
// the two vectors of which the first is turned into the second.
func newQuaternion(in *interp, a *args) value {
	v := a.positional(in, "Quaternion", 0, 4)
	switch len(v) {
	case 0:
		return vec.Identity
	case 1:
		return in.rotation("Quaternion", v[0])
	case 2:
		if _, _, _, first := asNumber(v[0]); first {
			v[0], v[1] = v[1], v[0]
		}
		if _, _, _, angle := asNumber(v[1]); !angle {
			return between(in, in.vector("Quaternion", v[0]), in.vector("Quaternion", v[1]))
		}
		return in.rotation("Quaternion", tuple(v))
	case 4:
		w := in.vector("Quaternion", tuple(v[1:]))
		return vec.Quat{W: in.float("Quaternion", v[0]), X: w.X, Y: w.Y, Z: w.Z}.Unit()
	}
	in.fail("Quaternion() takes an axis and an angle, or w, x, y and z")
	return nil
}

// between returns the shortest rotation that turns the direction a into b.
func between(in *interp, a, b vec.Vec3) vec.Quat {
	if a.Norm() == 0 || b.Norm() == 0 {
		in.fail("Quaternion(): a direction must not be zero")
	}
	axis := a.Cross(b)
	if axis.Norm() == 0 {
		axis = a.Perpendicular()
	}
	return vec.FromAxisAngle(axis, math.Atan2(a.Cross(b).Norm(), a.Dot(b)))
}

// corners reads a box by its corners.
func corners(in *interp, a *args, name string, conv converter) value {
	v := a.positional(in, name, 1, 2)
	if len(v) == 1 {
		v = in.elements(v[0])
	}
	return pair(conv)(in, name, tuple(v))
}

// components returns the numbers a vector or quaternion is made of.
func components(v value) ([]value, bool) {
	switch v := v.(type) {
	case vec.Vec3:
		return []value{v.X, v.Y, v.Z}, true
	case vector2:
		return []value{v[0], v[1]}, true
	case vec.Quat:
		return []value{v.X, v.Y, v.Z, v.W}, true
	}
	return nil, false
}

// vectorAttr returns an attribute of a vector or quaternion, nil if there is none.
func vectorAttr(v value, name string) value {
	switch v := v.(type) {
	case vec.Vec3:
		return vector3Attr(v, name)
	case vector2:
		switch name {
		case "norm":
			return constant(name, math.Hypot(v[0], v[1]))
		case "x":
			return v[0]
		case "y":
			return v[1]
		}
	case vec.Quat:
		return quaternionAttr(v, name)
	}
	return nil
}

// constant is a method without arguments whose result is known.
func constant(name string, v value) builtin {
	return builtin{name, func(in *interp, a *args) value {
		a.positional(in, name, 0, 0)
		return v
	}}
}

func vector3Attr(v vec.Vec3, name string) value {
	with := func(f func(u vec.Vec3) value) builtin {
		return builtin{name, func(in *interp, a *args) value {
			return f(in.vector("argument of "+name, a.positional(in, name, 1, 1)[0]))
		}}
	}
	switch name {
	case "x":
		return v.X
	case "y":
		return v.Y
	case "z":
		return v.Z
	case "norm":
		return constant(name, v.Norm())
	case "squaredNorm":
		return constant(name, v.Norm2())
	case "normalized":
		return constant(name, v.Unit())
	case "sum":
		return constant(name, v.X+v.Y+v.Z)
	case "dot":
		return with(func(u vec.Vec3) value { return v.Dot(u) })
	case "cross":
		return with(func(u vec.Vec3) value { return v.Cross(u) })
	}
	return nil
}

func quaternionAttr(q vec.Quat, name string) value {
	switch name {
	case "inverse", "conjugate":
		return constant(name, q.Conj())
	case "normalized":
		return constant(name, q.Unit())
	case "norm":
		return constant(name, math.Sqrt(q.Dot(q)))
	case "toAxisAngle":
		r := q.RotationVector()
		return constant(name, tuple{r.Unit(), r.Norm()})
	case "toRotationVector":
		return constant(name, q.RotationVector())
	case "Rotate":
		return builtin{name, func(in *interp, a *args) value {
			return q.Rotate(in.vector("argument of Rotate", a.positional(in, name, 1, 1)[0]))
		}}
	}
	return nil
}
