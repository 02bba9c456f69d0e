package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// CylinderCapsuleIntegral finds the contacts of an infinite cylinder and a capsule by the rule integral (see
// LineContact). The gap [m] is the gap of CylinderCapsule.
//
// The integral is along the shaft of the capsule only: the cylinder has no length to average over.
// Outside a cylinder there is one contact. In a tube the shaft touches with its ends: they make two
// contacts if the capsule lies across the tube and one if it lies along it, and the rule goes over from
// one case to the other without a jump; see profile.
func CylinderCapsuleIntegral(c *shape.Cylinder, b *shape.Capsule, q *Query) (gap float64) {
	before := len(q.Contacts)
	if c.Hollow {
		gap = tubeCapsuleIntegral(c, b, q)
	} else {
		gap = rodCapsuleIntegral(c, b, q)
	}
	if len(q.Contacts) == before && gap < 0 && -gap <= coincident*(c.Radius+b.Radius) {
		gap = 0 // rounding has left no overlap
	}
	return gap
}

// tubeCapsuleIntegral is CylinderCapsuleIntegral for a tube.
func tubeCapsuleIntegral(c *shape.Cylinder, b *shape.Capsule, q *Query) (gap float64) {
	before, seen := len(q.Contacts), q.Seen
	q.Seen = nil // do not record these contacts, which are removed below
	gap = tubeCapsule(c, b, q)
	q.Seen, q.profile.seen = seen, seen
	if len(q.Contacts) > before {
		q.profile.tube(*c, *b, b.Center.Sub(c.Point))
		q.Contacts = q.profile.contacts(b.Center, q.Power, q.Contacts[:before])
	}
	return gap
}

// rodCapsuleIntegral is CylinderCapsuleIntegral from outside. A rod is a segment without end.
func rodCapsuleIntegral(c *shape.Cylinder, b *shape.Capsule, q *Query) (gap float64) {
	w, reach := c.Point.Sub(b.Center), c.Radius+b.Radius
	s, t := nearest(w, b.Axis, b.Half, c.Axis, math.Inf(1))
	way := w.AddScaled(t, c.Axis).AddScaled(-s, b.Axis)
	least := way.Norm()
	gap = least - reach
	if gap > 0 {
		return gap
	}
	if least <= hair*reach {
		if b.Half == 0 { // a sphere always has a direction, however near it is
			return CylinderSphere(c, &shape.Sphere{Center: b.Center, Radius: b.Radius}, q)
		}
		way = way.AddScaled(-hair*reach, sideways(c.Axis, 1, b.Axis, b.Half, w.AddScaled(-w.Dot(c.Axis), c.Axis).Neg()))
		least = way.Norm()
	}
	along := flank{
		axis: b.Axis, half: b.Half, radius: b.Radius, other: c.Axis, end: math.Inf(1), cosine: b.Axis.Dot(c.Axis),
		reach: reach,
		s:     s, facing: t, way: way, room: (reach - least) * (reach + least),
	}
	if sum, ok := along.wrench(); ok {
		if q.Seen != nil {
			q.Seen.flank(along, PartShaft, b.Center, q.Seen.way(ByOverlap), 1, true)
		}
		sum.push, sum.torque = sum.push.Neg(), sum.torque.Neg()
		q.Contacts = append(q.Contacts, sum.lineContact(b.Center, way.Scale(-1/least)))
	}
	return gap
}

// tube collects the contact of the shaft of a capsule with a tube; w is the offset of the capsule's
// centre from a point on the tube's axis. The shaft touches on both sides of its stretch that is clear of
// the tube.
func (m *profile) tube(c shape.Cylinder, b shape.Capsule, w vec.Vec3) {
	m.begin(b.Half, b.Radius)
	if b.Half <= coincident*b.Radius {
		m.inside(c, b, 0, 1)
		return
	}
	off := w.AddScaled(-w.Dot(c.Axis), c.Axis)
	slope := b.Axis.AddScaled(-b.Axis.Dot(c.Axis), c.Axis)
	from, to := -b.Half, -b.Half
	if free := c.Radius - b.Radius; free > 0 {
		from, to = stretch(off, slope, free, -b.Half, b.Half)
	}
	if to <= from { // no part is clear: one stretch, split at the point farthest from the tube
		from = 0
		if s := -off.Dot(slope) / slope.Norm2(); s > -b.Half && s < b.Half {
			from = s
		}
		to = from
	}
	for _, part := range [2][2]float64{{-b.Half, from}, {to, b.Half}} {
		middle, half := (part[0]+part[1])/2, (part[1]-part[0])/2
		if half <= 0 {
			continue
		}
		for _, p := range gauss {
			m.inside(c, b, middle+half*p[0], half*p[1])
		}
	}
}

// inside adds the point s of a shaft, with the quadrature weight g, if this point touches a tube.
func (m *profile) inside(c shape.Cylinder, b shape.Capsule, s, g float64) {
	core := b.Axis.Scale(s)
	c.Point = c.Point.Sub(b.Center)
	t := inside(&c, core, b.Radius)
	if t.Overlap <= 0 {
		return
	}
	p := &m.parts[m.part(t.Normal, bend{core, c.Axis, b.Radius - c.Radius - t.Overlap})]
	p.add(g, t)
	p.first, p.last = p.first || s < 0, p.last || s > 0
}
