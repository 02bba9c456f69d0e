package vec

import "math"

// Quat is a quaternion W + X i + Y j + Z k; a unit quaternion is a rotation.
type Quat struct{ W, X, Y, Z float64 }

// Identity is the rotation by zero.
var Identity = Quat{W: 1}

// FromAxisAngle returns the rotation by angle [rad] about the axis, which need not be a
// unit vector; a zero axis gives Identity.
func FromAxisAngle(axis Vec3, angle float64) Quat {
	u := axis.Unit()
	if u == (Vec3{}) {
		return Identity
	}
	s, c := math.Sincos(angle / 2)
	return Quat{c, s * u.X, s * u.Y, s * u.Z}
}

// FromRotationVector returns the rotation by |v| [rad] about v.
func FromRotationVector(v Vec3) Quat { return FromAxisAngle(v, v.Norm()) }

// FromUniform maps three numbers in [0, 1) to a rotation. If the numbers are random and uniform,
// all rotations are equally likely (Shoemake, Graphics Gems III, 1992, 124).
func FromUniform(u, v, w float64) Quat {
	a, b := math.Sqrt(1-u), math.Sqrt(u)
	s1, c1 := math.Sincos(2 * math.Pi * v)
	s2, c2 := math.Sincos(2 * math.Pi * w)
	return Quat{W: b * c2, X: a * s1, Y: a * c1, Z: b * s2}
}

// Mul returns the product p q: first the rotation q, then p.
func (p Quat) Mul(q Quat) Quat {
	return Quat{
		p.W*q.W - p.X*q.X - p.Y*q.Y - p.Z*q.Z,
		p.W*q.X + p.X*q.W + p.Y*q.Z - p.Z*q.Y,
		p.W*q.Y - p.X*q.Z + p.Y*q.W + p.Z*q.X,
		p.W*q.Z + p.X*q.Y - p.Y*q.X + p.Z*q.W,
	}
}

// Conj returns the conjugate, the inverse of a unit quaternion.
func (q Quat) Conj() Quat { return Quat{q.W, -q.X, -q.Y, -q.Z} }

// Float32 returns w, x, y, z, rounded to single precision, for drawing.
func (q Quat) Float32() [4]float32 {
	return [4]float32{float32(q.W), float32(q.X), float32(q.Y), float32(q.Z)}
}

// Neg returns -q, the same rotation.
func (q Quat) Neg() Quat { return Quat{-q.W, -q.X, -q.Y, -q.Z} }

// Dot returns the scalar product of the four components.
func (q Quat) Dot(p Quat) float64 { return q.W*p.W + q.X*p.X + q.Y*p.Y + q.Z*p.Z }

// AddScaled returns q + f p by components, not normalised.
func (q Quat) AddScaled(f float64, p Quat) Quat {
	return Quat{q.W + f*p.W, q.X + f*p.X, q.Y + f*p.Y, q.Z + f*p.Z}
}

// Unit returns q scaled to length one, or Identity if q is zero.
func (q Quat) Unit() Quat {
	n := math.Sqrt(q.Dot(q))
	if n == 0 {
		return Identity
	}
	f := 1 / n
	return Quat{f * q.W, f * q.X, f * q.Y, f * q.Z}
}

// Rotate returns the vector rotated by the unit quaternion q.
func (q Quat) Rotate(v Vec3) Vec3 {
	u := Vec3{q.X, q.Y, q.Z}
	t := u.Cross(v).Scale(2)
	return v.AddScaled(q.W, t).Add(u.Cross(t))
}

// Unrotate returns the vector rotated back: from global to local axes.
func (q Quat) Unrotate(v Vec3) Vec3 { return q.Conj().Rotate(v) }

// RotationVector returns the axis times the angle, with the angle in [0, π] [rad].
func (q Quat) RotationVector() Vec3 {
	if q.W < 0 {
		q = q.Neg()
	}
	v := Vec3{q.X, q.Y, q.Z}
	s := v.Norm()
	if s == 0 {
		return Vec3{}
	}
	return v.Scale(2 * math.Atan2(s, q.W) / s)
}

// Slerp returns the rotation a fraction t of the way from q to p along the shorter arc.
func (q Quat) Slerp(p Quat, t float64) Quat {
	d := p.Mul(q.Conj())
	return FromRotationVector(d.RotationVector().Scale(t)).Mul(q).Unit()
}

// Mat returns the rotation matrix, whose columns are the local axes in global
// coordinates.
func (q Quat) Mat() Mat3 {
	xx, yy, zz := q.X*q.X, q.Y*q.Y, q.Z*q.Z
	xy, xz, yz := q.X*q.Y, q.X*q.Z, q.Y*q.Z
	wx, wy, wz := q.W*q.X, q.W*q.Y, q.W*q.Z
	return Mat3{
		Vec3{1 - 2*(yy+zz), 2 * (xy + wz), 2 * (xz - wy)},
		Vec3{2 * (xy - wz), 1 - 2*(xx+zz), 2 * (yz + wx)},
		Vec3{2 * (xz + wy), 2 * (yz - wx), 1 - 2*(xx+yy)},
	}
}
