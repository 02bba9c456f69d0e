package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// wallSide returns the side, +1 or -1, to which the wall pushes a capsule (Half 0 for a
// sphere) that comes into contact with it now, or 0 if the capsule does not touch the
// plane; gap [m] is then their distance, else 0.
//
// A wall of sense ±1 always pushes to its own side. A wall of sense 0 pushes to the side of the capsule's
// centre at this moment, and the contact must remember this side, because later the centre may be pressed
// through the plane. A body wholly behind a one-sided wall does not touch it.
func wallSide(w *shape.Wall, c *shape.Capsule) (side int, gap float64) {
	height := w.Height(c.Center)
	gap = math.Abs(height) - c.Half*math.Abs(c.Axis.Component(w.Axis)) - c.Radius
	switch {
	case gap > 0:
		return 0, gap
	case w.Sense != 0:
		return w.Sense, 0
	case height > 0:
		return 1, 0
	}
	return -1, 0
}

// WallCapsule finds the contact of a wall and a capsule, which the wall pushes to q.Side.
//
// Rule documented: if one end overlaps, it makes the contact by itself. If both overlap, point and
// overlap are means weighted with the overlaps of the ends, so that the point moves continuously from one
// end to the other as the capsule tilts.
func WallCapsule(w *shape.Wall, c *shape.Capsule, q *Query) (gap float64) {
	if gap := q.chooseSide(w, c); gap > 0 {
		return gap
	}
	sign := float64(q.Side)
	height := sign * w.Height(c.Center)
	rise := sign * c.Half * c.Axis.Component(w.Axis) // height of end B over the centre
	a, b := c.Radius-(height-rise), c.Radius-(height+rise)
	if a < 0 && b < 0 {
		if a < b {
			a = b
		}
		return -a
	}
	along := c.Half
	overlap := b
	switch {
	case b < 0:
		along, overlap = -c.Half, a
	case a < 0:
	case a+b > 0:
		along, overlap = c.Half*(b-a)/(a+b), (a*a+b*b)/(a+b)
	default:
		along, overlap = 0, 0
	}
	p := c.Center.AddScaled(along, c.Axis)
	t := q.point()
	t.Point, t.Normal = p.WithComponent(w.Axis, w.Position), vec.Vec3{}.WithComponent(w.Axis, sign)
	t.Overlap, t.Feature = overlap, FeatureWhole
	if q.Seen != nil {
		q.Seen.wall(w, c, sign, along, ByEnds)
	}
	return -overlap
}
