package sim

import (
	"math"
	"slices"
	"testing"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/contact"
	"example.org/tumble/sim/vec"
	"example.org/tumble/sim/wide/widthtest"
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
		if !w.bodies.Still(w.bodies.Index(b.ID)) {
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
// contacts, with the same bits by kernels of every width.
func TestForcesAcrossTheCutAreSent(t *testing.T) {
	for _, rule := range contact.CapsuleRules {
		w := pile(t, 1, 5, 200)
		w.Apply(bridge.SetCapsuleRule{Rule: rule.Name})
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
				want := 0
				for i := range k.Contacts.N {
					for n, c := 0, k.Contact(i); n < 2; n++ {
						if j := [2]int32{c.BodyA, c.BodyB}[n]; !own.Has(j) && (n == 1 || !k.Still) {
							want++
						}
					}
				}
				k.Halo = nil
				plain := slices.Clone(w.contacts.SendEach(k, own))
				if len(plain) != want {
					t.Fatalf("%s: a chunk sends %d forces, want %d", rule.Name, len(plain), want)
				}
				all += want
				widthtest.Each(t, func(t *testing.T) {
					lanes := w.contacts.Spaces[0].Onto.SendBatches(k, &w.bodies, own)
					for i := range plain {
						if a, b := plain[i], lanes[i]; len(lanes) != want || a.Body != b.Body || a.Shape != b.Shape ||
							!sameBits(a.Force, b.Force) || !sameBits(a.Torque, b.Torque) {
							t.Fatalf("%s: force %d of %d is sent as %+v, by the plain kernel as %+v", rule.Name, i, len(lanes), b, a)
						}
					}
				})
			}
			if all < 20 {
				t.Errorf("%s: only %d forces are sent", rule.Name, all)
			}
		}
	}
}

// sameBits compares also the signs of zeros.
func sameBits(a, b vec.Vec3) bool {
	return math.Float64bits(a.X) == math.Float64bits(b.X) && math.Float64bits(a.Y) == math.Float64bits(b.Y) &&
		math.Float64bits(a.Z) == math.Float64bits(b.Z)
}
