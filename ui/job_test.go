package ui

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/bridge"
)

// errDisk is what a task ends with that cannot write.
var errDisk = errors.New("disk is full")

// waitJobs takes news of jobs until a condition holds.
func waitJobs(t *testing.T, m *model, what string, until func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !until(); time.Sleep(time.Millisecond) {
		if m.pumpJobs(); time.Now().After(end) {
			t.Fatal("waited in vain: " + what)
		}
	}
}

// Jobs are done one after the other, tell how far they have come, are one of a kind, and whether they end, fail or are
// cancelled, at work or before, the file of the run is gone and the person knows.
func TestJobs(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	e.publish()
	m.poll()
	m.recorder.names.dir = t.TempDir()
	goOn, ends := make(chan struct{}), make(chan error)
	m.config.Work = func(task Task, tell func(Progress), stop <-chan struct{}) error {
		tell(Progress{Done: 0.25, Left: 3 * time.Second})
		select {
		case <-goOn:
		case <-stop:
			return nil
		}
		return <-ends
	}
	m.makeOfRun(jobReplay, m.replayTask())
	m.makeOfRun(jobReplay, m.replayTask())
	m.makeOfRun(jobReport, m.reportTask())
	m.makeOfRun(jobRetake, Task{})
	if n := len(m.jobs.list); n != 3 {
		t.Fatalf("%d jobs", n)
	}
	var folders []string
	for _, j := range m.jobs.list {
		folder := filepath.Dir(j.task.Run)
		folders = append(folders, folder)
		save := bridge.SaveRun{Path: j.task.Run, Quiet: true}
		asks := func(c bridge.Command) bool { return c == save }
		if !slices.ContainsFunc(m.out.waiting, asks) {
			t.Errorf("%s: the run is not saved: %v", j.kind, m.out.waiting)
		}
	}
	replay, report, video := m.jobs.list[0], m.jobs.list[1], m.jobs.list[2]
	waitJobs(t, m, "progress", func() bool { return replay.now.Done > 0 })
	if got := replay.progressText() + ", " + report.progressText(); got != "25 %   3 s left, waits" {
		t.Errorf("tells %q", got)
	}
	goOn <- struct{}{}
	m.cancelJob(video) // before it began
	ends <- nil
	waitJobs(t, m, "the end of the first", func() bool { return m.job(jobReplay) == nil })
	goOn <- struct{}{}
	ends <- errDisk
	waitJobs(t, m, "the end of all", func() bool { return len(m.jobs.list) == 0 })
	var said []string
	for _, q := range m.toasts.kept {
		said = append(said, q.text+q.file)
	}
	want := []string{jobReplay + replay.task.Path, jobReport + ": disk is full", jobRetake + ": stopped"}
	if len(said) != len(want) {
		t.Fatalf("said %q", said)
	}
	for i := range want {
		if !strings.HasPrefix(said[i], want[i]) {
			t.Errorf("said %q, want %q", said[i], want[i])
		}
	}
	m.makeOfRun(jobReplay, m.replayTask())
	m.makeOfRun(jobReport, m.reportTask())
	folders = append(folders, filepath.Dir(m.jobs.list[0].task.Run), filepath.Dir(m.jobs.list[1].task.Run))
	m.closeVideos() // as the window is closed
	for _, f := range folders {
		if _, err := os.Stat(f); err == nil {
			t.Errorf("%s is left", f)
		}
	}
}

// The flags of tasks say what the panel says: as far as the run has come or to the end of the scene, and how the view
// is drawn.
func TestTasksOfPages(t *testing.T) {
	e := newEngine(8)
	e.state.End, e.state.Scene = 4, "bottle"
	m := newTestModelOf(e)
	e.publish()
	m.poll()
	if f := m.replayTask().Flags; slices.Contains(f, "--until") || slices.Contains(f, "--forces") {
		t.Errorf("of the run so far: %q", f)
	}
	m.pages = pages{whole: true, rate: 1, forces: true}
	if f := strings.Join(m.replayTask().Flags, " "); f != "--until 4s --every 0.0333333333s --forces -o" {
		t.Errorf("of the whole scene: %q", f)
	}
	m.view.Camera.Azimuth, m.view.Camera.Elevation = -28, 15
	m.view.Overlays = 0
	task := m.reportTask()
	if f := strings.Join(task.Flags, " "); !strings.Contains(f, "--view -28,15 --overlays none --style solid") {
		t.Errorf("the look: %q", f)
	}
	if !strings.HasSuffix(task.Path, "-report.html") {
		t.Errorf("the report is %q", task.Path)
	}
}
