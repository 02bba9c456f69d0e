package run

import (
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: the conditions of a scene are listed and pause its run, until the person switches them off; those of the
// scene before are gone.
func TestBreakpointsOfTheScene(t *testing.T) {
	r := atRest(t)
	r.apply(bridge.SetBreakpoints{Lines: "time > 1"})
	next := r.scene
	next.Name, next.StopWhen = "other", []string{"step == 7", "step == 9"}
	r.enter(next, nil, false)
	r.apply(bridge.StepOnce{N: 20})
	var s bridge.Snapshot
	if r.fill(&s); s.Step != 7 || !s.Paused || len(s.Breakpoints) != 2 || !slices.Equal(s.StopWhen, next.StopWhen) {
		t.Errorf("at step %d, paused %v: %+v", s.Step, s.Paused, s.Breakpoints)
	}
	r.apply(bridge.SetBreakpoints{Lines: "step == 7\n# step == 9"})
	r.enter(next, nil, false)
	r.apply(bridge.StepOnce{N: 20})
	if r.fill(&s); s.Step != 27 || len(s.Breakpoints) != 2 {
		t.Errorf("switched off, at step %d: %+v", s.Step, s.Breakpoints)
	}
}

// Contract: a run pauses in the very step in which a condition becomes true, whatever the number of workers and also
// when it passes again after a jump back; it goes on from there, and what it found is named.
func TestBreakpoints(t *testing.T) {
	lines := "speed > 0.4\n# time > 0\noverlap > 0.01%\ncontact(floor, 3)\nsped > 1"
	var steps []int64
	for _, again := range []bool{false, true} {
		r := atRest(t)
		r.apply(bridge.SetBreakpoints{Lines: lines})
		if why := r.breakpoints.list[4].Why; !strings.Contains(why, "did you mean speed?") {
			t.Errorf("the misspelt condition says %q", why)
		}
		for pass := range 2 {
			var found []int64
			for range 20 {
				before := r.breakpoints.hit.Number
				r.apply(bridge.StepOnce{N: 3000})
				if h := r.breakpoints.hit; h.Number > before {
					found = append(found, h.At.Step)
					if h.At.Step != r.scene.World.Clock().Step || h.Culprit.Kind == bridge.NoThing || !r.controls.Paused {
						t.Errorf("%+v, paused %v at step %d", h, r.controls.Paused, r.scene.World.Clock().Step)
					}
					if is := h.Culprit.Kind == bridge.ThingContact; is == strings.HasPrefix(h.Line, "speed") {
						t.Errorf("%q found %+v", h.Line, h.Culprit)
					}
				}
			}
			switch {
			case steps == nil:
				steps = found
			case len(found) < 3 || !slices.Equal(steps, found):
				t.Errorf("pass %d, again %v: paused in %v, the first time in %v", pass, again, found, steps)
			}
			r.apply(bridge.Seek{Step: 0})
			r.finishSeek()
		}
	}
}
