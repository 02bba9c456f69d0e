package sim

import (
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: what another rule makes of the energy of bodies that touch is booked under edits,
// in the next step, and not as what the rule made: a tilted capsule touches with one end,
// where both rules have a potential, so that entry stays empty through all changes. So it
// is after a restore between change and step.
func TestChangeOfRuleIsAnEdit(t *testing.T) {
	miss := func(ground body.Def, dt float64) (rule, edits float64) {
		w := newRuleWorld(t, documented, dt, seedPill)
		w.params.Gravity = vec.New(0, 0, -10)
		add(t, w, ground)
		b := add(t, w, body.Def{Shapes: capsuleDef(0.3, 0.8), Position: vec.New(0, 0, 0.6), Velocity: vec.New(0, 0, -1),
			Orientation: vec.FromAxisAngle(vec.AxisY, math.Pi/4)})
		for touched, k := false, 0; !touched || w.contacts.Count > 0; {
			w.Step()
			touched = touched || w.contacts.Count > 0
			if every := int(4e-3 / dt); touched && w.Clock().Step%int64(every) == 0 {
				before := w.Energy()
				k++
				bridge.MakeEdit(w, bridge.Word("capsuleRule", contact.CapsuleRules[k%2].Name))
				if w.Energy() != before {
					t.Errorf("the change moves the energy before the step: %+v, was %+v", w.Energy(), before)
				}
				r, err := Restore(w.Checkpoint(), 1)
				if err != nil {
					t.Fatal(err)
				}
				r.Step()
				w.Step()
				if r.Energy() != w.Energy() || r.Hash() != w.Hash() {
					t.Errorf("another step after a restore: %+v, want %+v", r.Energy(), w.Energy())
				}
				r.Close()
				edits = math.Max(edits, math.Abs(w.Energy().Edits-before.Edits))
			}
		}
		e := w.Energy()
		all := w.bodies.Mass(b).Mass / 2
		t.Logf("dt %g s: contact rule %.2g of the kinetic energy, largest edit %.2g, all %.3g, closure %.2g", dt,
			e.ContactRule/all, edits/all, e.Edits/all, e.ClosureError/all)
		return math.Abs(e.ContactRule) / all, edits / all
	}
	beam := body.Def{Shapes: capsuleDef(0.3, 4), Blocked: body.BlockAll, Position: vec.New(0.28, 0, -0.3),
		Orientation: vec.FromAxisAngle(vec.AxisZ, math.Pi/2)}
	for name, ground := range map[string]body.Def{"wall": floorDef(), "capsule": beam} {
		coarse, edits := miss(ground, 1e-4)
		fine, _ := miss(ground, 5e-5)
		if !(edits > 0.1) || !(coarse < 1e-3) || !(fine < coarse/2) {
			t.Errorf("on a "+name+": contact rule %.3g of the kinetic energy, with half the step %.3g, largest edit %.3g; "+
				"want < 1e-3, falling, and > 0.1", coarse, fine, edits)
		}
	}
}
