package ui

import "testing"

// The speed keys go through every rung of the ladder and back, from a thousandth of real
// time to as fast as possible, which is 0.
func TestSpeedLadder(t *testing.T) {
	f, rungs := slowest, 0
	for f != 0 && rungs < 100 {
		next := faster(f)
		if next != 0 && !(next > f && next < 1.4*f) {
			t.Errorf("%g is followed by %g", f, next)
		}
		if back := slower(next); back != f {
			t.Errorf("from %g down: got %g, want %g", next, back, f)
		}
		f = next
		rungs++
	}
	if rungs != 51 || slower(slowest) != slowest || faster(0) != 0 {
		t.Errorf("got %d rungs, want 51, and ends that hold", rungs)
	}
	if got := faster(1.1); got != 1.3 {
		t.Errorf("from 1.1 up: got %g, want 1.3", got)
	}
}
