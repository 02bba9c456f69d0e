package inspect

import (
	"math"

	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// measure returns the distances between two things at their present places: between whole bodies or, if both
// things belong to the same body, between the selected members or triangles of this body.
func (s *Site) measure(a, b bridge.Thing) (r bridge.Ruler) {
	same := a.Kind == bridge.ThingBody && b.Kind == bridge.ThingBody && a.Body == b.Body
	p, q := s.solid(a, same), s.solid(b, same)
	r.Given = true
	r.Centers = [2]vec.Vec3{p.center, q.center}
	if w := p.wall(); w != nil { // a wall has no centre: take the foot of the other centre on its plane
		r.Centers[0] = q.center.WithComponent(w.Axis, w.Position)
	}
	if w := q.wall(); w != nil {
		r.Centers[1] = r.Centers[0].WithComponent(w.Axis, w.Position)
	}
	r.Center = r.Centers[1].Sub(r.Centers[0]).Norm()
	r.Gap = math.Inf(1)
	for i := range p.parts {
		for j := range q.parts {
			at, gap, ok := gap(&p.parts[i], &q.parts[j])
			if ok && gap < r.Gap {
				r.Surface, r.Gap, r.HasGap = at, gap, true
			}
		}
	}
	if !r.HasGap {
		r.Gap = 0
	}
	return r
}

// wall returns the wall at this end of the ruler, nil if this end is no wall.
func (e *end) wall() *shape.Wall {
	if len(e.parts) != 1 {
		return nil
	}
	return e.parts[0].wall
}

// gap returns the nearest points of the surfaces of two shapes, the first on a, and their distance [m]. The
// distance is negative if rounded shapes overlap, or a shape overlaps a wall; ok is false for a mesh without
// triangles. The distance has a closed form except for meshes, which are searched for the nearest triangles.
func gap(a, b *part) (at [2]vec.Vec3, gap float64, ok bool) {
	if order(a) > order(b) {
		at, gap, ok = between(b, a)
		at[0], at[1] = at[1], at[0]
		return at, gap, ok
	}
	return between(a, b)
}

// order ranks shapes by kind: between accepts pairs only in ascending order, so that it has each pair of kinds
// once.
func order(p *part) int {
	switch {
	case p.wall != nil:
		return 0
	case p.cylinder != nil:
		return 1
	case p.mesh != nil:
		return 2
	}
	return 3
}

// between is gap for two shapes in ascending order; see order.
func between(a, b *part) (at [2]vec.Vec3, gap float64, ok bool) {
	switch c := b.hull; {
	case a.wall != nil && b.wall != nil:
		return wallsGap(a.wall, b.wall)
	case a.wall != nil && b.cylinder != nil:
		return wallCylinder(a.wall, b.cylinder)
	case a.wall != nil && b.mesh != nil:
		return wallMesh(a.wall, b.mesh)
	case a.wall != nil:
		return wallGap(a.wall, c)
	case a.cylinder != nil && b.cylinder != nil:
		return cylinders(a.cylinder, b.cylinder)
	case a.cylinder != nil && b.mesh != nil:
		return cylinderMesh(a.cylinder, b.mesh)
	case a.cylinder != nil && a.cylinder.Hollow:
		return tubeGap(a.cylinder, c)
	case a.cylinder != nil:
		t := a.cylinder
		x, y := narrow.SegmentSegment(t.Point, t.Axis, far, c.Center, c.Axis, c.Half)
		at, gap = spread(t.Point.AddScaled(x, t.Axis), t.Radius, c.Center.AddScaled(y, c.Axis), c.Radius)
		return at, gap, true
	case a.mesh != nil && b.mesh != nil:
		return meshes(a.mesh, b.mesh)
	case a.mesh != nil:
		local := a.mesh.ToLocal(*c)
		on, in, found := a.mesh.Surface.Nearest(&local)
		at, gap = spread(a.mesh.ToGlobal(on), a.mesh.Surface.Half, a.mesh.ToGlobal(in), c.Radius)
		return at, gap, found
	}
	h, c := a.hull, b.hull
	x, y := narrow.SegmentSegment(h.Center, h.Axis, h.Half, c.Center, c.Axis, c.Half)
	at, gap = spread(h.Center.AddScaled(x, h.Axis), h.Radius, c.Center.AddScaled(y, c.Axis), c.Radius)
	return at, gap, true
}

// spread returns the nearest points of two rounded surfaces and their distance [m], given the nearest points p and
// q of their cores and the distances a and b of the surfaces from their cores [m].
func spread(p vec.Vec3, a float64, q vec.Vec3, b float64) (at [2]vec.Vec3, gap float64) {
	way := q.Sub(p)
	d := way.Norm()
	if d > 0 {
		way = way.Scale(1 / d)
	}
	return [2]vec.Vec3{p.AddScaled(a, way), q.AddScaled(-b, way)}, d - a - b
}

// far stands for half the length of a cylinder without end [m].
const far = 1e6
