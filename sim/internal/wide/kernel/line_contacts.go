package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// lineContacts is narrow.CapsuleCapsuleIntegral in lanes. Pairs touch if their gap is negative. Careful
// are pairs whose segments meet, and pairs in which a shaft overlaps on several strips.
func lineContacts(t *wide.Touches, _ wide.Options) {
	a, b := capsulesOf(t.A, t.RowsA), capsulesOf(t.B, t.RowsB)
	w, reach := b.center.Sub(a.center), a.radius.Add(b.radius)
	s1, s2 := nearest(w, &a, &b, ir.Same(&t.Parallel))
	way := w.AddScaled(s2, b.axis).SubScaled(s1, a.axis)
	least, far := distance(w, way, a.half.Add(b.half), reach)
	touching := found(t, least.Sub(far), ir.Float.Less)
	ir.LeaveUnless(touching)

	careful := least.LessEqual(ir.Same(&t.Meet).Mul(reach))
	cosine, room := a.axis.Dot(b.axis), reach.Sub(least).Mul(reach.Add(least))
	facingA, facingB := s1.Mul(cosine).Sub(w.Dot(b.axis)), s2.Mul(cosine).Add(w.Dot(a.axis))
	fa := flank{touches: t, capsule: &a, other: &b, s: s1, facing: facingA, way: way}
	fb := flank{touches: t, capsule: &b, other: &a, s: s2, facing: facingB, way: way.Scale(ir.Number(-1))}
	for _, f := range []*flank{&fa, &fb} {
		f.cosine, f.reach, f.room = cosine, reach, room
	}
	careful = careful.Or(fa.limits()).Or(fb.limits())
	over1, at1, push1, turn1, unsure1 := fa.wrench()
	over2, at2, push2, turn2, unsure2 := fb.wrench()

	half := ir.Number(0.5)
	turn2 = turn2.Add(w.Cross(push2))
	overlap := over1.Add(over2).Mul(half)
	point := at1.Add(at2).Add(w).Scale(half)
	push1, turn1 = push1.Sub(push2).Scale(half), turn1.Sub(turn2).Scale(half)
	share := push1.Norm2().Sqrt()
	careful = careful.Or(unsure1).Or(unsure2).Or(share.LessEqual(ir.Same(&t.Coincident)))
	normal, turn := push1.Scale(ir.Number(1).Div(share)), turn1.Sub(point.Cross(push1))
	ir.SetTo(&t.Careful, careful.And(touching))
	pack(t, touching, point.Add(a.center), normal, overlap)
	ir.PackTo(t.Share, share, touching)
	packVectors(&t.Arm, turn, touching)
}

// flank is the shaft of a capsule beside another one.
type flank struct {
	touches        *wide.Touches
	capsule, other *capsule
	cosine         ir.Float // between the axes
	s              ir.Float // place of the nearest point
	facing         ir.Float // place on the other segment's line nearest to this point
	way            ir.Vec3  // vector from this point to the other segment
	reach, room    ir.Float // sum of the radii; its square less the square of the vector

	slope  ir.Vec3  // derivative of the vector along the shaft
	lo, hi ir.Float // the interval of overlap, measured from the nearest point
}

// limits finds lo, hi and slope; unsure are shafts that may overlap on more than one strip.
func (f *flank) limits() (unsure ir.Mask) {
	var zero ir.Float
	tiny, end := ir.Same(&f.touches.Tiny), f.other.half
	start := zero.Sub(end)
	before, beyond := f.facing.Less(start), f.facing.Greater(end)
	f.slope = f.other.axis.Scale(zero.Merge(f.cosine, before.Or(beyond))).Sub(f.capsule.axis)
	b, c := f.way.Dot(f.slope), f.slope.Norm2()
	rises := b.Less(zero)
	q := b.Mul(b).Add(c.Mul(f.room)).Sqrt()
	q = zero.Sub(b).Merge(b, rises).Add(q).Add(tiny)
	near, far := f.room.Div(q), q.Div(c.Add(ir.Same(&f.touches.TinySquare)))
	lo, hi := zero.Sub(near.Merge(far, rises)), far.Merge(near, rises)
	from, to := zero.Sub(f.capsule.half).Sub(f.s), f.capsule.half.Sub(f.s)
	f.lo, f.hi = from.Max(lo), to.Min(hi)
	first, last := f.facing.Add(f.lo.Mul(f.cosine)), f.facing.Add(f.hi.Mul(f.cosine))
	unsure = before.Xor(first.Less(start)).Or(beyond.Xor(first.Greater(end)))
	return unsure.Or(before.Xor(last.Less(start))).Or(beyond.Xor(last.Greater(end)))
}

