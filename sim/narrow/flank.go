package narrow

import (
	"math"

	"tumble/sim/vec"
)

// flank is the shaft of a capsule that overlaps another segment, seen from the point of it
// that is nearest to the segment.
//
// Along a shaft the nearest point of the segment is first one of its ends, then inside, then
// the other end. On each of these strips the way to it changes evenly and its length is the
// square root of a quadratic, so the limits of the strips and those of the overlap are
// known exactly, and between them the integrands are smooth. The distance is convex, so
// what overlaps is one piece round the nearest point, most often within one strip.
type flank struct {
	axis   vec.Vec3
	half   float64  // [m]
	radius float64  // of the capsule [m]
	reach  float64  // the distance from the segment at which it touches [m]
	other  vec.Vec3 // axis of the segment
	end    float64  // half length of the segment [m]
	cosine float64  // of the angle between both axes

	// Of the nearest point.
	s      float64  // where it is along the shaft [m]
	facing float64  // the place on the segment's line that is nearest to it [m]
	way    vec.Vec3 // from it to the segment [m]
	room   float64  // reach² less the square of that [m²]
}

const (
	// hair is the fraction of the reach by which cores that meet are taken apart sideways, and
	// the least distance that is counted with, so that each point is pushed in some direction.
	hair = 1e-10
	// tiny is nothing beside any length, and its square nothing beside that of any.
	tiny = 1e-150
)

// strip is a part of a shaft along which the way to the other body changes evenly: it is
// way + x slope for -1 < x < 1.
type strip struct {
	way, slope   vec.Vec3
	middle, half float64 // along the shaft [m]
	weight       float64 // its half length over that of the first strip
	second       float64 // ∫ u² over its half length [m²]
}

// sample holds the overlaps u at a point x of a Gauss rule and at -x [m], with 1/distance.
type sample struct{ u1, u2, over1, over2 float64 }

// mirrored are the points x > 0 of the Gauss rule, with their weight g.
var mirrored = func() (list [len(gauss) / 2]struct{ x, xx, g, gx, gxx float64 }) {
	for k := range list {
		x, g := gauss[len(gauss)-1-k][0], gauss[len(gauss)-1-k][1]
		list[k].x, list[k].xx, list[k].g, list[k].gx, list[k].gxx = x, x*x, g, g*x, g*x*x
	}
	return list
}()

// wrench returns ue with its derivative, pushing toward the segment and about the centre of
// the shaft, and the mean of where they overlap; false if rounding leaves nothing. Positions
// are relative to the centre.
func (a *flank) wrench() (w wrench, ok bool) {
	var strips [3]strip
	var samples [3][len(mirrored)]sample
	n := a.strips(&strips)
	var second, third float64
	for i := range strips[:n] {
		s2, s3 := strips[i].measure(a.reach, &samples[i])
		second, third = second+s2, third+s3
	}
	if !(second > 0) {
		return w, false
	}
	f := 1 / second
	w.overlap = third * f
	var lever vec.Vec3
	for i := range strips[:n] {
		strips[i].press(&samples[i], f, a, &w, &lever)
	}
	w.turn = a.axis.Cross(lever)
	return w, true
}

// strips finds those that overlap and returns their number.
func (a *flank) strips(list *[3]strip) int {
	slope := a.slope(a.facing)
	lo, hi := limits(a.way.Dot(slope), slope.Norm2(), a.room)
	if from := -a.half - a.s; lo < from {
		lo = from
	}
	if to := a.half - a.s; hi > to {
		hi = to
	}
	if zone := a.zone(a.facing); zone != a.zone(a.facing+lo*a.cosine) || zone != a.zone(a.facing+hi*a.cosine) {
		return a.cut(list)
	}
	list[0] = newStrip(a.way, slope, a.s, lo, hi)
	list[0].weight = 1
	return 1
}

// zone tells to which part of the segment a point is nearest that faces a place on its line:
// to its first end (-1), inside (0), or its second.
func (a *flank) zone(facing float64) int {
	switch {
	case facing > a.end:
		return 1
	case facing < -a.end:
		return -1
	}
	return 0
}

// slope returns how the way to the segment changes along the shaft, round a point that faces
// a place on the segment's line.
func (a *flank) slope(facing float64) vec.Vec3 {
	if a.zone(facing) != 0 {
		return a.axis.Neg()
	}
	return a.other.Scale(a.cosine).Sub(a.axis)
}

