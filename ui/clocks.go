package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/remember"
)

// clock is the time that the frames of a video follow: the clock on the wall, or the time of the run.
type clock struct {
	name, about string
	whyNot      func(*recorder) string // says why no video can follow this clock now; empty: one can
	begin       func(*recorder) error
	end         func(*recorder)
	length      func(*recorder) float64 // of the video so far [s]
	frames      func(*recorder) int     // so far
	promise     func(*recorder) string  // describes the video before it is made
	speedless   bool                    // the video has no speed of its own
}

// clocks are the choices of the record panel.
var clocks = []*clock{clockOnWall, clockOfRun}

var (
	clockOnWall = &clock{name: "as I saw it", speedless: true,
		about: "The camera as you move it, by the clock on the wall, and the world as it was then, " +
			"slow or standing still. The pictures are made of the run itself once you stop, beside the window.",
		whyNot: (*recorder).whyNotRealTime, begin: (*recorder).beginRealTime, end: (*recorder).endRealTime,
		length:  func(r *recorder) float64 { return r.now.Sub(r.footage.started).Seconds() },
		frames:  func(r *recorder) int { return int(r.now.Sub(r.footage.started).Seconds()*r.rate + 0.5) },
		promise: func(*recorder) string { return "the video lasts as long as you record" }}
	clockOfRun = &clock{name: "simulated time",
		about: "Every frame is exact in simulated time, however long it takes to draw: the run " +
			"waits for the pictures.",
		whyNot: func(r *recorder) string {
			if r.config.NewRecording == nil {
				return "this program was built without video"
			}
			return ""
		}, begin: (*recorder).beginLocked, end: (*recorder).endLocked,
		length:  func(r *recorder) float64 { return float64(r.frames) / r.rate },
		frames:  func(r *recorder) int { return r.frames },
		promise: (*recorder).promiseLocked}
)

// follows returns the clock of the next video: the chosen clock, or if no video can follow it now, the first clock
// that a video can follow; nil if there is none.
func (r *recorder) follows() *clock {
	if r.snap == nil {
		return nil
	}
	for _, c := range append([]*clock{clocks[r.clock]}, clocks...) {
		if c.whyNot(r) == "" {
			return c
		}
	}
	return nil
}

// promiseLocked says how much of the run a second of the video shows, and how long the simulation takes for that
// part at the present target speed.
func (r *recorder) promiseLocked() string {
	film, asked := videoSpeeds[r.speedIndex], r.speed()
	text := fmt.Sprintf("1 s of video is %s of the run", format.Quantity(film, "s", 3))
	if asked > 0 && asked != film {
		text += fmt.Sprintf(", which takes %s at the present %s", format.Quantity(film/asked, "s", 2),
			format.AskedSpeed(asked))
	}
	return text
}

// mostVideos is how many videos of what a person saw may wait or be made at a time: each holds a copy of its run.
const mostVideos = 4

// whyNotRealTime says why no video can be made of what a person sees; empty: one can.
func (r *recorder) whyNotRealTime() string {
	if r.twins() {
		return "two worlds are shown beside each other"
	}
	making := 0
	for _, j := range r.jobs.list {
		if isRealTime(j) {
			making++
		}
	}
	if making >= mostVideos {
		return fmt.Sprintf("%d videos are still being made", making)
	}
	return strings.TrimSuffix(r.jobs.whyNoJob(), ".")
}

// footage is what a person has seen since the start of a video that follows the clock on the wall.
type footage struct {
	started time.Time
	samples []remember.ViewSample
}

// leaveRun ends a video by the clock on the wall before its run is gone, because the video is made from the run.
func (r *recorder) leaveRun() {
	if r.state == recording && !r.inLockstep() {
		r.stopRecording()
	}
}

// beginRealTime starts the footage of a video by the clock on the wall.
func (r *recorder) beginRealTime() error {
	r.footage = footage{started: r.now}
	return nil
}

// mostRealTime is the longest duration of footage.
const mostRealTime = time.Hour

// recordRealTime adds what a person sees now to the footage, if a video by the clock on the wall is being recorded. A
// third equal entry only moves the end of the second, so that a still view takes no memory.
func (r *recorder) recordRealTime() {
	if r.state != recording || r.following != clockOnWall || r.snap == nil {
		return
	}
	s := r.snap
	v := r.view
	v.Scale, v.Hover, v.KeepScales = r.scale, bridge.Thing{}, true
	now := remember.ViewSample{At: r.now.Sub(r.footage.started).Seconds(), Track: s.Timeline.Present,
		Run: bridge.Moment{Step: s.Step, Time: s.Time}, View: v}
	same := func(o remember.ViewSample) bool { o.At = now.At; return o == now }
	if n := len(r.footage.samples); n > 1 && same(r.footage.samples[n-1]) && same(r.footage.samples[n-2]) {
		r.footage.samples[n-1].At = now.At
	} else {
		r.footage.samples = append(r.footage.samples, now)
	}
	r.frameView = v
	if r.remake.last.view == "" || s.Time > r.remake.last.until {
		r.filmed(s)
	}
	if r.now.Sub(r.footage.started) > mostRealTime {
		r.toasts.add(bridge.Info, "The video ends here: it lasts an hour", r.now)
		r.stopRecording()
	}
}

// jobRealTime is the name of the job that makes a video of the footage; the next such job is Video 2 while the first
// one waits or runs.
const jobRealTime = "Video"

// isRealTime reports whether a job makes a video of footage.
func isRealTime(j *job) bool { return strings.HasPrefix(j.kind, jobRealTime) }

// endRealTime ends the footage and starts the job that makes the video.
func (r *recorder) endRealTime() {
	r.state = idle
	if r.footage.samples == nil { // it was stopped before its first frame
		r.toasts.add(bridge.Info, "The video was ended before its first picture: there is none", r.now)
		return
	}
	r.footage.samples[len(r.footage.samples)-1].At = max(r.footage.samples[len(r.footage.samples)-1].At, 1/r.rate)
	kind := jobRealTime
	for n := 2; r.jobs.job(kind) != nil; n++ {
		kind = fmt.Sprintf("%s %d", jobRealTime, n)
	}
	samples := slices.Clone(r.footage.samples) // the job keeps them, whatever video comes next
	r.remake.samples = samples
	r.jobs.makeOfRun(kind, Task{r.path, MakeRealTime{Width: r.width, Height: r.height, FPS: r.rate, Samples: &samples}})
}

// scaled returns a copy of the footage with larger marks, for larger pictures.
func scaled(samples []remember.ViewSample, by float32) []remember.ViewSample {
	samples = slices.Clone(samples)
	for i := range samples {
		samples[i].View.Scale *= by
		samples[i].View.Quality = view.Best
	}
	return samples
}

// recordingText says how long the video is so far, and how many pictures it has.
func (r *recorder) recordingText() string {
	text := fmt.Sprintf("%s   %s", format.Clock(r.following.length(r)),
		spell.Count(r.following.frames(r), "picture", "pictures"))
	if !r.following.speedless {
		text += fmt.Sprintf("   ×%g", videoSpeeds[r.speedIndex])
	}
	return text
}

// startText says which video is being started.
func (r *recorder) startText() string {
	return fmt.Sprintf("Recording %s, %g pictures a second, %d × %d, %s: %s. %s ends it.", r.following.name, r.rate,
		r.width, r.height, r.note, r.following.promise(r), keymap.Shortcut(keymap.Record))
}