// wrench is flank.wrench of package narrow for shafts that overlap on one strip; unsure are shafts whose
// overlap is lost in rounding.
func (f *flank) wrench() (overlap ir.Float, point, push, turn ir.Vec3, unsure ir.Mask) {
	var zero, second0, second1, third0, middle0, middle1, first0, first1, first2, over0, over1, over2 ir.Float
	one, h, least, axis := ir.Number(1), ir.Number(0.5), ir.Same(&f.touches.Least), f.capsule.axis
	unit := one.Div(f.reach)
	middle, length := f.lo.Add(f.hi).Mul(h), f.hi.Sub(f.lo).Mul(h)
	way, slope := f.way.AddScaled(middle, f.slope).Scale(unit), f.slope.Scale(length.Mul(unit))
	middle = f.s.Add(middle)
	radius := f.capsule.radius.Mul(unit)
	a, b, c := way.Norm2(), way.Dot(slope), slope.Norm2()
	b = b.Add(b)
	for k := range f.touches.Rule {
		m := &f.touches.Rule[k]
		even, odd := a.Add(c.Mul(ir.Same(&m.XX))), b.Mul(ir.Same(&m.X))
		d, e := even.Add(odd).Max(least).Sqrt(), even.Sub(odd).Max(least).Sqrt()
		over := one.Div(d.Mul(e))
		u, v := one.Sub(d).Max(zero), one.Sub(e).Max(zero)
		g, gx, gxx := ir.Same(&m.G), ir.Same(&m.GX), ir.Same(&m.GXX)
		x, y := u.Mul(u), v.Mul(v)
		second0 = second0.Add(g.Mul(x.Add(y)))
		second1 = second1.Add(gx.Mul(x.Sub(y)))
		third0 = third0.Add(g.Mul(x.Mul(u).Add(y.Mul(v))))
		x, y = u.Mul(over.Mul(e)), v.Mul(over.Mul(d))
		sum, difference := x.Add(y), x.Sub(y)
		first0 = first0.Add(g.Mul(sum))
		first1 = first1.Add(gx.Mul(difference))
		first2 = first2.Add(gxx.Mul(sum))
		x, y = x.Mul(u), y.Mul(v)
		sum, difference = x.Add(y), x.Sub(y)
		over0 = over0.Add(g.Mul(sum))
		over1 = over1.Add(gx.Mul(difference))
		over2 = over2.Add(gxx.Mul(sum))
		x, y = x.Mul(radius.Sub(u.Mul(h))), y.Mul(radius.Sub(v.Mul(h)))
		middle0 = middle0.Add(g.Mul(x.Add(y)))
		middle1 = middle1.Add(gx.Mul(x.Sub(y)))
	}

	weight := length.Add(ir.Same(&f.touches.Tiny))
	place := weight.Mul(middle.Mul(second0).Add(length.Mul(second1))).Add(zero)
	second0 = weight.Mul(second0)
	inverse := one.Div(second0)
	unsure = second0.LessEqual(zero)
	overlap = weight.Mul(third0).Mul(inverse)
	most, less := ir.Number(3).Mul(inverse), ir.Number(-2).Mul(overlap).Mul(inverse)
	way, slope = way.Scale(weight), slope.Scale(weight)
	// Adding zero turns a negative zero into a positive one, as in the scalar kernel.
	sum := func(onWay, onSlope ir.Float) ir.Vec3 {
		return way.Scale(onWay).AddScaled(onSlope, slope).Add(ir.Vec3{})
	}
	point = sum(middle0, middle1).Scale(f.reach.Mul(inverse)).AddScaled(place.Mul(inverse), axis)
	push = sum(over0, over1).Scale(most).AddScaled(less, sum(first0, first1))
	lever2 := sum(middle.Mul(over0).Add(length.Mul(over1)), middle.Mul(over1).Add(length.Mul(over2)))
	lever1 := sum(middle.Mul(first0).Add(length.Mul(first1)), middle.Mul(first1).Add(length.Mul(first2)))
	turn = axis.Cross(lever2.Scale(most).AddScaled(less, lever1))
	return f.reach.Mul(overlap), point, push, turn, unsure
}
