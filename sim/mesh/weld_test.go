package mesh

import (
	"math"
	"slices"
	"testing"

	"example.org/tumble/sim/vec"
)

// weldSlowly joins corners by the rule of Weld's comment, without a grid.
func weldSlowly(s Soup, tolerance float64) (vertices []vec.Vec3, corners [][3]int32) {
	for _, c := range s.Triangles {
		var t [3]int32
		for k, p := range c {
			t[k] = int32(slices.IndexFunc(vertices, func(v vec.Vec3) bool {
				return v == p || v.Sub(p).Norm() < tolerance
			}))
			if t[k] < 0 {
				t[k] = int32(len(vertices))
				vertices = append(vertices, p)
			}
		}
		corners = append(corners, t)
	}
	return vertices, corners
}

// TestWeldJoinsTheFirstInReach compares the grid with the search of all vertices, on
// clouds in which most corners have several vertices in reach or just out of it.
func TestWeldJoinsTheFirstInReach(t *testing.T) {
	random := newRandom(21)
	for round := range 60 {
		var s Soup
		for range 60 {
			var c [3]vec.Vec3
			for k := range c {
				c[k] = vec.New(random.Float64(), random.Float64(), random.Float64()).Scale(2).Sub(vec.New(1, 1, 1))
			}
			s.Triangles = append(s.Triangles, c)
		}
		tolerance := []float64{0, 1e-12, 0.05, 0.2, 0.5, 3}[round%6]
		vertices, corners := weldSlowly(s, tolerance)
		w := newWelder(s, tolerance)
		for i, c := range s.Triangles {
			for k, p := range c {
				if got := w.vertex(p); got != corners[i][k] {
					t.Fatalf("tolerance %g: corner %d of triangle %d joins vertex %d, want %d", tolerance, k, i, got, corners[i][k])
				}
			}
		}
		if !slices.Equal(w.vertices, vertices) {
			t.Fatalf("tolerance %g: vertices differ", tolerance)
		}
	}
}

// TestWeldRestoresSharedVertices: a mesh torn into loose triangles, each corner moved by
// less than half the tolerance, comes back with the same connections, whatever the scale.
func TestWeldRestoresSharedVertices(t *testing.T) {
	for _, scale := range []float64{1e-6, 1, 1e6} {
		m := torus(20, 1, 0.3)
		m.Transform(scale, vec.New(3*scale, 0, 0), vec.Identity)
		s, random := soupOf(m), newRandom(22)
		for i := range s.Triangles {
			for k := range s.Triangles[i] {
				shake := vec.New(random.Float64(), random.Float64(), random.Float64()).Scale(1e-7 * scale)
				s.Triangles[i][k] = s.Triangles[i][k].Add(shake)
			}
		}
		_, r := Weld(s, DefaultTolerance)
		if r.Vertices != len(m.Vertices) || r.Triangles != len(m.Triangles) || !r.Closed || r.Components != 1 {
			t.Errorf("scale %g: %+v, want %d vertices, %d triangles, closed", scale, r, len(m.Vertices), len(m.Triangles))
		}
		if euler := r.Vertices - r.Edges + r.Triangles; euler != 0 {
			t.Errorf("scale %g: Euler characteristic %d, want 0, that of a torus", scale, euler)
		}
	}
}

// TestWeldIsIdempotent: welding a welded mesh changes nothing.
func TestWeldIsIdempotent(t *testing.T) {
	first, _ := Weld(soupOf(confetti(newRandom(23), 300)), 0.02)
	second, r := Weld(soupOf(&first), 0.02)
	if !slices.Equal(first.Triangles, second.Triangles) || !slices.Equal(first.Vertices, second.Vertices) {
		t.Error("a second weld changed the mesh")
	}
	if r.Degenerate+r.Duplicates != 0 {
		t.Errorf("a second weld dropped triangles: %+v", r)
	}
}

// TestWeldDrops: triangles with joined corners, without height, and on the same corners
// as another, with vertices that only they used.
func TestWeldDrops(t *testing.T) {
	s := soupOf(cube())
	a, b, c := s.Triangles[0][0], s.Triangles[0][1], s.Triangles[0][2]
	far := vec.New(2, 2, 2)
	s.Triangles = append(s.Triangles,
		[3]vec.Vec3{a, a, b}, [3]vec.Vec3{far, far, far}, // joined
		[3]vec.Vec3{{}, far, far.Scale(0.5)},       // on a line
		[3]vec.Vec3{b, c, a}, [3]vec.Vec3{c, b, a}) // the same, and its back
	_, r := Weld(s, DefaultTolerance)
	if r.Degenerate != 3 || r.Duplicates != 2 || r.Triangles != 12 || r.Vertices != 8 {
		t.Errorf("%+v, want 3 degenerate, 2 duplicates, 12 triangles, 8 vertices", r)
	}
}

