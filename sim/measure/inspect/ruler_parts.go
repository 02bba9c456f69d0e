package inspect

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// end is one end of a ruler: a body with its shapes, or the point of a contact.
type end struct {
	center vec.Vec3
	parts  []part
}

// part is a shape at the present place of its body; exactly one field is set.
type part struct {
	hull     *shape.Capsule // for a shape with a mass, and for a point
	wall     *shape.Wall
	mesh     *body.PlacedMesh
	cylinder *shape.Cylinder
}

// solid returns the end of a ruler at a thing: all shapes of its body or, with chosen, only the selected shape or
// triangle. For a contact, it returns the contact point.
func (s *Site) solid(t bridge.Thing, chosen bool) (e end) {
	if t.Kind == bridge.ThingContact {
		c, _, _ := s.contact(t)
		return end{c.Point, []part{{hull: &shape.Capsule{Center: c.Point, Axis: vec.AxisX}}}}
	}
	i, ref, _ := s.shape(t.Body, t.Shape)
	if !chosen {
		n := len(s.Bodies.Template(int(i)).Shapes)
		for k := range n {
			p, center := s.part(i, s.Bodies.Shape(s.Shapes, int(i), k))
			e.parts, e.center = append(e.parts, p), center
		}
		if n > 1 {
			e.center = s.Bodies.Pos[i]
		}
		return e
	}
	p, center := s.part(i, ref)
	if p.mesh != nil && t.Triangle >= 0 && int(t.Triangle) < len(p.mesh.Surface.Triangles) {
		p.mesh = triangleOf(p.mesh, t.Triangle)
		v := p.mesh.Surface.Vertices
		center = p.mesh.ToGlobal(v[0].Add(v[1]).Add(v[2]).Scale(1. / 3))
	}
	return end{center, []part{p}}
}

// part returns one shape of body i, and the centre of this shape.
func (s *Site) part(i int32, ref body.ShapeRef) (p part, center vec.Vec3) {
	of := s.Shapes.Part(ref.Kind, ref.Index)
	pos, ori := s.Bodies.Pos[i], s.Bodies.Ori[i]
	center = pos.Add(ori.Rotate(of.Local))
	switch ref.Kind {
	case shape.KindWall:
		w := s.Shapes.Walls[ref.Index].Wall
		w.Position = s.Shapes.WallPosition(s.Bodies, int(ref.Index))
		p.wall = &w
	case shape.KindMesh:
		m := s.Shapes.Meshes[ref.Index]
		m.Pos, m.Ori = pos, ori
		p.mesh, center = &m, pos
	case shape.KindCylinder:
		c := s.Shapes.Cylinders[ref.Index].Cylinder
		c.Point, c.Axis = center, ori.Rotate(of.Axis)
		p.cylinder = &c
	default:
		h := of.Hull(ori)
		h.Center = h.Center.Add(pos)
		p.hull = &h
	}
	return p, center
}

// triangleOf returns a mesh that consists of one triangle of another mesh.
func triangleOf(m *body.PlacedMesh, triangle int32) *body.PlacedMesh {
	one := mesh.Mesh{Triangles: [][3]int32{{0, 1, 2}}}
	for _, v := range m.Surface.Triangles[triangle] {
		one.Vertices = append(one.Vertices, m.Surface.Vertices[v])
	}
	alone := [][3]int32{{-1, -1, -1}}
	return &body.PlacedMesh{Surface: narrow.NewSurface(one.Vertices, one.Triangles, alone, m.Surface.Half),
		Tree: mesh.NewTree(&one), Pos: m.Pos, Ori: m.Ori}
}
