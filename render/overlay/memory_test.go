package overlay

import (
	"math"
	"testing"
)

// TestAutoScale: grows at once, shrinks slowly, starts afresh with a new scene.
func TestAutoScale(t *testing.T) {
	var a autoScale
	if got := a.follow(0, 1, false); got != 0 {
		t.Errorf("nothing seen: %g", got)
	}
	a.follow(3, 1, false)
	if got := a.follow(12, 1, false); got != 12 {
		t.Errorf("grown to %g, want 12", got)
	}
	if got := a.follow(0.1, 1, false); got < 11 {
		t.Errorf("shrunk to %g in one picture", got)
	}
	for range 2000 {
		a.follow(0.1, 1, true)
	}
	if got := a.follow(0.1, 1, true); got < 11 {
		t.Errorf("kept, it shrunk to %g", got)
	}
	if got := a.follow(math.NaN(), 1, false); math.IsNaN(got) {
		t.Error("took what is no number")
	}
	for range 2000 {
		a.follow(0.1, 1, false)
	}
	if got := a.follow(0.1, 1, false); math.Abs(got-0.1) > 1e-9 {
		t.Errorf("settled at %g, want 0.1", got)
	}
	if got := a.follow(5, 2, false); got != 5 {
		t.Errorf("new scene: %g, want 5", got)
	}
}
