package narrow

import (
	"math"

	"tumble/sim/shape"
	"tumble/sim/vec"
)

// CylinderCapsuleIntegral returns the contact of an infinite cylinder and a capsule by the
// rule integral (see Distributed) and the gap [m] between them, as CylinderCapsule does.
// The integral is along the shaft of the capsule only: the cylinder has no length to
// average over.
func CylinderCapsuleIntegral(c shape.Cylinder, b shape.Capsule) (d Distributed, gap float64) {
	t, gap := CylinderCapsule(c, b)
	if gap >= 0 {
		return d, gap
	}
	w := b.Center.Sub(c.Point)
	instead := t.Normal
	var along integral
	if c.Hollow {
		along.inside(c, b, w)
	} else {
		along.shaft(w, b.Axis, b.Half, vec.Vec3{}, c.Axis, math.Inf(1), c.Radius, c.Radius+b.Radius, -1, instead)
	}
	if along.second == 0 {
		return d, 0 // the overlap is lost in rounding
	}
	return along.wrench().distributed(c.Point, instead), gap
}

// inside adds the contacts of the shaft of a capsule, whose centre is w from the point of
// a tube, with the tube: on both sides of the stretch that is clear of it.
func (i *integral) inside(c shape.Cylinder, b shape.Capsule, w vec.Vec3) {
	c.Point = vec.Vec3{}
	sample := func(s, g float64) {
		if t := inside(c, w.AddScaled(s, b.Axis), b.Radius); t.Overlap > 0 {
			i.add(g, t)
		}
	}
	if b.Half <= coincident*b.Radius {
		sample(0, 1)
		return
	}
	m := w.AddScaled(-w.Dot(c.Axis), c.Axis)
	e := b.Axis.AddScaled(-b.Axis.Dot(c.Axis), c.Axis)
	from, to := -b.Half, -b.Half
	if free := c.Radius - b.Radius; free > 0 {
		from, to = stretch(m, e, free, -b.Half, b.Half)
	}
	if to <= from { // no part is clear: one stretch, split in the middle
		from, to = 0, 0
	}
	for _, part := range [2][2]float64{{-b.Half, from}, {to, b.Half}} {
		middle, half := (part[0]+part[1])/2, (part[1]-part[0])/2
		if half <= 0 {
			continue
		}
		for _, p := range gauss {
			sample(middle+half*p[0], half*p[1])
		}
	}
}
