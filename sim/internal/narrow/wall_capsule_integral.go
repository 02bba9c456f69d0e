package narrow

import (
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// WallCapsuleIntegral finds the contact of a wall and a capsule by the rule integral (see LineContact),
// if they overlap. The wall pushes to q.Side, as in WallCapsule.
//
// Over a plane the overlap is linear along the shaft, from a at one end to b at the other. Negative
// values of a and b count as zero; then the integrals give
//
//	ue = 3/4 (a³ + a² b + a b² + b³) / (a² + a b + b²)
//
// whatever the length is, also if only one end overlaps (ue = 3/4 a). The forces ∂ue/∂a and ∂ue/∂b at the
// ends are parallel and of one sign, so they have a resultant without a couple; the contact point is on
// the line of this resultant.
func WallCapsuleIntegral(w *shape.Wall, c *shape.Capsule, q *Query) (gap float64) {
	if c.Half == 0 {
		if gap = WallCapsule(w, c, q); gap == 0 { // without an overlap there is no line contact
			q.Contacts = q.Contacts[:len(q.Contacts)-1]
		}
		return gap
	}
	if gap := q.chooseSide(w, c); gap > 0 {
		return gap
	}
	sign := float64(q.Side)
	height := sign * w.Height(c.Center)
	rise := sign * c.Half * c.Axis.Component(w.Axis) // height of end B over the centre
	a, b := c.Radius-(height-rise), c.Radius-(height+rise)
	deepest := a
	if b > a {
		deepest = b
	}
	if deepest <= 0 {
		return -deepest
	}
	overlap, atA, atB := tapered(a, b)
	share := atA + atB
	along := c.Half * (atB - atA) / share
	p := c.Center.AddScaled(along, c.Axis)
	d := LineContact{Share: share}
	d.Point, d.Normal = p.WithComponent(w.Axis, w.Position), vec.Vec3{}.WithComponent(w.Axis, sign)
	d.Overlap = overlap
	q.Contacts = append(q.Contacts, d)
	if q.Seen != nil {
		q.Seen.wall(w, c, sign, along, ByStretch)
	}
	return -deepest
}

// tapered returns ue for an overlap that is linear between a and b, and the derivatives of ue by a and by
// b. Not both may be negative or zero.
func tapered(a, b float64) (ue, byA, byB float64) {
	if a < 0 {
		a = 0
	}
	if b < 0 {
		b = 0
	}
	f := 1 / (a*a + a*b + b*b)
	ue = 0.75 * (a + b) * (a*a + b*b) * f
	byA = (0.75*(3*a*a+2*a*b+b*b) - ue*(2*a+b)) * f
	byB = (0.75*(3*b*b+2*a*b+a*a) - ue*(2*b+a)) * f
	return ue, byA, byB
}
