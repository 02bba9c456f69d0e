package narrow

import (
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// WallSphere returns the contact of a wall that pushes toward side (+1 or -1 along its
// axis; see WallSide) with a sphere, and the gap [m] between them. If gap ≤ 0 they touch
// and t is valid. The contact point is the centre projected on the wall.
func WallSphere(w shape.Wall, s shape.Sphere, side int) (t Touch, gap float64) {
	gap = TouchWallSphere(&w, &s, side, &t)
	return t, gap
}

// TouchWallSphere is WallSphere without copies: it returns the gap [m] and sets t if wall and
// sphere touch.
func TouchWallSphere(w *shape.Wall, s *shape.Sphere, side int, t *Touch) (gap float64) {
	sign := float64(side)
	gap = sign*w.Height(s.Center) - s.Radius
	if gap > 0 {
		return gap
	}
	t.Point, t.Normal = s.Center.WithComponent(w.Axis, w.Position), vec.Vec3{}.WithComponent(w.Axis, sign)
	t.Overlap, t.Feature = -gap, FeatureWhole
	return gap
}
