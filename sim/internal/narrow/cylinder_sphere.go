package narrow

import (
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// CylinderSphere finds the contact of an infinite cylinder and a sphere. The gap is their signed distance
// [m]. The normal is radial: outward, or for a tube inward. A centre on the axis gets a normal
// perpendicular to it.
func CylinderSphere(c *shape.Cylinder, s *shape.Sphere, q *Query) (gap float64) {
	if c.Hollow {
		t := inside(c, s.Center, s.Radius)
		if !(t.Overlap < 0) {
			*q.point() = t
			if q.Seen != nil {
				q.Seen.alone(ByCenters, footOn(c, s.Center), s.Center, &t)
			}
		}
		return -t.Overlap
	}
	w := s.Center.Sub(c.Point)
	foot := c.Axis.Scale(w.Dot(c.Axis))
	return q.round(c.Point.Add(foot), c.Radius, w.Sub(foot), s.Radius, c.Axis.Perpendicular())
}

// inside returns the contact of a tube and a sphere of radius r in it, with its centre at p. The overlap
// is negative if they do not touch.
func inside(c *shape.Cylinder, p vec.Vec3, r float64) Touch {
	w := p.Sub(c.Point)
	radial := w.AddScaled(-w.Dot(c.Axis), c.Axis)
	d, outward := split(radial, c.Radius, c.Axis.Perpendicular())
	overlap := d + r - c.Radius
	return Touch{Point: p.AddScaled(r-overlap/2, outward), Normal: outward.Neg(), Overlap: overlap}
}
