package run

// runToEvent lets the clock run until the next event.
func (r *Runner) runToEvent() {
	r.resume()
	r.toEvent = true
}

// happened reads the notices of the world in a step; before is their number before the step. It records
// an event if the step was done for the first time, and reports whether the run pauses for it. Answers to
// a person's edits are no events.
func (r *Runner) happened(before int, first bool) bool {
	found := false
	for _, n := range r.scene.World.Log().All()[before:] {
		if !n.IsEvent() {
			continue
		}
		if found = true; first {
			r.keepEvent(n.Level, n.Text)
		}
	}
	if !found || !r.toEvent || r.controls.Recording != nil {
		return false
	}
	r.toEvent, r.controls.Paused = false, true
	return true
}
