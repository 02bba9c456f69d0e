package sim

import (
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// adhering returns a world of balls in a row below a ceiling, each touching the one before, that move up at a
// speed [m/s]: of radius 1 mm, with µ = 0.3, γ = 1 J/m² and, on the ceiling, E* = 1e8 Pa.
func adhering(t *testing.T, balls int, damping, speed float64) *World {
	w, err := New(Params{Law: "jkr", TimeStepSafety: 0.05, TimeStepEvery: 100, Damping: damping})
	if err == nil {
		_, err = w.Build().AddMaterial("m", law.Material{Young: 2e8, TanPhi: 0.3, Density: 1000, SurfaceEnergy: 1})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	ceiling := floorDef()
	ceiling.Shapes[0].Wall.Sense = -1
	add(t, w, ceiling)
	for i := range balls {
		add(t, w, body.Def{Shapes: sphereDef(1e-3), Position: vec.New(0, 0, -1e-3*float64(1+2*i)),
			Velocity: vec.New(0, 0, speed)})
	}
	return w
}

const adheringMass = 4. / 3 * math.Pi * 1e-6 // of a ball [kg]

// Contract: tearing a ball off takes 7.09 (γ⁵ R⁴/E*²)^⅓, which is heat by adhesion; one that brings less stays.
// Steps find where a contact begins and ends to within themselves: 1 %.
func TestAdhesionTakesEnergy(t *testing.T) {
	const takes = 7.0918 * 4.6415888e-10 // [J]
	for _, brought := range []float64{0.95, 1.05, 5} {
		w := adhering(t, 1, 0, math.Sqrt(2*brought*takes/adheringMass))
		for i := 0; i < 10 || i < 20000 && w.contacts.Count > 0; i++ {
			w.Step()
		}
		e := w.Energy()
		taken, left := e.Adhesion/takes, e.Kinetic/takes
		if stays := w.contacts.Count > 0; stays != (brought < 1) ||
			math.Abs(e.ContactRule)+math.Abs(e.ClosureError) > 1e-3*takes ||
			!stays && (math.Abs(taken-1) > 0.01 || math.Abs(brought-taken-left) > 0.01) {
			t.Errorf("%g times what it takes: %d contacts, %g taken, %g left; %+v", brought, w.contacts.Count, taken, left, e)
		}
	}
}

// Contract: a contact bears 3/2 π γ R. Of three balls that hang in a row the first bears two with half of the R
// that the ceiling gives: at 0.999 of that they hang, at 1.001 they part there.
func TestChainPartsAtPullOff(t *testing.T) {
	t.Parallel()
	w := adhering(t, 3, 0.8, 0)
	load := func(share float64, steps int) {
		bridge.MakeEdit(w, bridge.Vector("gravity", vec.New(0, 0, -share*1.5*math.Pi*5e-4/(2*adheringMass))))
		for range steps {
			w.Step()
		}
	}
	for i := range 400 {
		load(1-math.Pow(1e-3, float64(i)/399), 100)
	}
	if load(0.999, 5000); w.contacts.Count != 3 {
		t.Fatalf("%d contacts at 0.999 of the pull-off force, want 3", w.contacts.Count)
	}
	if load(1.001, 50000); w.contacts.Count != 2 || w.bodies.Pos[1].Z < -1e-3 || w.bodies.Pos[2].Z > -3.1e-3 {
		t.Errorf("%d contacts at 1.001 of the pull-off force, balls at %v", w.contacts.Count, w.bodies.Pos[1:])
	}
}

// Contract: what adheres holds against sliding with µ (F + 2 P), where F is the normal force and P what pulls off
// (Thornton; Marshall). A ball that cannot roll hangs at the ceiling by a part of P: at 0.99 of that it holds, at
// 1.01 it slides.
func TestAdhesionBearsFriction(t *testing.T) {
	t.Parallel()
	const mu, most = 0.3, 1.5 * math.Pi * 1e-3
	for _, hanging := range []float64{0, 0.5, 0.9} {
		w := adhering(t, 1, 0.8, 0)
		w.bodies.Block[1] |= body.BlockRotX | body.BlockRotY | body.BlockRotZ
		load := func(part, share float64, steps int) bool {
			along, down := share*mu*(2-hanging)*most, part*hanging*most
			bridge.MakeEdit(w, bridge.Vector("gravity", vec.New(along, 0, -down).Scale(1/adheringMass)))
			for range steps {
				w.Step()
			}
			return w.contacts.Count == 1 && firstContact(w).Sliding
		}
		for i := range 200 {
			load(1-math.Pow(1e-3, float64(i)/199), 0, 100)
		}
		for i := range 200 {
			load(1, 0.99*(1-math.Pow(1e-3, float64(i)/199)), 100)
		}
		held := !load(1, 0.99, 5000)
		if slides := load(1, 1.01, 5000); !held || !slides {
			t.Errorf("hanging by %g of the pull-off force: holds %v at 0.99 of the limit, slides %v at 1.01; %s", hanging, held,
				slides, w.Log().Fault())
		}
	}
}
