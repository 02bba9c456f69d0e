package sim

import (
	"fmt"
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: an oblique impact of a softened ball leaves it with the speeds and the spin of a ball that is not softened;
// overlap and duration grow by the powers of the law: with N softer springs of a force as u^p by N^(1/(p+1)).
func TestSoftenedImpactKeepsRestitution(t *testing.T) {
	const n = 100
	for kind := range law.Kinds {
		l := &law.Kinds[kind]
		for _, e := range []float64{1, 0.5} {
			t.Run(fmt.Sprintf("%s/%g", l.Name, e), func(t *testing.T) {
				// So slow that overlaps are small beside the radius: they shorten the arm of friction.
				c := impact{law: l.Name, radius: 0.1, speed: 1e-3, horizontal: 2e-3, spin: 0.01, dt: 4e-6, start: 0.5,
					material: law.Material{Young: 1e7, KtDivKn: 0.3, TanPhi: 0.3, Density: 1000, Poisson: 0.3, Restitution: e}}
				hard := c.run(t)
				c.soften = n
				soft := c.run(t)
				grown := math.Pow(n, 1/(l.Power+1))
				for what, x := range map[string][2]float64{
					"restitution": {hard.speed, soft.speed}, "speed along the wall": {hard.horizontal, soft.horizontal},
					"spin": {hard.spin, soft.spin}, "overlap": {grown * hard.overlap, soft.overlap},
					"duration": {grown * hard.time, soft.time},
				} {
					if !(math.Abs(x[1]/x[0]-1) < 2e-3) {
						t.Errorf("%s: %g, softened %g", what, x[0], x[1])
					}
				}
			})
		}
	}
}

// Contract: the distance over which friction stops a ball that cannot roll, v²/2µg, does not depend on how soft the
// ball is.
func TestSoftenedFrictionKeepsDistance(t *testing.T) {
	const mu, v = 0.4, 0.3
	for _, n := range []float64{1, 100} {
		w := softened(t, n, law.Material{Young: 1e7, KtDivKn: 0.2, TanPhi: mu, Density: 1000, Poisson: 0.3, Restitution: 0.2},
			Params{Gravity: vec.New(0, 0, -10), TimeStepSafety: 0.2, TimeStepEvery: 100})
		const r = 0.01
		sinks := n * 4. / 3 * 1000 * 10 * 2 * r * r / 1e7 // m g/k
		b := add(t, w, body.Def{Shapes: sphereDef(r), Position: vec.New(0, 0, r-sinks), Velocity: vec.New(v, 0, 0),
			Blocked: body.BlockRot})
		for w.clock.Time < 2*v/(mu*10) {
			w.Step()
		}
		if x, want := w.bodies.Pos[b].X, v*v/(2*mu*10); math.Abs(x/want-1) > 0.01 {
			t.Errorf("softened by %g it slides %g m, want %g", n, x, want)
		}
	}
}

// Contract: the time step grows with the root of the factor: one from the speed of sound, one that is fixed, and, at
// once, that of a world that is softened as it runs.
func TestSoftenedStepGrows(t *testing.T) {
	for _, p := range []Params{{TimeStepSafety: 0.5, TimeStepEvery: 100}, {TimeStepSafety: 0.5, TimeStep: 1e-6},
		{TimeStepSafety: 0.5, FirstTimeStep: 1e-6}} {
		steps := map[float64]float64{}
		for _, n := range []float64{1, 400} {
			w := softened(t, n, law.Default, p)
			add(t, w, body.Def{Shapes: sphereDef(0.01), Position: vec.New(0, 0, 0.01)})
			plan := w.Plan().Step
			if w.Step(); plan != w.clock.Dt {
				t.Errorf("%+v: the plan has a step of %g s, the world %g s", p, plan, w.clock.Dt)
			}
			steps[n] = w.clock.Dt
			if err := bridge.MakeEdit(w, bridge.Number("soften", 4*n)); err != nil {
				t.Fatal(err)
			}
			if w.Step(); math.Abs(w.clock.Dt/steps[n]-2) > 0.01 {
				t.Errorf("%+v: as it runs, %g s became %g s", p, steps[n], w.clock.Dt)
			}
		}
		if math.Abs(steps[400]/steps[1]-20) > 1e-9 {
			t.Errorf("%+v: steps of %g and %g s", p, steps[1], steps[400])
		}
	}
}

// Contract: a heap of softened bodies is saved and goes on with the same bits, its hash says that it is softened, and
// energy is accounted for although it was softened as it ran.
func TestSoftenedWorldIsSaved(t *testing.T) {
	w := softened(t, 1, law.Material{Young: 1e7, KtDivKn: 0.2, TanPhi: 0.4, Density: 1000, Poisson: 0.3, Restitution: 0.7,
		SurfaceEnergy: 1}, Params{Gravity: vec.New(0, 0, -10), TimeStepSafety: 0.3, TimeStepEvery: 20, Law: "jkr"})
	for i := range 12 {
		add(t, w, body.Def{Shapes: sphereDef(0.01), Position: vec.New(0.001*float64(i%3), 0, 0.01+0.0199*float64(i))})
	}
	steps := func(w *World, n int) uint64 {
		for range n {
			w.Step()
		}
		return w.Hash()
	}
	hard := steps(w, 500)
	if err := bridge.MakeEdit(w, bridge.Number("soften", 50)); err != nil {
		t.Fatal(err)
	}
	if w.Hash() == hard {
		t.Error("the hash does not see that it is softened")
	}
	steps(w, 500)
	again, err := Restore(w.Checkpoint(), 2)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if a, b := steps(w, 1), steps(again, 1); a != b || again.Params().Soften != 50 {
		t.Errorf("restored it goes another way: %016x and %016x", a, b)
	}
	if a, b := steps(w, 500), steps(again, 500); a != b {
		t.Errorf("restored it goes another way: %016x and %016x", a, b)
	}
	if e := w.Energy(); math.Abs(e.ClosureError) > 0.01*e.Potential {
		t.Errorf("the ledger misses %g of %g J", e.ClosureError, e.Potential)
	}
	for _, x := range []float64{0, -1, 0.5, math.NaN(), 1e30, math.Inf(1)} {
		if bridge.MakeEdit(w, bridge.Number("soften", x)) == nil || w.Params().Soften != 50 {
			t.Errorf("softened by %g", x)
		}
	}
}

// softened returns a world with a floor of a material, softened from the beginning.
func softened(t *testing.T, n float64, m law.Material, p Params) *World {
	t.Helper()
	p.Soften = n
	w, err := New(p)
	if err == nil {
		_, err = w.Build().AddMaterial("m", m)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	add(t, w, floorDef())
	return w
}
