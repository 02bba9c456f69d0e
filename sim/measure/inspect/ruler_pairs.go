package inspect

import (
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// sideOf returns the side to which a wall pushes: +1 or -1 along its axis. For a wall that pushes to both sides,
// it is the side on which the point p lies.
func sideOf(w *shape.Wall, p vec.Vec3) float64 {
	if w.Sense == 0 {
		return math.Copysign(1, w.Height(p))
	}
	return float64(w.Sense)
}

// fromWall returns the gap between a wall and a rounded surface at the distance around from its core [m]. p is the
// point of the core that is nearest to the wall or, if the core reaches through the wall, farthest behind it.
func fromWall(w *shape.Wall, side float64, p vec.Vec3, around float64) (at [2]vec.Vec3, gap float64, ok bool) {
	foot := p.WithComponent(w.Axis, w.Position)
	gap = side*w.Height(p) - around
	return [2]vec.Vec3{foot, foot.WithComponent(w.Axis, w.Position+side*gap)}, gap, true
}

// wallGap is gap for a wall and a capsule.
func wallGap(w *shape.Wall, c *shape.Capsule) (at [2]vec.Vec3, gap float64, ok bool) {
	side := sideOf(w, c.Center)
	p, q := c.Ends()
	if side*w.Height(q) < side*w.Height(p) {
		p = q
	}
	return fromWall(w, side, p, c.Radius)
}

// wallMesh is gap for a wall and a mesh, taken at the vertex that is nearest to the plane or farthest behind it.
func wallMesh(w *shape.Wall, m *body.PlacedMesh) (at [2]vec.Vec3, gap float64, ok bool) {
	if len(m.Surface.Triangles) == 0 {
		return at, 0, false
	}
	side := sideOf(w, m.ToGlobal(m.Tree.Bounds().Center()))
	var lowest vec.Vec3
	least := math.Inf(1)
	for _, corners := range m.Surface.Triangles {
		for _, v := range corners {
			p := m.ToGlobal(m.Surface.Vertices[v])
			if h := side * w.Height(p); h < least {
				least, lowest = h, p
			}
		}
	}
	return fromWall(w, side, lowest, m.Surface.Half)
}

// wallsGap is gap for two walls. Walls that are not parallel intersect, so their gap is 0.
func wallsGap(a, b *shape.Wall) (at [2]vec.Vec3, gap float64, ok bool) {
	at[0] = vec.Vec3{}.WithComponent(a.Axis, a.Position)
	if a.Axis != b.Axis {
		at[0] = at[0].WithComponent(b.Axis, b.Position)
		return [2]vec.Vec3{at[0], at[0]}, 0, true
	}
	at[1] = at[0].WithComponent(b.Axis, b.Position)
	return at, at[1].Sub(at[0]).Norm(), true
}

// wallCylinder is gap for a wall and a cylinder without end. A cylinder that is not parallel to the plane
// intersects it, so the gap is 0.
func wallCylinder(w *shape.Wall, c *shape.Cylinder) (at [2]vec.Vec3, gap float64, ok bool) {
	lean := c.Axis.Component(w.Axis)
	if math.Abs(lean) > parallel {
		p := c.Point.AddScaled(-w.Height(c.Point)/lean, c.Axis)
		return [2]vec.Vec3{p, p}, 0, true
	}
	return fromWall(w, sideOf(w, c.Point), c.Point, c.Radius)
}

// parallel is the sine of the angle below which two directions count as parallel. It has the size of rounding
// errors.
const parallel = 1e-12

// tubeGap is gap for a capsule inside a tube, taken at the end that is farthest from the axis of the tube.
func tubeGap(t *shape.Cylinder, c *shape.Capsule) (at [2]vec.Vec3, gap float64, ok bool) {
	p, q := c.Ends()
	if radial(t, q).Norm() > radial(t, p).Norm() {
		p = q
	}
	return inTube(t, p, c.Radius)
}

// radial returns the vector from the axis of a cylinder to a point, perpendicular to the axis [m].
func radial(t *shape.Cylinder, p vec.Vec3) vec.Vec3 {
	w := p.Sub(t.Point)
	return w.AddScaled(-w.Dot(t.Axis), t.Axis)
}

// inTube returns the gap between a tube and a rounded surface inside it at the distance around from its core [m].
// p is the point of the core that is farthest from the axis of the tube.
func inTube(t *shape.Cylinder, p vec.Vec3, around float64) (at [2]vec.Vec3, gap float64, ok bool) {
	out := radial(t, p)
	d := out.Norm()
	if d > 0 {
		out = out.Scale(1 / d)
	}
	gap = t.Radius - d - around
	tip := p.AddScaled(around, out)
	return [2]vec.Vec3{tip.AddScaled(gap, out), tip}, gap, true
}

// cylinderMesh is gap for a cylinder and a mesh. For a rod, it is measured from the axis of the rod; for a tube,
// at the vertex of the mesh that is farthest from the axis of the tube.
func cylinderMesh(c *shape.Cylinder, m *body.PlacedMesh) (at [2]vec.Vec3, gap float64, ok bool) {
	box := m.Tree.Bounds()
	if len(m.Surface.Triangles) == 0 {
		return at, 0, false
	}
	if !c.Hollow { // the axis, as far as the mesh can be near to it
		middle, reach := m.ToGlobal(box.Center()), box.Size().Norm()
		along := middle.Sub(c.Point).Dot(c.Axis)
		axis := m.ToLocal(shape.Capsule{Center: c.Point.AddScaled(along, c.Axis), Axis: c.Axis, Half: reach})
		on, in, found := m.Surface.Nearest(&axis)
		at, gap = spread(m.ToGlobal(in), c.Radius, m.ToGlobal(on), m.Surface.Half)
		return at, gap, found
	}
	var outmost vec.Vec3
	most := -1.
	for _, corners := range m.Surface.Triangles {
		for _, v := range corners {
			p := m.ToGlobal(m.Surface.Vertices[v])
			if d := radial(c, p).Norm2(); d > most {
				most, outmost = d, p
			}
		}
	}
	return inTube(c, outmost, m.Surface.Half)
}

// cylinders is gap for two cylinders without end. If they are parallel and one is a tube, the other may lie inside
// it.
func cylinders(a, b *shape.Cylinder) (at [2]vec.Vec3, gap float64, ok bool) {
	across := a.Axis.Cross(b.Axis)
	if across.Norm() > parallel {
		x, y := narrow.SegmentSegment(a.Point, a.Axis, far, b.Point, b.Axis, far)
		at, gap = spread(a.Point.AddScaled(x, a.Axis), a.Radius, b.Point.AddScaled(y, b.Axis), b.Radius)
		if gap < 0 && (a.Hollow || b.Hollow) { // the surfaces cross
			return [2]vec.Vec3{at[0], at[0]}, 0, true
		}
		return at, gap, true
	}
	way := radial(a, b.Point)
	inner, outer := b, a
	if b.Hollow && (!a.Hollow || b.Radius > a.Radius) {
		inner, outer = a, b
	}
	if d := way.Norm(); outer.Hollow && d+inner.Radius <= outer.Radius {
		at, gap, ok = inTube(outer, outer.Point.Add(radial(outer, inner.Point)), inner.Radius)
		if inner == a {
			at[0], at[1] = at[1], at[0]
		}
		return at, gap, ok
	}
	at, gap = spread(a.Point, a.Radius, a.Point.Add(way), b.Radius)
	return at, gap, true
}

// meshes is gap for two meshes: the distance of their nearest triangles, less the half thicknesses of both meshes.
// Meshes that intersect have triangles at distance 0; how deep they intersect is not measured.
func meshes(a, b *body.PlacedMesh) (at [2]vec.Vec3, gap float64, ok bool) {
	place := func(p vec.Vec3) vec.Vec3 { return a.Ori.Unrotate(b.ToGlobal(p).Sub(a.Pos)) }
	corners := func(m *body.PlacedMesh, i int32, at func(vec.Vec3) vec.Vec3) (t [3]vec.Vec3) {
		for k, v := range m.Surface.Triangles[i] {
			t[k] = at(m.Surface.Vertices[v])
		}
		return t
	}
	stay := func(p vec.Vec3) vec.Vec3 { return p }
	least := math.Inf(1)
	a.Tree.Approach(b.Tree, place, func(i, j int32) float64 {
		d, on := narrow.TriangleTriangle(corners(a, i, stay), corners(b, j, place))
		if d < least {
			least, at = d, [2]vec.Vec3{a.ToGlobal(on[0]), a.ToGlobal(on[1])}
		}
		return d
	})
	if math.IsInf(least, 1) {
		return at, 0, false
	}
	at, gap = spread(at[0], a.Surface.Half, at[1], b.Surface.Half)
	return at, gap, true
}
