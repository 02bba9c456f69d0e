package narrow

import (
	"math"

	"tumble/sim/shape"
	"tumble/sim/vec"
)

// CapsuleCapsuleIntegral returns the contact of two capsules by the rule integral (see
// Distributed) and the gap [m] between them, as CapsuleCapsule does.
//
// Along a shaft the nearest point of the other segment is first one of its ends, then
// inside, then the other end. On each of these stretches the distance is the square root
// of a quadratic, so its limits and those of the overlap are known exactly, and between
// them the integrands are smooth.
func CapsuleCapsuleIntegral(a, b shape.Capsule) (d Distributed, gap float64) {
	w := b.Center.Sub(a.Center)
	reach := a.Radius + b.Radius
	far := a.Half + b.Half + 2*reach
	if d2 := w.Norm2(); d2 > far*far {
		return d, math.Sqrt(d2) - (far - reach)
	}
	s, t := nearest(w, a.Axis, a.Half, b.Axis, b.Half)
	v := w.AddScaled(t, b.Axis).AddScaled(-s, a.Axis)
	least := v.Norm()
	if least >= reach {
		return d, least - reach
	}
	instead := sideways(a.Axis, a.Half, b.Axis, b.Half, w)

	// Along a, seen from its centre, then along b from the same origin.
	var alongA, alongB integral
	alongA.shaft(vec.Vec3{}, a.Axis, a.Half, w, b.Axis, b.Half, a.Radius, reach, 1, instead)
	alongB.shaft(w, b.Axis, b.Half, vec.Vec3{}, a.Axis, a.Half, a.Radius, reach, -1, instead)
	if alongA.second == 0 || alongB.second == 0 {
		return d, 0 // the overlap is lost in rounding
	}
	one, two := alongA.wrench(), alongB.wrench()
	both := wrench{
		overlap: (one.overlap + two.overlap) / 2,
		point:   one.point.Add(two.point).Scale(0.5),
		push:    one.push.Add(two.push).Scale(0.5),
		turn:    one.turn.Add(two.turn).Scale(0.5),
	}
	return both.distributed(a.Center, instead), least - reach
}

// shaft adds the contacts of the points c + s u, |s| ≤ h, with the segment o ± k v at the
// distances under reach. Sense is 1 if the points belong to the first body, whose radius
// is ra, and -1 if to the second.
func (i *integral) shaft(c, u vec.Vec3, h float64, o, v vec.Vec3, k, ra, reach, sense float64, instead vec.Vec3) {
	w := o.Sub(c)
	cosine, along := u.Dot(v), w.Dot(v)
	sample := func(s, g float64) {
		near := vec.Clamp(s*cosine-along, -k, k)
		x, y := c.AddScaled(s, u), o.AddScaled(near, v)
		if sense < 0 {
			x, y = y, x
		}
		length, n := split(y.Sub(x), reach, instead)
		if length < reach {
			i.add(g, between(x, n, ra, reach-length))
		}
	}
	if h <= coincident*reach {
		sample(0, 1)
		return
	}
	// Limits of the stretches: where the nearest point reaches an end.
	hi := -h
	cut := [3]float64{h, h, h}
	if cosine != 0 {
		first, second := (along-k)/cosine, (along+k)/cosine
		if first > second {
			first, second = second, first
		}
		cut[0], cut[1] = vec.Clamp(first, -h, h), vec.Clamp(second, -h, h)
	}
	for j := range cut {
		lo := hi
		hi = cut[j]
		if hi <= lo {
			continue
		}
		// Vector from the other segment's nearest point: m + s e.
		m, e := w.Neg(), u
		switch near := (lo+hi)/2*cosine - along; {
		case near > k:
			m = m.AddScaled(-k, v)
		case near < -k:
			m = m.AddScaled(k, v)
		default:
			m, e = m.AddScaled(along, v), u.AddScaled(-cosine, v)
		}
		from, to := stretch(m, e, reach, lo, hi)
		if to <= from {
			continue
		}
		middle, half := (from+to)/2, (to-from)/2
		for _, p := range gauss {
			sample(middle+half*p[0], half*p[1])
		}
	}
}
