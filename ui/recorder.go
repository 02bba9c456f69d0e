package ui

import (
	"cmp"
	"example.org/tumble/sim/spell"
	"fmt"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
)

// recorder makes videos. For a video that is locked to simulated time the simulation sends a snapshot for every
// frame and waits until the frame is received, so that the video is exact however slowly frames are drawn. For a
// video of what a person saw, the recorder only notes views and times as footage; a job makes the video from the
// run afterwards.
type recorder struct {
	*shared
	viewport *viewport
	jobs     *jobs
	remake   remake

	clock, fps, speedIndex, size, format int // indices into clocks, frameRates, videoSpeeds, videoSizes, videoFormats

	state         recordState
	following     *clock // of the present or the last video
	footage       footage
	video         Recording
	note          string // format of the file, such as H.264
	path          string
	width, height int
	area          layout.Rect // area of the window that the video shows
	rate          float64
	frames        int
	started       uint64           // Snapshot.Applied from which on the simulation sends frames
	stopped       uint64           // Snapshot.Applied from which on it sends no more frames
	scale         float32          // size of marks in the video
	locked        [2]float32       // range of the colours that was locked for the video
	unlocked      bool             // the person wants the range to follow the data even during the video
	held          *bridge.Snapshot // the last frame
	frameView     view.View        // the view that this frame was drawn with
	pixels        []byte
	done          chan finished
	closing       int  // videos being finished
	leaving       bool // the window closes when the videos of what the person saw are made
}

type recordState uint8

const (
	idle recordState = iota
	recording
	draining // frames may still be on their way
)

// finished is the result of a video.
type finished struct {
	path   string
	frames int
	err    error
}

// frameRates, videoSpeeds, videoSizes and videoFormats are the choices of the record panel.
var (
	frameRates  = []float64{60, 30, 24}
	videoSpeeds = []float64{1, 0.5, 0.25, 0.1, 0.05, 0.01}
	videoSizes  = []struct {
		name          string
		width, height int
	}{{"view", 0, 0}, {"1280 × 720", 1280, 720}, {"1920 × 1080", 1920, 1080}}
	videoFormats = []struct{ name, ending, note string }{{"MP4", ".mp4", "H.264"}, {"WebM", ".webm", "VP9"},
		{"GIF", ".gif", "GIF"}}
)

func newRecorder(s *shared, v *viewport, j *jobs) recorder {
	return recorder{shared: s, viewport: v, jobs: j, done: make(chan finished, 8)}
}

// toggleRecording starts a video, or ends the present one.
func (r *recorder) toggleRecording() {
	switch {
	case r.snap == nil:
	case r.state == recording:
		r.stopRecording()
	case r.state == draining:
		r.toasts.add(bridge.Info, "The last video is still being ended", r.now)
	case r.follows() == nil:
		r.toasts.add(bridge.Warning, "There can be no video: "+clocks[len(clocks)-1].whyNot(r), r.now)
	default:
		r.startRecording()
	}
}

func (r *recorder) startRecording() {
	r.following = r.follows()
	r.width, r.height = r.videoSize()
	r.area, r.rate = r.viewport.area, frameRates[r.fps]
	kind := videoFormats[r.format]
	r.path, r.note, r.frames = r.names.next(r.snap.Scene)+kind.ending, kind.note, 0
	// Marks take the same share of the height in the video as in the view.
	r.scale = r.view.Scale
	if pixels := r.viewport.area.Height * r.viewport.pixelScale; pixels > 0 {
		r.scale *= float32(r.height) / pixels
	}
	if err := r.following.begin(r); err != nil {
		r.toasts.add(bridge.Warning, "Cannot record: "+err.Error(), r.now)
		return
	}
	r.state = recording
	text := r.startText()
	if why := r.recordingWaits(); why != "" {
		text += " It " + why + "."
	}
	if why := clocks[r.clock].whyNot(r); why != "" {
		text += fmt.Sprintf(" Not %s: %s.", clocks[r.clock].name, why)
	}
	r.toasts.addOfWorld(bridge.Info, text, r.now)
}

// beginLocked begins a video that is locked to simulated time.
func (r *recorder) beginLocked() error {
	video, note, err := r.config.NewRecording(r.path, r.width, r.height, r.rate, r.snap.Origin)
	if err != nil {
		return err
	}
	r.note = cmp.Or(note, r.note)
	r.video, r.unlocked = video, false
	r.started = r.send(bridge.StartRecording{FPS: r.rate, Speed: videoSpeeds[r.speedIndex]})
	return nil
}

// inLockstep reports whether the present video is locked to simulated time.
func (r *recorder) inLockstep() bool { return r.state == recording && r.video != nil }

// recordingWaits says why a recording gets no frames now, or returns "".
func (r *recorder) recordingWaits() string {
	if r.inLockstep() && r.paused() {
		return "waits while paused, " + keymap.Shortcut(keymap.Play) + " goes on"
	}
	return ""
}

// videoSize returns the size of the next video in pixels; both numbers are even, as encoders require.
func (r *recorder) videoSize() (width, height int) {
	if s := videoSizes[r.size]; s.width > 0 {
		return s.width, s.height
	}
	return even(int(r.viewport.area.Width * r.viewport.pixelScale)),
		even(int(r.viewport.area.Height * r.viewport.pixelScale))
}

// even returns the largest even number that is not above a number of pixels, but at least 16.
func even(pixels int) int { return max(16, pixels&^1) }

