package narrow

import (
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// WallSphere finds the contact of a wall and a sphere, which the wall pushes to q.Side. The contact point is
// the centre projected on the wall.
func WallSphere(w *shape.Wall, s *shape.Sphere, q *Query) (gap float64) {
	if gap := q.chooseSide(w, &shape.Capsule{Center: s.Center, Radius: s.Radius}); gap > 0 {
		return gap
	}
	sign := float64(q.Side)
	gap = sign*w.Height(s.Center) - s.Radius
	if gap > 0 {
		return gap
	}
	t := q.point()
	t.Point, t.Normal = s.Center.WithComponent(w.Axis, w.Position), vec.Vec3{}.WithComponent(w.Axis, sign)
	t.Overlap, t.Feature = -gap, FeatureWhole
	if q.Seen != nil {
		q.Seen.alone(ByCenters, t.Point, s.Center, t)
	}
	return gap
}
