package sim

import (
	"math"

	"tumble/sim/bridge"
	"tumble/sim/mesh"
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// shapes holds every shape in the global frame, one slice per kind, and beside each what
// places it. Within a kind they are in the order of their bodies; indices change only
// when bodies are removed or sorted.
type shapes struct {
	walls     []placedWall
	meshes    []placedMesh
	cylinders []placedCylinder
	spheres   []shape.Sphere
	capsules  []shape.Capsule

	wallInfo     []shapeInfo
	meshInfo     []shapeInfo
	cylinderInfo []shapeInfo
	sphereInfo   []shapeInfo
	capsuleInfo  []shapeInfo
}

// shapeInfo is what belongs to a shape of any kind.
type shapeInfo struct {
	body     int32 // index into bodies
	material int32 // index into World.materials
	*part          // of its template
}

// placedWall is a wall with what places it.
type placedWall struct {
	shape.Wall
	local  float64    // position along the axis, from the body's centre [m]
	lo, hi [2]float64 // rectangle to draw [m]
}

// placedCylinder is a cylinder with what the search for candidates knows of it.
type placedCylinder struct {
	shape.Cylinder
	drawn float64 // length to draw [m]
	span  float64 // no sphere or capsule reaches farther from Point before the next rebuild [m]
	swept float64 // by how much it moved at that distance in the last step [m]
}

// placedMesh is a mesh in its body's frame; moving the body costs nothing per triangle.
type placedMesh struct {
	surface  *narrow.Surface
	tree     *mesh.Tree
	geometry *bridge.MeshGeometry
	pos      vec.Vec3
	ori      vec.Quat
}

// add appends the shapes of a template for body number body.
func (s *shapes) add(body int32, t *template) {
	for k := range t.shapes {
		p := &t.shapes[k]
		d := p.def
		info := shapeInfo{body: body, material: int32(d.Material), part: p}
		switch d.Kind {
		case shape.KindWall:
			local := d.Wall.Position - t.center.Component(d.Wall.Axis)
			s.walls = added(s.walls, placedWall{shape.Wall{Axis: d.Wall.Axis, Sense: d.Wall.Sense}, local, d.Wall.Lo, d.Wall.Hi})
			s.wallInfo = added(s.wallInfo, info)
		case shape.KindMesh:
			s.meshes = added(s.meshes, newPlacedMesh(d, t))
			s.meshInfo = added(s.meshInfo, info)
		case shape.KindCylinder:
			c := shape.Cylinder{Radius: p.radius, Hollow: d.Cylinder.Hollow}
			s.cylinders = added(s.cylinders, placedCylinder{Cylinder: c, drawn: d.Cylinder.Drawn})
			s.cylinderInfo = added(s.cylinderInfo, info)
		case shape.KindSphere:
			s.spheres = added(s.spheres, shape.Sphere{Radius: p.radius})
			s.sphereInfo = added(s.sphereInfo, info)
		case shape.KindCapsule:
			s.capsules = added(s.capsules, shape.Capsule{Radius: p.radius, Half: p.shaft / 2})
			s.capsuleInfo = added(s.capsuleInfo, info)
		}
	}
}

// rounds returns how many spheres and capsules there are.
func (s *shapes) rounds() int { return len(s.spheres) + len(s.capsules) }

// info returns what belongs to a shape.
func (s *shapes) info(kind shape.Kind, index int32) *shapeInfo { return &s.infos(kind)[index] }

// infos returns what belongs to the shapes of a kind.
func (s *shapes) infos(kind shape.Kind) []shapeInfo {
	switch kind {
	case shape.KindWall:
		return s.wallInfo
	case shape.KindMesh:
		return s.meshInfo
	case shape.KindCylinder:
		return s.cylinderInfo
	case shape.KindSphere:
		return s.sphereInfo
	}
	return s.capsuleInfo
}

// newPlacedMesh moves a mesh to the frame of its body and prepares it for contact.
func newPlacedMesh(d *ShapeDef, t *template) placedMesh {
	const crease = 25 * math.Pi / 180 // sharper edges are drawn [rad]
	m := mesh.Mesh{Vertices: make([]vec.Vec3, len(d.Mesh.Vertices)), Triangles: d.Mesh.Triangles}
	for i, v := range d.Mesh.Vertices {
		m.Vertices[i] = t.axes.Unrotate(v.Sub(t.center))
	}
	topology := mesh.NewTopology(&m)
	g := &bridge.MeshGeometry{Name: d.MeshName, Triangles: m.Triangles, Edges: m.FeatureEdges(crease)}
	for _, v := range m.Vertices {
		g.Vertices = append(g.Vertices, v.Float32())
	}
	return placedMesh{
		surface:  newSurface(&m, topology, d),
		tree:     mesh.NewTree(&m),
		geometry: g,
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

// centerOf returns where the centre of a shape is [m]. That of a body's only shape is its own.
func (b *bodies) centerOf(info *shapeInfo) vec.Vec3 {
	if info.local == (vec.Vec3{}) {
		return b.pos[info.body]
	}
	return b.pos[info.body].Add(b.ori[info.body].Rotate(info.local))
}

// placeShapes moves every shape to where its body is.
func (w *World) placeShapes() {
	s, b := &w.shapes, &w.bodies
	w.team.Run(len(s.spheres), chunk, perBody, w.cuts.bodies, w.tasks.spheres)
	w.team.Run(len(s.capsules), chunk, perBody, w.cuts.bodies, w.tasks.capsules)
	for i := range s.meshes {
		body := s.meshInfo[i].body
		s.meshes[i].pos, s.meshes[i].ori = b.pos[body], b.ori[body]
	}
	for i := range s.walls {
		s.walls[i].Position = w.wallPosition(i)
	}
	w.placeCylinders()
}

// wallPosition returns where the plane of a wall is now, along its axis [m].
func (w *World) wallPosition(i int) float64 {
	wall := &w.shapes.walls[i]
	return w.bodies.pos[w.shapes.wallInfo[i].body].Component(wall.Axis) + wall.local
}

// placeCylinders moves the cylinders to where their bodies are. A cylinder that turns
// about its own axis stays the same; one whose axis turns sweeps through far places fast,
// and the span bounds how fast: that counts as travel of its body.
func (w *World) placeCylinders() {
	s, b := &w.shapes, &w.bodies
	for i := range s.cylinders {
		info, c := &s.cylinderInfo[i], &s.cylinders[i]
		old := c.Axis
		q := b.ori[info.body]
		c.Point, c.Axis = b.pos[info.body].Add(q.Rotate(info.local)), q.Rotate(info.axis)
		c.swept = c.Axis.Sub(old).Norm() * c.span
		w.carry(int(info.body), c.swept)
	}
}

func (w *World) placeSpheres(_, first, last int) {
	for i := first; i < last; i++ {
		w.shapes.spheres[i].Center = w.bodies.centerOf(&w.shapes.sphereInfo[i])
	}
}

func (w *World) placeCapsules(_, first, last int) {
	if inLanes != nil {
		inLanes.place(w, first, last)
		return
	}
	w.placeEachCapsule(first, last)
}

func (w *World) placeEachCapsule(first, last int) {
	b := &w.bodies
	for i := first; i < last; i++ {
		info, c := &w.shapes.capsuleInfo[i], &w.shapes.capsules[i]
		c.Center, c.Axis = b.centerOf(info), b.ori[info.body].Rotate(info.axis)
	}
}
