//go:build goexperiment.simd && amd64

package hot

import "tumble/sim/wide"

// Touches is how eight pairs of shapes touch: the Touch and the gap that the plain kernels of
// package narrow find. Careful are those that touch in a way that is rare: their gap is right, the
// rest is left to the plain kernel.
type Touches struct {
	A, B                      wide.Records // shapes
	RowsA, RowsB              *wide.Rows
	Next                      *wide.Lane // pairs that are done before long
	Gap                       *wide.Lane
	PointX, PointY, PointZ    *wide.Lane // of those that touch, one behind the other
	NormalX, NormalY, NormalZ *wide.Lane
	Overlap                   *wide.Lane

	Coincident wide.Number // bodies are at the same place, by their distance over their reach
	Parallel   wide.Number // axes are, by the squared sine between them
	Cancelled  wide.Number // normals are, by the length of their mean

	Pairs    wide.Set // that there are
	Touching wide.Set
	Careful  wide.Set
}

// pairLines is how many cache lines eight pairs have.
const pairLines = 4

// spheres is narrow.TouchSpheres in lanes.
func (t *Touches) spheres() {
	t.Next.Soon(pairLines)
	var p, v wide.Vec3
	var ra, rb wide.Float
	p.X, p.Y, p.Z, ra = t.RowsA.Numbers(t.A, 0)
	v.X, v.Y, v.Z, rb = t.RowsB.Numbers(t.B, 0)
	v = v.Sub(p)
	reach := ra.Add(rb)
	d := v.Norm2().Sqrt()
	touching := t.found(d.Sub(reach))
	careful := wide.Both(touching, d.LessEqual(t.Coincident.Load().Mul(reach)))
	t.Careful.Put(careful)
	if !wide.Any(touching) {
		return
	}
	point, normal, overlap := ball(p, ra, v, d, reach)
	t.pack(touching, point, normal, overlap)
}

// found keeps the gaps and returns who touches.
func (t *Touches) found(gap wide.Float) wide.Mask {
	var zero wide.Float
	touching := wide.Both(gap.LessEqual(zero), t.Pairs.Mask())
	t.Gap.Keep(gap)
	t.Touching.Put(touching)
	return touching
}

// ball returns the contact of balls at the distance d, the first of radius ra about p, the second
// in the direction v.
func ball(p wide.Vec3, ra wide.Float, v wide.Vec3, d, reach wide.Float) (point, normal wide.Vec3, overlap wide.Float) {
	overlap = reach.Sub(d)
	normal = v.Scale(wide.Ones.Load().Div(d))
	return p.AddScaled(ra.Sub(overlap.Mul(wide.Halves.Load())), normal), normal, overlap
}

func (t *Touches) pack(touching wide.Mask, point, normal wide.Vec3, overlap wide.Float) {
	t.PointX.Pack(point.X, touching)
	t.PointY.Pack(point.Y, touching)
	t.PointZ.Pack(point.Z, touching)
	t.NormalX.Pack(normal.X, touching)
	t.NormalY.Pack(normal.Y, touching)
	t.NormalZ.Pack(normal.Z, touching)
	t.Overlap.Pack(overlap, touching)
}

