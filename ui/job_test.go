package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// errDisk is what a task ends with that cannot write.
var errDisk = errors.New("disk is full")

// waitJobs takes news of jobs until a condition holds.
func waitJobs(t *testing.T, m *model, what string, until func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !until(); time.Sleep(time.Millisecond) {
		if m.jobs.update(); time.Now().After(end) {
			t.Fatal("waited in vain: " + what)
		}
	}
}

// Jobs are done one after the other, with the run as it was when they were asked for, tell how far they have come, and
// are one of a kind; whether they end, fail or are cancelled, at work or before, the person knows.
func TestJobs(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	m.names.dir = t.TempDir()
	goOn, ends, given := make(chan struct{}), make(chan error), make(chan string, 8)
	m.config.Work = func(ctx context.Context, task Task, run []byte, tell func(Progress)) (string, error) {
		given <- string(run)
		tell(Progress{Done: 0.25, Left: 3 * time.Second})
		select {
		case <-goOn:
		case <-ctx.Done():
			return "", ctx.Err()
		}
		return task.Path + "!", <-ends
	}
	asked := int64(0)
	simulate := func() {
		asked = e.state.Step
		m.out.flush()
		e.step(8)
		e.publish()
	}
	m.jobs.makeOfRun(jobReplay, m.pages.replayTask())
	m.jobs.makeOfRun(jobReplay, m.pages.replayTask())
	m.jobs.makeOfRun(jobReport, m.pages.reportTask())
	m.jobs.makeOfRun(jobRemake, Task{Make: MakeVideo{}})
	if n := len(m.jobs.list); n != 3 {
		t.Fatalf("%d jobs", n)
	}
	simulate()
	want := fmt.Sprintf("run at step %d", asked)
	simulate()
	replay, report, video := m.jobs.list[0], m.jobs.list[1], m.jobs.list[2]
	waitJobs(t, m, "progress", func() bool { return replay.now.Done > 0 })
	if got := replay.progressText() + ", " + report.progressText(); got != "25 %   3 s left, waits" {
		t.Errorf("tells %q", got)
	}
	goOn <- struct{}{}
	m.jobs.cancelJob(video) // before it began
	ends <- nil
	waitJobs(t, m, "the end of the first", func() bool { return m.jobs.job(jobReplay) == nil })
	goOn <- struct{}{}
	ends <- errDisk
	waitJobs(t, m, "the end of all", func() bool { return len(m.jobs.list) == 0 })
	for range 2 {
		if got := <-given; got != want {
			t.Errorf("given %q, want %q", got, want)
		}
	}
	var said []string
	for _, q := range m.toasts.kept {
		said = append(said, q.text+q.file)
	}
	expected := []string{jobReplay + replay.task.Path + "!", jobReport + ": disk is full", jobRemake + ": stopped"}
	if len(said) != len(expected) {
		t.Fatalf("said %q", said)
	}
	for i := range expected {
		if !strings.HasPrefix(said[i], expected[i]) {
			t.Errorf("said %q, want %q", said[i], expected[i])
		}
	}
	m.jobs.makeOfRun(jobReplay, m.pages.replayTask())
	m.jobs.makeOfRun(jobReport, m.pages.reportTask())
	m.closeVideos() // as the window is closed; it does not wait for the simulation
	if len(given) > 0 {
		t.Error("a job began as the window was closed")
	}
}

// Tasks say what the panel says: as far as the run has come or to the end of the scene, and how the view is drawn.
func TestTasksOfPages(t *testing.T) {
	e := newEngine(8)
	e.state.End, e.state.Scene = 4, "bottle"
	m := newTestModelOf(e)
	if got, want := m.pages.replayTask().Make, (MakeReplay{Every: 1.0 / 60}); got != want {
		t.Errorf("of the run so far: %+v", got)
	}
	m.pages.whole, m.pages.rate, m.pages.forces = true, 1, true
	whole := MakeReplay{Until: 4, Every: 1.0 / 30, Forces: true}
	if got := m.pages.replayTask().Make; got != whole {
		t.Errorf("of the whole scene: %+v", got)
	}
	m.view.Camera.Azimuth, m.view.Overlays = -28, view.OverlayForces
	task := m.pages.reportTask()
	if want := (MakeReport{whole, m.view}); task.Make != want || !strings.HasSuffix(task.Path, "-report.html") {
		t.Errorf("the report is %+v", task)
	}
	m.pages.live = true
	whole.Live = true
	if got := m.pages.replayTask().Make; got != whole {
		t.Errorf("with the engine: %+v", got)
	}
	if got := m.pages.reportTask().Make.(MakeReport).Live; got {
		t.Error("a report has the engine")
	}
	m = newTestModelOf(e)
	m.config.WhyNotLive = func() error { return errors.New("there is no engine") }
	m.pages.live = true
	if got := m.pages.replayTask().Make.(MakeReplay).Live; got {
		t.Error("a replay has an engine where there is none")
	}
}

// The video that is made again shows what the last one did, at 4K.
func TestTaskOfRemake(t *testing.T) {
	m := newTestModelOf(newEngine(8))
	slow := bridge.SetSlow{Begin: 0.5, End: 0.8, Speed: 0.1}
	m.recorder.remake.last = filmed{view: "a", path: "a-4k.mp4", fps: 30, speed: 0.5, slow: slow, from: 1, until: 2}
	want := Task{"a-4k.mp4", MakeVideo{View: "a", Width: 3840, Height: 2160, FPS: 30, Speed: 0.5, Slow: slow, From: 1,
		Until: 2}}
	if got := m.recorder.remakeTask(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
