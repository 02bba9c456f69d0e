package narrow

import "tumble/sim/vec"

// Seams says how the facets of a mesh work together.
type Seams uint8

const (
	// SeamsMerged makes one contact per body and smooth patch, at the minima of the
	// distance to the surface as a whole: facets that share an edge or a vertex leave
	// no trace of it.
	SeamsMerged Seams = iota
	// SeamsSmoothed lets every facet make its own contact and turns the normals of
	// those at internal edges and vertices as the seed page on edge smoothing says.
	SeamsSmoothed
	// SeamsRaw lets every facet make its own contact with its nearest point.
	SeamsRaw
)

// Surface is a triangle mesh as the kernels see it, in the frame of its body. It is
// shared by all contacts and not changed by them.
type Surface struct {
	Vertices   []vec.Vec3 // [m]
	Triangles  [][3]int32 // corners, indices into Vertices
	Normals    []vec.Vec3 // one per triangle, from TriangleNormal
	Neighbours [][3]int32 // per triangle, the one beyond the side from corner k to the next; negative if none
	Half       float64    // half thickness: the surface is that of all points this near to a triangle [m]
	Seams      Seams
}

// NewSurface returns the surface of triangles with the given neighbours (one triple per
// triangle, negative where a side is a rim), which it keeps without copying.
func NewSurface(vertices []vec.Vec3, triangles, neighbours [][3]int32, half float64) *Surface {
	s := &Surface{Vertices: vertices, Triangles: triangles, Neighbours: neighbours, Half: half}
	s.Normals = make([]vec.Vec3, len(triangles))
	for i := range triangles {
		a, b, c := s.corners(int32(i))
		s.Normals[i] = TriangleNormal(a, b, c)
	}
	return s
}

// corners returns the corners of a triangle [m].
func (s *Surface) corners(triangle int32) (a, b, c vec.Vec3) {
	t := &s.Triangles[triangle]
	return s.Vertices[t[0]], s.Vertices[t[1]], s.Vertices[t[2]]
}

// has reports whether v is a corner of the triangle.
func (s *Surface) has(triangle, v int32) bool {
	t := &s.Triangles[triangle]
	return t[0] == v || t[1] == v || t[2] == v
}

// TriangleNormal returns the unit normal of a triangle, right-handed about its corners in
// order, or the zero vector if the triangle is flatter than 1e-9 of its longest side:
// rounding would then decide the direction. The kernels treat such a triangle as its
// three sides.
func TriangleNormal(a, b, c vec.Vec3) vec.Vec3 {
	ab, ac, bc := b.Sub(a), c.Sub(a), c.Sub(b)
	n := ab.Cross(ac)
	longest := ab.Norm2()
	if d := ac.Norm2(); d > longest {
		longest = d
	}
	if d := bc.Norm2(); d > longest {
		longest = d
	}
	if area := n.Norm(); area > 1e-9*longest {
		return n.Scale(1 / area)
	}
	return vec.Vec3{}
}
