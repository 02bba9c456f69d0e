package run

import (
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
)

// played adapts the worlds of a run to the controls.
type played struct{ *Runner }

// Play continues, or pauses.
func (r played) Play(on bool) {
	if on {
		r.resume()
	} else {
		r.pause()
	}
}

// Move does n steps, or goes back in the history.
func (r played) Move(n int) {
	if n >= 0 {
		r.stepOnce(n)
		return
	}
	r.Seek(bridge.Moment{Step: max(r.moment().Step+int64(n), 0), Time: controls.End.Time})
}

// Seek shows a moment of the history.
func (r played) Seek(to bridge.Moment) { r.seek(to, false) }

// ToEvent runs until the next event.
func (r played) ToEvent() { r.runToEvent() }

// Record begins a video at the present moment.
func (r played) Record(fps, speed float64) {
	r.finishSeek()
	r.controls.Recording = controls.NewFrameTimes(r.scene.World.Clock().Time, fps, speed, &r.scene.Slow)
}

// EndRecording ends the video. The pace then starts again.
func (r played) EndRecording() {
	r.endRecording()
	r.pace.restart()
}

// Refuse tells the person why a command is not carried out.
func (r played) Refuse(field, format string, args ...any) {
	r.notify(bridge.Refused, field, format, args...)
}