// TestReport: one property at a time, on shapes of which all is known.
func TestReport(t *testing.T) {
	inspect := func(change func(m *Mesh)) Report {
		m := cube()
		change(m)
		return m.Inspect()
	}
	flip := func(m *Mesh, i int) { t := &m.Triangles[i]; t[0], t[1] = t[1], t[0] }
	for _, c := range []struct {
		name   string
		report Report
		want   Report
	}{
		{"cube", inspect(func(*Mesh) {}),
			Report{Components: 1, Closed: true, Volume: 1, Convex: true}},
		{"far away and stretched", inspect(func(m *Mesh) {
			m.Transform(-3, vec.New(1e5, 0, 0),
				vec.FromAxisAngle(vec.AxisX, 1))
		}),
			Report{Components: 1, Closed: true, Volume: 27, Convex: true}},
		{"inside out", inspect(func(m *Mesh) {
			for i := range m.Triangles {
				flip(m, i)
			}
		}), Report{Components: 1, Closed: true, Volume: -1, Convex: true}},
		{"one flipped", inspect(func(m *Mesh) { flip(m, 5) }),
			Report{Components: 1, Closed: true, FlippedEdges: 3}},
		{"one missing", inspect(func(m *Mesh) { m.Triangles = m.Triangles[1:] }),
			Report{Components: 1, OpenEdges: 3, Rims: 1}},
		{"two holes", inspect(func(m *Mesh) { m.Triangles = m.Triangles[2 : len(m.Triangles)-1] }),
			Report{Components: 1, OpenEdges: 7, Rims: 1}},
		{"lid and bottom missing", inspect(func(m *Mesh) { m.Triangles = m.Triangles[4:] }),
			Report{Components: 1, OpenEdges: 8, Rims: 2}},
		{"fin", inspect(func(m *Mesh) {
			m.Vertices = append(m.Vertices, vec.New(-1, -1, 0.5))
			m.Triangles = append(m.Triangles, [3]int32{0, 4, 8})
		}), Report{Components: 1, OpenEdges: 2, Rims: 1, NonManifoldEdges: 1}},
		{"two", inspect(func(m *Mesh) {
			other := cube()
			other.Transform(1, vec.New(5, 0, 0), vec.Identity)
			for _, v := range other.Triangles {
				m.Triangles = append(m.Triangles, [3]int32{v[0] + 8, v[1] + 8, v[2] + 8})
			}
			m.Vertices = append(m.Vertices, other.Vertices...)
		}), Report{Components: 2, Closed: true, Volume: 2}},
		{"dented", inspect(func(m *Mesh) { m.Vertices[7] = vec.New(0.3, 0.3, 0.3) }),
			Report{Components: 1, Closed: true, Volume: 0.3}},
		{"torus", torus(40, 1, 0.3).Inspect(),
			Report{Components: 1, Closed: true, Volume: 2 * math.Pi * math.Pi * 0.09}},
		{"nothing", (&Mesh{}).Inspect(), Report{}},
	} {
		g, w := c.report, c.want
		// Volumes: rounding at a distance of 3e5, and the facets of the torus.
		if math.Abs(g.Volume-w.Volume) > 0.01*math.Abs(w.Volume) {
			t.Errorf("%s: volume %g, want %g", c.name, g.Volume, w.Volume)
		}
		got := Report{Components: g.Components, OpenEdges: g.OpenEdges, Rims: g.Rims, NonManifoldEdges: g.NonManifoldEdges,
			FlippedEdges: g.FlippedEdges, Closed: g.Closed, Volume: w.Volume, Convex: g.Convex}
		if got != w {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, got, w)
		}
	}
}

// TestDescribe says every thing that a report can hold.
func TestDescribe(t *testing.T) {
	r := Report{Facets: 20, Degenerate: 2, Duplicates: 1, Tolerance: 1e-4, Vertices: 9, Triangles: 17, Edges: 25,
		Components: 1,
		OpenEdges:  1, Rims: 1, NonManifoldEdges: 3, FlippedEdges: 2, Box: vec.Box{Hi: vec.New(1, 2, 3)}, Area: 4}
	want := []string{
		"cup.stl: 17 triangles, 9 vertices, 25 edges, 1 component",
		"box (0, 0, 0) to (1, 2, 3), size 1 x 2 x 3, area 4",
		"open: 1 open edge in 1 rim",
		"2 edges with triangles that disagree about the outside",
		"3 edges with more than two triangles",
		"dropped 3 of 20 facets: 2 degenerate, 1 duplicate (corners closer than 0.0001 joined)",
	}
	if got := Describe("cup.stl", r); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	r = Report{Closed: true, Volume: -2}
	if got := Describe("box", r); !slices.Contains(got, "inside out: the triangles face inwards") {
		t.Errorf("got %q, want it to say that the triangles face inwards", got)
	}
}
