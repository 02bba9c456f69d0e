package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
)

// CylinderMesh finds the contacts of a tube and a polyhedron in it: one of each corner that is beyond the inner
// surface. Nothing but corners can be, since the inside of a tube is convex. The cylinder must be hollow.
func CylinderMesh(c *shape.Cylinder, p *Polyhedron, q *Query) (gap float64) {
	axial := p.Pos.Sub(c.Point)
	if gap = c.Radius - axial.AddScaled(-axial.Dot(c.Axis), c.Axis).Norm() - p.Reach - p.Half; gap > 0 {
		return gap
	}
	gap = math.Inf(1)
	first := len(q.Contacts)
	for i := range p.Corners {
		at := p.corner(i)
		t := inside(c, at, p.Half)
		gap = min(gap, -t.Overlap)
		if t.Overlap < 0 || len(q.Contacts)-first == MostCorners {
			continue
		}
		t.Feature = FeatureCorner - int32(i)
		*q.point() = t
		if q.Seen != nil {
			q.Seen.alone(ByCorner, footOn(c, at), at, &t)
		}
	}
	return gap
}
