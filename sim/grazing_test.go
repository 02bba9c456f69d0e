package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Contract: bodies that lie along each other and touch to the last bit make a contact with numbers,
// or none. The overlap of some of their ends rounds to nothing.
func TestGrazingCapsules(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	w := newWorld(t, 1e-6, law.Material{Young: 1e7, KtDivKn: 0.2, TanPhi: 0.5, Density: 1000})
	for i := range 2000 {
		a, b := 0.001+0.01*r.Float64(), 0.001+0.01*r.Float64()
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		y := float64(i) * 0.125
		along := vec.FromAxisAngle(vec.AxisZ, math.Pi/2)
		add(t, w, body.Def{Shapes: capsuleDef(a, 0.02), Position: vec.New(0, y, 0), Orientation: along})
		add(t, w, body.Def{Shapes: capsuleDef(b, 0.02), Position: vec.New((a+b)*cos, y, (a+b)*sin), Orientation: along})
	}
	w.Step()
	if w.Log().Fault() != "" {
		t.Fatal(w.Log().Fault())
	}
	if w.contacts.Count < 100 {
		t.Errorf("%d pairs touch, want a good part of 2000", w.contacts.Count)
	}
	for c := range w.contacts.All {
		if !c.Point.IsFinite() || !c.Normal.IsFinite() || math.Abs(c.Normal.Norm()-1) > 1e-12 {
			t.Fatalf("bodies %d and %d: point %v, normal %v", c.BodyA, c.BodyB, c.Point, c.Normal)
		}
	}
}
