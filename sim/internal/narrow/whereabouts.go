package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Whereabouts returns a ball in which all contacts of two capsules are, and stay while no point of these goes farther
// than a way [m]; apart is how far from each other they may be then [m]. Spheres are capsules without a shaft.
//
// By all rules a contact is between points of both segments that are no farther from each other than the radii and
// apart together, or a mean of such places. If d is the least distance of the segments, and their points do not move,
// these points are past the nearest ones by s and t, with
//
//	|t u₂ - s u₁| ≤ √(reach² - d²),
//
// as the nearest ones are nearest. The place that divides the way between two points as the radii do is off that of
// the nearest ones by half of t u₂ + s u₁, if the radii are equal, which is as long at most, but for a factor
// √((1+c)/(1-c)), where c is the cosine between the axes.
func Whereabouts(a, b *shape.Capsule, wayA, wayB, apart float64) (center vec.Vec3, radius float64) {
	both := a.Radius + b.Radius
	s, t := SegmentSegment(a.Center, a.Axis, a.Half, b.Center, b.Axis, b.Half)
	first, second := a.Center.AddScaled(s, a.Axis), b.Center.AddScaled(t, b.Axis)
	way, part := second.Sub(first), a.Radius/both
	uneven := math.Abs(0.5 - part)

	least, reach := way.Norm(), both+apart+wayA+wayB
	radius = max(wayA, wayB) + (1+uneven)*apart + uneven*max(reach-least, 0)
	if a.Half > 0 || b.Half > 0 {
		slip, c := math.Sqrt(max(reach*reach-least*least, 0)), math.Abs(a.Axis.Dot(b.Axis))
		radius += min((1-part)*(a.Half+math.Abs(s))+part*(b.Half+math.Abs(t)),
			slip*(uneven+math.Sqrt((1+c)/max(1-c, 1e-9))/2))
	}
	return first.AddScaled(part, way), radius
}
