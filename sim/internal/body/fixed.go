package body

import (
	"fmt"
	"math"

	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// PlacedWall is a wall with the data that place it.
type PlacedWall struct {
	shape.Wall
	Local  float64    // position along the axis, from the body's centre [m]
	Lo, Hi [2]float64 // rectangle to draw [m]
}

// wallRow is the row of walls.
var wallRow = row{
	check: func(d *ShapeDef) error {
		w := &d.Wall
		if w.Axis < 0 || w.Axis > 2 || w.Sense < -1 || w.Sense > 1 {
			return fmt.Errorf("wall axis must be 0, 1 or 2 and sense -1, 0 or 1, got %d and %d", w.Axis, w.Sense)
		}
		return limit.Length.Check("wall", w.Position, w.Lo[0], w.Lo[1], w.Hi[0], w.Hi[1])
	},
	alone: true,
	reach: reachOfSegment,
	add: func(s *Shapes, p *Part, t *Template) {
		w := &p.Def.Wall
		local := w.Position - t.Center.Component(w.Axis)
		s.Walls = added(s.Walls, PlacedWall{shape.Wall{Axis: w.Axis, Sense: w.Sense}, local, w.Lo, w.Hi})
	},
	renumber: func(s *Shapes, r *Renumbering) { s.Walls = renumbered(s, r, shape.KindWall, s.Walls) },
	place: func(s *Shapes, b *Set, first, last int) {
		for i := first; i < last; i++ {
			s.Walls[i].Position = s.WallPosition(b, i)
		}
	},
	bounds: func(s *Shapes, b *Set, i int) vec.Box {
		wall := &s.Walls[i]
		if !(wall.Hi[0] > wall.Lo[0]) {
			return vec.EmptyBox()
		}
		u, v := (wall.Axis+1)%3, (wall.Axis+2)%3
		p := vec.Vec3{}.WithComponent(wall.Axis, s.WallPosition(b, i))
		return vec.Box{
			Lo: p.WithComponent(u, wall.Lo[0]).WithComponent(v, wall.Lo[1]),
			Hi: p.WithComponent(u, wall.Hi[0]).WithComponent(v, wall.Hi[1]),
		}
	},
	behind: true,
}

// WallPosition returns where the plane of a wall is now, along its axis [m].
func (s *Shapes) WallPosition(b *Set, i int) float64 {
	wall := &s.Walls[i]
	return b.Pos[s.Infos[shape.KindWall][i].Body].Component(wall.Axis) + wall.Local
}

// PlacedCylinder is a cylinder with data for the search for candidate pairs.
type PlacedCylinder struct {
	shape.Cylinder
	Drawn  float64 // length to draw [m]
	Span   float64 // no sphere or capsule reaches farther from Point before the next rebuild [m]
	Swept  float64 // how far the side moved in the last step: with the axis, at the distance Span, and as it grew [m]
	Growth float64 // how fast the radius grows [m/s]
	Held   bool    // a servo moves the side: contacts take it for flat, so that no spring changes with the radius
}

// SideVelocity returns the velocity of the side at p against its body: outward, as the radius grows [m/s].
func (c *PlacedCylinder) SideVelocity(p vec.Vec3) vec.Vec3 { return c.Outward(p).Scale(c.Growth) }

// Pressing returns the velocity of the side at p for which the side presses on what it touches: of a tube inward, of a
// rod outward, a unit vector.
func (c *PlacedCylinder) Pressing(p vec.Vec3) vec.Vec3 { return c.Outward(p).Scale(c.Sense()) }

// Sense returns the sense in which the radius changes as the side presses on what it touches: -1 of a tube, 1 of a rod.
func (c *PlacedCylinder) Sense() float64 {
	if c.Hollow {
		return -1
	}
	return 1
}

// cylinderRow is the row of cylinders.
var cylinderRow = row{
	check: func(d *ShapeDef) error {
		if !(d.Cylinder.Drawn >= 0) {
			return fmt.Errorf("drawn length of a cylinder must be ≥ 0 m, got %g", d.Cylinder.Drawn)
		}
		return positive("radius", d.Radius)
	},
	alone: true,
	reach: reachOfSegment,
	add: func(s *Shapes, p *Part, _ *Template) {
		c := shape.Cylinder{Radius: p.Radius, Hollow: p.Def.Cylinder.Hollow}
		s.Cylinders = added(s.Cylinders, PlacedCylinder{Cylinder: c, Drawn: p.Def.Cylinder.Drawn})
	},
	renumber: func(s *Shapes, r *Renumbering) {
		s.Cylinders = renumbered(s, r, shape.KindCylinder, s.Cylinders)
	},
	place: func(s *Shapes, b *Set, first, last int) {
		for i := first; i < last; i++ {
			info, c := &s.Infos[shape.KindCylinder][i], &s.Cylinders[i]
			axis, radius := c.Axis, c.Radius
			q, part := b.Ori[info.Body], b.Part(info)
			c.Point, c.Axis = b.Pos[info.Body].Add(q.Rotate(part.Local)), q.Rotate(part.Axis)
			c.Radius = part.Radius
			c.Swept = c.Axis.Sub(axis).Norm()*c.Span + math.Abs(c.Radius-radius)
		}
	},
	bounds: func(s *Shapes, b *Set, i int) vec.Box {
		c, info := &s.Cylinders[i], &s.Infos[shape.KindCylinder][i]
		if c.Drawn == 0 {
			return vec.EmptyBox()
		}
		q, part := b.Ori[info.Body], b.Part(info)
		axis := q.Rotate(part.Axis)
		from := b.Pos[info.Body].Add(q.Rotate(part.Local)).AddScaled(-c.Drawn/2, axis)
		return shape.Tube{From: from, Axis: axis, Length: c.Drawn, Radius: c.Radius}.Bounds()
	},
}

// PlacedMesh is a mesh in its body's frame; moving the body costs nothing per triangle. Bodies of one template
// share everything but the pose.
type PlacedMesh struct {
	Surface  *narrow.Surface
	Tree     *mesh.Tree
	Geometry *mesh.Geometry
	*FilledMesh
	Pos vec.Vec3
	Ori vec.Quat
}

// meshRow is the row of meshes.
var meshRow = row{
	check: checkMesh,
	weigh: weighMesh,
	reach: func(d *ShapeDef, center vec.Vec3) (far float64) {
		for _, v := range d.Mesh.Vertices {
			far = math.Max(far, v.Sub(center).Norm())
		}
		return far
	},
	add: func(s *Shapes, p *Part, t *Template) {
		if p.placed == nil {
			p.placed = newPlacedMesh(p.Def, t)
		}
		s.Meshes = added(s.Meshes, *p.placed)
		s.triangles += len(p.placed.Surface.Triangles)
	},
	renumber: func(s *Shapes, r *Renumbering) {
		s.Meshes, s.triangles = renumbered(s, r, shape.KindMesh, s.Meshes), 0
		for i := range s.Meshes {
			s.triangles += len(s.Meshes[i].Surface.Triangles)
		}
	},
	place: func(s *Shapes, b *Set, first, last int) {
		for i := first; i < last; i++ {
			body := s.Infos[shape.KindMesh][i].Body
			s.Meshes[i].Pos, s.Meshes[i].Ori = b.Pos[body], b.Ori[body]
		}
	},
	bounds: func(s *Shapes, b *Set, i int) vec.Box {
		body := s.Infos[shape.KindMesh][i].Body
		box, local := vec.EmptyBox(), s.Meshes[i].Tree.Bounds()
		for k := range 8 {
			box = box.Include(b.Pos[body].Add(b.Ori[body].Rotate(local.Corner(k))))
		}
		return box
	},
	outline:  func(d *ShapeDef) *mesh.Mesh { return d.Mesh },
	geometry: func(s *Shapes, i int) *mesh.Geometry { return s.Meshes[i].Geometry },
}

func checkMesh(d *ShapeDef) error {
	if d.Mesh == nil || len(d.Mesh.Triangles) == 0 {
		return fmt.Errorf("a mesh needs at least one triangle")
	}
	if !(d.HalfThickness >= 0) {
		return fmt.Errorf("thickness of a mesh must be ≥ 0 m, got %g", 2*d.HalfThickness)
	}
	for i, v := range d.Mesh.Vertices {
		if err := limit.Length.CheckVector("vertices", v); err != nil {
			return fmt.Errorf("mesh %s: %w: vertex %d is at %v m", d.MeshName, err, i, v)
		}
	}
	if err := limit.Length.Check("thickness", d.HalfThickness); err != nil || !d.Filled {
		return err
	}
	return checkFilled(d)
}

// newPlacedMesh moves a mesh to the frame of its body and prepares it for contact.
func newPlacedMesh(d *ShapeDef, t *Template) *PlacedMesh {
	m := mesh.Mesh{Vertices: make([]vec.Vec3, len(d.Mesh.Vertices)), Triangles: d.Mesh.Triangles}
	for i, v := range d.Mesh.Vertices {
		m.Vertices[i] = t.Axes.Unrotate(v.Sub(t.Center))
	}
	topology := mesh.NewTopology(&m)
	placed := &PlacedMesh{
		Surface:  newSurface(&m, topology, d),
		Tree:     mesh.NewTree(&m),
		Geometry: mesh.NewGeometry(d.MeshName, &m, func(v vec.Vec3) vec.Vec3 { return v }),
	}
	if d.Filled {
		placed.FilledMesh = newFilledMesh(placed.Surface, m.Area(), math.Abs(m.Volume()))
	}
	return placed
}

// newSurface returns a mesh in the form that the contact kernels use.
func newSurface(m *mesh.Mesh, t *mesh.Topology, d *ShapeDef) *narrow.Surface {
	neighbours := make([][3]int32, len(m.Triangles))
	for i := range neighbours {
		for k := range neighbours[i] {
			neighbours[i][k] = t.Sides[i][k].Neighbor
		}
	}
	s := narrow.NewSurface(m.Vertices, m.Triangles, neighbours, d.HalfThickness)
	s.Seams = d.Seams
	return s
}

// ToGlobal returns where a point of the mesh's frame is.
func (m *PlacedMesh) ToGlobal(p vec.Vec3) vec.Vec3 { return m.Pos.Add(m.Ori.Rotate(p)) }

// ToLocal brings a capsule to the frame of the mesh.
func (m *PlacedMesh) ToLocal(c shape.Capsule) shape.Capsule {
	c.Center = m.Ori.Unrotate(c.Center.Sub(m.Pos))
	c.Axis = m.Ori.Unrotate(c.Axis)
	return c
}
