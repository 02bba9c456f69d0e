package narrow

import (
	"math"
	"slices"

	"example.org/tumble/sim/vec"
)

// Seams says how the facets of a mesh work together.
type Seams uint8

const (
	// SeamsMerged makes one contact per body and smooth patch, at the minima of the
	// distance to the surface as a whole: facets that share an edge or a vertex leave
	// no trace of it.
	SeamsMerged Seams = iota
	// SeamsSmoothed lets every face make its own contacts and turns the normals of contacts at internal
	// edges and vertices as Woo's documentation on edge smoothing says. If two contacts are the same
	// after this, one is dropped. A face is a facet, or several facets that lie in one plane, which act
	// like a wall.
	SeamsSmoothed
	// SeamsRaw lets every facet make its own contact with its nearest point.
	SeamsRaw
)

// Surface is a triangle mesh as the kernels see it, in the frame of its body. All contacts share it, and
// none changes it. Make it with NewSurface.
type Surface struct {
	Vertices   []vec.Vec3 // [m]
	Triangles  [][3]int32 // corners, indices into Vertices
	Neighbours [][3]int32 // per triangle: the triangle beyond the side from corner k to the next; negative if none
	Half       float64    // half thickness: the surface includes all points within this distance of a triangle [m]
	Seams      Seams
	facets     []facet // one per triangle
	ringEnds   []int32 // per vertex: the end of its triangles in rings
	rings      []int32 // triangles round each vertex, in ascending order
	level      []bool  // per vertex: the surface around it is flat
	faces      []int32 // per triangle: the first triangle of its face; see findFaces
}

// facet holds values of a triangle that are computed once.
type facet struct {
	normal  vec.Vec3    // from TriangleNormal; kernels read it and the corners
	corners [4]vec.Vec3 // the first corner follows again at the end [m]
	sides   [3]side     // side k runs from corner k to the next
	middle  vec.Vec3    // centre of a ball that contains the triangle [m]
	radius  float64     // of that ball [m]
	crest   [2]bool     // seen from the side of the normal, and from the other; see crests
}

// side is a side of a triangle as a segment.
type side struct {
	middle, along vec.Vec3 // along is a unit vector, x if the side has no length
	half          float64  // half length [m]
	across        vec.Vec3 // along × normal, out over the side; zero if the triangle has no area
	flat          bool     // the triangles at it lie in one plane, on both sides of the side
}

// newFacet computes a facet from its corners.
func newFacet(a, b, c vec.Vec3) (f facet) {
	f.corners = [4]vec.Vec3{a, b, c, a}
	f.normal = TriangleNormal(a, b, c)
	f.middle, f.radius = triangleBall(a, b, c)
	for k := range f.sides {
		from, to := f.corners[k], f.corners[k+1]
		length, along := split(to.Sub(from), 0, vec.AxisX)
		f.sides[k] = side{middle: from.Add(to).Scale(0.5), along: along, half: length / 2, across: along.Cross(f.normal)}
	}
	return f
}

// NewSurface returns the surface of triangles with the given neighbours (one triple per
// triangle, negative where a side is a rim), which it keeps without copying.
func NewSurface(vertices []vec.Vec3, triangles, neighbours [][3]int32, half float64) *Surface {
	s := &Surface{Vertices: vertices, Triangles: triangles, Neighbours: neighbours, Half: half}
	s.facets = make([]facet, len(triangles))
	for i, t := range triangles {
		s.facets[i] = newFacet(vertices[t[0]], vertices[t[1]], vertices[t[2]])
	}
	for i := range s.facets {
		s.crests(int32(i))
		s.flats(int32(i))
	}
	s.findRings()
	s.findLevel()
	s.findFaces()
	return s
}

// findRings lists the triangles round each vertex: it counts them, then fills each list
// from its end.
func (s *Surface) findRings() {
	s.ringEnds = make([]int32, len(s.Vertices))
	s.rings = make([]int32, 3*len(s.Triangles))
	for _, t := range s.Triangles {
		for _, v := range t {
			s.ringEnds[v]++
		}
	}
	for v := 1; v < len(s.ringEnds); v++ {
		s.ringEnds[v] += s.ringEnds[v-1]
	}
	at := slices.Clone(s.ringEnds)
	for i := len(s.Triangles) - 1; i >= 0; i-- {
		for _, v := range s.Triangles[i] {
			at[v]--
			s.rings[at[v]] = int32(i)
		}
	}
}

// ring returns the triangles round vertex v, in ascending order.
func (s *Surface) ring(v int32) []int32 {
	first := int32(0)
	if v > 0 {
		first = s.ringEnds[v-1]
	}
	return s.rings[first:s.ringEnds[v]]
}

