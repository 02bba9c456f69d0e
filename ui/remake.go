package ui

import (
	"path/filepath"
	"strings"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/remember"
	"example.org/tumble/ui/widget"
)

// remake holds the data that is needed to make the last video again.
type remake struct {
	last  filmed
	saved bridge.SavedView
	track int    // track that the video shows
	of    uint64 // revision of the world

	samples []remember.ViewSample // footage of the video; nil: it followed simulated time
}

// filmed is the last video.
type filmed struct {
	view        string // name of its views in the file of the run; empty: there was no video
	path        string // path of the new video
	fps, speed  float64
	slow        bridge.SetSlow
	from, until float64 // time of the first and the last frame [s]
}

// Size of a video that is made again.
const (
	remakeWidth  = 3840
	remakeHeight = 2160
)

// filmed notes the view of a frame of a video, so that the video can be made again.
func (r *recorder) filmed(s *bridge.Snapshot) {
	k := &r.remake
	name := strings.TrimSuffix(filepath.Base(r.path), filepath.Ext(r.path))
	if k.last.view != name {
		*k = remake{track: s.Timeline.Present, of: s.Revision}
		k.last = filmed{view: name, path: strings.TrimSuffix(r.path, filepath.Ext(r.path)) + "-4k.mp4",
			fps: r.rate, speed: videoSpeeds[r.speedIndex], slow: s.Timeline.Slow, from: s.Time}
	}
	k.last.until = s.Time
	saved := remember.SavedViewOf(&r.frameView)
	saved.Name, saved.Film = name, true
	if saved != k.saved {
		k.saved = saved
		r.send(bridge.SaveView{View: saved, At: bridge.Moment{Step: s.Step, Time: s.Time}})
	}
}

// jobRemake is the name of the job that makes the last video again.
const jobRemake = "4K video"

// remakeTask returns the task that makes the last video again.
func (r *recorder) remakeTask() Task {
	l := &r.remake.last
	if samples := r.remake.samples; samples != nil {
		samples = scaled(samples, remakeHeight/float32(r.height))
		return Task{l.path, MakeRealTime{Width: remakeWidth, Height: remakeHeight, FPS: l.fps, Samples: &samples}}
	}
	return Task{l.path, MakeVideo{View: l.view, Width: remakeWidth, Height: remakeHeight, FPS: l.fps, Speed: l.speed,
		Slow: l.slow, From: l.from, Until: l.until}}
}

// remakeRow shows the button that makes the last video again.
func (r *recorder) remakeRow(u *widget.Context) {
	k, s := &r.remake, r.snap
	tip := "Runs what the last video shows again, in the background, and makes it as large as 3840 × 2160 and of the " +
		"best quality, with the same camera, overlays and colours."
	able := k.last.view != "" && r.state == idle && k.of == s.Revision && k.track == s.Timeline.Present
	if why := r.jobs.whyNoJob(); why != "" {
		tip, able = tip+" "+why, false
	} else if !able {
		tip += " There is none yet of the track that is shown."
	}
	r.jobs.jobButton(u, jobRemake, "Make again at 4K", tip, able, func() { r.jobs.makeOfRun(jobRemake, r.remakeTask()) })
}
