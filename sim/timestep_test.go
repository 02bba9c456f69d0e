package sim

import (
	"math"
	"slices"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/timestep"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Contract: the estimate knows the slope of a Hertz contact and its dashpot: for one ball on
// a floor dt = safety times the root of k dt² + 2 c dt = 2 m, with what k and c are at the
// present overlap, and never more than safety times r √(ρ/E).
func TestTimeStepKnowsHertzAndDashpots(t *testing.T) {
	const r, overlap, safety = 0.01, 0.0005, 0.3
	for _, c := range []struct {
		law string
		e   float64
	}{{"frictional", 1}, {"frictional", 0.02}, {"hertz-mindlin", 1}, {"hertz-mindlin", 0.02}} {
		m := law.Material{Young: 1e7, Poisson: 0.3, KtDivKn: 0.1, Density: 1000, Restitution: c.e}
		w, err := New(Params{TimeStepSafety: safety, TimeStepEvery: 1, Law: c.law})
		if err == nil {
			_, err = w.Build().AddMaterial("m", m)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.Close)
		add(t, w, floorDef())
		b := add(t, w, body.Def{Shapes: sphereDef(r), Position: vec.New(0, 0, r-overlap),
			Blocked: body.BlockAll &^ body.BlockZ})
		w.clock.Dt = 1 // the estimate only ever shortens it much
		w.placeShapes()
		w.updateCandidates()
		w.updateContacts()
		w.clock.Dt = timestep.Next(&w.contacts, &w.flow, rule(&w.params))

		kn := math.Pi * r * m.Young / 2
		if c.law == "hertz-mindlin" {
			kn = 2 * m.Young / (2 * (1 - 0.09)) * math.Sqrt(r*overlap)
		}
		mass := w.bodies.Mass(b).Mass
		drag := 2 * law.DampingRatio(c.e) * math.Sqrt(kn*mass)
		if c.law == "hertz-mindlin" {
			drag *= math.Sqrt(5. / 6) // Tsuji's constant over the tangent stiffness
		}
		want := safety * (math.Sqrt(drag*drag+2*kn*mass) - drag) / kn
		if sound := safety * r * math.Sqrt(m.Density/m.Young); c.law == "hertz-mindlin" && want > sound {
			want = sound
		}
		t.Logf("%s, e = %g: dt %.6g s", c.law, c.e, w.clock.Dt)
		if math.Abs(w.clock.Dt/want-1) > 1e-12 {
			t.Errorf("%s, e = %g: dt %.9g s, want %.9g", c.law, c.e, w.clock.Dt, want)
		}
	}
}

// Contract: it does not matter for how many bodies at a time stiffness is summed, also where
// contacts resist sliding, rolling and twisting, and have dashpots.
func TestStiffnessInPieces(t *testing.T) {
	w := pile(t, 1, 3, 60)
	m := &w.contacts.Materials[0].Law
	m.Restitution, m.RollingFriction, m.TwistingFriction = 0.5, 0.1, 0.1
	w.contacts.MixProperties()
	for range 2000 {
		w.Step()
	}
	n := w.bodies.Len()
	stiff := func(size int) (all []contact.Stiffness, softest float64) {
		softest = math.Inf(1)
		for first := 0; first < n; first += size {
			own := contact.Span{First: int32(first), Last: int32(min(first+size, n))}
			part := w.contacts.SumStiffness(own, nil)
			all, softest = append(all, part...), math.Min(softest, w.contacts.Softest(own, part).Crit2)
		}
		return all, softest
	}
	whole, want := stiff(n)
	pieces, got := stiff(7)
	if !slices.Equal(whole, pieces) || got != want {
		t.Errorf("in pieces the step may be √%g s, at once √%g s", 2*got, 2*want)
	}
	if drags := slices.ContainsFunc(whole, func(s contact.Stiffness) bool { return s.Drag != vec.Vec3{} }); !drags ||
		math.IsInf(want, 1) {
		t.Error("nothing drags: the test sees nothing")
	}
}
