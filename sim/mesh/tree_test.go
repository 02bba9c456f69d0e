package mesh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/tumble/sim/vec"
)

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// testMeshes are meshes of every kind that a tree must cope with: connected, scattered,
// flat, all on one spot, tiny, empty.
func testMeshes() map[string]*Mesh {
	stacked := &Mesh{Vertices: []vec.Vec3{{}, vec.AxisX, vec.AxisY}}
	for range 300 {
		stacked.Triangles = append(stacked.Triangles, [3]int32{0, 1, 2})
	}
	flat := torus(12, 1, 0.3)
	for i := range flat.Vertices {
		flat.Vertices[i].Z = 0
	}
	return map[string]*Mesh{
		"cube": cube(), "torus": torus(30, 1, 0.3), "confetti": confetti(newRandom(7), 2000),
		"stacked": stacked, "flat": flat, "empty": {},
		"one": {Vertices: stacked.Vertices, Triangles: stacked.Triangles[:1]},
	}
}

// TestQueryFindsWhatBruteForceFinds: the triangles whose boxes share a point with the
// searched box, each once, in ascending order, after what out already held.
func TestQueryFindsWhatBruteForceFinds(t *testing.T) {
	for name, m := range testMeshes() {
		t.Run(name, func(t *testing.T) {
			tree, random := NewTree(m), newRandom(3)
			for range 400 {
				center := vec.New(random.Float64(), random.Float64(), random.Float64()).Scale(3).Sub(vec.New(1, 1, 1))
				box := vec.Box{Lo: center, Hi: center}.Grow(math.Pow(10, -4*random.Float64()))
				want := []int32{-7}
				for i := range m.Triangles {
					a, b, c := m.Corners(int32(i))
					if vec.EmptyBox().Include(a).Include(b).Include(c).Overlaps(box) {
						want = append(want, int32(i))
					}
				}
				if got := tree.Query(box, []int32{-7}); !slices.Equal(got, want) {
					t.Fatalf("box %v: got %v, want %v", box, got, want)
				}
			}
			if tree.Bounds() != m.Bounds() {
				t.Errorf("bounds %v, want %v", tree.Bounds(), m.Bounds())
			}
		})
	}
}

// TestNearestIsNearest compares with a search of all triangles, and the point on each
// with a fine sampling of it.
func TestNearestIsNearest(t *testing.T) {
	for name, m := range testMeshes() {
		t.Run(name, func(t *testing.T) {
			tree, random := NewTree(m), newRandom(4)
			for range 200 {
				p := vec.New(random.Float64(), random.Float64(), random.Float64()).Scale(4).Sub(vec.New(2, 2, 2))
				want, best := int32(-1), math.Inf(1)
				for i := range m.Triangles {
					a, b, c := m.Corners(int32(i))
					if d := nearestOnTriangle(p, a, b, c).Sub(p).Norm2(); d < best {
						want, best = int32(i), d
					}
				}
				triangle, point, distance := tree.Nearest(p)
				if triangle != want || distance != math.Sqrt(best) {
					t.Fatalf("%v: got triangle %d at %g, want %d at %g", p, triangle, distance, want, math.Sqrt(best))
				}
				if want >= 0 && math.Abs(point.Sub(p).Norm()-distance) > 1e-12 {
					t.Fatalf("%v: point %v is not at distance %g", p, point, distance)
				}
			}
		})
	}
}

