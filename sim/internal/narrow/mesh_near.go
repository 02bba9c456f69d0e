package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
)

// Near filters a list of triangles in place, keeps their order, and returns those that may come into
// contact with the capsule once it has moved by at most margin [m]. The distance is estimated by a coarse
// bound, so a few triangles farther away remain.
func (s *Surface) Near(c shape.Capsule, margin float64, triangles []int32) []int32 {
	reach := c.Radius + s.Half + margin
	kept := triangles[:0]
	for _, i := range triangles {
		f := &s.facets[i]
		core := c.Center.AddScaled(PointSegment(f.middle, c.Center, c.Axis, c.Half), c.Axis)
		off := f.middle.Sub(core)
		off2 := off.Norm2()
		if far := f.radius + reach; off2 > far*far {
			continue // the triangle's bounding ball is out of reach
		}
		// Take the point of the core nearest to the ball's centre, and the plane through it that faces
		// the ball. The whole segment is behind this plane.
		least := math.Inf(1)
		for k := 0; k < 3; k++ {
			if d := f.corners[k].Sub(core).Dot(off); d < least {
				least = d
			}
		}
		if least > 0 && least*least > reach*reach*off2 {
			continue
		}
		// Both ends are on one side of the triangle's plane, and out of reach of it.
		height, rise := c.Center.Sub(f.corners[0]).Dot(f.normal), c.Half*math.Abs(c.Axis.Dot(f.normal))
		if math.Abs(height)-rise > reach {
			continue
		}
		kept = append(kept, i)
	}
	return kept
}
