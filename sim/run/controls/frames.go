package controls

import "example.org/tumble/sim/run/bridge"

// FrameTimes says when the frames of a video are due, in simulated time. With a nil FrameTimes no frame
// is due.
type FrameTimes struct {
	First  float64 // time of the first frame [s]
	fps    float64
	speed  float64 // of the video, outside the slow stretch [simulated s / s]
	begin  float64 // beginning of the frames with the present interval [s]
	now    float64 // speed of these frames
	frames int64   // number of these frames handed over
	slow   *bridge.SetSlow
}

// NewFrameTimes returns the times of a video that begins at first [s], with fps frames per second of
// video and speed simulated seconds per second of video; the stretch slow has a speed of its own.
func NewFrameTimes(first, fps, speed float64, slow *bridge.SetSlow) *FrameTimes {
	return &FrameTimes{First: first, fps: fps, speed: speed, begin: first, now: slow.At(first, speed), slow: slow}
}

// Next returns the time of the next frame [s].
func (f *FrameTimes) Next() float64 { return f.begin + float64(f.frames)*f.now/f.fps }

// Delivered records that a frame was handed over when the world was at a time.
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
