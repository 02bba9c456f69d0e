package sim

import (
	"testing"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: what no step asks for, the force and torque on walls that stay where they are, is there for
// those who do, and is the force of their contacts.
func TestStateHasForcesOnStillBodies(t *testing.T) {
	w := pile(t, 2, 11, 80)
	for w.Clock().Time < 0.3 {
		w.Step()
	}
	loaded := 0
	for _, b := range w.State().Bodies {
		if !w.bodies.IsFixed(w.bodies.Index(b.ID)) {
			continue
		}
		want, turning := w.Contacts().ForceOn(b.ID)
		got, turned := vec3(b.Force[:]), vec3(b.Torque[:])
		// They add up the same in another order.
		if got.Sub(want).Norm() > 1e-12*want.Norm() || turned.Sub(turning).Norm() > 1e-12*(turning.Norm()+want.Norm()) {
			t.Errorf("body %q: force %v, torque %v, of its contacts %v, %v", b.Name, got, turned, want, turning)
		}
		if want != (vec.Vec3{}) {
			loaded++
		}
	}
	if loaded == 0 {
		t.Fatal("nothing lies on anything that is still")
	}
}

// Contract: what contacts put on bodies of the other span, and only that, is sent in the order of the
// contacts.
func TestForcesAcrossTheCutAreSent(t *testing.T) {
	t.Parallel()
	sign := [2]float64{1, -1} // of what the first and the second body get
	for _, rule := range contact.CapsuleRules {
		w := pile(t, 1, 5, 200)
		bridge.MakeEdit(w, bridge.Word("capsuleRule", rule.Name))
		for w.contacts.Count < 300 {
			w.Step()
		}
		for range 20 {
			w.Step()
		}
		half := int32(w.NumBodies() / 2)
		for _, own := range []contact.Span{{First: 0, Last: half}, {First: half, Last: int32(w.NumBodies())}} {
			all := 0
			for _, k := range w.contacts.Chunks {
				k.Halo = nil
				sent := w.contacts.Halo(k, own, &w.contacts.Spaces[0].Halos)
				for i := range k.Contacts.N {
					c := k.Contact(i)
					force := c.Force
					for n, j := range []int32{c.BodyA, c.BodyB} {
						if own.Has(j) || n == 0 && k.Fixed {
							continue
						}
						torque := c.Point.Sub(w.bodies.Pos[j]).Cross(force)
						if len(k.Moments) > 0 {
							torque = torque.Add(k.Moments[i])
						}
						want := contact.Halo{Force: force.Scale(sign[n]), Torque: torque.Scale(sign[n]), Body: j}
						if all++; len(sent) == 0 || sent[0] != want {
							t.Fatalf("%s: %+v is sent, want first %+v", rule.Name, sent, want)
						}
						sent = sent[1:]
					}
				}
				if len(sent) > 0 {
					t.Fatalf("%s: %d forces too many are sent", rule.Name, len(sent))
				}
			}
			if all < 20 {
				t.Errorf("%s: only %d forces are sent", rule.Name, all)
			}
		}
	}
}
