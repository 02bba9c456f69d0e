package ir

import "example.org/tumble/sim/internal/wide"

// Vec3 is a vector in each lane.
type Vec3 struct{ X, Y, Z Float }

// each returns the vector of f(a, b) for the components of a and b.
func each(a, b Vec3, f func(a, b Float) Float) Vec3 {
	return Vec3{f(a.X, b.X), f(a.Y, b.Y), f(a.Z, b.Z)}
}

// Operations on vectors: a + b, a - b, the product by components, f a, a + f b, a - f b, which is a + (-f) b to the
// last bit, a where the mask is true and else b, or else zero.
func (a Vec3) Add(b Vec3) Vec3    { return each(a, b, Float.Add) }
func (a Vec3) Sub(b Vec3) Vec3    { return each(a, b, Float.Sub) }
func (a Vec3) Mul(b Vec3) Vec3    { return each(a, b, Float.Mul) }
func (a Vec3) Scale(f Float) Vec3 { return Vec3{f, f, f}.Mul(a) }
func (a Vec3) AddScaled(f Float, b Vec3) Vec3 {
	return each(a, b, func(a, b Float) Float { return a.Add(f.Mul(b)) })
}
func (a Vec3) SubScaled(f Float, b Vec3) Vec3 {
	return each(a, b, func(a, b Float) Float { return a.Sub(f.Mul(b)) })
}
func (a Vec3) Merge(b Vec3, m Mask) Vec3 {
	return each(a, b, func(a, b Float) Float { return a.Merge(b, m) })
}
func (a Vec3) Masked(m Mask) Vec3 { return Vec3{a.X.Masked(m), a.Y.Masked(m), a.Z.Masked(m)} }

// Dot and Cross return the scalar product and the vector product of two vectors, Norm2 the squared length.
func (a Vec3) Dot(b Vec3) Float { return a.X.Mul(b.X).Add(a.Y.Mul(b.Y)).Add(a.Z.Mul(b.Z)) }
func (a Vec3) Norm2() Float     { return a.Dot(a) }
func (a Vec3) Cross(b Vec3) Vec3 {
	return Vec3{
		a.Y.Mul(b.Z).Sub(a.Z.Mul(b.Y)),
		a.Z.Mul(b.X).Sub(a.X.Mul(b.Z)),
		a.X.Mul(b.Y).Sub(a.Y.Mul(b.X)),
	}
}

// Quat is a quaternion in each lane.
type Quat struct{ W, X, Y, Z Float }

// Mul returns the product p q.
func (p Quat) Mul(q Quat) Quat {
	return Quat{
		p.W.Mul(q.W).Sub(p.X.Mul(q.X)).Sub(p.Y.Mul(q.Y)).Sub(p.Z.Mul(q.Z)),
		p.W.Mul(q.X).Add(p.X.Mul(q.W)).Add(p.Y.Mul(q.Z)).Sub(p.Z.Mul(q.Y)),
		p.W.Mul(q.Y).Sub(p.X.Mul(q.Z)).Add(p.Y.Mul(q.W)).Add(p.Z.Mul(q.X)),
		p.W.Mul(q.Z).Add(p.X.Mul(q.Y)).Sub(p.Y.Mul(q.X)).Add(p.Z.Mul(q.W)),
	}
}

// AddScaled returns q + f p by components, not normalised.
func (q Quat) AddScaled(f Float, p Quat) Quat {
	return Quat{q.W.Add(f.Mul(p.W)), q.X.Add(f.Mul(p.X)), q.Y.Add(f.Mul(p.Y)), q.Z.Add(f.Mul(p.Z))}
}

// Unit returns q, which must not be zero, scaled to length one.
func (q Quat) Unit() Quat {
	n := q.W.Mul(q.W).Add(q.X.Mul(q.X)).Add(q.Y.Mul(q.Y)).Add(q.Z.Mul(q.Z)).Sqrt()
	f := Number(1).Div(n)
	return Quat{f.Mul(q.W), f.Mul(q.X), f.Mul(q.Y), f.Mul(q.Z)}
}

// Rotate returns the vector rotated by the unit quaternion q.
func (q Quat) Rotate(v Vec3) Vec3 {
	u := Vec3{q.X, q.Y, q.Z}
	t := u.Cross(v)
	t = t.Add(t)
	return v.AddScaled(q.W, t).Add(u.Cross(t))
}

// Conj returns the conjugate, the inverse of a unit quaternion.
func (q Quat) Conj() Quat { return Quat{q.W, q.X.Neg(), q.Y.Neg(), q.Z.Neg()} }

// Columns returns the vector whose components are in three columns; the first is k cache lines behind l.
// KeepColumns writes a vector to them.
func Columns(l *wide.Lane, k int) Vec3 {
	return Vec3{Get(l.Column(k)), Get(l.Column(k + 1)), Get(l.Column(k + 2))}
}

func KeepColumns(l *wide.Lane, k int, a Vec3) {
	Keep(l.Column(k), a.X)
	Keep(l.Column(k+1), a.Y)
	Keep(l.Column(k+2), a.Z)
}

// GetVec3 and GetVec3At read a vector of each record, SameVec3 and SameQuat read what all lanes share, and
// VectorsOf reads the vectors of the bodies in an index.
func GetVec3(v *wide.Vectors) Vec3     { return Vec3{Get(&v.X), Get(&v.Y), Get(&v.Z)} }
func GetVec3At(v *wide.VectorsAt) Vec3 { return Vec3{Get(v.X), Get(v.Y), Get(v.Z)} }
func SameVec3(v *wide.Vector) Vec3     { return Vec3{Same(&v.X), Same(&v.Y), Same(&v.Z)} }
func SameQuat(q *wide.Quat) Quat       { return Quat{Same(&q.W), Same(&q.X), Same(&q.Y), Same(&q.Z)} }
func VectorsOf(x *wide.Index, base wide.Records) (a Vec3) {
	a.X, a.Y, a.Z, _ = IndexedBy(base, x, 24, 0)
	return a
}
