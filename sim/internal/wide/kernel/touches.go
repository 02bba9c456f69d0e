package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// pairLines is the number of cache lines of eight pairs.
const pairLines = 2

// spheres is narrow.SphereSphere in lanes.
func spheres(t *wide.Touches, options wide.Options) {
	ir.Fetch(t.Next, pairLines)
	var p, v ir.Vec3
	var ra, rb ir.Float
	p.X, p.Y, p.Z, ra = ir.Gathered(t.A, t.RowsA, 0)
	v.X, v.Y, v.Z, rb = ir.Gathered(t.B, t.RowsB, 0)
	v = v.Sub(p)
	reach := ra.Add(rb)
	d := v.Norm2().Sqrt()
	touching := found(t, d.Sub(reach), ir.Float.LessEqual)
	ir.LeaveUnless(touching)
	ir.SetTo(&t.Careful, touching.And(d.LessEqual(ir.Same(&t.Coincident).Mul(reach))))
	point, normal, overlap := ball(p, ra, v, d, reach)
	if options&wide.WithoutPoints == 0 {
		packVectors(&t.Point, point, touching)
	}
	packVectors(&t.Normal, normal, touching)
	ir.PackTo(t.Overlap, overlap, touching)
}

// found writes the gaps and returns the pairs that touch: those whose gap is below zero by the given
// comparison.
func found(t *wide.Touches, gap ir.Float, below func(gap, zero ir.Float) ir.Mask) ir.Mask {
	touching := below(gap, ir.Float{}).And(ir.Of(&t.Pairs))
	ir.Keep(t.Gap, gap)
	ir.SetTo(&t.Touching, touching)
	return touching
}

// ball returns the contact of two balls at the distance d: the first has the radius ra and its centre at
// p, the second lies in the direction v.
func ball(p ir.Vec3, ra ir.Float, v ir.Vec3, d, reach ir.Float) (point, normal ir.Vec3, overlap ir.Float) {
	overlap = reach.Sub(d)
	normal = v.Scale(ir.Number(1).Div(d))
	return p.AddScaled(ra.Sub(overlap.Mul(ir.Number(0.5))), normal), normal, overlap
}

func pack(t *wide.Touches, touching ir.Mask, point, normal ir.Vec3, overlap ir.Float) {
	packVectors(&t.Point, point, touching)
	packVectors(&t.Normal, normal, touching)
	ir.PackTo(t.Overlap, overlap, touching)
}

func packVectors(to *wide.VectorsAt, v ir.Vec3, m ir.Mask) {
	ir.PackTo(to.X, v.X, m)
	ir.PackTo(to.Y, v.Y, m)
	ir.PackTo(to.Z, v.Z, m)
}

// capsules is narrow.CapsuleCapsule in lanes. Careful are pairs whose segments meet.
func capsules(t *wide.Touches, _ wide.Options) {
	ir.Fetch(t.Next, pairLines)
	a, b := capsulesOf(t.A, t.RowsA), capsulesOf(t.B, t.RowsB)
	w, reach := b.center.Sub(a.center), a.radius.Add(b.radius)
	s1, s2 := nearest(w, &a, &b, ir.Same(&t.Parallel))
	u1, h1, u2, h2 := a.axis, a.half, b.axis, b.half
	v := w.AddScaled(s2, u2).SubScaled(s1, u1)
	d, far := distance(w, v, h1.Add(h2), reach)
	touching := found(t, d.Sub(far), ir.Float.LessEqual)
	ir.LeaveUnless(touching)
	least := ir.Same(&t.Coincident).Mul(reach)
	careful := touching.And(d.LessEqual(least))
	point, normal, overlap := ball(a.center.AddScaled(s1, u1), a.radius, v, d, reach)

	// touchEnds: means over the contacts of end points if there are several.
	var zero ir.Float
	cosine, along1, along2, limit := u1.Dot(u2), w.Dot(u1), w.Dot(u2), reach.Mul(reach)
	back1, back2 := h1.Neg(), h2.Neg()
	p1, v1 := end(w, u1, back1, u2, limited(back1.Mul(cosine).Sub(along2), back2, h2))
	p2, v2 := end(w, u1, h1, u2, limited(h1.Mul(cosine).Sub(along2), back2, h2))
	p3, v3 := end(w, u1, limited(back2.Mul(cosine).Add(along1), back1, h1), u2, back2)
	p4, v4 := end(w, u1, limited(h2.Mul(cosine).Add(along1), back1, h1), u2, h2)
	square1, square2, square3, square4 := v1.Norm2(), v2.Norm2(), v3.Norm2(), v4.Norm2()
	near1, near2 := square1.Less(limit), square2.Less(limit)
	near3, near4 := square3.Less(limit), square4.Less(limit)
	several := near1.Or(near2).And(near3.Or(near4))
	several = several.Or(near1.And(near2).Or(near3.And(near4)))
	several = several.And(touching.And(h1.NotEqual(zero).And(h2.NotEqual(zero))))
	ends := means{ra: a.radius, reach: reach, least: least, unsure: careful}
	ends.add(near1.And(several), p1, v1, square1)
	ends.add(near2.And(several), p2, v2, square2)
	ends.add(near3.And(several), p3, v3, square3)
	ends.add(near4.And(several), p4, v4, square4)
	f := ir.Number(1).Div(ends.weight)
	at, n := ends.point.Scale(f).Add(a.center), ends.normal.Scale(f)
	length := n.Norm2().Sqrt()
	vague := length.LessEqual(ir.Same(&t.Cancelled)).Or(ends.weight.LessEqual(zero))
	ir.SetTo(&t.Careful, ends.unsure.Or(several.And(vague)))
	n = n.Scale(ir.Number(1).Div(length))
	pack(t, touching, at.Merge(point, several), n.Merge(normal, several), overlap)
}

