// Package vec holds the small vector types of the engine: Vec3, Quat, Mat3 and Box.
//
// They are structs of float64 passed by value, which the compiler keeps in registers;
// arrays of three, as general libraries use them, cost several times more in the
// contact loop. Every operation has a fixed order of additions, so results are the
// same bits on every machine of one platform class.
package vec

import "math"

// Vec3 is a vector or point in three dimensions.
type Vec3 struct{ X, Y, Z float64 }

// New returns the vector (x, y, z).
func New(x, y, z float64) Vec3 { return Vec3{x, y, z} }

// Unit vectors along the global axes.
var (
	AxisX = Vec3{1, 0, 0}
	AxisY = Vec3{0, 1, 0}
	AxisZ = Vec3{0, 0, 1}
)

// Add returns a + b.
func (a Vec3) Add(b Vec3) Vec3 { return Vec3{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a - b.
func (a Vec3) Sub(b Vec3) Vec3 { return Vec3{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Scale returns f a.
func (a Vec3) Scale(f float64) Vec3 { return Vec3{f * a.X, f * a.Y, f * a.Z} }

// AddScaled returns a + f b.
func (a Vec3) AddScaled(f float64, b Vec3) Vec3 {
	return Vec3{a.X + f*b.X, a.Y + f*b.Y, a.Z + f*b.Z}
}

// Neg returns -a.
func (a Vec3) Neg() Vec3 { return Vec3{-a.X, -a.Y, -a.Z} }

// Mul returns the product by components.
func (a Vec3) Mul(b Vec3) Vec3 { return Vec3{a.X * b.X, a.Y * b.Y, a.Z * b.Z} }

// Dot returns the scalar product.
func (a Vec3) Dot(b Vec3) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// Cross returns the vector product a × b.
func (a Vec3) Cross(b Vec3) Vec3 {
	return Vec3{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

// Norm2 returns the squared length.
func (a Vec3) Norm2() float64 { return a.X*a.X + a.Y*a.Y + a.Z*a.Z }

// Norm returns the length.
func (a Vec3) Norm() float64 { return math.Sqrt(a.X*a.X + a.Y*a.Y + a.Z*a.Z) }

// Unit returns a/|a|, or the zero vector if a is zero.
func (a Vec3) Unit() Vec3 {
	n := a.Norm()
	if n == 0 {
		return Vec3{}
	}
	return a.Scale(1 / n)
}

// Perpendicular returns a unit vector perpendicular to a, which must not be zero. It is
// built from the global axis that a leans on least, so it is never ill-conditioned.
func (a Vec3) Perpendicular() Vec3 {
	x, y, z := math.Abs(a.X), math.Abs(a.Y), math.Abs(a.Z)
	switch {
	case x <= y && x <= z:
		return a.Cross(AxisX).Unit()
	case y <= z:
		return a.Cross(AxisY).Unit()
	}
	return a.Cross(AxisZ).Unit()
}

// Component returns the component along axis i (0, 1, 2 for x, y, z).
func (a Vec3) Component(i int) float64 {
	switch i {
	case 0:
		return a.X
	case 1:
		return a.Y
	}
	return a.Z
}

// WithComponent returns a with its component along axis i replaced.
func (a Vec3) WithComponent(i int, v float64) Vec3 {
	switch i {
	case 0:
		a.X = v
	case 1:
		a.Y = v
	default:
		a.Z = v
	}
	return a
}

// Axis returns the unit vector along axis i (0, 1, 2 for x, y, z).
func Axis(i int) Vec3 { return Vec3{}.WithComponent(i, 1) }

// Min returns the smaller of each component.
func (a Vec3) Min(b Vec3) Vec3 { return Vec3{less(a.X, b.X), less(a.Y, b.Y), less(a.Z, b.Z)} }

// Max returns the larger of each component.
func (a Vec3) Max(b Vec3) Vec3 { return Vec3{more(a.X, b.X), more(a.Y, b.Y), more(a.Z, b.Z)} }

// IsFinite reports whether no component is infinite or NaN.
func (a Vec3) IsFinite() bool {
	s := a.X - a.X + a.Y - a.Y + a.Z - a.Z
	return s == 0
}

// Float32 returns the vector rounded to single precision, for drawing.
func (a Vec3) Float32() [3]float32 { return [3]float32{float32(a.X), float32(a.Y), float32(a.Z)} }

// RoundTo writes the result of Float32 into memory, for loops in which a copy of the result would cost time.
func (a Vec3) RoundTo(to *[3]float32) {
	to[0], to[1], to[2] = float32(a.X), float32(a.Y), float32(a.Z)
}

// less and more stand in for the built-in min and max, which cost several times as much
// because they order signed zeros and NaN.
func less(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}

func more(a, b float64) float64 {
	if b > a {
		return b
	}
	return a
}

// Clamp returns x limited to [lo, hi].
func Clamp(x, lo, hi float64) float64 {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

// Box is an axis-aligned box with corners Lo and Hi.
type Box struct{ Lo, Hi Vec3 }

// EmptyBox returns the box that holds no point: the neutral element of Union.
func EmptyBox() Box {
	i := math.Inf(1)
	return Box{Vec3{i, i, i}, Vec3{-i, -i, -i}}
}

// Grow returns the box enlarged by d [m] on every side.
func (b Box) Grow(d float64) Box {
	e := Vec3{d, d, d}
	return Box{b.Lo.Sub(e), b.Hi.Add(e)}
}

// Union returns the smallest box that holds both boxes.
func (b Box) Union(c Box) Box { return Box{b.Lo.Min(c.Lo), b.Hi.Max(c.Hi)} }

// Include returns the smallest box that holds b and the point p.
func (b Box) Include(p Vec3) Box { return Box{b.Lo.Min(p), b.Hi.Max(p)} }

// Corner returns corner k, of 0 to 7: bits 0, 1 and 2 choose Hi over Lo along x, y and z.
func (b Box) Corner(k int) Vec3 {
	c := b.Lo
	if k&1 != 0 {
		c.X = b.Hi.X
	}
	if k&2 != 0 {
		c.Y = b.Hi.Y
	}
	if k&4 != 0 {
		c.Z = b.Hi.Z
	}
	return c
}

// Overlaps reports whether the boxes share a point; touching counts.
func (b Box) Overlaps(c Box) bool {
	return b.Lo.X <= c.Hi.X && c.Lo.X <= b.Hi.X &&
		b.Lo.Y <= c.Hi.Y && c.Lo.Y <= b.Hi.Y &&
		b.Lo.Z <= c.Hi.Z && c.Lo.Z <= b.Hi.Z
}

// Distance returns the distance of a point from the box: 0 inside, and +Inf for an empty box.
func (b Box) Distance(p Vec3) float64 { return b.Lo.Sub(p).Max(p.Sub(b.Hi)).Max(Vec3{}).Norm() }

// Center returns the middle of the box.
func (b Box) Center() Vec3 { return b.Lo.Add(b.Hi).Scale(0.5) }

// Size returns the edge lengths.
func (b Box) Size() Vec3 { return b.Hi.Sub(b.Lo) }

// IsEmpty reports whether the box holds no point.
func (b Box) IsEmpty() bool { return b.Lo.X > b.Hi.X || b.Lo.Y > b.Hi.Y || b.Lo.Z > b.Hi.Z }

// Lower returns the lower of two numbers, and a if one of them is NaN.
func Lower(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}