// capsules is narrow.TouchCapsules in lanes. Careful are those whose segments meet.
func (t *Touches) capsules() {
	t.Next.Soon(pairLines)
	ca, u1, h1, ra := Capsule(t.A, t.RowsA)
	cb, u2, h2, rb := Capsule(t.B, t.RowsB)
	w, reach := cb.Sub(ca), ra.Add(rb)
	s1, s2 := Nearest(w, u1, h1, u2, h2, t.Parallel.Load())
	v := w.AddScaled(s2, u2).SubScaled(s1, u1)

	// Bounding spheres, as in the plain kernel.
	far, d2 := h1.Add(h2).Add(wide.Twos.Load().Mul(reach)), w.Norm2()
	apart := d2.Greater(far.Mul(far))
	d := d2.Merge(v.Norm2(), apart).Sqrt()
	touching := t.found(d.Sub(far.Sub(reach).Merge(reach, apart)))
	careful := wide.Both(touching, d.LessEqual(t.Coincident.Load().Mul(reach)))
	t.Careful.Put(careful)
	if !wide.Any(touching) {
		return
	}
	point, normal, overlap := ball(ca.AddScaled(s1, u1), ra, v, d, reach)

	// touchEnds: the means over the contacts of end points where there are several.
	var zero wide.Float
	cosine, along1, along2, limit := u1.Dot(u2), w.Dot(u1), w.Dot(u2), reach.Mul(reach)
	back1, back2 := zero.Sub(h1), zero.Sub(h2)
	p1, v1 := end(w, u1, back1, u2, limited(back1.Mul(cosine).Sub(along2), back2, h2))
	p2, v2 := end(w, u1, h1, u2, limited(h1.Mul(cosine).Sub(along2), back2, h2))
	p3, v3 := end(w, u1, limited(back2.Mul(cosine).Add(along1), back1, h1), u2, back2)
	p4, v4 := end(w, u1, limited(h2.Mul(cosine).Add(along1), back1, h1), u2, h2)
	square1, square2, square3, square4 := v1.Norm2(), v2.Norm2(), v3.Norm2(), v4.Norm2()
	near1, near2 := square1.Less(limit), square2.Less(limit)
	near3, near4 := square3.Less(limit), square4.Less(limit)
	several := wide.Both(wide.Either(near1, near2), wide.Either(near3, near4))
	several = wide.Either(several, wide.Either(wide.Both(near1, near2), wide.Both(near3, near4)))
	several = wide.Both(several, wide.Both(touching, wide.Both(h1.NotEqual(zero), h2.NotEqual(zero))))
	ends := means{ra: ra, reach: reach, least: t.Coincident.Load().Mul(reach)}
	ends.unsure = careful
	ends.add(wide.Both(near1, several), p1, v1, square1)
	ends.add(wide.Both(near2, several), p2, v2, square2)
	ends.add(wide.Both(near3, several), p3, v3, square3)
	ends.add(wide.Both(near4, several), p4, v4, square4)
	f := wide.Ones.Load().Div(ends.weight)
	at, n := ends.point.Scale(f).Add(ca), ends.normal.Scale(f)
	length := n.Norm2().Sqrt()
	vague := wide.Either(length.LessEqual(t.Cancelled.Load()), ends.weight.LessEqual(zero))
	t.Careful.Put(wide.Either(ends.unsure, wide.Both(several, vague)))
	n = n.Scale(wide.Ones.Load().Div(length))
	t.pack(touching, at.Merge(point, several), n.Merge(normal, several), overlap)
}

// Capsule loads eight capsules.
func Capsule(shapes wide.Records, rows *wide.Rows) (center, axis wide.Vec3, half, radius wide.Float) {
	center.X, center.Y, center.Z, axis.X = rows.Numbers(shapes, 0)
	axis.Y, axis.Z, half, radius = rows.Numbers(shapes, 4)
	return center, axis, half, radius
}

// Nearest is nearest of package narrow for eight pairs of segments.
func Nearest(w, u1 wide.Vec3, h1 wide.Float, u2 wide.Vec3, h2, parallel wide.Float) (s, t wide.Float) {
	b, along1, along2 := u1.Dot(u2), w.Dot(u1), w.Dot(u2)
	n := u1.Cross(u2)
	nn := n.Norm2()
	var zero wide.Float
	back1, back2 := zero.Sub(h1), zero.Sub(h2)
	lo, hi := along1.Sub(h2), along1.Add(h2)
	lo = back1.Merge(lo, lo.Less(back1))
	hi = h1.Merge(hi, hi.Greater(h1))
	s = w.Cross(u2).Dot(n).Div(nn).Merge(lo.Add(hi).Mul(wide.Halves.Load()), nn.Greater(parallel))
	s = limited(s, back1, h1)
	t = s.Mul(b).Sub(along2)
	kept := t
	t = limited(t, back2, h2)
	return limited(t.Mul(b).Add(along1), back1, h1).Merge(s, t.NotEqual(kept)), t
}

// limited is vec.Clamp in lanes.
func limited(x, lo, hi wide.Float) wide.Float {
	return hi.Merge(lo.Merge(x, x.Less(lo)), x.Greater(hi))
}

// end returns for the points at s and t along the two segments the place of the first, from the
// centre of its capsule, and the way to the second.
func end(w, u1 wide.Vec3, s wide.Float, u2 wide.Vec3, t wide.Float) (p, v wide.Vec3) {
	p = u1.Scale(s)
	return p, w.AddScaled(t, u2).Sub(p)
}

// means is weighted of package narrow in lanes; unsure are those of whom two ends coincide.
type means struct {
	ra, reach, least wide.Float
	weight           wide.Float
	point, normal    wide.Vec3
	unsure           wide.Mask
}

// add is weighted.touch where near is true; square is the squared length of v.
func (m *means) add(near wide.Mask, p, v wide.Vec3, square wide.Float) {
	d := square.Sqrt()
	point, normal, overlap := ball(p, m.ra, v, d, m.reach)
	m.unsure = wide.Either(m.unsure, wide.Both(near, d.LessEqual(m.least)))
	overlap = overlap.Masked(near)
	m.weight, m.point, m.normal = m.weight.Add(overlap), m.point.AddScaled(overlap, point), m.normal.AddScaled(overlap, normal)
}
