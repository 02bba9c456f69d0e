package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
)

// CapsuleCapsuleIntegral finds the contact of two capsules by the rule integral (see LineContact), if they
// overlap. The gap [m] is the gap of CapsuleCapsule.
//
// Each shaft is integrated from the point on it that is nearest to the other shaft; see flank.
func CapsuleCapsuleIntegral(a, b *shape.Capsule, q *Query) (gap float64) {
	w := b.Center.Sub(a.Center)
	reach := a.Radius + b.Radius
	far := a.Half + b.Half + 2*reach
	if d2 := w.Norm2(); d2 > far*far {
		return math.Sqrt(d2) - (far - reach)
	}
	s, t := nearest(w, a.Axis, a.Half, b.Axis, b.Half)
	way := w.AddScaled(t, b.Axis).AddScaled(-s, a.Axis)
	least := way.Norm()
	if least >= reach {
		return least - reach
	}
	gap = least - reach
	if least <= hair*reach {
		if a.Half == 0 && b.Half == 0 && least > coincident*reach { // spheres always have a direction
			t := q.point()
			*t = between(a.Center, way.Scale(1/least), a.Radius, -gap)
			q.Seen.alone(ByCenters, a.Center, b.Center, t)
			return gap
		}
		way = way.AddScaled(hair*reach, sideways(a.Axis, a.Half, b.Axis, b.Half, w))
		least = way.Norm()
	}
	cosine := a.Axis.Dot(b.Axis)
	room := (reach - least) * (reach + least)
	first := flank{
		axis: a.Axis, half: a.Half, radius: a.Radius, other: b.Axis, end: b.Half, cosine: cosine, reach: reach,
		s: s, facing: s*cosine - w.Dot(b.Axis), way: way, room: room,
	}
	second := flank{
		axis: b.Axis, half: b.Half, radius: b.Radius, other: a.Axis, end: a.Half, cosine: cosine, reach: reach,
		s: t, facing: t*cosine + w.Dot(a.Axis), way: way.Neg(), room: room,
	}
	one, ok := first.wrench()
	two, same := second.wrench()
	if !ok || !same { // rounding has left no overlap
		n := way.Scale(1 / least)
		touch := q.point()
		*touch = between(a.Center.AddScaled(s, a.Axis), n, a.Radius, -gap)
		q.Seen.alone(ByCenters, a.Center.AddScaled(s, a.Axis), b.Center.AddScaled(t, b.Axis), touch)
		return gap
	}
	if q.Seen != nil {
		way := q.Seen.way(ByOverlap)
		q.Seen.flank(first, PartFirstShaft, a.Center, way, 0.5, false)
		q.Seen.flank(second, PartShaft, b.Center, way, 0.5, true)
	}
	// The second wrench is about the centre of b: move it to the centre of a.
	two.torque = two.torque.Add(w.Cross(two.push))
	both := wrench{
		overlap: (one.overlap + two.overlap) / 2,
		point:   one.point.Add(two.point).Add(w).Scale(0.5),
		push:    one.push.Sub(two.push).Scale(0.5),
		torque:  one.torque.Sub(two.torque).Scale(0.5),
	}
	q.Contacts = append(q.Contacts, both.lineContact(a.Center, way.Scale(1/least)))
	return gap
}
