package shape

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/vec"
)

// Volume, inertia, equivalent radius and containment agree with the reference numbers.
func TestCapsuleReference(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "shared", "reference")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("reference numbers are not here: %v", err)
	}
	b, err := os.ReadFile(filepath.Join(folder, "capsule_properties.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Radius, Shaft, Density, Volume, EquivRadius, Mass float64
			Inertia                                           [3]float64
			IsAspherical                                      bool
		}
		InsideTest struct {
			Radius, Shaft float64
			Pos           [3]float64
			Ori           [4]float64
			Points        [][4]float64 // x, y, z, 1 if inside
		}
	}
	if err := json.Unmarshal(b, &file); err != nil {
		t.Fatal(err)
	}
	worst := 0.
	for i, c := range file.Cases {
		s := Capsule{Axis: vec.AxisX, Half: c.Shaft / 2, Radius: c.Radius}
		inertia := s.Inertia().Scale(c.Density)
		for _, pair := range [][2]float64{
			{s.Volume(), c.Volume}, {s.Volume() * c.Density, c.Mass}, {s.EquivalentRadius(), c.EquivRadius},
			{inertia.X, c.Inertia[0]}, {inertia.Y, c.Inertia[1]}, {inertia.Z, c.Inertia[2]},
		} {
			err := math.Abs(pair[0]/pair[1] - 1)
			worst = math.Max(worst, err)
			if err > 1e-12 {
				t.Errorf("case %d: %.17g, reference %.17g", i, pair[0], pair[1])
			}
		}
	}
	in := file.InsideTest
	q := vec.Quat{W: in.Ori[3], X: in.Ori[0], Y: in.Ori[1], Z: in.Ori[2]}
	s := Capsule{Center: vec.New(in.Pos[0], in.Pos[1], in.Pos[2]), Axis: q.Rotate(vec.AxisX), Half: in.Shaft / 2,
		Radius: in.Radius}
	for _, p := range in.Points {
		if s.Contains(vec.New(p[0], p[1], p[2])) != (p[3] == 1) {
			t.Errorf("point %v: inside %g by the reference", p[:3], p[3])
		}
	}
	if len(file.Cases) == 0 || len(in.Points) == 0 {
		t.Errorf("%d cases, %d points", len(file.Cases), len(in.Points))
	}
	t.Logf("%d capsules, worst relative error %.1e; %d points", len(file.Cases), worst, len(in.Points))
}

// Woo's formulas are the integrals over the body, here by slices perpendicular to
// the axis: a disc of radius ρ adds π ρ⁴/2 about the axis and π ρ⁴/4 + π ρ² x² across.
func TestCapsuleIntegrals(t *testing.T) {
	for _, c := range []Capsule{{Half: 0.4, Radius: 0.3}, {Half: 0.3, Radius: 0.8}, {Half: 0, Radius: 1},
		{Half: 2, Radius: 0.01}} {
		var volume, along, across float64
		add := func(x, weight float64) {
			rho2 := c.Radius * c.Radius
			if d := math.Abs(x) - c.Half; d > 0 {
				rho2 -= d * d
			}
			volume += weight * math.Pi * rho2
			along += weight * math.Pi * rho2 * rho2 / 2
			across += weight * math.Pi * rho2 * (rho2/4 + x*x)
		}
		// The integrands are polynomials of degree 4 on three stretches, for which three
		// Gauss points are exact.
		ends := [4]float64{-c.Half - c.Radius, -c.Half, c.Half, c.Half + c.Radius}
		for k := range 3 {
			middle, half := (ends[k]+ends[k+1])/2, (ends[k+1]-ends[k])/2
			add(middle-half*math.Sqrt(0.6), half*5/9)
			add(middle, half*8/9)
			add(middle+half*math.Sqrt(0.6), half*5/9)
		}
		got := c.Inertia()
		for name, pair := range map[string][2]float64{
			"volume": {c.Volume(), volume}, "along": {got.X, along}, "across": {got.Y, across}, "across z": {got.Z, across},
		} {
			if math.Abs(pair[0]/pair[1]-1) > 1e-12 {
				t.Errorf("half %g radius %g: %s %g, integral %g", c.Half, c.Radius, name, pair[0], pair[1])
			}
		}
	}
}

// A capsule with zero shaft is a sphere to the last bit, so that its body is integrated
// as one.
func TestZeroShaftIsSphere(t *testing.T) {
	for _, r := range []float64{1, 0.3, 0.003455, 0.1} {
		c, s := Capsule{Axis: vec.AxisX, Radius: r}, Sphere{Radius: r}
		if i := c.Inertia(); i.X != i.Y || i.Y != i.Z || i != s.Inertia() || c.Volume() != s.Volume() {
			t.Errorf("radius %g: capsule %v %g, sphere %v %g", r, i, c.Volume(), s.Inertia(), s.Volume())
		}
	}
}

// Bounds hold every point of the body and are touched by it on all six sides.
func TestBoundsTight(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		c := Capsule{
			Center: vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()),
			Axis:   vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit(),
			Half:   r.Float64(), Radius: 0.1 + r.Float64(),
		}
		a, b := c.Ends()
		want := Sphere{a, c.Radius}.Bounds().Union(Sphere{b, c.Radius}.Bounds())
		got := c.Bounds()
		if got.Lo.Sub(want.Lo).Norm()+got.Hi.Sub(want.Hi).Norm() > 1e-12 {
			t.Fatalf("bounds %v, of the ends %v", got, want)
		}
	}
	rod := Cylinder{Point: vec.New(1, 2, 3), Axis: vec.AxisY, Radius: 0.5}
	inf := math.Inf(1)
	if got, want := rod.Bounds(), (vec.Box{Lo: vec.New(0.5, -inf, 2.5), Hi: vec.New(1.5, inf, 3.5)}); got != want {
		t.Errorf("cylinder: bounds %v, want %v", got, want)
	}
	rod.Axis = vec.New(0.6, 0.8, 0)
	if got := rod.Bounds(); got.Lo.Z != 2.5 || got.Hi.Z != 3.5 || !math.IsInf(got.Hi.X, 1) || !math.IsInf(got.Lo.Y, -1) {
		t.Errorf("slanted cylinder: bounds %v", got)
	}
	if got := (Wall{Axis: 2, Position: 4}).Bounds(); got.Lo.Z != 4 || got.Hi.Z != 4 || !math.IsInf(got.Lo.X, -1) {
		t.Errorf("wall: bounds %v", got)
	}
}

func TestContains(t *testing.T) {
	rod := Cylinder{Axis: vec.AxisZ, Radius: 1}
	tube := rod
	tube.Hollow = true
	near, far := vec.New(0.5, 0.5, 100), vec.New(1, 1, -100)
	if !rod.Contains(near) || rod.Contains(far) || tube.Contains(near) || !tube.Contains(far) {
		t.Errorf("rod %t %t, tube %t %t", rod.Contains(near), rod.Contains(far), tube.Contains(near), tube.Contains(far))
	}
	ball := Sphere{Center: vec.AxisX, Radius: 1}
	if !ball.Contains(vec.New(1.9, 0, 0)) || ball.Contains(vec.New(-0.1, 0, 0)) {
		t.Error("sphere: wrong side")
	}
}

func TestKindNames(t *testing.T) {
	seen := map[string]bool{"": true, "unknown": true}
	for k := range Kinds {
		if name := Kind(k).String(); seen[name] {
			t.Errorf("kind %d has the name %q", k, name)
		} else {
			seen[name] = true
		}
	}
	if got := Kind(99).String(); got != "unknown" {
		t.Errorf("kind 99 has the name %q", got)
	}
}
