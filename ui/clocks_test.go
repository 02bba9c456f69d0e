package ui

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
)

// seeing returns a model that can make videos of what a person sees, and where the tasks for that go.
func seeing(t *testing.T) (*engine, *model, chan Task) {
	e, m, _ := recordingModel(t)
	tasks := make(chan Task, 4)
	m.config.Work = func(_ context.Context, task Task, _ []byte, _ func(Progress)) (string, error) {
		tasks <- task
		return task.Path, nil
	}
	e.state.Timeline.Kept = []float64{0}
	e.publish()
	m.poll()
	return e, m, tasks
}

// Contract: a video of what a person sees says at once that it is made, follows the clock on the wall whatever the run
// does, keeps one note for as long as nothing changes, and is made of the run when it ends, also before another scene
// comes; as it was seen it can be made again at 4K.
func TestVideoOfWhatIsSeen(t *testing.T) {
	e, m, tasks := seeing(t)
	begin := m.now
	m.do(keymap.Record)
	if m.recorder.state != recording || !strings.Contains(m.recorder.recordingText(), "00:00.0   0 pictures") {
		t.Fatalf("before the first picture: %q", m.recorder.recordingText())
	}
	look := func(after time.Duration, moved float32) {
		m.tick(begin.Add(after))
		m.view.Camera.Azimuth += moved
		m.recorder.recordRealTime()
	}
	for i := range 10 { // it stands still, and the camera moves; then neither does
		look(time.Duration(i)*100*time.Millisecond, 5)
	}
	for i := range 30 {
		look(time.Second+time.Duration(i)*100*time.Millisecond, 0)
	}
	if text := m.recorder.recordingText(); !strings.Contains(text, "00:03.9   234 pictures") {
		t.Errorf("after 3.9 s: %q", text)
	}
	if n := len(m.recorder.footage.samples); n > 12 {
		t.Errorf("%d notes of ten places", n)
	}
	m.scene.load("drum")
	waits := m.out.waiting
	if _, last := waits[len(waits)-1].(bridge.LoadScene); !last || m.recorder.state != idle {
		t.Error("the run is asked for after it has gone")
	}
	m.out.flush()
	e.step(9)
	waitJobs(t, m, "the video", func() bool { return len(m.jobs.list) == 0 })
	task := <-tasks
	film := task.Make.(MakeRealTime)
	samples := *film.Samples
	if film.FPS != 60 || film.Width != 960 || samples[0].At != 0 || samples[len(samples)-1].At != 3.9 ||
		!strings.HasSuffix(task.Path, "tumble-bottle-1.mp4") {
		t.Errorf("%s: %+v", task.Path, film)
	}
	again := m.recorder.remakeTask().Make.(MakeRealTime)
	if s := *again.Samples; again.Height != 2160 || len(s) != len(samples) || s[0].View.Scale != 3*samples[0].View.Scale {
		t.Errorf("again: %+v", again)
	}
}

// Contract: a video that still waits to be made keeps what was seen, also once the next one has begun.
func TestNextVideoLeavesTheLastOneItsFootage(t *testing.T) {
	e, m, tasks := seeing(t)
	for i := range 2 {
		m.do(keymap.Record)
		for range 3 + i {
			m.tick(m.now.Add(100 * time.Millisecond))
			m.view.Camera.Azimuth += 5
			m.recorder.recordRealTime()
		}
		m.do(keymap.Record)
	}
	m.do(keymap.Record) // a third one begins
	m.recorder.recordRealTime()
	m.out.flush()
	e.step(9)
	waitJobs(t, m, "two videos", func() bool { return len(m.jobs.list) == 0 })
	for i := range 2 {
		film := (<-tasks).Make.(MakeRealTime)
		if n := len(*film.Samples); n != 3+i {
			t.Errorf("video %d has %d notes of what was seen, want %d", i+1, n, 3+i)
		}
	}
}

// Contract: no more than a few videos of what was seen wait to be made, as each holds a copy of the run; the next one
// follows simulated time, and says why.
func TestFewVideosWait(t *testing.T) {
	_, m, _ := seeing(t)
	for range mostVideos {
		m.do(keymap.Record)
		m.tick(m.now.Add(100 * time.Millisecond))
		m.recorder.recordRealTime()
		m.do(keymap.Record)
	}
	why := clockOnWall.whyNot(&m.recorder)
	if c := m.recorder.follows(); c != clockOfRun || why != "4 videos are still being made" {
		t.Errorf("the next one follows %q, as %q", c.name, why)
	}
}

// Contract: a window that is closed stays for a video of what was seen until that is made, and says so; asked again, or
// by a signal, it closes at once.
func TestWindowClosesOnceTheVideoIsMade(t *testing.T) {
	for _, how := range []string{"made", "asked again", "signal", "no video"} {
		t.Run(how, func(t *testing.T) {
			e, m, tasks := seeing(t)
			stop := make(chan struct{})
			m.config.Stop = stop
			if how != "no video" {
				m.do(keymap.Record)
				m.tick(m.now.Add(100 * time.Millisecond))
				m.recorder.recordRealTime()
			}
			if got := m.closes(true); got != (how == "no video") {
				t.Fatalf("closes: %t", got)
			}
			if how == "no video" {
				return
			}
			said := slices.ContainsFunc(m.toasts.list, func(q toast) bool {
				return strings.HasPrefix(q.text, "The window closes when the video is made")
			})
			if m.closes(false) || m.recorder.state != idle || !said {
				t.Fatal("it closes before, or does not say why not")
			}
			switch how {
			case "made":
				m.out.flush()
				e.step(9)
				waitJobs(t, m, "the video", func() bool { return len(m.jobs.list) == 0 })
				<-tasks
			case "signal":
				close(stop)
			}
			if !m.closes(how == "asked again") {
				t.Error("it stays open")
			}
		})
	}
}

// Contract: where what is seen cannot be filmed, a video follows simulated time, and says why and how fast.
func TestVideoFollowsWhatItCan(t *testing.T) {
	e, m, _ := seeing(t)
	e.state.Comparison.Others, e.state.Speed = make([]bridge.Snapshot, 1), 0.1
	e.publish()
	m.poll()
	m.do(keymap.Record)
	text := m.toasts.list[0].text
	for _, want := range []string{"Recording simulated time, 60 pictures a second", "1 s of video is 1 s of the run",
		"takes 10 s at the present ×0.10", "Not as I saw it: two worlds"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q does not say %q", text, want)
		}
	}
	m.closeVideos()
}
