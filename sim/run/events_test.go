package run

import (
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: the run goes on to the next event and pauses in its step; events of a track are noted once, however often
// they are passed, and a track that leaves before one does not have it.
func TestRunToEvent(t *testing.T) {
	r := atRest(t)
	r.apply(bridge.SetBreakpoints{Lines: "overlap > 0.01%"})
	pass := func() int64 {
		r.apply(bridge.RunToEvent{})
		for !r.controls.Paused {
			r.stepBatch()
		}
		return r.scene.World.Clock().Step
	}
	first := pass()
	second := pass()
	var s bridge.Timeline
	r.history.Fill(&s)
	if len(s.Events) != 2 || s.Events[0].Step != first || s.Events[1].Step != second || second <= first {
		t.Fatalf("events %+v, paused in %d and %d", s.Events, first, second)
	}
	r.apply(bridge.Seek{Step: 0})
	r.finishSeek()
	if again := pass(); again != first {
		t.Errorf("paused in %d, the first time in %d", again, first)
	}
	if r.history.Fill(&s); len(s.Events) != 2 {
		t.Errorf("passing again makes %d events", len(s.Events))
	}
	r.apply(bridge.Number("damping", 0.7))
	r.apply(bridge.StepOnce{N: 1})
	if r.history.Fill(&s); len(s.Events) != 1 {
		t.Errorf("the track that left after the first event has %d", len(s.Events))
	}
}
