package mesh

import (
	"math"
	"math/rand"
	"strings"
	"testing"

	"example.org/tumble/sim/vec"
)

// ring returns a torus of n by n corners about z, whose coordinates are multiples of 2⁻⁸: corners and edges lie above
// each other, so that lines through lattice points go through many of them exactly.
func ring(n int, radius, tube float64) *Mesh {
	m := &Mesh{}
	round := func(x float64) float64 { return math.Round(x*256) / 256 }
	for i := range n {
		for j := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			up, out := math.Sincos(2 * math.Pi * float64(j) / float64(n))
			r := radius + tube*out
			m.Vertices = append(m.Vertices, vec.New(round(r*cos), round(r*sin), round(tube*up)))
			a, b := int32(i*n+j), int32(i*n+(j+1)%n)
			c, d := int32((i+1)%n*n+j), int32((i+1)%n*n+(j+1)%n)
			m.Triangles = append(m.Triangles, [3]int32{a, c, d}, [3]int32{a, d, b})
		}
	}
	return m
}

// winding returns how often a mesh winds round a point: the sum of the solid angles of its triangles (A. van Oosterom,
// J. Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125) over that of a sphere.
func winding(m *Mesh, p vec.Vec3) (sum float64) {
	for i := range m.Triangles {
		a, b, c := m.Corners(int32(i))
		a, b, c = a.Sub(p), b.Sub(p), c.Sub(p)
		x, y, z := a.Norm(), b.Norm(), c.Norm()
		sum += math.Atan2(a.Dot(b.Cross(c)), x*y*z+a.Dot(b)*z+b.Dot(c)*x+c.Dot(a)*y) / (2 * math.Pi)
	}
	return sum
}

// Contract: a point is inside where the mesh winds round it, a ring with its hole; no line loses or doubles a crossing,
// also along edges and through corners; lengths along each axis add up to the volume.
func TestInteriorOfARing(t *testing.T) {
	m := ring(24, 1, 0.5)
	n, err := NewInterior(m)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewSource(1))
	inside := 0
	for range 3000 {
		p := vec.New(random.Float64()*4-2, random.Float64()*4-2, random.Float64()*1.2-0.6)
		if w := winding(m, p); n.Holds(p) != (math.Abs(w) > 0.5) {
			t.Fatalf("%v: inside is %v, the mesh winds %g times round it", p, n.Holds(p), w)
		}
		if d := n.Depth(p); d > 0 {
			inside++
		}
	}
	if inside < 300 {
		t.Fatalf("only %d points were inside", inside)
	}
	const step = 1. / 256
	for i := range 3 {
		for _, corner := range m.Vertices {
			for _, shift := range []vec.Vec3{{}, vec.New(step, 0, 0), vec.New(0, step, step)} {
				p := corner.Add(shift)
				if list := n.crossings(i, p, nil); len(list)%2 != 0 {
					t.Fatalf("the line along axis %d through %v crosses the surface %d times", i, p, len(list))
				}
			}
		}
		volume, h := 0.0, 0.01 // midpoints: the error falls with h², of a volume of about 4.9
		for x := -1.6; x < 1.6; x += h {
			for y := -1.6; y < 1.6; y += h {
				p := vec.Vec3{}.WithComponent((i+1)%3, x+h/2).WithComponent((i+2)%3, y+h/2)
				volume += h * h * n.Length(i, p, -9, 9)
			}
		}
		if math.Abs(volume-n.Volume()) > 1e-3*n.Volume() {
			t.Errorf("along axis %d there are %g m³, by Gauss %g", i, volume, n.Volume())
		}
	}
}

// Contract: a side is exact where products of rounded differences would take it for the other one.
func TestSidesAreExact(t *testing.T) {
	a, b := [2]float64{0.1, 0.1}, [2]float64{12.1, 12.1} // on the diagonal, as doubles
	for _, off := range []float64{-1, 0, 1} {
		p := [2]float64{0.5, 0.5 + off*math.Pow(2, -53)}
		want := sign(p[1] - p[0])
		if got := exactSide(a, b, p); got != want {
			t.Errorf("%g ulp beside a line: side %d, want %d", off, got, want)
		}
		if back := exactSide(b, a, p); back != -want {
			t.Errorf("%g ulp beside the line the other way: side %d", off, back)
		}
	}
}

// Contract: what encloses no space is an error that says why.
func TestInteriorsAreClosed(t *testing.T) {
	open, flipped := ring(8, 1, 0.5), ring(8, 1, 0.5)
	open.Triangles = open.Triangles[1:]
	flipped.Triangles[3][0], flipped.Triangles[3][1] = flipped.Triangles[3][1], flipped.Triangles[3][0]
	for want, m := range map[string]*Mesh{"3 of its": open, "disagree": flipped, "no mesh": {}} {
		if _, err := NewInterior(m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}
