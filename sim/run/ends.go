package run

import (
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
	"example.org/tumble/sim/run/runfile"
)

// looped prepares the run for a new loop.
func (r *Runner) looped() {
	if l := r.controls.Loop; l.End <= l.Begin {
		r.endMet = false // the old loop crossed the scene's end, not the run
	}
}

// setSlow gives a stretch of time a speed of its own.
func (r *Runner) setSlow(c bridge.SetSlow) {
	if err := c.Check(); err != nil {
		r.notify(bridge.Refused, "slow", "%v", err)
		return
	}
	r.scene.Slow = c
	r.keeping.file = nil // the stretch stands in the head of the file, which the next step writes again
}

// asked returns the requested speed at the present time. When it changes, the pace starts again from
// here.
func (r *Runner) asked() float64 {
	speed := r.scene.Slow.At(r.scene.World.Clock().Time, r.controls.Speed)
	if speed != r.pace.speed {
		r.pace.speed = speed
		r.pace.restart()
	}
	return speed
}

// endRecording ends a video.
func (r *Runner) endRecording() {
	if film, ok := r.history.Film(); ok && r.controls.Recording != nil && film.Begin == r.controls.Recording.First {
		r.keepNow(func(w *runfile.Writer) { w.Film(film) })
	}
	r.controls.Recording = nil
}

// atAnEnd pauses the run at the scene's end, or jumps back at the end of a loop, after a step that began
// at a time, and reports whether it did. While a video is recorded, or another program waits for a goal, the run
// continues over both.
func (r *Runner) atAnEnd(before float64) bool {
	now := r.scene.World.Clock().Time
	switch {
	case r.controls.Recording != nil || r.request != nil:
	case r.controls.Loops(before, now):
		r.seek(bridge.Moment{Step: controls.End.Step, Time: r.controls.Loop.Begin}, false)
		r.controls.Paused = false
		r.pace.restart()
		return true
	case !r.endMet && before < r.scene.End && now >= r.scene.End:
		r.endMet, r.controls.Ended, r.controls.Paused = true, true, true
		return true
	}
	return false
}
