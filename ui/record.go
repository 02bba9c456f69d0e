package ui

import (
	"cmp"
	"fmt"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
)

// recorder makes a video locked to simulated time: the simulation hands over a snapshot
// for every frame and waits until it is taken, so that the video is exact however slowly
// frames are drawn.
type recorder struct {
	fps, speed, size, format int // indices into frameRates, videoSpeeds, videoSizes, videoFormats

	state         recordState
	video         Recording
	note          string // what is written, such as H.264
	path          string
	width, height int
	rate          float64
	frames        int
	started       uint64           // Snapshot.Applied that says the simulation knows of the recording
	stopped       uint64           // ... and that it sends no more frames
	scale         float32          // of marks
	locked        [2]float32       // range of the colours that was locked for the video
	unlocked      bool             // the person wants the range to follow the data, also while it is recorded
	held          *bridge.Snapshot // the last frame
	view          view.View        // it was drawn with
	pixels        []byte
	done          chan finished
	closing       int // videos being finished
}

type recordState uint8

const (
	idle recordState = iota
	recording
	draining // frames may still be on their way
)

// finished is what came of a video.
type finished struct {
	path   string
	frames int
	err    error
}

// frameRates, videoSpeeds, videoSizes and videoFormats are the choices of the record panel.
var (
	frameRates  = []float64{24, 30, 60}
	videoSpeeds = []float64{1, 0.5, 0.25, 0.1, 0.05, 0.01}
	videoSizes  = []struct {
		name          string
		width, height int
	}{{"view", 0, 0}, {"1280 × 720", 1280, 720}, {"1920 × 1080", 1920, 1080}}
	videoFormats = []struct{ name, ending, note string }{{"MP4", ".mp4", "H.264"}, {"WebM", ".webm", "VP9"},
		{"GIF", ".gif", "GIF"}}
)

func (r *recorder) init() {
	r.fps = 1
	r.done = make(chan finished, 8)
}

// toggleRecording starts a video, or ends the one that runs.
func (m *model) toggleRecording() {
	r := &m.recorder
	switch {
	case m.snap == nil:
	case r.state == recording:
		m.stopRecording()
	case r.state == draining:
		m.toasts.add(bridge.Info, "The last video is still being ended", m.now)
	case m.config.NewRecording == nil:
		m.toasts.add(bridge.Warning, "This program was built without video", m.now)
	default:
		m.startRecording()
	}
}

func (m *model) startRecording() {
	r := &m.recorder
	r.width, r.height = m.videoSize()
	r.rate = frameRates[r.fps]
	kind := videoFormats[r.format]
	path := m.names.next(m.snap.Scene) + kind.ending
	video, note, err := m.config.NewRecording(path, r.width, r.height, r.rate, m.snap.Origin)
	if err != nil {
		m.toasts.add(bridge.Warning, "Cannot record: "+err.Error(), m.now)
		return
	}
	note = cmp.Or(note, kind.note)
	r.video, r.note, r.path, r.frames, r.state = video, note, path, 0, recording
	r.unlocked = false
	// Marks are as large in the video as in the view.
	r.scale = m.view.Scale
	if pixels := m.area.Height * m.pixelScale; pixels > 0 {
		r.scale *= float32(r.height) / pixels
	}
	r.started = m.send(bridge.StartRecording{FPS: r.rate, Speed: videoSpeeds[r.speed]})
	text := fmt.Sprintf("Recording %d × %d, %g frames per second, %s", r.width, r.height, r.rate, note)
	if why := m.recordingWaits(); why != "" {
		text += "; " + why
	}
	m.toasts.addOfWorld(bridge.Info, text, m.now)
}

// recordingWaits says why a recording gets no frames now, if it gets none.
func (m *model) recordingWaits() string {
	if m.recorder.state == recording && m.paused() {
		return "waits while paused, " + keymap.Shortcut(keymap.Play) + " goes on"
	}
	return ""
}

// videoSize returns the size of the next video in pixels, even as encoders want it.
func (m *model) videoSize() (width, height int) {
	if s := videoSizes[m.recorder.size]; s.width > 0 {
		return s.width, s.height
	}
	return even(int(m.area.Width * m.pixelScale)), even(int(m.area.Height * m.pixelScale))
}

// even returns the largest even size that is not above a number of pixels.
func even(pixels int) int { return max(16, pixels&^1) }

// stopRecording asks for no more frames and finishes the file off the main thread.
func (m *model) stopRecording() {
	r := &m.recorder
	r.stopped = m.send(bridge.StopRecording{})
	m.unlockAfterVideo()
	r.state = draining
	r.closing++
	video, frames := r.video, r.frames
	r.video = nil
	go func() {
		path, err := video.Close()
		r.done <- finished{path: path, frames: frames, err: err}
	}()
}

