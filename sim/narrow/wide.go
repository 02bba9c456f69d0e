//go:build goexperiment.simd && amd64

package narrow

import (
	"tumble/sim/shape"
	"tumble/sim/wide"

	"unsafe"
)

// What the kernels here return for eight pairs: the Touch and the gap of the plain kernel,
// and in careful a bit for each pair that touches in a way that is rare. Its gap is right,
// the rest is left to the plain kernel. They are results and no struct, which would be put
// together in memory.

// Constants, in all lanes.
var coincidentWide, parallelWide, cancelledWide = wide.Splat(coincident), wide.Splat(parallel), wide.Splat(1e-9)

// touchesWide returns the contact of eight pairs of balls, the first of radius ra about p,
// the second in the direction v.
func touchesWide(p wide.Vec3, ra wide.Float, v wide.Vec3, reach wide.Float) (point, normal wide.Vec3, overlap, gap wide.Float, careful uint8) {
	d := v.Norm2().Sqrt()
	gap, overlap = d.Sub(reach), reach.Sub(d)
	normal = v.Scale(wide.Ones.Load().Div(d))
	point = p.AddScaled(ra.Sub(overlap.Mul(wide.Halves.Load())), normal)
	return point, normal, overlap, gap, d.LessEqual(coincidentWide.Load().Mul(reach)).ToBits()
}

// SpheresWide is TouchSpheres for eight pairs of spheres a and b.
func SpheresWide(a, b []shape.Sphere, rowsA, rowsB *wide.Rows) (point, normal wide.Vec3, overlap, gap wide.Float, careful uint8) {
	ax, ay, az, ra := rowsA.Load(unsafe.Pointer(unsafe.SliceData(a)))
	bx, by, bz, rb := rowsB.Load(unsafe.Pointer(unsafe.SliceData(b)))
	p := wide.Vec3{X: ax, Y: ay, Z: az}
	return touchesWide(p, ra, wide.Vec3{X: bx, Y: by, Z: bz}.Sub(p), ra.Add(rb))
}

const (
	_ = -(unsafe.Offsetof(shape.Sphere{}.Radius) - 3*8) // or its four numbers have another order
	_ = -(unsafe.Offsetof(shape.Capsule{}.Axis) - 3*8) | -(unsafe.Offsetof(shape.Capsule{}.Half) - 6*8) |
		-(unsafe.Offsetof(shape.Capsule{}.Radius) - 7*8)
)

// capsulesWide loads eight capsules.
func capsulesWide(c []shape.Capsule, rows *wide.Rows) (center, axis wide.Vec3, half, radius wide.Float) {
	base := unsafe.Pointer(unsafe.SliceData(c))
	center.X, center.Y, center.Z, axis.X = rows.Load(base)
	axis.Y, axis.Z, half, radius = rows.Load(unsafe.Add(base, 4*8))
	return center, axis, half, radius
}

// CapsulesWide is TouchCapsules for eight pairs of capsules. Careful are those whose segments
// meet.
func CapsulesWide(a, b []shape.Capsule, rowsA, rowsB *wide.Rows) (point, normal wide.Vec3, overlap, gap wide.Float, careful uint8) {
	ca, u1, h1, ra := capsulesWide(a, rowsA)
	cb, u2, h2, rb := capsulesWide(b, rowsB)
	w, reach := cb.Sub(ca), ra.Add(rb)
	s1, s2 := nearestWide(w, u1, h1, u2, h2)
	point, normal, overlap, gap, careful = touchesWide(ca.AddScaled(s1, u1), ra, w.AddScaled(s2, u2).SubScaled(s1, u1), reach)

	// Bounding spheres, as in the plain kernel.
	far, d2 := h1.Add(h2).Add(wide.Twos.Load().Mul(reach)), w.Norm2()
	if apart := d2.Greater(far.Mul(far)).ToBits(); apart != 0 {
		gap = d2.Sqrt().Sub(far.Sub(reach)).Merge(gap, wide.Bits(apart))
	}
	var zero wide.Float
	if touching := gap.LessEqual(zero).ToBits() &^ careful; touching != 0 {
		var unsure uint8
		point, normal, unsure = endsWide(touching, point, normal, ca, w, u1, h1, u2, h2, ra, reach)
		careful |= unsure
	}
	return point, normal, overlap, gap, careful
}

