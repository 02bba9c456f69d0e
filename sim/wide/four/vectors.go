// Code generated from sim/wide/vectors.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package four

import (
	"simd/archsimd"
	"unsafe"

	"tumble/sim/vec"
)

// All are the bits of a mask that is true in all lanes.
const All = 1<<Lanes - 1

// Leave ends a kernel, or one turn of its loop. Between the first operation in lanes and
// Leave there must be no plain arithmetic on floats, not even a comparison, nor a variable in
// memory that begins as zero: the processor takes some hundred cycles to put the two kinds of
// registers in step.
func Leave() { archsimd.ClearAVXUpperBits() }

// Lane is the memory of one Float.
type Lane [Lanes]float64

// Lanes32 is how many numbers of 32 bits a kernel does at a time, and All32 the bits of a mask
// of them that is true in all lanes.
const (
	Lanes32 = 2 * Lanes
	All32   = 1<<Lanes32 - 1
)

// Lane32 is the memory of one Float32.
type Lane32 [Lanes32]float32

// Same32 returns the number in lane k, one of the first few, of x in all lanes.
func Same32(x Float32, k int) Float32 { return x.Permute(load32(&all32[k])) }

// all32 lists a lane's number for every lane.
var all32 = func() (a [6][Lanes32]uint32) {
	for k := range a {
		for l := range a[k] {
			a[k][l] = uint32(k)
		}
	}
	return a
}()

// Fill sets all lanes to one number.
func (l *Lane) Fill(x float64) {
	for i := range l {
		l[i] = x
	}
}

// Constants, in all lanes.
var Ones, Halves, Twos = Splat(1), Splat(0.5), Splat(2)

// Splat returns a lane's memory filled with one number, for constants.
func Splat(x float64) (l Lane) {
	l.Fill(x)
	return l
}

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
func (q Quat) Unit(one Float) Quat {
	n := q.W.Mul(q.W).Add(q.X.Mul(q.X)).Add(q.Y.Mul(q.Y)).Add(q.Z.Mul(q.Z)).Sqrt()
	f := one.Div(n)
	return Quat{f.Mul(q.W), f.Mul(q.X), f.Mul(q.Y), f.Mul(q.Z)}
}

// Rotate returns the vector rotated by the unit quaternion q.
func (q Quat) Rotate(v Vec3) Vec3 {
	u := Vec3{q.X, q.Y, q.Z}
	t := u.Cross(v)
	t = t.Add(t)
	return v.AddScaled(q.W, t).Add(u.Cross(t))
}

// Conj returns the conjugate, the inverse of a unit quaternion; zero is 0.
func (q Quat) Conj(zero Float) Quat {
	return Quat{q.W, zero.Sub(q.X), zero.Sub(q.Y), zero.Sub(q.Z)}
}

// Rows are where four records of a slice begin, in bytes from its first one. A kernel
// reads and writes four numbers of each at a time. It may read as many as there are lanes,
// and there must be room for them behind the last record (see Padded).
type Rows [Lanes]uintptr

// Vec3 returns the vectors of a slice of records that are no more than that.
func (r *Rows) Vec3(v []vec.Vec3) Vec3 {
	x, y, z, _ := r.Load(unsafe.Pointer(unsafe.SliceData(v)))
	return Vec3{x, y, z}
}

// Within reports whether all numbers lie between -limit and limit; NaN does not.
func Within(v []float64, limit float64) bool {
	n := len(v) / Lanes * Lanes
	for _, x := range v[n:] {
		if !(x < limit && x > -limit) {
			return false
		}
	}
	hi, lo := Splat(limit), Splat(-limit)
	below, above := hi.Load(), lo.Load()
	within := uint8(All)
	for i := 0; i < n; i += Lanes {
		x := (*Lane)(v[i:]).Load()
		within &= x.Less(below).ToBits() & x.Greater(above).ToBits()
	}
	Leave()
	return within == All
}

// Above reports whether any number is above its limit; there are as many limits as numbers.
func Above(v, limits []float64) bool {
	n := len(v) / Lanes * Lanes
	for i, x := range v[n:] {
		if x > limits[n+i] {
			return true
		}
	}
	above := uint8(0)
	for i := 0; i < n; i += Lanes {
		above |= (*Lane)(v[i:]).Load().Greater((*Lane)(limits[i:]).Load()).ToBits()
	}
	Leave()
	return above != 0
}