// pumpFrames takes the frames of a recording that are there, for at most budget, draws
// each, and writes it. It returns the newest frame if there was one.
func (m *model) pumpFrames(d Drawer, budget time.Duration) *bridge.Snapshot {
	r := &m.recorder
	if r.state == idle {
		return nil
	}
	begin := time.Now()
	var newest *bridge.Snapshot
	for time.Since(begin) < budget {
		select {
		case s := <-m.config.Feed.Frames:
			if r.state == draining {
				m.config.Feed.ReturnFrame(s)
				continue
			}
			m.writeFrame(d, s)
			newest = s
			continue
		default:
		}
		break
	}
	m.endWithRun()
	m.endDraining()
	return newest
}

// endWithRun ends a recording that the simulation has ended: a video shows one run. All frames
// of that run are in the channel by then, and are written first.
func (m *model) endWithRun() {
	r, s := &m.recorder, m.latest
	if r.state != recording || s == nil || s.Applied < r.started || s.Recording || len(m.config.Feed.Frames) > 0 {
		return
	}
	why := "The video ends here: another run has begun"
	if s.Fault != "" {
		why = "The video ends here: the simulation stopped"
	}
	m.toasts.add(bridge.Info, why, m.now)
	m.stopRecording()
}

// framesWait reports whether there is something for pumpFrames to do.
func (m *model) framesWait() bool {
	return m.recorder.state == draining || m.recorder.state == recording && len(m.config.Feed.Frames) > 0
}

// writeFrame draws a frame and writes it. The recorder keeps the frame until the next.
func (m *model) writeFrame(d Drawer, s *bridge.Snapshot) {
	r := &m.recorder
	m.release()
	r.held = s
	r.view = m.view
	r.view.Scale = r.scale
	err := d.Draw(s, &r.view, r.width, r.height)
	if err == nil {
		m.lockForVideo(d.Legend().Ramp)
		r.pixels = d.Pixels(r.pixels)
		err = r.video.Write(r.pixels)
	}
	if err != nil {
		m.toasts.add(bridge.Warning, "Recording stopped: "+err.Error(), m.now)
		m.stopRecording()
		return
	}
	r.frames = r.video.Frames()
	m.filmed(s)
}

// lockForVideo keeps the range of the colours as the last frame has it, unless the person has chosen otherwise: the
// legend of a film must not jump.
func (m *model) lockForVideo(now view.Ramp) {
	r, v := &m.recorder, &m.view
	if r.view.ColorRange == [2]float32{} && v.ColorRange == r.view.ColorRange && v.ColorBy == r.view.ColorBy &&
		!v.Quantity().Categorical && !r.unlocked && now.Lo < now.Hi {
		r.locked = [2]float32{now.Lo, now.Hi}
		v.ColorRange = r.locked
	}
	v.KeepScales = r.state == recording
	v.Filmed = r.state == recording && v.ColorRange == r.locked && r.locked != [2]float32{}
}

// unlockAfterVideo lets the range follow the data again as it did before the video.
func (m *model) unlockAfterVideo() {
	if m.view.Filmed && m.view.ColorRange == m.recorder.locked {
		m.view.ColorRange = [2]float32{}
	}
	m.view.Filmed, m.view.KeepScales, m.recorder.locked = false, false, [2]float32{}
}

// endDraining ends the recording for good when no frame can come any more. Whatever the
// simulation sent before it applied the command is in the channel by then.
func (m *model) endDraining() {
	r := &m.recorder
	if r.state != draining || m.latest == nil || m.latest.Applied < r.stopped {
		return
	}
	for {
		select {
		case s := <-m.config.Feed.Frames:
			m.config.Feed.ReturnFrame(s)
			continue
		default:
		}
		break
	}
	r.state = idle
	m.release()
}

// release gives back the frame of a recording that the window shows.
func (m *model) release() {
	s := m.recorder.held
	if s == nil {
		return
	}
	m.recorder.held = nil
	if m.snap == s {
		m.snap = m.latest
	}
	m.config.Feed.ReturnFrame(s)
}

// reportVideos tells of videos that have been finished.
func (m *model) reportVideos() {
	for {
		select {
		case f := <-m.recorder.done:
			m.recorder.closing--
			m.reportVideo(f)
		default:
			return
		}
	}
}

func (m *model) reportVideo(f finished) {
	if f.err != nil {
		m.toasts.add(bridge.Warning, "The video failed: "+f.err.Error(), m.now)
		return
	}
	m.recorder.path = f.path
	m.toasts.addFile("Video, "+format.Count(f.frames, "frame", "frames"), f.path, m.now)
}

// closeVideos finishes a running video and waits for those that are being finished. The
// simulation may be waiting for a frame to be taken: that one is taken first.
func (m *model) closeVideos() {
	if m.recorder.state == recording {
		m.stopRecording()
	}
	for end := time.Now().Add(time.Second); m.recorder.state == draining && time.Now().Before(end); {
		m.out.flush()
		m.poll()
		m.pumpFrames(nil, time.Millisecond)
		time.Sleep(time.Millisecond)
	}
	for ; m.recorder.closing > 0; m.recorder.closing-- {
		<-m.recorder.done
	}
	m.endJobs()
}

// length returns how long the video is so far [s].
func (r *recorder) length() float64 {
	if r.rate == 0 {
		return 0
	}
	return float64(r.frames) / r.rate
}
