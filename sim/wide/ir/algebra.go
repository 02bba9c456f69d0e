package ir

import "example.org/tumble/sim/wide"

// Vec3 is a vector in each lane.
type Vec3 struct{ X, Y, Z Float }

// Add returns a + b.
func (a Vec3) Add(b Vec3) Vec3 { return Vec3{a.X.Add(b.X), a.Y.Add(b.Y), a.Z.Add(b.Z)} }

// Sub returns a - b.
func (a Vec3) Sub(b Vec3) Vec3 { return Vec3{a.X.Sub(b.X), a.Y.Sub(b.Y), a.Z.Sub(b.Z)} }

// Mul returns the product by components.
func (a Vec3) Mul(b Vec3) Vec3 { return Vec3{a.X.Mul(b.X), a.Y.Mul(b.Y), a.Z.Mul(b.Z)} }

// Scale returns f a.
func (a Vec3) Scale(f Float) Vec3 { return Vec3{f.Mul(a.X), f.Mul(a.Y), f.Mul(a.Z)} }

// AddScaled returns a + f b.
func (a Vec3) AddScaled(f Float, b Vec3) Vec3 {
	return Vec3{a.X.Add(f.Mul(b.X)), a.Y.Add(f.Mul(b.Y)), a.Z.Add(f.Mul(b.Z))}
}

// SubScaled returns a - f b, which is a + (-f) b to the last bit.
func (a Vec3) SubScaled(f Float, b Vec3) Vec3 {
	return Vec3{a.X.Sub(f.Mul(b.X)), a.Y.Sub(f.Mul(b.Y)), a.Z.Sub(f.Mul(b.Z))}
}

// Dot returns the scalar product.
func (a Vec3) Dot(b Vec3) Float { return a.X.Mul(b.X).Add(a.Y.Mul(b.Y)).Add(a.Z.Mul(b.Z)) }

// Cross returns the vector product a × b.
func (a Vec3) Cross(b Vec3) Vec3 {
	return Vec3{
		a.Y.Mul(b.Z).Sub(a.Z.Mul(b.Y)),
		a.Z.Mul(b.X).Sub(a.X.Mul(b.Z)),
		a.X.Mul(b.Y).Sub(a.Y.Mul(b.X)),
	}
}

// Norm2 returns the squared length.
func (a Vec3) Norm2() Float { return a.Dot(a) }

// Merge returns a where the mask is true, else b.
func (a Vec3) Merge(b Vec3, m Mask) Vec3 {
	return Vec3{a.X.Merge(b.X, m), a.Y.Merge(b.Y, m), a.Z.Merge(b.Z, m)}
}

// Masked returns a where the mask is true, else zero.
func (a Vec3) Masked(m Mask) Vec3 { return Vec3{a.X.Masked(m), a.Y.Masked(m), a.Z.Masked(m)} }

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
func (q Quat) Conj() Quat {
	var zero Float
	return Quat{q.W, zero.Sub(q.X), zero.Sub(q.Y), zero.Sub(q.Z)}
}

// Columns returns the vector whose numbers are in three columns, the first of which is the one k
// cache lines behind l.
func Columns(l *wide.Lane, k int) Vec3 {
	return Vec3{Get(l.Column(k)), Get(l.Column(k + 1)), Get(l.Column(k + 2))}
}

// KeepColumns writes a vector to these columns.
func KeepColumns(l *wide.Lane, k int, a Vec3) {
	Keep(l.Column(k), a.X)
	Keep(l.Column(k+1), a.Y)
	Keep(l.Column(k+2), a.Z)
}

// GetVec3 and GetVec3At read a vector of each record.
func GetVec3(v *wide.Vectors) Vec3     { return Vec3{Get(&v.X), Get(&v.Y), Get(&v.Z)} }
func GetVec3At(v *wide.VectorsAt) Vec3 { return Vec3{Get(v.X), Get(v.Y), Get(v.Z)} }

// SameVec3 reads a vector that all lanes share.
func SameVec3(v *wide.Vector) Vec3 { return Vec3{Same(&v.X), Same(&v.Y), Same(&v.Z)} }

// VectorsOf returns vectors of the bodies that an index names.
func VectorsOf(x *wide.Index, base wide.Records) (a Vec3) {
	a.X, a.Y, a.Z, _ = IndexedBy(base, x, 24, 0)
	return a
}
