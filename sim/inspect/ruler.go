package inspect

import (
	"math"

	"example.org/tumble/sim/body"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/narrow"
	"example.org/tumble/sim/shape"
	"example.org/tumble/sim/vec"
)

// measure fills in what lies between two things, where they are now.
func (s *Site) measure(a, b bridge.Thing) (r bridge.Ruler) {
	p, q := s.solid(a), s.solid(b)
	r.Given = true
	r.Centers = [2]vec.Vec3{p.center, q.center}
	if p.wall != nil { // it has no centre: the foot of the other
		r.Centers[0] = q.center.WithComponent(p.wall.Axis, p.wall.Position)
	}
	if q.wall != nil {
		r.Centers[1] = r.Centers[0].WithComponent(q.wall.Axis, q.wall.Position)
	}
	r.Center = r.Centers[1].Sub(r.Centers[0]).Norm()
	switch {
	case q.hull != nil:
		r.Surface, r.Gap, r.HasGap = s.gap(&p, q.hull)
	case p.hull != nil:
		r.Surface, r.Gap, r.HasGap = s.gap(&q, p.hull)
		r.Surface[0], r.Surface[1] = r.Surface[1], r.Surface[0]
	}
	if p.wall != nil && q.wall != nil && p.wall.Axis == q.wall.Axis {
		r.Surface, r.Gap, r.HasGap = r.Centers, r.Center, true
	}
	return r
}

// end is one end of a ruler.
type end struct {
	center   vec.Vec3
	hull     *shape.Capsule // of a shape with a mass, and of a point
	wall     *shape.Wall
	mesh     *body.PlacedMesh
	cylinder *shape.Cylinder
}

// solid returns the shape of a thing where its body is now; a contact is its point.
func (s *Site) solid(t bridge.Thing) (e end) {
	if t.Kind == bridge.ThingContact {
		c, _, _ := s.contact(t)
		return end{center: c.Point, hull: &shape.Capsule{Center: c.Point, Axis: vec.AxisX}}
	}
	i, ref, _ := s.shape(t.Body, t.Shape)
	info := s.Shapes.Info(ref.Kind, ref.Index)
	pos, ori := s.Bodies.Pos[i], s.Bodies.Ori[i]
	e.center = pos.Add(ori.Rotate(info.Local))
	switch ref.Kind {
	case shape.KindWall:
		w := s.Shapes.Walls[ref.Index].Wall
		w.Position = s.Shapes.WallPosition(s.Bodies, int(ref.Index))
		e.wall = &w
	case shape.KindMesh:
		m := s.Shapes.Meshes[ref.Index]
		m.Pos, m.Ori = pos, ori
		e.mesh, e.center = &m, pos
	case shape.KindCylinder:
		c := s.Shapes.Cylinders[ref.Index].Cylinder
		c.Point, c.Axis = e.center, ori.Rotate(info.Axis)
		e.cylinder = &c
	default:
		h := info.Hull(ori)
		h.Center = h.Center.Add(pos)
		e.hull = &h
	}
	return e
}

// gap returns the two points of the surfaces of something and of a capsule that are nearest to one another,
// and their distance, negative where they overlap; false where there is no such distance.
func (s *Site) gap(of *end, c *shape.Capsule) (at [2]vec.Vec3, gap float64, ok bool) {
	var core, foot vec.Vec3 // the nearest points of both cores
	around := 0.            // how far the surface of the first is round its core
	switch {
	case of.hull != nil:
		h := of.hull
		x, y := narrow.SegmentSegment(h.Center, h.Axis, h.Half, c.Center, c.Axis, c.Half)
		foot, core, around = h.Center.AddScaled(x, h.Axis), c.Center.AddScaled(y, c.Axis), h.Radius
	case of.wall != nil:
		return wallGap(of.wall, c)
	case of.mesh != nil:
		local := of.mesh.ToLocal(*c)
		on, in, found := of.mesh.Surface.Nearest(&local)
		if !found {
			return at, 0, false
		}
		foot, core, around = of.mesh.ToGlobal(on), of.mesh.ToGlobal(in), of.mesh.Surface.Half
	case of.cylinder != nil && !of.cylinder.Hollow:
		x, y := narrow.SegmentSegment(of.cylinder.Point, of.cylinder.Axis, far, c.Center, c.Axis, c.Half)
		foot, core = of.cylinder.Point.AddScaled(x, of.cylinder.Axis), c.Center.AddScaled(y, c.Axis)
		around = of.cylinder.Radius
	case of.cylinder != nil:
		return tubeGap(of.cylinder, c)
	default:
		return at, 0, false
	}
	way := core.Sub(foot)
	d := way.Norm()
	if d > 0 {
		way = way.Scale(1 / d)
	}
	return [2]vec.Vec3{foot.AddScaled(around, way), core.AddScaled(-c.Radius, way)}, d - around - c.Radius, true
}

// far is half the length of a cylinder without end [m].
const far = 1e6

// wallGap is gap for a wall: of the end that is nearest to the plane, or farthest behind it.
func wallGap(w *shape.Wall, c *shape.Capsule) (at [2]vec.Vec3, gap float64, ok bool) {
	side := float64(w.Sense)
	if side == 0 {
		side = math.Copysign(1, w.Height(c.Center))
	}
	p, q := c.Ends()
	if side*w.Height(q) < side*w.Height(p) {
		p = q
	}
	foot := p.WithComponent(w.Axis, w.Position)
	gap = side*w.Height(p) - c.Radius
	return [2]vec.Vec3{foot, foot.WithComponent(w.Axis, w.Position+side*gap)}, gap, true
}

// tubeGap is gap for a capsule inside a tube: of the end that is farthest from its axis.
func tubeGap(t *shape.Cylinder, c *shape.Capsule) (at [2]vec.Vec3, gap float64, ok bool) {
	p, q := c.Ends()
	radial := func(p vec.Vec3) vec.Vec3 { return p.Sub(t.Point).AddScaled(-p.Sub(t.Point).Dot(t.Axis), t.Axis) }
	if radial(q).Norm() > radial(p).Norm() {
		p = q
	}
	out := radial(p)
	d := out.Norm()
	if d > 0 {
		out = out.Scale(1 / d)
	}
	gap = t.Radius - d - c.Radius
	tip := p.AddScaled(c.Radius, out)
	return [2]vec.Vec3{tip.AddScaled(gap, out), tip}, gap, true
}
