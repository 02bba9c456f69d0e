package controls

import "example.org/tumble/sim/run/bridge"

// FrameTimes says when the frames of a video are due, in simulated time. A nil one is never due.
type FrameTimes struct {
	First  float64 // time of the first frame [s]
	fps    float64
	speed  float64 // of the video, but where a stretch has its own [simulated s / s]
	begin  float64 // of the frames that lie so far apart as now [s]
	now    float64 // speed there
	frames int64   // handed over since then
	slow   *bridge.SetSlow
}

// NewFrameTimes returns the times of the frames of a video that begins at a time [s], with so many frames in a second
// and so many simulated seconds in one of the video; in the stretch it has a speed of its own.
func NewFrameTimes(first, fps, speed float64, slow *bridge.SetSlow) *FrameTimes {
	return &FrameTimes{First: first, fps: fps, speed: speed, begin: first, now: slow.At(first, speed), slow: slow}
}

// Next returns the time of the next frame [s].
func (f *FrameTimes) Next() float64 { return f.begin + float64(f.frames)*f.now/f.fps }

// Delivered says that a frame was handed over as the world was at a time.
func (f *FrameTimes) Delivered(time float64) {
	f.frames++
	if speed := f.slow.At(time, f.speed); speed != f.now {
		f.frames--
		f.begin = f.Next() + speed/f.fps
		f.now, f.frames = speed, 0
	}
}

// Due reports whether the world at time t has reached the next frame. The picture shows
// the first step at or after the frame's time: late by less than one time step.
func (f *FrameTimes) Due(t float64) bool { return f != nil && t >= f.Next() }
