package mesh

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Report lists the parts of a mesh and its defects. Lengths are in the unit of the mesh.
type Report struct {
	Facets     int     // triangles in the soup, before anything was dropped
	Degenerate int     // dropped: two joined corners, or no height
	Duplicates int     // dropped: on the same three vertices as an earlier triangle
	Tolerance  float64 // distance below which corners were joined

	Vertices   int
	Triangles  int
	Edges      int
	Components int // parts that are connected across edges

	OpenEdges        int // edges of one triangle
	Rims             int // connected parts of the open edges: one for a cup, none for a ball
	NonManifoldEdges int // edges of more than two triangles
	FlippedEdges     int // edges whose two triangles disagree about the outside

	Box    vec.Box
	Area   float64 // total area
	Closed bool    // no open and no non-manifold edge
	Volume float64 // enclosed volume if Closed without flipped edges, else 0; negative if all faces in
	Convex bool    // closed, one component, and every edge bent outwards or flat
}

// Inspect counts and measures the mesh. The fields that Weld sets (Facets, Degenerate, Duplicates,
// Tolerance) have the values of a mesh from which nothing was dropped.
func (m *Mesh) Inspect() Report {
	r := Report{
		Facets:     len(m.Triangles),
		Vertices:   len(m.Vertices),
		Triangles:  len(m.Triangles),
		Components: len(m.Triangles),
		Box:        m.Bounds(),
		Area:       m.Area(),
	}
	edges := m.edges()
	r.Edges = len(edges)
	parts, rims := newUnion(len(m.Triangles)), newUnion(len(m.Vertices))
	onRim := make([]bool, len(m.Vertices))
	for _, e := range edges {
		switch {
		case len(e.halves) == 1:
			r.OpenEdges++
			for _, v := range [...]int32{e.a, e.b} {
				if !onRim[v] {
					onRim[v] = true
					r.Rims++
				}
			}
			if rims.join(e.a, e.b) {
				r.Rims--
			}
		case len(e.halves) > 2:
			r.NonManifoldEdges++
		case m.sameDirection(e.halves[0], e.halves[1]):
			r.FlippedEdges++
		}
		for _, h := range e.halves[1:] {
			if parts.join(e.halves[0]/3, h/3) {
				r.Components--
			}
		}
	}
	r.Closed = r.Triangles > 0 && r.OpenEdges == 0 && r.NonManifoldEdges == 0
	if r.Closed && r.FlippedEdges == 0 {
		r.Volume = m.Volume()
		r.Convex = r.Components == 1 && m.isLocallyConvex(edges, r.Volume < 0)
	}
	return r
}

// flatness is the height over an edge's own size below which two triangles count as
// coplanar: the rounding of single precision coordinates.
const flatness = 1e-6

// isLocallyConvex reports whether no edge is bent inwards. A closed connected surface
// that is convex at every edge is convex (van Heijenoort, Comm. Pure Appl. Math. 5
// (1952) 223).
func (m *Mesh) isLocallyConvex(edges []edge, insideOut bool) bool {
	for _, e := range edges {
		h, g := e.halves[0], e.halves[1]
		a, b, c := m.Corners(h / 3)
		away := m.Vertices[m.opposite(g)].Sub(m.Vertices[e.a])
		height := b.Sub(a).Cross(c.Sub(a)).Unit().Dot(away)
		if insideOut {
			height = -height
		}
		size := math.Sqrt(math.Max(away.Norm2(), m.Vertices[e.b].Sub(m.Vertices[e.a]).Norm2()))
		if height > flatness*size {
			return false
		}
	}
	return true
}
