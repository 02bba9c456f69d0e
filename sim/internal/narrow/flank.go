package narrow

import (
	"math"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// flank is the shaft of a capsule that overlaps another segment, described from the point of the shaft
// that is nearest to the segment.
//
// Along a shaft the nearest point of the segment is first one end of the segment, then a point inside it,
// then the other end. On each of these strips of the shaft the vector to the segment changes linearly,
// and its length is the square root of a quadratic, so the limits of the strips and of the overlap are
// known exactly, and the integrands are smooth between them. The distance is convex, so the part that
// overlaps is one piece round the nearest point, most often within one strip.
type flank struct {
	axis   vec.Vec3
	half   float64  // [m]
	radius float64  // of the capsule [m]
	reach  float64  // distance from the segment at which the shaft touches it [m]
	other  vec.Vec3 // axis of the segment
	end    float64  // half length of the segment [m]
	cosine float64  // of the angle between both axes

	// The point of the shaft that is nearest to the segment:
	s      float64  // its parameter along the shaft [m]
	facing float64  // parameter on the segment's line of the point nearest to it [m]
	way    vec.Vec3 // vector from it to the segment [m]
	room   float64  // reach² less the square of that vector [m²]

	seen *flankWitness // nil in the steps of a run
}

const (
	// hair, a fraction of the reach, is the distance by which crossing cores are moved apart sideways. It
	// is also the least distance that the rule uses, so that every point is pushed in some direction.
	hair = 1e-10
	// tiny is negligible beside any length, and its square is negligible beside the square of any length.
	tiny = 1e-150
)

// pressure holds integrals of the overlap u along a shaft, where n is the direction of the overlap. All
// are in units of the reach, except places s along the shaft [m].
type pressure struct {
	second, third  float64  // ∫ u², ∫ u³
	place          float64  // ∫ u² s
	middle         vec.Vec3 // ∫ u² c, where c is the vector to the middle of the overlap
	push1, push2   vec.Vec3 // ∫ u n, ∫ u² n
	lever1, lever2 vec.Vec3 // ∫ u s n, ∫ u² s n
}

// mirrored holds the points x > 0 of the Gauss rule with their weights g.
var mirrored = func() (rule wide.Rule) {
	for k := range rule {
		m := &rule[k]
		m.X, m.G = gauss[len(gauss)-1-k][0], gauss[len(gauss)-1-k][1]
		m.XX, m.GX, m.GXX = m.X*m.X, m.G*m.X, m.G*m.X*m.X
	}
	return rule
}()

// wrench returns ue with its derivative (the wrench that pushes toward the segment, about the centre of
// the shaft) and the mean of the points that overlap; it returns false if rounding leaves no overlap.
// Positions are relative to the centre. If u changes by δu, ue changes by ∫ (3 u² - 2 u ue) δu ds/∫ u²
// ds.
func (a *flank) wrench() (w wrench, ok bool) {
	var p pressure
	a.gather(&p)
	if !(p.second > 0) {
		return w, false
	}
	f := 1 / p.second
	ue := p.third * f
	most, less := 3*f, -2*ue*f
	return wrench{
		overlap: a.reach * ue,
		point:   p.middle.Scale(a.reach*f).AddScaled(p.place*f, a.axis),
		push:    p.push2.Scale(most).AddScaled(less, p.push1),
		torque:  a.axis.Cross(p.lever2.Scale(most).AddScaled(less, p.lever1)),
	}, true
}

// gather adds up the part of the shaft that overlaps.
func (a *flank) gather(p *pressure) {
	slope := a.slope(a.facing)
	lo, hi := limits(a.way.Dot(slope), slope.Norm2(), a.room, -a.half-a.s, a.half-a.s)
	if zone := a.zone(a.facing); zone != a.zone(a.facing+lo*a.cosine) || zone != a.zone(a.facing+hi*a.cosine) {
		a.cut(p)
		return
	}
	a.add(p, a.way, slope, a.s, lo, hi)
}

// zone returns which part of the segment is nearest to a point that faces the given place on the
// segment's line: -1 for the first end, 0 for the inside, 1 for the second end.
func (a *flank) zone(facing float64) int {
	switch {
	case facing > a.end:
		return 1
	case facing < -a.end:
		return -1
	}
	return 0
}

// slope returns the derivative of the vector to the segment along the shaft, near a point that faces the
// given place on the segment's line.
func (a *flank) slope(facing float64) vec.Vec3 {
	if a.zone(facing) != 0 {
		return a.axis.Neg()
	}
	return a.other.Scale(a.cosine).Sub(a.axis)
}

// limits returns the interval of x within [first, last] where 2 b x + c x² is less than room. Neither
// room nor c is negative.
func limits(b, c, room, first, last float64) (lo, hi float64) {
	q := math.Abs(b) + math.Sqrt(b*b+c*room) + tiny
	near, far := room/q, q/(c+tiny*tiny) // far is very large if the whole line is in reach
	if b < 0 {
		lo, hi = -near, far
	} else {
		lo, hi = -far, near
	}
	if lo < first {
		lo = first
	}
	if hi > last {
		hi = last
	}
	return lo, hi
}

// cut is gather for a shaft that overlaps on several strips. On each strip it integrates from the point
// that is closest to the nearest point of the whole shaft; strips out of reach add nothing.
func (a *flank) cut(p *pressure) {
	to, last := -a.half-a.s, a.half-a.s
	first, second := (-a.end-a.facing)/a.cosine, (a.end-a.facing)/a.cosine
	if first > second {
		first, second = second, first
	}
	for _, end := range [3]float64{vec.Clamp(first, to, last), vec.Clamp(second, to, last), last} {
		from := to
		to = end
		at := vec.Clamp(0, from, to)
		slid := vec.Clamp(a.facing+at*a.cosine, -a.end, a.end) - vec.Clamp(a.facing, -a.end, a.end)
		way := a.way.AddScaled(slid, a.other).AddScaled(-at, a.axis)
		if room := a.reach*a.reach - way.Norm2(); from < to && room > 0 {
			slope := a.slope(a.facing + (from+to)/2*a.cosine)
			lo, hi := limits(way.Dot(slope), slope.Norm2(), room, from-at, to-at)
			a.add(p, way, slope, a.s+at, lo, hi)
		}
	}
}

// add integrates the strip from lo to hi around the place s of the shaft. Along this strip the vector to
// the other body changes linearly.
func (a *flank) add(p *pressure, way, slope vec.Vec3, s, lo, hi float64) {
	middle, half, unit := (lo+hi)/2, (hi-lo)/2, 1/a.reach
	way, slope, middle = way.AddScaled(middle, slope).Scale(unit), slope.Scale(half*unit), s+middle
	if a.seen != nil {
		a.seen.strip(way, slope, middle, half)
	}
	radius, aa, b, c := a.radius*unit, way.Norm2(), 2*way.Dot(slope), slope.Norm2()
	var second0, second1, third0, middle0, middle1, first0, first1, first2, over0, over1, over2 float64
	for k := range mirrored {
		m := &mirrored[k]
		even, odd := aa+c*m.XX, b*m.X
		d, e := math.Sqrt(greater(even+odd, hair*hair)), math.Sqrt(greater(even-odd, hair*hair))
		u, v, over := greater(1-d, 0), greater(1-e, 0), 1/(d*e)
		x, y := u*u, v*v
		second0 += m.G * (x + y)
		second1 += m.GX * (x - y)
		third0 += m.G * (x*u + y*v)
		x, y = u*(over*e), v*(over*d)
		first0 += m.G * (x + y)
		first1 += m.GX * (x - y)
		first2 += m.GXX * (x + y)
		x, y = x*u, y*v
		over0 += m.G * (x + y)
		over1 += m.GX * (x - y)
		over2 += m.GXX * (x + y)
		x, y = x*(radius-u/2), y*(radius-v/2)
		middle0 += m.G * (x + y)
		middle1 += m.GX * (x - y)
	}
	weight := half + tiny // tiny, so that a shaft without length counts as a point
	p.second += weight * second0
	p.third += weight * third0
	p.place += weight * (middle*second0 + half*second1)
	way, slope = way.Scale(weight), slope.Scale(weight)
	p.middle = p.middle.Add(way.Scale(middle0).AddScaled(middle1, slope))
	p.push1 = p.push1.Add(way.Scale(first0).AddScaled(first1, slope))
	p.push2 = p.push2.Add(way.Scale(over0).AddScaled(over1, slope))
	p.lever1 = p.lever1.Add(way.Scale(middle*first0+half*first1).AddScaled(middle*first1+half*first2, slope))
	p.lever2 = p.lever2.Add(way.Scale(middle*over0+half*over1).AddScaled(middle*over1+half*over2, slope))
}

func greater(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}