// capsule is a capsule in each lane.
type capsule struct {
	center, axis ir.Vec3
	half, radius ir.Float
}

func capsulesOf(shapes wide.Records, rows *wide.Rows) (c capsule) {
	c.center.X, c.center.Y, c.center.Z, c.axis.X = ir.Gathered(shapes, rows, 0)
	c.axis.Y, c.axis.Z, c.half, c.radius = ir.Gathered(shapes, rows, 4)
	return c
}

// distance returns the distance between the axes of capsules, and far, the part of it that is not gap. If
// even their bounding spheres do not touch, d is the distance of the spheres, as in the scalar kernel.
func distance(w, way ir.Vec3, halves, reach ir.Float) (d, far ir.Float) {
	far, d2 := halves.Add(ir.Number(2).Mul(reach)), w.Norm2()
	apart := d2.Greater(far.Mul(far))
	return d2.Merge(way.Norm2(), apart).Sqrt(), far.Sub(reach).Merge(reach, apart)
}

// nearest is nearest of package narrow for pairs of segments.
func nearest(w ir.Vec3, a, b *capsule, parallel ir.Float) (s, t ir.Float) {
	u1, h1, u2, h2 := a.axis, a.half, b.axis, b.half
	cosine, along1, along2 := u1.Dot(u2), w.Dot(u1), w.Dot(u2)
	n := u1.Cross(u2)
	nn := n.Norm2()
	back1, back2 := h1.Neg(), h2.Neg()
	lo, hi := along1.Sub(h2), along1.Add(h2)
	lo = back1.Merge(lo, lo.Less(back1))
	hi = h1.Merge(hi, hi.Greater(h1))
	s = w.Cross(u2).Dot(n).Div(nn).Merge(lo.Add(hi).Mul(ir.Number(0.5)), nn.Greater(parallel))
	s = limited(s, back1, h1)
	t = s.Mul(cosine).Sub(along2)
	kept := t
	t = limited(t, back2, h2)
	return limited(t.Mul(cosine).Add(along1), back1, h1).Merge(s, t.NotEqual(kept)), t
}

// limited is vec.Clamp in lanes.
func limited(x, lo, hi ir.Float) ir.Float {
	return hi.Merge(lo.Merge(x, x.Less(lo)), x.Greater(hi))
}

// end returns, for the points at s and t along the two segments, the place of the first relative to the
// centre of its capsule, and the vector to the second.
func end(w, u1 ir.Vec3, s ir.Float, u2 ir.Vec3, t ir.Float) (p, v ir.Vec3) {
	p = u1.Scale(s)
	return p, w.AddScaled(t, u2).Sub(p)
}

// means is weighted of package narrow in lanes; unsure are pairs with two coincident ends.
type means struct {
	ra, reach, least ir.Float
	weight           ir.Float
	point, normal    ir.Vec3
	unsure           ir.Mask
}

// add is weighted.touch where near is true; square is the squared length of v.
func (m *means) add(near ir.Mask, p, v ir.Vec3, square ir.Float) {
	d := square.Sqrt()
	point, normal, overlap := ball(p, m.ra, v, d, m.reach)
	m.unsure = m.unsure.Or(near.And(d.LessEqual(m.least)))
	overlap = overlap.Masked(near)
	m.weight = m.weight.Add(overlap)
	m.point, m.normal = m.point.AddScaled(overlap, point), m.normal.AddScaled(overlap, normal)
}
