package body

import (
	"math"

	"tumble/sim/bridge"
	"tumble/sim/mesh"
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// Shapes holds every shape in the global frame, one slice per kind, and beside each what
// places it. Within a kind they are in the order of their bodies; indices change only
// when bodies are removed or sorted.
type Shapes struct {
	Walls     []PlacedWall
	Meshes    []PlacedMesh
	Cylinders []PlacedCylinder
	Spheres   []shape.Sphere
	Capsules  []shape.Capsule

	Infos [len(shape.Kinds)][]ShapeInfo // what belongs to each shape of a kind
}

// ShapeInfo is what belongs to a shape of any kind.
type ShapeInfo struct {
	Body     int32 // index into bodies
	Material int32 // index into World.materials
	*Part          // of its template
}

// PlacedWall is a wall with what places it.
type PlacedWall struct {
	shape.Wall
	Local  float64    // position along the axis, from the body's centre [m]
	Lo, Hi [2]float64 // rectangle to draw [m]
}

// PlacedCylinder is a cylinder with what the search for candidates knows of it.
type PlacedCylinder struct {
	shape.Cylinder
	Drawn float64 // length to draw [m]
	Span  float64 // no sphere or capsule reaches farther from Point before the next rebuild [m]
	Swept float64 // by how much it moved at that distance in the last step [m]
}

// PlacedMesh is a mesh in its body's frame; moving the body costs nothing per triangle.
type PlacedMesh struct {
	Surface  *narrow.Surface
	Tree     *mesh.Tree
	Geometry *bridge.MeshGeometry
	Pos      vec.Vec3
	Ori      vec.Quat
}

// Add appends the shapes of a template, which are those of body number body.
func (s *Shapes) Add(body int32, t *Template) {
	for k := range t.Shapes {
		p := &t.Shapes[k]
		d := p.Def
		s.Infos[d.Kind] = added(s.Infos[d.Kind], ShapeInfo{Body: body, Material: int32(d.Material), Part: p})
		switch d.Kind {
		case shape.KindWall:
			local := d.Wall.Position - t.Center.Component(d.Wall.Axis)
			s.Walls = added(s.Walls, PlacedWall{shape.Wall{Axis: d.Wall.Axis, Sense: d.Wall.Sense}, local, d.Wall.Lo, d.Wall.Hi})
		case shape.KindMesh:
			s.Meshes = added(s.Meshes, newPlacedMesh(d, t))
		case shape.KindCylinder:
			c := shape.Cylinder{Radius: p.Radius, Hollow: d.Cylinder.Hollow}
			s.Cylinders = added(s.Cylinders, PlacedCylinder{Cylinder: c, Drawn: d.Cylinder.Drawn})
		case shape.KindSphere:
			s.Spheres = added(s.Spheres, shape.Sphere{Radius: p.Radius})
		case shape.KindCapsule:
			s.Capsules = added(s.Capsules, shape.Capsule{Radius: p.Radius, Half: p.Shaft / 2})
		}
	}
}

// Rounds returns how many spheres and capsules there are.
func (s *Shapes) Rounds() int { return len(s.Spheres) + len(s.Capsules) }

// BodyOfRound returns the body of a sphere or, counted on from the spheres, a capsule.
func (s *Shapes) BodyOfRound(i int) int32 {
	if i < len(s.Spheres) {
		return s.Infos[shape.KindSphere][i].Body
	}
	return s.Infos[shape.KindCapsule][i-len(s.Spheres)].Body
}

// Round returns a sphere or capsule as a capsule.
func (s *Shapes) Round(kind shape.Kind, i int) shape.Capsule {
	if kind == shape.KindSphere {
		return shape.Capsule{Center: s.Spheres[i].Center, Axis: vec.AxisX, Radius: s.Spheres[i].Radius}
	}
	return s.Capsules[i]
}

// Count returns how many shapes of a kind there are.
func (s *Shapes) Count(kind shape.Kind) int { return len(s.Infos[kind]) }

// Info returns what belongs to a shape.
func (s *Shapes) Info(kind shape.Kind, index int32) *ShapeInfo { return &s.Infos[kind][index] }

// newPlacedMesh moves a mesh to the frame of its body and prepares it for contact.
func newPlacedMesh(d *ShapeDef, t *Template) PlacedMesh {
	const crease = 25 * math.Pi / 180 // sharper edges are drawn [rad]
	m := mesh.Mesh{Vertices: make([]vec.Vec3, len(d.Mesh.Vertices)), Triangles: d.Mesh.Triangles}
	for i, v := range d.Mesh.Vertices {
		m.Vertices[i] = t.Axes.Unrotate(v.Sub(t.Center))
	}
	topology := mesh.NewTopology(&m)
	g := &bridge.MeshGeometry{Name: d.MeshName, Triangles: m.Triangles, Edges: m.FeatureEdges(crease)}
	for _, v := range m.Vertices {
		g.Vertices = append(g.Vertices, v.Float32())
	}
	return PlacedMesh{
		Surface:  newSurface(&m, topology, d),
		Tree:     mesh.NewTree(&m),
		Geometry: g,
	}
}

// newSurface hands a mesh to the contact kernels.
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

// ToLocal brings a capsule to the frame of the mesh.
func (m *PlacedMesh) ToLocal(c shape.Capsule) shape.Capsule {
	c.Center = m.Ori.Unrotate(c.Center.Sub(m.Pos))
	c.Axis = m.Ori.Unrotate(c.Axis)
	return c
}

// MeshBox returns a box round the box of a mesh in its body's frame.
func (s *Shapes) MeshBox(b *Set, i int) vec.Box {
	body := s.Infos[shape.KindMesh][i].Body
	box, local := vec.EmptyBox(), s.Meshes[i].Tree.Bounds()
	for k := range 8 {
		box = box.Include(b.Pos[body].Add(b.Ori[body].Rotate(local.Corner(k))))
	}
	return box
}

// SmallestRadius returns the smallest radius of any sphere or capsule [m], 0 if there is
// none.
func (s *Shapes) SmallestRadius() float64 {
	var r float64
	for i := range s.Spheres {
		if x := s.Spheres[i].Radius; r == 0 || x < r {
			r = x
		}
	}
	for i := range s.Capsules {
		if x := s.Capsules[i].Radius; r == 0 || x < r {
			r = x
		}
	}
	return r
}
