package mesh

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Neighbor values of a Side without exactly one triangle on its other side.
const (
	Rim         int32 = -1 // the surface ends here
	NonManifold int32 = -2 // more than one other triangle meets here
)

// Bend is the shape of an edge seen from the outside of one of its triangles.
type Bend int8

// The bends: a flat edge, a ridge, a valley.
const (
	Flat Bend = iota
	Convex
	Concave
)

// Side describes the neighbour at one side of a triangle. Cos, Flipped and Bend have a meaning
// only if Neighbor >= 0; otherwise they are zero.
type Side struct {
	// Cos is the cosine of the angle between the two unit normals, after the normal of a Flipped
	// neighbour was negated: the n_lim of the edge smoothing rule. 1 is flat, -1 folded back on itself.
	Cos float64
	// Neighbor is the triangle across the side, or Rim, or NonManifold.
	Neighbor int32
	// Flipped says that the neighbour has its outside on the other side, so that its normal
	// must be negated before it is compared with the normal of this triangle.
	Flipped bool
	// Bend is the shape of the edge seen from this triangle's outside.
	Bend Bend
}

// Topology describes the surface around each edge and vertex, for the contacts there. It is
// computed once and moves with the body.
type Topology struct {
	Normals  []vec.Vec3 // unit normal, one per triangle
	Sides    [][3]Side  // per triangle; side k runs from corner k to the next
	Internal []bool     // one per vertex: every edge at this vertex has exactly two triangles
}

// NewTopology finds the neighbours of every triangle of a welded mesh.
func NewTopology(m *Mesh) *Topology {
	t := &Topology{
		Normals:  make([]vec.Vec3, len(m.Triangles)),
		Sides:    make([][3]Side, len(m.Triangles)),
		Internal: make([]bool, len(m.Vertices)),
	}
	for i := range m.Triangles {
		a, b, c := m.Corners(int32(i))
		t.Normals[i] = b.Sub(a).Cross(c.Sub(a)).Unit()
	}
	for v := range t.Internal {
		t.Internal[v] = true
	}
	for _, e := range m.edges() {
		if len(e.halves) == 2 {
			h, g := e.halves[0], e.halves[1]
			t.Sides[h/3][h%3] = t.side(m, h, g)
			t.Sides[g/3][g%3] = t.side(m, g, h)
			continue
		}
		beyond := Rim
		if len(e.halves) > 2 {
			beyond = NonManifold
		}
		for _, h := range e.halves {
			t.Sides[h/3][h%3].Neighbor = beyond
		}
		t.Internal[e.a], t.Internal[e.b] = false, false
	}
	return t
}

// side describes the half edge h with g on its other side.
func (t *Topology) side(m *Mesh, h, g int32) Side {
	n1, n2 := t.Normals[h/3], t.Normals[g/3]
	s := Side{Neighbor: g / 3, Flipped: m.sameDirection(h, g)}
	if s.Flipped {
		n2 = n2.Neg()
	}
	s.Cos = vec.Clamp(n1.Dot(n2), -1, 1)
	corner := m.Vertices[m.Triangles[h/3][h%3]]
	along := m.Vertices[m.Triangles[h/3][next[h%3]]].Sub(corner)
	// The sine of the bend is positive for a ridge and negative for a valley. It is accurate
	// at small angles, where the cosine hardly changes.
	sine := n1.Cross(n2).Dot(along.Unit())
	switch {
	case s.Cos > 0 && math.Abs(sine) <= flatness:
		s.Bend = Flat
	case sine > 0, s.Cos < 0 && math.Abs(sine) <= flatness:
		s.Bend = Convex
	default:
		s.Bend = Concave
	}
	return s
}

// FeatureEdges returns the edges that draw the shape of the mesh: rims, non-manifold edges,
// and creases whose normals differ by more than angle [rad]. Each edge is a pair of vertices
// in ascending order, and the edges are in ascending order, too.
func (m *Mesh) FeatureEdges(angle float64) [][2]int32 {
	t := NewTopology(m)
	limit := math.Cos(vec.Clamp(angle, 0, math.Pi))
	var features [][2]int32
	for _, e := range m.edges() {
		s := t.Sides[e.halves[0]/3][e.halves[0]%3]
		if s.Neighbor < 0 || s.Cos < limit {
			features = append(features, [2]int32{e.a, e.b})
		}
	}
	return features
}
