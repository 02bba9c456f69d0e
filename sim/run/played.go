package run

import (
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
)

// played is the worlds of a run as what a person plays.
type played struct{ *Runner }

// Play goes on, or pauses.
func (r played) Play(on bool) {
	if on {
		r.resume()
	} else {
		r.pause()
	}
}

// Move goes so many steps on, or back along the history.
func (r played) Move(n int) {
	if n >= 0 {
		r.stepOnce(n)
		return
	}
	r.Seek(bridge.Moment{Step: max(r.moment().Step+int64(n), 0), Time: controls.End.Time})
}

// Seek goes to a moment of the history.
func (r played) Seek(to bridge.Moment) { r.seek(to, false) }

// ToEvent goes on to the next event.
func (r played) ToEvent() { r.runToEvent() }

// Record begins a video where the world is.
func (r played) Record(fps, speed float64) {
	r.finishSeek()
	r.controls.Recording = controls.NewFrameTimes(r.scene.World.Clock().Time, fps, speed, &r.scene.Slow)
}

// EndRecording ends the video, after which the clock begins anew.
func (r played) EndRecording() {
	r.endRecording()
	r.pace.restart()
}

// Refuse tells the person why something is not done.
func (r played) Refuse(field, format string, args ...any) {
	r.say(bridge.Refused, field, format, args...)
}