// crests finds the sides from which a segment can touch the triangle between the segment's ends: those
// from which an edge of the triangle is a ridge or a rim. Over flat and concave edges the distance to the
// surface has its minimum at an end.
func (s *Surface) crests(i int32) {
	f := &s.facets[i]
	for k, other := range s.Neighbours[i] {
		if other < 0 || f.normal == (vec.Vec3{}) || s.facets[other].normal == (vec.Vec3{}) {
			f.crest = [2]bool{true, true}
			return
		}
		from, to := s.Triangles[i][k], s.Triangles[i][(k+1)%3]
		for j, v := range s.Triangles[other] {
			if v == from || v == to {
				continue
			}
			w := s.facets[other].corners[j].Sub(f.corners[k])
			height, limit := w.Dot(f.normal), 1e-9*(f.radius+s.facets[other].radius)
			folded := math.Abs(height) <= limit && w.Dot(s.outward(i, k)) <= 0
			f.crest[0] = f.crest[0] || folded || height < -limit
			f.crest[1] = f.crest[1] || folded || height > limit
		}
	}
}

// flats finds the sides of a triangle that are only seams in a flat surface.
func (s *Surface) flats(i int32) {
	f := &s.facets[i]
	for k, other := range s.Neighbours[i] {
		if other < 0 || f.normal == (vec.Vec3{}) || s.facets[other].normal == (vec.Vec3{}) {
			continue
		}
		w := s.apex(i, k)
		f.sides[k].flat = math.Abs(w.Dot(f.normal)) <= 1e-9*(f.radius+s.facets[other].radius) && w.Dot(s.outward(i, k)) > 0
	}
}

// apex returns the vector from corner k of a triangle to the corner of its neighbour beyond side k that
// is not on that side [m].
func (s *Surface) apex(i int32, k int) (w vec.Vec3) {
	other := s.Neighbours[i][k]
	for j, v := range s.Triangles[other] {
		if v != s.Triangles[i][k] && v != s.Triangles[i][(k+1)%3] {
			w = s.facets[other].corners[j].Sub(s.facets[i].corners[k])
		}
	}
	return w
}

// coplanar is the tangent of the largest angle between neighbours that count as lying in one plane. The
// single precision of STL files bends flat surfaces by less, if facets are longer than a thousandth of
// the way to the origin.
const coplanar = 1e-4

// findFaces groups neighbours that lie in one plane.
func (s *Surface) findFaces() {
	s.faces = make([]int32, len(s.Triangles))
	for i := range s.faces {
		s.faces[i] = -1
	}
	var ahead []int32 // triangles of the face whose neighbours are not tested yet
	for first := range s.faces {
		if s.faces[first] >= 0 {
			continue
		}
		face := int32(first)
		s.faces[first] = face
		for ahead = append(ahead, face); len(ahead) > 0; {
			i := ahead[len(ahead)-1]
			ahead = ahead[:len(ahead)-1]
			for k, other := range s.Neighbours[i] {
				if other >= 0 && s.faces[other] < 0 && s.inPlane(i, k) {
					s.faces[other] = face
					ahead = append(ahead, other)
				}
			}
		}
	}
}

// inPlane reports whether a triangle lies in one plane with its neighbour beyond side k.
func (s *Surface) inPlane(i int32, k int) bool {
	if s.facets[i].normal == (vec.Vec3{}) || s.facets[s.Neighbours[i][k]].normal == (vec.Vec3{}) {
		return false
	}
	w := s.apex(i, k)
	return math.Abs(w.Dot(s.facets[i].normal)) <= coplanar*w.Dot(s.outward(i, k))
}

// group returns a number that is the same for triangles that make their contacts together.
func (s *Surface) group(i int32) int32 {
	switch s.Seams {
	case SeamsMerged:
		return 0
	case SeamsSmoothed:
		return s.faces[i]
	}
	return i
}

// findLevel finds the vertices at which all sides are flat.
func (s *Surface) findLevel() {
	s.level = make([]bool, len(s.Vertices))
	for v := range s.level {
		s.level[v] = true
	}
	for i, t := range s.Triangles {
		for k := range t {
			if !s.facets[i].sides[k].flat {
				s.level[t[k]], s.level[t[(k+1)%3]] = false, false
			}
		}
	}
}

// triangleBall returns a small ball that contains the triangle: the smallest one, round the longest side
// or through the corners, except for rounding and for triangles without area.
func triangleBall(a, b, c vec.Vec3) (middle vec.Vec3, radius float64) {
	la, lb, lc := c.Sub(b).Norm2(), a.Sub(c).Norm2(), b.Sub(a).Norm2()
	// Barycentric weights of the circumcentre; one is not positive at an obtuse corner.
	wa, wb, wc := la*(lb+lc-la), lb*(lc+la-lb), lc*(la+lb-lc)
	switch {
	case wa <= 0:
		middle = b.Add(c).Scale(0.5)
	case wb <= 0:
		middle = c.Add(a).Scale(0.5)
	case wc <= 0:
		middle = a.Add(b).Scale(0.5)
	default:
		f := 1 / (wa + wb + wc)
		middle = a.Scale(wa*f).AddScaled(wb*f, b).AddScaled(wc*f, c)
	}
	for _, p := range [3]vec.Vec3{a, b, c} {
		if d := p.Sub(middle).Norm(); d > radius {
			radius = d
		}
	}
	return middle, radius * (1 + 1e-12)
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
