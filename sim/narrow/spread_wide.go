//go:build goexperiment.simd && amd64

package narrow

import (
	"unsafe"

	"tumble/sim/shape"
	"tumble/sim/wide"
	"tumble/sim/wide/hot"
)

// Constants, in all lanes.
var (
	hairWide, leastWide                     = wide.Splat(hair), wide.Splat(hair * hair)
	tinyWide, tinySquaredWide               = wide.Splat(tiny), wide.Splat(tiny * tiny)
	threesWide, negativeWide, minusTwosWide = wide.Splat(3), wide.Splat(-1), wide.Splat(-2)
	mirroredWide                            = func() (list [len(mirrored)]struct{ x, xx, g, gx, gxx wide.Lane }) {
		for k, m := range mirrored {
			l := &list[k]
			l.x, l.xx, l.g, l.gx, l.gxx = wide.Splat(m.x), wide.Splat(m.xx), wide.Splat(m.g), wide.Splat(m.gx), wide.Splat(m.gxx)
		}
		return list
	}()
)

// SpreadCapsulesWide is SpreadCapsules for eight pairs of capsules. Those touch whose gap is
// negative; careful are those whose segments meet, and those of which a shaft overlaps on
// several strips.
func SpreadCapsulesWide(a, b []shape.Capsule, rowsA, rowsB *wide.Rows) (point, normal, turn wide.Vec3, overlap, share, gap wide.Float, careful uint8) {
	ca, axisA, halfA, ra := hot.Capsule(unsafe.Pointer(unsafe.SliceData(a)), rowsA)
	cb, axisB, halfB, rb := hot.Capsule(unsafe.Pointer(unsafe.SliceData(b)), rowsB)
	w, reach := cb.Sub(ca), ra.Add(rb)
	s, t := hot.Nearest(w, axisA, halfA, axisB, halfB, parallelWide.Load())
	way := w.AddScaled(t, axisB).SubScaled(s, axisA)
	least := way.Norm2().Sqrt()
	gap = least.Sub(reach)
	far, d2 := halfA.Add(halfB).Add(wide.Twos.Load().Mul(reach)), w.Norm2()
	if apart := d2.Greater(far.Mul(far)).ToBits(); apart != 0 { // as in the plain kernel
		gap = d2.Sqrt().Sub(far.Sub(reach)).Merge(gap, wide.Bits(apart))
	}
	var zero wide.Float
	touching := gap.Less(zero).ToBits()
	if touching == 0 {
		return point, normal, turn, overlap, share, gap, 0
	}
	careful = least.LessEqual(hairWide.Load().Mul(reach)).ToBits()
	cosine, room, unit := axisA.Dot(axisB), reach.Sub(least).Mul(reach.Add(least)), wide.Ones.Load().Div(reach)
	facingA, facingB := s.Mul(cosine).Sub(w.Dot(axisB)), t.Mul(cosine).Add(w.Dot(axisA))
	back := way.Scale(negativeWide.Load())
	slopeA, loA, hiA, unsure := limitsWide(axisA, halfA, axisB, halfB, cosine, s, facingA, way, room)
	careful |= unsure
	slopeB, loB, hiB, unsure := limitsWide(axisB, halfB, axisA, halfA, cosine, t, facingB, back, room)
	careful |= unsure
	over1, at1, push1, turn1, unsure := flankWide(axisA, ra, reach, unit, s, way, slopeA, loA, hiA)
	careful |= unsure
	over2, at2, push2, turn2, unsure := flankWide(axisB, rb, reach, unit, t, back, slopeB, loB, hiB)
	careful |= unsure

	half := wide.Halves.Load()
	turn2 = turn2.Add(w.Cross(push2))
	overlap = over1.Add(over2).Mul(half)
	point = at1.Add(at2).Add(w).Scale(half)
	push1, turn1 = push1.Sub(push2).Scale(half), turn1.Sub(turn2).Scale(half)
	share = push1.Norm2().Sqrt()
	careful |= share.LessEqual(coincidentWide.Load()).ToBits()
	normal = push1.Scale(wide.Ones.Load().Div(share))
	return point.Add(ca), normal, turn1.Sub(point.Cross(push1)), overlap, share, gap, careful & touching
}

