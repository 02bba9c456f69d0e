package mesh

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"example.org/tumble/sim/vec"
)

// original is the bottle of the Woo documentation, which lies beside the project.
const original = "../../../shared/reference/pill-bottle.coarse2.stl"

// readOriginal reads the original bottle and skips the test only where the folder that
// holds it is absent.
func readOriginal(t testing.TB) Soup {
	t.Helper()
	if _, err := os.Stat("../../../shared"); err != nil {
		t.Skip("no ../shared beside the project: the original bottle is not tested")
	}
	data, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}
	s, err := readSTL(data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOriginalBottle compares with the counts that were found with other tools: 1675
// facets, 519 open edges, outer radius 30 mm, height 113 mm.
func TestOriginalBottle(t *testing.T) {
	s := readOriginal(t)
	m, r := Weld(s, DefaultTolerance)
	if r.Facets != 1675 || r.OpenEdges != 519 || r.Closed || r.Volume != 0 {
		t.Errorf("report %+v, want 1675 facets, 519 open edges, not closed", r)
	}
	size := r.Box.Hi.Sub(r.Box.Lo)
	if math.Abs(size.Y-113) > 0.01 || math.Abs(size.X-60) > 0.1 {
		t.Errorf("size %v mm, want 60 wide and 113 tall", size)
	}
	m.Transform(0.001, vec.New(0.056, 0.027, -0.01), vec.FromAxisAngle(vec.AxisX, math.Pi/2))
	box := m.Bounds()
	if math.Abs(box.Lo.Z) > 1e-4 || math.Abs(box.Hi.Z-0.113) > 1e-4 {
		t.Errorf("transformed bottle spans z %v to %v m, want 0 to 0.113", box.Lo.Z, box.Hi.Z)
	}
}

// soupOf returns the loose triangles of a mesh.
func soupOf(m *Mesh) Soup {
	var s Soup
	for i := range m.Triangles {
		a, b, c := m.Corners(int32(i))
		s.Triangles = append(s.Triangles, [3]vec.Vec3{a, b, c})
	}
	return s
}

// cube returns the unit cube of 12 triangles, facing outwards.
func cube() *Mesh {
	m := &Mesh{}
	for i := range 8 {
		m.Vertices = append(m.Vertices, vec.New(float64(i&1), float64(i>>1&1), float64(i>>2&1)))
	}
	for _, q := range [][4]int32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]int32{q[0], q[1], q[2]}, [3]int32{q[0], q[2], q[3]})
	}
	return m
}

// torus returns a torus of 2 n² triangles about the z axis.
func torus(n int, major, minor float64) *Mesh {
	m := &Mesh{}
	at := func(i, j int) int32 { return int32(i%n*n + j%n) }
	for i := range n {
		for j := range n {
			su, cu := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			sv, cv := math.Sincos(2 * math.Pi * float64(j) / float64(n))
			r := major + minor*cv
			m.Vertices = append(m.Vertices, vec.New(r*cu, r*su, minor*sv))
			m.Triangles = append(m.Triangles,
				[3]int32{at(i, j), at(i+1, j), at(i+1, j+1)},
				[3]int32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return m
}

// confetti returns n triangles of mixed sizes without any connection.
func confetti(random *rand.Rand, n int) *Mesh {
	m := &Mesh{}
	point := func(scale float64) vec.Vec3 {
		return vec.New(random.Float64()-0.5, random.Float64()-0.5, random.Float64()-0.5).Scale(scale)
	}
	for i := range n {
		at, size := point(2), math.Pow(10, -3*random.Float64())
		m.Vertices = append(m.Vertices, at, at.Add(point(size)), at.Add(point(size)))
		v := int32(3 * i)
		m.Triangles = append(m.Triangles, [3]int32{v, v + 1, v + 2})
	}
	return m
}
