package narrow

import (
	"math"

	"example.org/tumble/sim/vec"
)

// TriangleTriangle returns the least distance of two triangles [m], and the nearest points of both. Triangles that
// cross have the distance zero. The nearest points are an end of one's side and the other's face, or lie on a
// side of each; where triangles cross, a side of one passes through the other.
func TriangleTriangle(a, b [3]vec.Vec3) (distance float64, on [2]vec.Vec3) {
	distance = math.Inf(1)
	for turn, pair := range [2][2][3]vec.Vec3{{a, b}, {b, a}} {
		f := newFacet(pair[1][0], pair[1][1], pair[1][2])
		sides := newFacet(pair[0][0], pair[0][1], pair[0][2]).sides
		for k := range sides {
			s := &sides[k]
			d, at, q, _ := f.segment(s.middle, s.along, s.half)
			if d < distance {
				distance, on[turn], on[1-turn] = d, s.middle.AddScaled(at, s.along), q
			}
		}
	}
	return distance, on
}
