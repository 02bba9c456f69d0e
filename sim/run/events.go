package run

// runToEvent lets the clock run until something happens.
func (r *Runner) runToEvent() {
	r.resume()
	r.toEvent = true
}

// happened looks at what the world has said in a step, after so many notices before it. It notes it if the step was
// done for the first time, and reports whether the run pauses for it. Answers to a person's edits are no events.
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