// limits returns where 2 b x + c x² is the room ≥ 0, on both sides of zero; c is not negative.
// Where that is nowhere, it is far away.
func limits(b, c, room float64) (lo, hi float64) {
	q := math.Abs(b) + math.Sqrt(b*b+c*room) + tiny
	near, far := room/q, q/(c+tiny*tiny)
	if b < 0 {
		return -near, far
	}
	return -far, near
}

// newStrip returns the one from lo to hi beside the point s of a shaft, from which the way to
// the other body is way.
func newStrip(way, slope vec.Vec3, s, lo, hi float64) strip {
	middle, half := (lo+hi)/2, (hi-lo)/2
	return strip{way: way.AddScaled(middle, slope), slope: slope.Scale(half), middle: s + middle, half: half}
}

// cut is strips for a shaft that overlaps on both sides of a limit.
func (a *flank) cut(list *[3]strip) (n int) {
	hi, last := -a.half-a.s, a.half-a.s
	first, second := (-a.end-a.facing)/a.cosine, (a.end-a.facing)/a.cosine
	if first > second {
		first, second = second, first
	}
	for _, end := range [3]float64{vec.Clamp(first, hi, last), vec.Clamp(second, hi, last), last} {
		lo := hi
		hi = end
		if hi <= lo {
			continue
		}
		middle := (lo + hi) / 2
		facing := a.facing + middle*a.cosine
		slope := a.slope(facing)
		slid := vec.Clamp(facing, -a.end, a.end) - vec.Clamp(a.facing, -a.end, a.end)
		way := a.way.AddScaled(slid, a.other).AddScaled(-middle, a.axis).AddScaled(-middle, slope)
		if from, to := stretch(way, slope, a.reach, lo, hi); from < to {
			list[n] = newStrip(way, slope, a.s, from, to)
			list[n].weight = list[n].half / list[0].half
			n++
		}
	}
	return n
}

// measure samples the overlap and returns ∫ u² and ∫ u³ over the half length of the
// first strip.
func (p *strip) measure(reach float64, at *[len(mirrored)]sample) (second, third float64) {
	a, b, c := p.way.Norm2(), 2*p.way.Dot(p.slope), p.slope.Norm2()
	floor := hair * reach
	floor *= floor
	for k := range mirrored {
		m, s := &mirrored[k], &at[k]
		even, odd := a+c*m.xx, b*m.x
		d1, d2 := math.Sqrt(greater(even+odd, floor)), math.Sqrt(greater(even-odd, floor))
		over := 1 / (d1 * d2)
		s.u1, s.u2, s.over1, s.over2 = greater(reach-d1, 0), greater(reach-d2, 0), over*d2, over*d1
		first, other := s.u1*s.u1, s.u2*s.u2
		second += m.g * (first + other)
		third += m.g * (first*s.u1 + other*s.u2)
	}
	p.second = second
	return second * p.weight, third * p.weight
}

func greater(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}

// press adds to a wrench what the overlaps of a strip push, and to lever that along the shaft
// times the place; f is 1/∫ u² over all strips. If u changes by δu, ue changes by
// f ∫ (3 u² - 2 u ue) δu ds.
func (p *strip) press(at *[len(mirrored)]sample, f float64, a *flank, w *wrench, lever *vec.Vec3) {
	var push0, push1, push2, point0, point1, along float64
	for k := range mirrored {
		m, s := &mirrored[k], &at[k]
		first, other := s.u1*(3*s.u1-2*w.overlap)*s.over1, s.u2*(3*s.u2-2*w.overlap)*s.over2
		push0 += m.g * (first + other)
		push1 += m.gx * (first - other)
		push2 += m.gxx * (first + other)
		// The middle of the overlap.
		first, other = s.u1*s.u1, s.u2*s.u2
		along += m.gx * (first - other)
		first, other = first*(a.radius-s.u1/2)*s.over1, other*(a.radius-s.u2/2)*s.over2
		point0 += m.g * (first + other)
		point1 += m.gx * (first - other)
	}
	f *= p.weight
	push0, push1, push2 = f*push0, f*push1, f*push2
	w.push = w.push.AddScaled(push0, p.way).AddScaled(push1, p.slope)
	*lever = lever.AddScaled(p.middle*push0+p.half*push1, p.way).AddScaled(p.middle*push1+p.half*push2, p.slope)
	w.point = w.point.AddScaled(f*point0, p.way).AddScaled(f*point1, p.slope).AddScaled(f*(p.second*p.middle+p.half*along), a.axis)
}