// TestNearestAlong: inside of a triangle it is the nearest, and at the corner of a cube, which up to six triangles
// share, one of the face that is perpendicular to the direction.
func TestNearestAlong(t *testing.T) {
	var memory []int32
	for name, m := range testMeshes() {
		tree, random := NewTree(m), newRandom(6)
		for range 200 {
			p := vec.New(random.Float64(), random.Float64(), random.Float64()).Scale(4).Sub(vec.New(2, 2, 2))
			want, q, distance := tree.Nearest(p)
			got := tree.NearestAlong(p, vec.AxisZ, 0, &memory)
			if got == want {
				continue
			}
			a, b, c := m.Corners(got)
			if d := nearestOnTriangle(p, a, b, c).Sub(p).Norm(); got < 0 || d > distance+1e-8 {
				t.Fatalf("%s: %v: got triangle %d at %g, want %d at %g (%v)", name, p, got, d, want, distance, q)
			}
		}
	}
	cube := &Mesh{}
	for i := range 8 {
		cube.Vertices = append(cube.Vertices, vec.New(float64(i&1), float64(i>>1&1), float64(i>>2)))
	}
	for _, f := range [6][4]int32{{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}} {
		cube.Triangles = append(cube.Triangles, [3]int32{f[0], f[1], f[2]}, [3]int32{f[0], f[2], f[3]})
	}
	tree := NewTree(cube)
	for axis := range 3 {
		for i, corner := range cube.Vertices {
			toward := vec.Vec3{}.WithComponent(axis, 1)
			got := tree.NearestAlong(corner.AddScaled(1e-3, corner.Sub(vec.New(0.5, 0.5, 0.5))), toward, 0, &memory)
			a, b, c := cube.Corners(got)
			if n := b.Sub(a).Cross(c.Sub(a)).Unit(); math.Abs(n.Dot(toward)) < 0.99 {
				t.Errorf("at corner %d along axis %d: triangle %d with the normal %v", i, axis, got, n)
			}
		}
	}
	above := vec.New(0, 0, 0.01) // a corner, on two sides
	for reach, want := range map[float64]bool{0.009: false, 0.011: true} {
		if got := tree.NearestAlong(above, vec.AxisZ, reach, &memory); (got < 2) != want { // the first two lie below
			t.Errorf("within %g of the sides is triangle %d", reach, got)
		}
	}
	if got := NewTree(&Mesh{}).NearestAlong(vec.Vec3{}, vec.AxisX, 1, &memory); got != -1 {
		t.Errorf("an empty mesh has triangle %d", got)
	}
}

// TestNearestOnTriangle checks the defining property of a nearest point on a convex set:
// no corner lies further along the direction to p. Tolerance: rounding of coordinates of
// size one.
func TestNearestOnTriangle(t *testing.T) {
	random := newRandom(5)
	for range 20000 {
		point := func() vec.Vec3 { return vec.New(random.Float64(), random.Float64(), random.Float64()) }
		a, b, c, p := point(), point(), point(), point().Scale(3).Sub(vec.New(1, 1, 1))
		q := nearestOnTriangle(p, a, b, c)
		for _, corner := range [...]vec.Vec3{a, b, c} {
			if over := corner.Sub(q).Dot(p.Sub(q)); over > 1e-9 {
				t.Fatalf("%v to (%v %v %v): %v is not nearest, corner %v is %g further", p, a, b, c, q, corner, over)
			}
		}
	}
}

// TestQueryDoesNotAllocate when the slice has room.
func TestQueryDoesNotAllocate(t *testing.T) {
	tree := NewTree(torus(50, 1, 0.3))
	out := make([]int32, 0, 5000)
	box := vec.Box{Lo: vec.New(-0.1, -2, -1), Hi: vec.New(0.1, 2, 1)}
	if n := testing.AllocsPerRun(100, func() { out = tree.Query(box, out[:0]) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
	if len(out) < 25 {
		t.Errorf("only %d triangles found: the long sort is not exercised", len(out))
	}
}

// BenchmarkQuery searches with boxes of the size of a pill in its skin, as candidates
// are rebuilt, on surfaces of 2 n² triangles.
func BenchmarkQuery(b *testing.B) {
	for _, n := range []int{30, 200, 700} {
		b.Run(fmt.Sprintf("triangles=%d", 2*n*n), func(b *testing.B) {
			m := torus(n, 1, 0.3)
			tree, random := NewTree(m), newRandom(6)
			var boxes [1024]vec.Box
			size := 2 / float64(n)
			for i := range boxes {
				at := m.Vertices[random.IntN(len(m.Vertices))]
				boxes[i] = vec.Box{Lo: at, Hi: at}.Grow(size)
			}
			out, found := make([]int32, 0, 256), 0
			for i := 0; b.Loop(); i++ {
				out = tree.Query(boxes[i%len(boxes)], out[:0])
				found += len(out)
			}
			b.ReportMetric(float64(found)/float64(b.N), "found/op")
		})
	}
}

// BenchmarkNewTree builds the hierarchy of a million triangles.
func BenchmarkNewTree(b *testing.B) {
	m := torus(707, 1, 0.3)
	for b.Loop() {
		NewTree(m)
	}
}
