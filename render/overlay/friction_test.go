package overlay

import (
	"math"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// TestMobilisedFriction: |Ft| / (µ Fn), 1 where the law says that it slides, and no number
// out of 0..1 whatever comes.
func TestMobilisedFriction(t *testing.T) {
	nan := float32(math.NaN())
	for _, x := range []struct {
		contact bridge.Contact
		want    float32
	}{
		{bridge.Contact{NormalForce: 2, Tangential: [3]float32{0.3, 0.4, 0}, Friction: 0.5}, 0.5},
		{bridge.Contact{NormalForce: 2, Tangential: [3]float32{0.9, 1.2, 0}, Friction: 0.5}, 1},
		{bridge.Contact{NormalForce: 2, Tangential: [3]float32{0.3, 0.4, 0}, Friction: 0.5, Sliding: true}, 1},
		{bridge.Contact{NormalForce: 2, Friction: 0.5}, 0},
		{bridge.Contact{NormalForce: 2}, 0},
		{bridge.Contact{Sliding: true}, 1},
		{bridge.Contact{NormalForce: nan, Friction: 0.5}, nan},
	} {
		got := view.FrictionUsed(&x.contact)
		if got != x.want && !(got != got && x.want != x.want) {
			t.Errorf("%+v: got %g, want %g", x.contact, got, x.want)
		}
	}
	if frictionColor(&bridge.Contact{Friction: 0.5, NormalForce: 1}) != Sticking ||
		frictionColor(&bridge.Contact{Sliding: true}) != sliding {
		t.Error("the ends of the ramp are the colours of Sticking and sliding contacts")
	}
}
