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

// capsules is narrow.CapsuleCapsule in lanes. Careful are pairs whose segments meet. Where several ends touch, there
// are most often two of them, one of each capsule: without AllEnds the kernel looks at no more, and Beside tells where
// that is not enough.
func capsules(t *wide.Touches, options wide.Options) {
	ir.Fetch(t.Next, pairLines)
	a, b := capsulesOf(t.A, t.RowsA), capsulesOf(t.B, t.RowsB)
	w, reach := b.center.Sub(a.center), a.radius.Add(b.radius)
	s1, s2 := nearest(w, &a, &b, ir.Same(&t.Parallel))
	u1, h1, u2, h2 := a.axis, a.half, b.axis, b.half
	v := w.AddScaled(s2, u2).SubScaled(s1, u1)
	d, far := distance(w, v, h1.Add(h2), reach)
	touching := found(t, d.Sub(far), ir.Float.LessEqual)
	ir.LeaveUnless(touching)

	// touchEnds: means over the contacts of end points if there are several.
	var zero ir.Float
	cosine, along1, along2, limit := u1.Dot(u2), w.Dot(u1), w.Dot(u2), reach.Mul(reach)
	back1, back2, shaft1, shaft2 := h1.Neg(), h2.Neg(), u1.Scale(h1), u2.Scale(h2)
	s3, s4 := limited(back2.Mul(cosine).Add(along1), back1, h1), limited(h2.Mul(cosine).Add(along1), back1, h1)
	e1 := endAt(back1, w.AddScaled(limited(back1.Mul(cosine).Sub(along2), back2, h2), u2).Add(shaft1), limit)
	e2 := endAt(h1, w.AddScaled(limited(h1.Mul(cosine).Sub(along2), back2, h2), u2).Sub(shaft1), limit)
	e3 := endAt(s3, w.Sub(shaft2).Sub(u1.Scale(s3)), limit)
	e4 := endAt(s4, w.Add(shaft2).Sub(u1.Scale(s4)), limit)
	either, both1, both2 := e1.near.Or(e2.near), e1.near.And(e2.near), e3.near.And(e4.near)
	several := either.And(e3.near.Or(e4.near)).Or(both1).Or(both2)
	several = several.And(touching.And(h1.NotEqual(zero).And(h2.NotEqual(zero))))
	ir.SetTo(&t.Beside, several.And(both1.Or(both2)))

	first, others := e1.merge(e2, e1.near), []end{e3.merge(e4, e3.near)}
	others[0].near = several
	if options&wide.AllEnds != 0 {
		first = e1.merge(e2.merge(e3, e2.near), e1.near)
		e2.near, e3.near = both1, either.And(e3.near)
		others = []end{e2, e3, e4}
	}
	least := ir.Same(&t.Coincident).Mul(reach)
	ends := means{axis: u1, radius: a.radius, reach: reach, least: least, unsure: touching.And(d.LessEqual(least))}
	point, normal := ends.touchFirst(several, first, a.center.AddScaled(s1, u1), v, d)
	for _, e := range others {
		ends.touch(e.near.And(several), e)
	}
	f := ir.Number(1).Div(ends.weight)
	at, n := ends.point.Scale(f).Add(a.center), ends.normal.Scale(f)
	length := n.Norm2().Sqrt()
	vague := length.LessEqual(ir.Same(&t.Cancelled)).Or(ends.weight.LessEqual(zero))
	ir.SetTo(&t.Careful, ends.unsure.Or(several.And(vague)))
	n = n.Scale(ir.Number(1).Div(length))
	pack(t, touching, at.Merge(point, several), n.Merge(normal, several), reach.Sub(d))
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
	lo, hi = back1.Max(lo), h1.Min(hi)
	s = w.Cross(u2).Dot(n).Div(nn).Merge(lo.Add(hi).Mul(ir.Number(0.5)), nn.Greater(parallel))
	s = limited(s, back1, h1)
	t = s.Mul(cosine).Sub(along2)
	kept := t
	t = limited(t, back2, h2)
	return limited(t.Mul(cosine).Add(along1), back1, h1).Merge(s, t.NotEqual(kept)), t
}

// limited is vec.Clamp in lanes.
func limited(x, lo, hi ir.Float) ir.Float { return hi.Min(lo.Max(x)) }

// end is where one of two segments ends, and the nearest point to it of the other.
type end struct {
	at     ir.Float // along the first segment
	way    ir.Vec3  // from the point of the first to that of the second
	square ir.Float // of the way
	near   ir.Mask  // the capsules touch there
}

// endAt returns the end at a place along the first segment with the way from there; limit is the square of the reach.
func endAt(at ir.Float, way ir.Vec3, limit ir.Float) end {
	square := way.Norm2()
	return end{at, way, square, square.Less(limit)}
}

// merge returns the end where m is true, else another; it leaves near open.
func (e end) merge(other end, m ir.Mask) end {
	return end{at: e.at.Merge(other.at, m), way: e.way.Merge(other.way, m), square: e.square.Merge(other.square, m)}
}

// means is weighted of package narrow in lanes; unsure are pairs with two coincident ends.
type means struct {
	axis                 ir.Vec3 // of the first segment
	radius, reach, least ir.Float
	weight               ir.Float
	point, normal        ir.Vec3
	unsure               ir.Mask
}

// touchFirst is touch for the first end where there are several. Elsewhere it finds, with the same quotient, the
// contact at a point from which the way to the other segment is v, of length d. It returns what it finds.
func (m *means) touchFirst(several ir.Mask, e end, at, v ir.Vec3, d ir.Float) (point, normal ir.Vec3) {
	m.doubt(several, e)
	d = e.square.Sqrt().Merge(d, several)
	point, normal, overlap := ball(m.axis.Scale(e.at).Merge(at, several), m.radius, e.way.Merge(v, several), d, m.reach)
	m.add(point, normal, overlap)
	return point, normal
}

// touch is weighted.touch where near is true.
func (m *means) touch(near ir.Mask, e end) {
	m.doubt(near, e)
	point, normal, overlap := ball(m.axis.Scale(e.at), m.radius, e.way, e.square.Sqrt(), m.reach)
	m.add(point, normal, overlap.Masked(near))
}

// doubt leaves pairs whose ends coincide to the scalar function.
func (m *means) doubt(near ir.Mask, e end) {
	m.unsure = m.unsure.Or(near.And(e.square.Sqrt().LessEqual(m.least)))
}

// add is weighted.add.
func (m *means) add(point, normal ir.Vec3, weight ir.Float) {
	m.weight = m.weight.Add(weight)
	m.point, m.normal = m.point.AddScaled(weight, point), m.normal.AddScaled(weight, normal)
}