// limitsWide returns between which places, from the nearest point, eight shafts overlap, and
// how the way to the segment changes along them; unsure are those that may overlap on more
// than one strip.
func limitsWide(axis wide.Vec3, half wide.Float, other wide.Vec3, end, cosine, s, facing wide.Float, way wide.Vec3, room wide.Float) (slope wide.Vec3, lo, hi wide.Float, unsure uint8) {
	var zero wide.Float
	start := zero.Sub(end)
	before, beyond := facing.Less(start).ToBits(), facing.Greater(end).ToBits()
	slope = other.Scale(cosine.Masked(wide.Bits(^(before | beyond)))).Sub(axis)
	b, c := way.Dot(slope), slope.Norm2()
	rises := b.Less(zero)
	q := b.Mul(b).Add(c.Mul(room)).Sqrt()
	q = zero.Sub(b).Merge(b, rises).Add(q).Add(tinyWide.Load())
	near, far := room.Div(q), q.Div(c.Add(tinySquaredWide.Load()))
	lo, hi = zero.Sub(near.Merge(far, rises)), far.Merge(near, rises)
	from, to := zero.Sub(half).Sub(s), half.Sub(s)
	lo, hi = from.Merge(lo, lo.Less(from)), to.Merge(hi, hi.Greater(to))
	first, last := facing.Add(lo.Mul(cosine)), facing.Add(hi.Mul(cosine))
	unsure = (before ^ first.Less(start).ToBits()) | (beyond ^ first.Greater(end).ToBits()) |
		(before ^ last.Less(start).ToBits()) | (beyond ^ last.Greater(end).ToBits())
	return slope, lo, hi, unsure
}

// flankWide is flank.wrench for eight shafts that overlap on one strip; unsure are those of which
// rounding leaves nothing. Unit is one over the reach.
func flankWide(axis wide.Vec3, radius, reach, unit, s wide.Float, way, slope wide.Vec3, lo, hi wide.Float) (overlap wide.Float, point, push, turn wide.Vec3, unsure uint8) {
	middle, length := lo.Add(hi).Mul(wide.Halves.Load()), hi.Sub(lo).Mul(wide.Halves.Load())
	way, slope, middle = way.AddScaled(middle, slope).Scale(unit), slope.Scale(length.Mul(unit)), s.Add(middle)
	radius = radius.Mul(unit)
	a, b, c := way.Norm2(), way.Dot(slope), slope.Norm2()
	b = b.Add(b)
	var zero, second0, second1, third0, middle0, middle1, first0, first1, first2, over0, over1, over2 wide.Float
	for k := range mirroredWide {
		m := &mirroredWide[k]
		even, odd, least := a.Add(c.Mul(m.xx.Load())), b.Mul(m.x.Load()), leastWide.Load()
		d, e := even.Add(odd).Max(least).Sqrt(), even.Sub(odd).Max(least).Sqrt()
		one := wide.Ones.Load()
		over := one.Div(d.Mul(e))
		u, v := one.Sub(d).Max(zero), one.Sub(e).Max(zero)
		g, gx := m.g.Load(), m.gx.Load()
		x, y := u.Mul(u), v.Mul(v)
		second0 = second0.Add(g.Mul(x.Add(y)))
		second1 = second1.Add(gx.Mul(x.Sub(y)))
		third0 = third0.Add(g.Mul(x.Mul(u).Add(y.Mul(v))))
		x, y = u.Mul(over.Mul(e)), v.Mul(over.Mul(d))
		sum, difference := x.Add(y), x.Sub(y)
		first0 = first0.Add(g.Mul(sum))
		first1 = first1.Add(gx.Mul(difference))
		first2 = first2.Add(m.gxx.Load().Mul(sum))
		x, y = x.Mul(u), y.Mul(v)
		sum, difference = x.Add(y), x.Sub(y)
		over0 = over0.Add(g.Mul(sum))
		over1 = over1.Add(gx.Mul(difference))
		over2 = over2.Add(m.gxx.Load().Mul(sum))
		h := wide.Halves.Load()
		x, y = x.Mul(radius.Sub(u.Mul(h))), y.Mul(radius.Sub(v.Mul(h)))
		middle0 = middle0.Add(g.Mul(x.Add(y)))
		middle1 = middle1.Add(gx.Mul(x.Sub(y)))
	}

	// The wrench.
	weight := length.Add(tinyWide.Load())
	place := weight.Mul(middle.Mul(second0).Add(length.Mul(second1))).Add(zero)
	second0 = weight.Mul(second0)
	f := wide.Ones.Load().Div(second0)
	unsure = second0.LessEqual(zero).ToBits()
	overlap = weight.Mul(third0).Mul(f)
	most, less := threesWide.Load().Mul(f), minusTwosWide.Load().Mul(overlap).Mul(f)
	way, slope = way.Scale(weight), slope.Scale(weight)
	var none wide.Vec3 // added lest a zero is negative where the plain kernel's is not
	point = way.Scale(middle0).AddScaled(middle1, slope).Add(none).Scale(reach.Mul(f)).AddScaled(place.Mul(f), axis)
	push2, push1 := way.Scale(over0).AddScaled(over1, slope).Add(none), way.Scale(first0).AddScaled(first1, slope).Add(none)
	push = push2.Scale(most).AddScaled(less, push1)
	lever2 := way.Scale(middle.Mul(over0).Add(length.Mul(over1))).AddScaled(middle.Mul(over1).Add(length.Mul(over2)), slope).Add(none)
	lever1 := way.Scale(middle.Mul(first0).Add(length.Mul(first1))).AddScaled(middle.Mul(first1).Add(length.Mul(first2)), slope).Add(none)
	turn = axis.Cross(lever2.Scale(most).AddScaled(less, lever1))
	return reach.Mul(overlap), point, push, turn, unsure
}
