// Package mesh turns triangle files into surfaces that bodies can touch.
//
// A file is processed in these steps:
//
//	Read   file bytes to a Soup of loose triangles (STL, OBJ, PLY)
//	Weld   Soup to a Mesh whose triangles share vertices, with a Report of its defects
//	NewTopology   neighbours, normals and dihedral angles of a Mesh
//	NewTree       bounding-volume hierarchy of a Mesh, in the Mesh's own frame
//
// A Mesh moves with its body: nothing here is recomputed for a new pose. Coordinates are in
// the unit of the file until a scene applies Transform, and in metres afterwards.
// Readers, Weld and all searches cost time proportional to the number of triangles, or
// to its logarithm, and give the same result on every run.
package mesh

import "example.org/tumble/sim/vec"

// Soup is a set of loose triangles as a file holds them: corners are not shared.
// All coordinates are finite and within single precision range.
type Soup struct {
	Format    string        // format of the file, such as "binary STL"
	Triangles [][3]vec.Vec3 // corners [unit of the file], anticlockwise seen from outside
	Notices   []string      // oddities of the file that were no errors
}

// Mesh is a surface of triangles that share vertices. Triangle corners run anticlockwise
// seen from outside. Trees and topologies made from a Mesh refer to it: it must not
// change after that.
type Mesh struct {
	Vertices  []vec.Vec3 // positions [m], each used by at least one triangle after Weld
	Triangles [][3]int32 // indices into Vertices
}

// Corners returns the three corner positions of triangle i.
func (m *Mesh) Corners(i int32) (a, b, c vec.Vec3) {
	t := &m.Triangles[i]
	return m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]]
}

// Bounds returns the smallest box that holds all vertices, empty for an empty mesh.
func (m *Mesh) Bounds() vec.Box {
	box := vec.EmptyBox()
	for _, v := range m.Vertices {
		box = box.Include(v)
	}
	return box
}

// Transform moves every vertex to q*(scale*p + shift): shift is applied after scale and
// before the rotation q, in the order that Woo's importSTL uses. q need not be of unit
// length. A negative scale mirrors; the corners are then reversed so that the outside
// stays outside.
func (m *Mesh) Transform(scale float64, shift vec.Vec3, q vec.Quat) {
	q = q.Unit()
	for i, p := range m.Vertices {
		m.Vertices[i] = q.Rotate(p.Scale(scale).Add(shift))
	}
	if scale >= 0 {
		return
	}
	for i, t := range m.Triangles {
		m.Triangles[i] = [3]int32{t[0], t[2], t[1]}
	}
}

// Area returns the total area of the triangles [m²].
func (m *Mesh) Area() float64 {
	sum := 0.0
	for i := range m.Triangles {
		a, b, c := m.Corners(int32(i))
		sum += b.Sub(a).Cross(c.Sub(a)).Norm() / 2
	}
	return sum
}

// Volume returns the volume that the surface encloses [m³], negative if the triangles
// face inwards. It is meaningless unless the surface is closed and consistently oriented
// (see Report). The volume follows from the divergence theorem, with the box centre as
// origin so that a body far from the global origin loses no digits.
func (m *Mesh) Volume() float64 {
	if len(m.Triangles) == 0 {
		return 0
	}
	origin := m.Bounds().Center()
	sum := 0.0
	for i := range m.Triangles {
		a, b, c := m.Corners(int32(i))
		sum += a.Sub(origin).Dot(b.Sub(origin).Cross(c.Sub(origin)))
	}
	return sum / 6
}
