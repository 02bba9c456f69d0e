package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Nearest returns the point of the surface, without its thickness, that is nearest to the segment of a
// capsule in the surface's frame, and the nearest point of the segment. ok is false if the surface has no
// triangles. It tests all of them.
func (s *Surface) Nearest(c *shape.Capsule) (on, core vec.Vec3, ok bool) {
	least := math.Inf(1)
	for i := range s.facets {
		d, at, q, _ := s.facets[i].segment(c.Center, c.Axis, c.Half)
		if d < least {
			least, on, core = d, q, c.Center.AddScaled(at, c.Axis)
		}
	}
	return on, core, !math.IsInf(least, 1)
}