// stopRecording ends the present video.
func (r *recorder) stopRecording() { r.following.end(r) }

// endLocked asks the simulation for no more frames and finishes the file off the main thread.
func (r *recorder) endLocked() {
	r.stopped = r.send(bridge.StopRecording{})
	r.unlockAfterVideo()
	r.state = draining
	r.closing++
	video, frames := r.video, r.frames
	r.video = nil
	go func() {
		path, err := video.Close()
		r.done <- finished{path: path, frames: frames, err: err}
	}()
}

// pumpFrames receives the waiting frames of a recording, for at most budget, and draws and writes each of them. It
// returns the newest frame, or nil if there was none. After the end of the video it gives waiting frames back
// unwritten.
func (r *recorder) pumpFrames(d Drawer, budget time.Duration) *bridge.Snapshot {
	if r.state == idle {
		return nil
	}
	begin := time.Now()
	var newest *bridge.Snapshot
	for time.Since(begin) < budget {
		select {
		case s := <-r.config.Feed.Frames:
			if r.state == draining {
				r.config.Feed.ReturnFrame(s)
				continue
			}
			r.writeFrame(d, s)
			newest = s
			continue
		default:
		}
		break
	}
	r.endWithRun()
	r.endDraining()
	return newest
}

// endWithRun ends a recording that the simulation has ended, since a video shows only one run. All frames of that
// run are in the channel by then, and are written first.
func (r *recorder) endWithRun() {
	s := r.latest
	if !r.inLockstep() || s == nil || s.Applied < r.started || s.Recording || len(r.config.Feed.Frames) > 0 {
		return
	}
	why := "The video ends here: another run has begun"
	if s.Fault != "" {
		why = "The video ends here: the simulation stopped"
	}
	r.toasts.add(bridge.Info, why, r.now)
	r.stopRecording()
}

// framesWait reports whether pumpFrames has frames to write or a recording to end.
func (r *recorder) framesWait() bool {
	return r.state == draining || r.inLockstep() && len(r.config.Feed.Frames) > 0
}

// writeFrame draws a frame and writes it. The recorder holds the frame until the next one.
func (r *recorder) writeFrame(d Drawer, s *bridge.Snapshot) {
	r.release()
	r.held = s
	r.frameView = r.view
	r.frameView.Camera = r.viewport.cameraIn(r.area)
	if videoSizes[r.size].width > 0 { // the same distance from the edge in a picture of another aspect
		r.frameView.Camera.Shift[0] *= float32(r.width) / float32(r.height) / r.area.Aspect()
	}
	r.frameView.Scale = r.scale
	_, err := d.DrawUnless(s, &r.frameView, r.width, r.height, nil)
	if err == nil {
		r.lockForVideo(d.Layout().Legend.Ramp)
		r.pixels = d.Pixels(r.pixels)
		err = r.video.Write(r.pixels)
	}
	if err != nil {
		r.toasts.add(bridge.Warning, "Recording stopped: "+err.Error(), r.now)
		r.stopRecording()
		return
	}
	r.frames = r.video.Frames()
	r.filmed(s)
}

// lockForVideo locks the range of the colours of the last frame, unless the person has chosen otherwise: the
// legend of a video must not jump.
func (r *recorder) lockForVideo(now view.Ramp) {
	v := &r.view
	if r.frameView.ColorRange == [2]float32{} && v.ColorRange == r.frameView.ColorRange &&
		v.ColorBy == r.frameView.ColorBy &&
		!v.Quantity().Categorical && !r.unlocked && now.Lo < now.Hi {
		r.locked = [2]float32{now.Lo, now.Hi}
		v.ColorRange = r.locked
	}
	v.KeepScales = r.state == recording
	v.Filmed = r.state == recording && v.ColorRange == r.locked && r.locked != [2]float32{}
}

// unlockAfterVideo lets the range follow the data again as it did before the video.
func (r *recorder) unlockAfterVideo() {
	if r.view.Filmed && r.view.ColorRange == r.locked {
		r.view.ColorRange = [2]float32{}
	}
	r.view.Filmed, r.view.KeepScales, r.locked = false, false, [2]float32{}
}

// endDraining ends the recording for good when no frame can come any more. All frames that the simulation sent
// before it applied the command StopRecording are in the channel by then.
func (r *recorder) endDraining() {
	if r.state != draining || r.latest == nil || r.latest.Applied < r.stopped {
		return
	}
	for {
		select {
		case s := <-r.config.Feed.Frames:
			r.config.Feed.ReturnFrame(s)
			continue
		default:
		}
		break
	}
	r.state = idle
	r.release()
}

// release gives the held frame of a recording back to the simulation, which fills it anew: a window that shows it
// changes to the newest snapshot.
func (r *recorder) release() {
	s := r.held
	if s == nil {
		return
	}
	r.held = nil
	if r.snap == s {
		r.snap = r.latest
	}
	r.config.Feed.ReturnFrame(s)
}

// reportVideos shows messages about videos that have been finished.
func (r *recorder) reportVideos() {
	for {
		select {
		case f := <-r.done:
			r.closing--
			r.reportVideo(f)
		default:
			return
		}
	}
}

func (r *recorder) reportVideo(f finished) {
	if f.err != nil {
		r.toasts.add(bridge.Warning, "The video failed: "+f.err.Error(), r.now)
		return
	}
	r.path = f.path
	r.toasts.addFile("Video, "+spell.Count(f.frames, "frame", "frames"), f.path, r.now)
}
