package run

import (
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: a reset gives back edits, but no drag: the body would be elsewhere. It is not even held then, also
// if it was as the reset came.
func TestResetForgetsDrags(t *testing.T) {
	r := atRest(t)
	plain := passed(r, 50, nil)
	r.apply(bridge.Reset{})
	var s bridge.Snapshot
	body := int64(-1)
	r.scene.World.Fill(&s)
	for i := range s.Bodies {
		if s.Bodies[i].Kind == bridge.Dynamic {
			body = s.Bodies[i].Number
		}
	}
	passed(r, 10, nil)
	r.apply(bridge.Grab{Body: body, To: vec.New(0, 0, 1)})
	dragged := passed(r, 10, nil)
	if r.scene.World.Fill(&s); !s.Hand.Holds || dragged[9] == plain[19] {
		t.Fatalf("hand %+v: nothing is dragged", s.Hand)
	}
	r.apply(bridge.Reset{})
	if r.scene.World.Fill(&s); s.Hand.Holds {
		t.Error("a body is held after a reset")
	}
	if again := passed(r, 50, nil); again[49] != plain[49] {
		t.Error("a run after a reset is not the run without the drag")
	}
}
