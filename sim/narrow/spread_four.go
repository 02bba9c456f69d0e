// Code generated from sim/narrow/spread_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package narrow

import (
	"tumble/sim/shape"
	wide "tumble/sim/wide/four"
)

// Constants, in all lanes.
var (
	hairFour, threesFour, negativeFour = wide.Splat(hair), wide.Splat(3), wide.Splat(-1)
	tinyFour, tinySquaredFour          = wide.Splat(tiny), wide.Splat(tiny * tiny)
	mirroredFour                       = func() (list [len(mirrored)]struct{ x, xx, g, gx, gxx wide.Lane }) {
		for k, m := range mirrored {
			l := &list[k]
			l.x, l.xx, l.g, l.gx, l.gxx = wide.Splat(m.x), wide.Splat(m.xx), wide.Splat(m.g), wide.Splat(m.gx), wide.Splat(m.gxx)
		}
		return list
	}()
)

// SpreadCapsulesFour is SpreadCapsules for four pairs of capsules. Those touch whose gap is
// negative; careful are those whose segments meet, and those of which a shaft overlaps on
// several strips.
func SpreadCapsulesFour(a, b []shape.Capsule, rowsA, rowsB *wide.Rows) (point, normal, turn wide.Vec3, overlap, share, gap wide.Float, careful uint8) {
	ca, axisA, halfA, ra := capsulesFour(a, rowsA)
	cb, axisB, halfB, rb := capsulesFour(b, rowsB)
	w, reach := cb.Sub(ca), ra.Add(rb)
	s, t := nearestFour(w, axisA, halfA, axisB, halfB)
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
	smallest := hairFour.Load().Mul(reach)
	careful = least.LessEqual(smallest).ToBits()
	smallest = smallest.Mul(smallest)

	cosine, room := axisA.Dot(axisB), reach.Sub(least).Mul(reach.Add(least))
	facing := s.Mul(cosine).Sub(w.Dot(axisB))
	over1, at1, push1, turn1, unsure := flankFour(axisA, halfA, ra, reach, axisB, halfB, cosine, s, facing, way, room, smallest)
	careful |= unsure
	facing = t.Mul(cosine).Add(w.Dot(axisA))
	over2, at2, push2, turn2, unsure := flankFour(axisB, halfB, rb, reach, axisA, halfA, cosine, t, facing, way.Scale(negativeFour.Load()), room, smallest)
	careful |= unsure

	half := wide.Halves.Load()
	turn2 = turn2.Add(w.Cross(push2))
	overlap = over1.Add(over2).Mul(half)
	point = at1.Add(at2).Add(w).Scale(half)
	push1, turn1 = push1.Sub(push2).Scale(half), turn1.Sub(turn2).Scale(half)
	share = push1.Norm2().Sqrt()
	careful |= share.LessEqual(coincidentFour.Load()).ToBits()
	normal = push1.Scale(wide.Ones.Load().Div(share))
	return point.Add(ca), normal, turn1.Sub(point.Cross(push1)), overlap, share, gap, careful & touching
}

