package run

import (
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/runfile"
)

// ends is where a run does not simply go on: at the scene's own end, and where a loop goes back.
type ends struct {
	loop bridge.SetLoop
	met  bool // the world has come to the scene's own end: the run pauses there once
	held bool // and has paused there now
}

// setLoop plays a stretch of time again and again.
func (r *Runner) setLoop(c bridge.SetLoop) {
	if !(c.Begin >= 0 && c.End >= c.Begin && c.End <= 1e9) {
		r.say(bridge.Refused, "loop", "a loop must have 0 ≤ begin ≤ end ≤ 1e9 s, got %g and %g", c.Begin, c.End)
		return
	}
	r.ends.loop = c
	if c.End <= c.Begin {
		r.ends.met = false // it was the loop that went over the scene's end
	}
}

// setSlow gives a stretch of time a speed of its own.
func (r *Runner) setSlow(c bridge.SetSlow) {
	if err := c.Check(); err != nil {
		r.say(bridge.Refused, "slow", "%v", err)
		return
	}
	r.scene.Slow = c
	r.keeping.file = nil // its head says so, which the next step writes anew
}

// asked returns the speed that is asked for where the world is. Where it becomes another one, the clock begins anew.
func (r *Runner) asked() float64 {
	speed := r.scene.Slow.At(r.scene.World.Clock().Time, r.speed)
	if speed != r.pace.speed {
		r.pace.speed = speed
		r.pace.restart()
	}
	return speed
}

// endRecording ends a video.
func (r *Runner) endRecording() {
	if film, ok := r.history.Film(); ok && r.recording != nil && film.Begin == r.recording.First {
		r.keepNow(func(w *runfile.Writer) { w.Film(film) })
	}
	r.recording = nil
}

// atAnEnd pauses the run where the scene ends, or goes back where a loop ends, after a step that began at a time, and
// reports whether it did. A video goes on over both.
func (r *Runner) atAnEnd(before float64) bool {
	e, now := &r.ends, r.scene.World.Clock().Time
	passed := func(t float64) bool { return before < t && now >= t }
	switch {
	case r.recording != nil:
	case e.loop.End > e.loop.Begin && passed(e.loop.End):
		r.seek(bridge.Moment{Step: end.Step, Time: e.loop.Begin}, false)
		r.paused = false
		r.pace.restart()
		return true
	case !e.met && passed(r.scene.End):
		e.met, e.held, r.paused = true, true, true
		return true
	}
	return false
}
