package sim

import (
	"time"

	"example.org/tumble/sim/internal/profile"
)

// stage runs a stage of the step and, in a timed step, adds its wall time to the profile. The physics never sees
// the wall clock.
func (w *World) stage(which profile.Stage, do func()) {
	if !w.clock.Timed() {
		do()
		return
	}
	begin := time.Now()
	do()
	w.profile.Add(which, time.Since(begin).Seconds())
}
