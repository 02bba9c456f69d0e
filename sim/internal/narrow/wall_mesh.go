package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// WallMesh finds the contacts of a wall and a polyhedron, which the wall pushes to q.Side: one of each corner that is
// behind the plane. The contact point is the corner projected on the wall. A polyhedron wholly behind a one-sided wall
// does not touch it.
func WallMesh(w *shape.Wall, p *Polyhedron, q *Query) (gap float64) {
	if !q.Touched {
		ball := shape.Capsule{Center: p.Pos, Radius: p.Reach + p.Half}
		if q.Side, gap = wallSide(w, &ball); gap > 0 {
			return gap
		}
	}
	sign := float64(q.Side)
	up := p.Ori.Unrotate(vec.Vec3{}.WithComponent(w.Axis, sign))
	height := sign * w.Height(p.Pos)
	least, most := math.Inf(1), math.Inf(-1)
	for _, c := range p.Corners {
		h := height + up.Dot(c)
		least, most = min(least, h), max(most, h)
	}
	switch {
	case least > p.Half:
		return least - p.Half
	case !q.Touched && most < -p.Half:
		return -p.Half - most
	}
	normal, first := vec.Vec3{}.WithComponent(w.Axis, sign), len(q.Contacts)
	for i, c := range p.Corners {
		overlap := p.Half - height - up.Dot(c)
		if overlap < 0 || len(q.Contacts)-first == MostCorners {
			continue
		}
		at := p.corner(i)
		t := q.point()
		t.Point, t.Normal = at.WithComponent(w.Axis, w.Position), normal
		t.Overlap, t.Feature = overlap, FeatureCorner-int32(i)
		if q.Seen != nil {
			q.Seen.alone(ByCorner, t.Point, at, t)
		}
	}
	return least - p.Half
}
