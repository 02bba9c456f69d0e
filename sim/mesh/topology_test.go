package mesh

import (
	"math"
	"slices"
	"testing"

	"example.org/tumble/sim/vec"
)

// TestTopologyOfHinge: two triangles that share the x axis, the second turned out of the
// plane by every angle, and also written the other way round.
func TestTopologyOfHinge(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		for degrees := -170.0; degrees <= 170; degrees += 10 {
			s, c := math.Sincos(degrees * math.Pi / 180)
			m := &Mesh{
				Vertices:  []vec.Vec3{{}, {X: 1}, {Y: 1}, {X: 0.5, Y: -c, Z: -s}},
				Triangles: [][3]int32{{0, 1, 2}, {1, 0, 3}},
			}
			if flipped {
				m.Triangles[1] = [3]int32{0, 1, 3}
			}
			topology := NewTopology(m)
			want := Side{Cos: c, Neighbor: 1, Flipped: flipped, Bend: Flat}
			if degrees > 0 {
				want.Bend = Convex
			} else if degrees < 0 {
				want.Bend = Concave
			}
			got := topology.Sides[0][0]
			if math.Abs(got.Cos-c) > 1e-15 {
				t.Errorf("%g°: cos %v, want %v", degrees, got.Cos, c)
			}
			if got.Cos = c; got != want {
				t.Errorf("%g°: got %+v, want %+v", degrees, got, want)
			}
			if topology.Sides[0][1].Neighbor != Rim || topology.Sides[1][2].Neighbor != Rim {
				t.Errorf("%g°: the other sides are not rims", degrees)
			}
			// Seen from its own outside the neighbour finds the same bend, unless its
			// outside is our inside.
			back := topology.Sides[1][0]
			if flipped && want.Bend != Flat {
				want.Bend = Convex + Concave - want.Bend
			}
			if back.Neighbor != 0 || back.Bend != want.Bend || math.Abs(back.Cos-c) > 1e-15 {
				t.Errorf("%g°: from the other side %+v, want bend %d", degrees, back, want.Bend)
			}
		}
	}
}

// TestTopologyIsSymmetric: a neighbour's neighbour across the same edge is the triangle
// itself, with the same cosine.
func TestTopologyIsSymmetric(t *testing.T) {
	m := torus(17, 1, 0.4)
	topology := NewTopology(m)
	for i, sides := range topology.Sides {
		for k, s := range sides {
			a, b := m.Triangles[i][k], m.Triangles[i][next[k]]
			mutual := 0
			for j, back := range topology.Sides[s.Neighbor] {
				if c, d := m.Triangles[s.Neighbor][j], m.Triangles[s.Neighbor][next[j]]; c == b && d == a {
					mutual++
					if back.Neighbor != int32(i) || back.Cos != s.Cos || back.Bend != s.Bend || back.Flipped || s.Flipped {
						t.Errorf("triangle %d side %d: %+v there, %+v back", i, k, s, back)
					}
				}
			}
			if mutual != 1 {
				t.Errorf("triangle %d side %d: the neighbour %d does not share it", i, k, s.Neighbor)
			}
		}
	}
	if slices.Contains(topology.Internal, false) {
		t.Error("a closed surface has vertices that are not internal")
	}
}

// TestInternalVertices: on a flat sheet of n² squares those inside; and none at an edge
// of three triangles.
func TestInternalVertices(t *testing.T) {
	const n = 5
	m := &Mesh{}
	for i := range n + 1 {
		for j := range n + 1 {
			m.Vertices = append(m.Vertices, vec.New(float64(i), float64(j), 0))
			if i < n && j < n {
				v := int32(i*(n+1) + j)
				m.Triangles = append(m.Triangles, [3]int32{v, v + n + 1, v + 1}, [3]int32{v + 1, v + n + 1, v + n + 2})
			}
		}
	}
	topology := NewTopology(m)
	for v, p := range m.Vertices {
		inside := p.X > 0 && p.X < n && p.Y > 0 && p.Y < n
		if topology.Internal[v] != inside {
			t.Errorf("vertex %v: internal %v, want %v", p, topology.Internal[v], inside)
		}
	}
	m.Vertices = append(m.Vertices, vec.New(2, 2, 1))
	m.Triangles = append(m.Triangles, [3]int32{2*(n+1) + 2, 3*(n+1) + 2, int32(len(m.Vertices) - 1)})
	topology = NewTopology(m)
	if topology.Internal[2*(n+1)+2] || topology.Internal[3*(n+1)+2] {
		t.Error("the ends of an edge of three triangles are internal")
	}
	if last := topology.Sides[len(m.Triangles)-1]; last[0].Neighbor != NonManifold || last[1].Neighbor != Rim {
		t.Errorf("fin has sides %+v", last)
	}
}

// TestFeatureEdges: a cube has 12 creases of 90°, its diagonals are flat; without a lid
// the rim stays at any angle.
func TestFeatureEdges(t *testing.T) {
	m := cube()
	if got := len(m.FeatureEdges(math.Pi / 4)); got != 12 {
		t.Errorf("cube: %d features, want 12", got)
	}
	if got := len(m.FeatureEdges(math.Pi * 0.6)); got != 0 {
		t.Errorf("cube: %d edges sharper than 108°, want 0", got)
	}
	m.Triangles = m.Triangles[:10]
	got := m.FeatureEdges(math.Pi)
	if len(got) != 4 || !slices.IsSortedFunc(got, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) }) {
		t.Errorf("open cube: %v, want its 4 rim edges in order", got)
	}
}

// TestTriangulate: the triangles of a polygon have its area and its side, whatever its
// corners turn, and keep every corner.
func TestTriangulate(t *testing.T) {
	for name, flat := range map[string][][2]float64{
		"square":   {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
		"arrow":    {{0, 0}, {2, 1}, {0, 2}, {1, 1}},
		"L":        {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
		"midpoint": {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 1}},
		"comb":     {{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}},
	} {
		turn := vec.FromRotationVector(vec.New(0.3, -0.8, 0.5))
		var corners []vec.Vec3
		for _, p := range flat {
			corners = append(corners, turn.Rotate(vec.New(p[0], p[1], 4)))
		}
		triangles, err := new(divider).triangulate(nil, corners)
		if err != nil || len(triangles) != len(corners)-2 {
			t.Fatalf("%s: %d triangles, %v; want %d", name, len(triangles), err, len(corners)-2)
		}
		want, area := polygonNormal(corners), 0.0
		used := map[vec.Vec3]bool{}
		for _, c := range triangles {
			part := polygonNormal(c[:])
			if part.Dot(want) <= 0 {
				t.Errorf("%s: triangle %v is flat or the wrong way round", name, c)
			}
			area += part.Norm()
			used[c[0]], used[c[1]], used[c[2]] = true, true, true
		}
		if math.Abs(area-want.Norm()) > 1e-12 || len(used) != len(corners) {
			t.Errorf("%s: area %g of %g, %d corners of %d", name, area/2, want.Norm()/2, len(used), len(corners))
		}
	}
}
