package sim

import (
	"testing"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
)

// Contract: two materials have together the smaller of their numbers, unless a pair says
// otherwise, in whichever order; an edit of a material keeps the pair.
func TestPairsOfMaterials(t *testing.T) {
	w := newWorld(t, 1e-4, law.Material{Young: 1e6, Density: 1000, TanPhi: 0.5, Restitution: 0.5, RollingFriction: 0.2})
	other, err := w.Build().AddMaterial("n", law.Material{Young: 1e6, Density: 1000, TanPhi: 0.3, Restitution: 0.9,
		TwistingFriction: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	between := func() law.PairProperties {
		ab, ba := w.contacts.Properties[other], w.contacts.Properties[2*other]
		if ab != ba {
			t.Errorf("%+v one way, %+v the other", ab, ba)
		}
		return ab.PairProperties
	}
	if got, want := between(), (law.PairProperties{TanPhi: 0.3, Restitution: 0.5}); got != want {
		t.Errorf("mixed %+v, want %+v", got, want)
	}
	if err := w.Build().AddPair(contact.PairDef{A: other, B: 0, Given: []law.Given{{Name: "tanPhi", Value: 0.8},
		{Name: "restitution", Value: 0.2}}}); err != nil {
		t.Fatal(err)
	}
	m := w.contacts.Materials[other].Law
	m.TanPhi, m.RollingFriction = 0.1, 0.05
	bridge.MakeEdit(w, bridge.SetMaterial{Index: other, Material: m})
	if got, want := between(), (law.PairProperties{TanPhi: 0.8, Restitution: 0.2, RollingFriction: 0.05}); got != want {
		t.Errorf("the pair has %+v, want %+v", got, want)
	}
	if got := w.contacts.Properties[0].PairProperties; got.TanPhi != 0.5 || got.RollingFriction != 0.2 {
		t.Errorf("the first material with itself has %+v", got)
	}
	for _, d := range []contact.PairDef{
		{A: 0, B: 2}, {A: -1, B: 0}, {A: 0, B: 1, Given: []law.Given{{Name: "restitution"}}},
		{A: 0, B: 1, Given: []law.Given{{Name: "density", Value: 1000}}},
	} {
		if w.Build().AddPair(d) == nil {
			t.Errorf("%+v is accepted", d)
		}
	}
}

// Contract: the law can be switched as bodies touch, back and forth, and numbers that make
// contacts stiff (dead dashpots, strong resistance) shorten the time step, so that a pile
// stays where it is.
func TestPileUnderEveryLaw(t *testing.T) {
	t.Parallel()
	for _, edit := range []func(*law.Material){
		func(m *law.Material) { m.Restitution = 0.01 },
		func(m *law.Material) { m.RollingFriction, m.TwistingFriction = 1, 1 },
		func(m *law.Material) { m.Poisson = 0.5 },
		func(m *law.Material) { m.SurfaceEnergy = 10 },
	} {
		w := pile(t, 1, 9, 80)
		m := w.contacts.Materials[0].Law
		edit(&m)
		bridge.MakeEdit(w, bridge.SetMaterial{Material: m})
		for i := 0; i < 2000*len(law.Kinds); i++ {
			if n := len(law.Kinds); i%1000 == 0 { // from the last law to the first, twice
				bridge.MakeEdit(w, bridge.Word("law", law.Kinds[n-1-i/1000%n].Name))
			}
			w.Step()
		}
		if w.Log().Fault() != "" {
			t.Fatal(w.Log().Fault())
		}
		fastest := 0.0
		for i := range w.bodies.Vel {
			fastest = max(fastest, w.bodies.Vel[i].Norm())
		}
		// The scene falls from 0.3 m: nothing can be faster than 3 m/s.
		if e := w.Energy(); fastest > 3 || e.Kinetic < 0 {
			t.Errorf("%+v: fastest body %.3g m/s, energy %+v", m, fastest, e)
		}
		if w.params.Law != law.Kinds[0].Name {
			t.Errorf("the law is %q", w.params.Law)
		}
	}
	w := pile(t, 1, 9, 1)
	bridge.MakeEdit(w, bridge.Word("law", "none"))
	bridge.MakeEdit(w, bridge.Word("law", ""))
	told := w.Log().All()
	if n := len(told); n != 2 || told[0].Level != bridge.Refused || told[1].Level != bridge.Refused {
		t.Errorf("notices %+v", w.Log().All())
	}
}