// nearestWide is nearest for eight pairs of segments.
func nearestWide(w, u1 wide.Vec3, h1 wide.Float, u2 wide.Vec3, h2 wide.Float) (s, t wide.Float) {
	b, along1, along2 := u1.Dot(u2), w.Dot(u1), w.Dot(u2)
	n := u1.Cross(u2)
	nn := n.Norm2()
	s = w.Cross(u2).Dot(n).Div(nn)
	var zero wide.Float
	back1, back2 := zero.Sub(h1), zero.Sub(h2)
	if skew := nn.Greater(parallelWide.Load()).ToBits(); skew != wide.All {
		lo, hi := along1.Sub(h2), along1.Add(h2)
		lo = back1.Merge(lo, lo.Less(back1))
		hi = h1.Merge(hi, hi.Greater(h1))
		s = s.Merge(lo.Add(hi).Mul(wide.Halves.Load()), wide.Bits(skew))
	}
	s = limitedWide(s, back1, h1)
	t = s.Mul(b).Sub(along2)
	kept := t
	t = limitedWide(t, back2, h2)
	if moved := t.NotEqual(kept).ToBits(); moved != 0 {
		s = limitedWide(t.Mul(b).Add(along1), back1, h1).Merge(s, wide.Bits(moved))
	}
	return s, t
}

// limitedWide is vec.Clamp in lanes.
func limitedWide(x, lo, hi wide.Float) wide.Float {
	return hi.Merge(lo.Merge(x, x.Less(lo)), x.Greater(hi))
}

// endsWide is touchEnds for those of eight pairs that touch: it replaces point and normal by
// the means over the contacts of end points where there are several.
func endsWide(touching uint8, point, normal, ca, w, u1 wide.Vec3, h1 wide.Float, u2 wide.Vec3, h2, ra, reach wide.Float) (wide.Vec3, wide.Vec3, uint8) {
	var zero wide.Float
	cosine, along1, along2, limit := u1.Dot(u2), w.Dot(u1), w.Dot(u2), reach.Mul(reach)
	back1, back2 := zero.Sub(h1), zero.Sub(h2)
	p1, v1 := endWide(w, u1, back1, u2, limitedWide(back1.Mul(cosine).Sub(along2), back2, h2))
	p2, v2 := endWide(w, u1, h1, u2, limitedWide(h1.Mul(cosine).Sub(along2), back2, h2))
	p3, v3 := endWide(w, u1, limitedWide(back2.Mul(cosine).Add(along1), back1, h1), u2, back2)
	p4, v4 := endWide(w, u1, limitedWide(h2.Mul(cosine).Add(along1), back1, h1), u2, h2)
	near1, near2 := v1.Norm2().Less(limit).ToBits(), v2.Norm2().Less(limit).ToBits()
	near3, near4 := v3.Norm2().Less(limit).ToBits(), v4.Norm2().Less(limit).ToBits()
	several := near1&near2 | near3&near4 | (near1|near2)&(near3|near4)
	several &= touching & h1.NotEqual(zero).ToBits() & h2.NotEqual(zero).ToBits()
	if several == 0 {
		return point, normal, 0
	}

	var sum wide.Float
	var at, n wide.Vec3
	sum, at, n, u := weighEndWide(sum, at, n, near1&several, p1, v1, ra, reach)
	unsure := u
	sum, at, n, u = weighEndWide(sum, at, n, near2&several, p2, v2, ra, reach)
	unsure |= u
	sum, at, n, u = weighEndWide(sum, at, n, near3&several, p3, v3, ra, reach)
	unsure |= u
	sum, at, n, u = weighEndWide(sum, at, n, near4&several, p4, v4, ra, reach)
	unsure |= u

	f := wide.Ones.Load().Div(sum)
	at, n = at.Scale(f).Add(ca), n.Scale(f)
	length := n.Norm2().Sqrt()
	unsure |= length.LessEqual(cancelledWide.Load()).ToBits() & several
	n = n.Scale(wide.Ones.Load().Div(length))
	return at.Merge(point, wide.Bits(several)), n.Merge(normal, wide.Bits(several)), unsure
}

// endWide returns for the points at s and t along the two segments the place of the first,
// from the centre of its capsule, and the way to the second.
func endWide(w, u1 wide.Vec3, s wide.Float, u2 wide.Vec3, t wide.Float) (p, v wide.Vec3) {
	p = u1.Scale(s)
	return p, w.AddScaled(t, u2).Sub(p)
}

// weighEndWide is weighted.touch where near has a bit; unsure has one where the ends coincide.
func weighEndWide(sum wide.Float, point, normal wide.Vec3, near uint8, p, v wide.Vec3, ra, reach wide.Float) (wide.Float, wide.Vec3, wide.Vec3, uint8) {
	if near == 0 {
		return sum, point, normal, 0
	}
	d := v.Norm2().Sqrt()
	overlap, n := reach.Sub(d), v.Scale(wide.Ones.Load().Div(d))
	p = p.AddScaled(ra.Sub(overlap.Mul(wide.Halves.Load())), n)
	unsure := d.LessEqual(coincidentWide.Load().Mul(reach)).ToBits() & near
	overlap = overlap.Masked(wide.Bits(near))
	return sum.Add(overlap), point.AddScaled(overlap, p), normal.AddScaled(overlap, n), unsure
}