// flankFour is flank.wrench for four shafts that overlap on one strip; unsure are those
// that may not.
func flankFour(axis wide.Vec3, half, radius, reach wide.Float, other wide.Vec3, end, cosine, s, facing wide.Float, way wide.Vec3, room, floor wide.Float) (overlap wide.Float, point, push, turn wide.Vec3, unsure uint8) {
	var zero wide.Float
	start := zero.Sub(end)
	before, beyond := facing.Less(start).ToBits(), facing.Greater(end).ToBits()
	slope := other.Scale(cosine.Masked(wide.Bits(^(before | beyond)))).Sub(axis)

	// Limits of the overlap.
	b, c := way.Dot(slope), slope.Norm2()
	rises := b.Less(zero)
	q := b.Mul(b).Add(c.Mul(room)).Sqrt()
	q = zero.Sub(b).Merge(b, rises).Add(q).Add(tinyFour.Load())
	near, far := room.Div(q), q.Div(c.Add(tinySquaredFour.Load()))
	lo, hi := zero.Sub(near.Merge(far, rises)), far.Merge(near, rises)
	from, to := zero.Sub(half).Sub(s), half.Sub(s)
	lo, hi = from.Merge(lo, lo.Less(from)), to.Merge(hi, hi.Greater(to))
	first, last := facing.Add(lo.Mul(cosine)), facing.Add(hi.Mul(cosine))
	unsure = (before ^ first.Less(start).ToBits()) | (beyond ^ first.Greater(end).ToBits()) |
		(before ^ last.Less(start).ToBits()) | (beyond ^ last.Greater(end).ToBits())

	// The strip.
	middle, length := lo.Add(hi).Mul(wide.Halves.Load()), hi.Sub(lo).Mul(wide.Halves.Load())
	way, slope, middle = way.AddScaled(middle, slope), slope.Scale(length), s.Add(middle)

	// Its overlaps.
	a, c := way.Norm2(), slope.Norm2()
	b = way.Dot(slope)
	b = b.Add(b)
	m := &mirroredFour
	u1, v1, i1, j1 := sampleFour(a.Add(c.Mul(m[0].xx.Load())), b.Mul(m[0].x.Load()), reach, floor)
	u2, v2, i2, j2 := sampleFour(a.Add(c.Mul(m[1].xx.Load())), b.Mul(m[1].x.Load()), reach, floor)
	u3, v3, i3, j3 := sampleFour(a.Add(c.Mul(m[2].xx.Load())), b.Mul(m[2].x.Load()), reach, floor)
	uu1, vv1, uu2, vv2, uu3, vv3 := u1.Mul(u1), v1.Mul(v1), u2.Mul(u2), v2.Mul(v2), u3.Mul(u3), v3.Mul(v3)
	second := m[0].g.Load().Mul(uu1.Add(vv1)).Add(m[1].g.Load().Mul(uu2.Add(vv2))).Add(m[2].g.Load().Mul(uu3.Add(vv3)))
	third := m[0].g.Load().Mul(uu1.Mul(u1).Add(vv1.Mul(v1))).Add(m[1].g.Load().Mul(uu2.Mul(u2).Add(vv2.Mul(v2)))).
		Add(m[2].g.Load().Mul(uu3.Mul(u3).Add(vv3.Mul(v3))))
	f := wide.Ones.Load().Div(second)
	unsure |= second.LessEqual(zero).ToBits()
	overlap = third.Mul(f)

	// What they push.
	twice := overlap.Add(overlap)
	p1, p2, p3 := pushFour(u1, i1, twice), pushFour(u2, i2, twice), pushFour(u3, i3, twice)
	q1, q2, q3 := pushFour(v1, j1, twice), pushFour(v2, j2, twice), pushFour(v3, j3, twice)
	push0 := m[0].g.Load().Mul(p1.Add(q1)).Add(m[1].g.Load().Mul(p2.Add(q2))).Add(m[2].g.Load().Mul(p3.Add(q3))).Mul(f)
	push1 := m[0].gx.Load().Mul(p1.Sub(q1)).Add(m[1].gx.Load().Mul(p2.Sub(q2))).Add(m[2].gx.Load().Mul(p3.Sub(q3))).Mul(f)
	push2 := m[0].gxx.Load().Mul(p1.Add(q1)).Add(m[1].gxx.Load().Mul(p2.Add(q2))).Add(m[2].gxx.Load().Mul(p3.Add(q3))).Mul(f)
	push = way.Scale(push0).AddScaled(push1, slope)
	turn = axis.Cross(way.Scale(middle.Mul(push0).Add(length.Mul(push1))).AddScaled(middle.Mul(push1).Add(length.Mul(push2)), slope))

	// The middle of the overlap.
	along := m[0].gx.Load().Mul(uu1.Sub(vv1)).Add(m[1].gx.Load().Mul(uu2.Sub(vv2))).Add(m[2].gx.Load().Mul(uu3.Sub(vv3)))
	p1, p2, p3 = pointFour(u1, uu1, i1, radius), pointFour(u2, uu2, i2, radius), pointFour(u3, uu3, i3, radius)
	q1, q2, q3 = pointFour(v1, vv1, j1, radius), pointFour(v2, vv2, j2, radius), pointFour(v3, vv3, j3, radius)
	point0 := m[0].g.Load().Mul(p1.Add(q1)).Add(m[1].g.Load().Mul(p2.Add(q2))).Add(m[2].g.Load().Mul(p3.Add(q3))).Mul(f)
	point1 := m[0].gx.Load().Mul(p1.Sub(q1)).Add(m[1].gx.Load().Mul(p2.Sub(q2))).Add(m[2].gx.Load().Mul(p3.Sub(q3))).Mul(f)
	point = way.Scale(point0).AddScaled(point1, slope).AddScaled(f.Mul(second.Mul(middle).Add(length.Mul(along))), axis)
	return overlap, point, push, turn, unsure
}

// sampleFour returns the overlaps at two points of a Gauss rule and 1/distance there.
func sampleFour(even, odd, reach, floor wide.Float) (u, v, overU, overV wide.Float) {
	d, e := even.Add(odd).Max(floor).Sqrt(), even.Sub(odd).Max(floor).Sqrt()
	var zero wide.Float
	over := wide.Ones.Load().Div(d.Mul(e))
	return reach.Sub(d).Max(zero), reach.Sub(e).Max(zero), over.Mul(e), over.Mul(d)
}

// pushFour returns (3 u² - 2 u ue)/d.
func pushFour(u, over, twice wide.Float) wide.Float {
	return u.Mul(threesFour.Load().Mul(u).Sub(twice)).Mul(over)
}

// pointFour returns u² (r - u/2)/d.
func pointFour(u, square, over, radius wide.Float) wide.Float {
	return square.Mul(radius.Sub(u.Mul(wide.Halves.Load()))).Mul(over)
}
