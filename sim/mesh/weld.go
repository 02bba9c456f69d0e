package mesh

import (
	"math"

	"example.org/tumble/sim/vec"
)

// DefaultTolerance is the tolerance of Weld that Woo's importSTL uses: a millionth of
// the largest size of the box.
const DefaultTolerance = -1e-6

// needle is the height over the longest edge below which a triangle has no normal in double
// precision.
const needle = 1e-12

// Weld joins corners that are closer than tolerance [unit of the soup] and returns the
// mesh that results, with a report on it. A negative tolerance is relative to the
// largest size of the box: -1e-6 means a millionth of it. With zero only equal corners
// are joined.
//
// A corner joins the first vertex, in file order, within the tolerance, and moves to the place
// of this vertex; vertices do not move. Triangles with two joined corners or with no height are
// dropped and counted as degenerate; triangles on the same three vertices as an earlier one, in
// either orientation, are dropped and counted as duplicates, because a contact with both would be
// twice as stiff.
func Weld(s Soup, tolerance float64) (Mesh, Report) {
	w := newWelder(s, tolerance)
	m := Mesh{Triangles: make([][3]int32, 0, len(s.Triangles))}
	degenerate, duplicates := 0, 0
	seen := make(map[[3]int32]struct{}, len(s.Triangles))
	for i := range s.Triangles {
		var t [3]int32
		for k, p := range s.Triangles[i] {
			t[k] = w.vertex(p)
		}
		if w.isDegenerate(t) {
			degenerate++
			continue
		}
		key := ascending(t)
		if _, found := seen[key]; found {
			duplicates++
			continue
		}
		seen[key] = struct{}{}
		m.Triangles = append(m.Triangles, t)
	}
	m.Vertices = w.vertices
	m.renumber()
	r := m.Inspect()
	r.Facets, r.Degenerate, r.Duplicates, r.Tolerance = len(s.Triangles), degenerate, duplicates, w.tolerance
	return m, r
}

// welder finds the vertex of a corner. Equal corners, the common case, are found by their
// coordinates; other vertices are found through a grid of cells. Cells are several tolerances
// wide, so that the neighbourhood of a corner mostly touches only one of them.
type welder struct {
	tolerance float64
	cell      float64 // size of a grid cell
	origin    vec.Vec3
	vertices  []vec.Vec3
	known     map[vec.Vec3]int32 // vertex of each different corner so far
	heads     map[[3]int64]int32 // last vertex of each cell
	before    []int32            // for each vertex, the vertex before it in the same cell, or -1
}

func newWelder(s Soup, tolerance float64) *welder {
	box := vec.EmptyBox()
	for i := range s.Triangles {
		for _, p := range s.Triangles[i] {
			box = box.Include(p)
		}
	}
	size := 0.0
	if len(s.Triangles) > 0 {
		d := box.Hi.Sub(box.Lo)
		size = math.Max(d.X, math.Max(d.Y, d.Z))
	}
	if tolerance < 0 {
		tolerance *= -size
	}
	// No two corners are farther apart than √3 size, so a larger tolerance changes nothing. The bound
	// also removes infinities and NaN.
	tolerance = math.Min(tolerance, 2*size)
	if !(tolerance > 0) {
		tolerance = 0
	}
	// The lower bound keeps cell numbers far below overflow.
	cell := math.Max(8*tolerance, size*1e-12)
	return &welder{
		tolerance: tolerance,
		cell:      cell,
		origin:    box.Lo,
		known:     make(map[vec.Vec3]int32, len(s.Triangles)/2+1),
		heads:     make(map[[3]int64]int32),
	}
}

// vertex returns the vertex that p joins, a new one if none is near. An equal corner gets the
// same vertex as before, because later vertices have higher numbers and search returns the
// lowest.
func (w *welder) vertex(p vec.Vec3) int32 {
	if v, found := w.known[p]; found {
		return v
	}
	v := w.search(p)
	if v < 0 {
		v = int32(len(w.vertices))
		w.vertices = append(w.vertices, p)
		if w.tolerance > 0 {
			w.insert(p, v)
		}
	}
	w.known[p] = v
	return v
}

// search returns the lowest vertex closer than the tolerance, or -1.
func (w *welder) search(p vec.Vec3) int32 {
	found := int32(-1)
	if w.tolerance == 0 {
		return found
	}
	margin := vec.Vec3{X: w.tolerance, Y: w.tolerance, Z: w.tolerance}
	lo, hi := w.cellOf(p.Sub(margin)), w.cellOf(p.Add(margin))
	limit := w.tolerance * w.tolerance
	for x := lo[0]; x <= hi[0]; x++ {
		for y := lo[1]; y <= hi[1]; y++ {
			for z := lo[2]; z <= hi[2]; z++ {
				v, occupied := w.heads[[3]int64{x, y, z}]
				for ; occupied && v >= 0; v = w.before[v] {
					if w.vertices[v].Sub(p).Norm2() < limit && (found < 0 || v < found) {
						found = v
					}
				}
			}
		}
	}
	return found
}

func (w *welder) insert(p vec.Vec3, v int32) {
	c := w.cellOf(p)
	last, occupied := w.heads[c]
	if !occupied {
		last = -1
	}
	w.before = append(w.before, last)
	w.heads[c] = v
}

func (w *welder) cellOf(p vec.Vec3) [3]int64 {
	d := p.Sub(w.origin)
	return [3]int64{
		int64(math.Floor(d.X / w.cell)),
		int64(math.Floor(d.Y / w.cell)),
		int64(math.Floor(d.Z / w.cell)),
	}
}

// isDegenerate reports whether a triangle has two equal corners or no height.
func (w *welder) isDegenerate(t [3]int32) bool {
	if t[0] == t[1] || t[1] == t[2] || t[2] == t[0] {
		return true
	}
	a, b, c := w.vertices[t[0]], w.vertices[t[1]], w.vertices[t[2]]
	ab, ac, bc := b.Sub(a), c.Sub(a), c.Sub(b)
	longest := math.Max(ab.Norm2(), math.Max(ac.Norm2(), bc.Norm2()))
	return !(ab.Cross(ac).Norm() > needle*longest)
}

// renumber puts the vertices in the order in which triangles first use them and drops
// the others, so that a second weld changes nothing.
func (m *Mesh) renumber() {
	place := make([]int32, len(m.Vertices)) // new number + 1, 0 if not used so far
	vertices := make([]vec.Vec3, 0, len(m.Vertices))
	for i := range m.Triangles {
		t := &m.Triangles[i]
		for k, v := range t {
			if place[v] == 0 {
				vertices = append(vertices, m.Vertices[v])
				place[v] = int32(len(vertices))
			}
			t[k] = place[v] - 1
		}
	}
	m.Vertices = vertices
}

// ascending returns the three numbers in ascending order.
func ascending(t [3]int32) [3]int32 {
	if t[0] > t[1] {
		t[0], t[1] = t[1], t[0]
	}
	if t[1] > t[2] {
		t[1], t[2] = t[2], t[1]
	}
	if t[0] > t[1] {
		t[0], t[1] = t[1], t[0]
	}
	return t
}
