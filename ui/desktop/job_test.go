//go:build linux && !headless

package desktop

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/batch"
	"example.org/tumble/ui"
	"example.org/tumble/ui/cli"
)

// hang is longer than anything takes in a test.
const hang = time.Minute

// recorded returns the run file of the scene clump, which is run.tumble in the folder that the test is in from now on.
func recorded(t *testing.T, until string) []byte {
	t.Helper()
	t.Chdir(t.TempDir())
	tumble(t, "run", "clump", "--until", until, "--run-file", runName)
	file, err := os.ReadFile(runName)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// tumble is a command line.
func tumble(t *testing.T, args ...string) {
	t.Helper()
	var said bytes.Buffer
	if status := cli.Main(append(args, "--quiet"), cli.Env{Stdout: &said, Stderr: &said}); status != 0 {
		t.Fatalf("tumble %q: %s", args, &said)
	}
}

// empty fails the test if there is anything in a folder, also hidden.
func empty(t *testing.T, dir string) {
	t.Helper()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v %v", left, err)
	}
}

// Contract: a task makes what the command line makes of the same run, to the last byte, and all that belongs beside it.
func TestWorkAsCommandLine(t *testing.T) {
	file := recorded(t, "0.2s")
	for _, c := range []struct {
		task ui.Making
		name string
		args []string
	}{
		{ui.MakeReplay{Every: 0.02, Forces: true}, "replay.html", []string{"replay", runName, "--every", "0.02s", "--forces",
			"-o"}},
		{ui.MakeReplay{Every: 0.02, Until: 0.3}, "longer.html", []string{"replay", runName, "--every", "0.02s", "--until",
			"0.3s", "-o"}},
		{ui.MakeSeries{Format: "csv", Every: 0.01}, "a.csv", []string{"run", runName, "--again", "--every", "0.01s",
			"--csv"}},
		{ui.MakeSeries{Format: "vtk", Every: 0.1}, "vtk", []string{"run", runName, "--again", "--every", "0.1s", "--vtk"}},
		{ui.MakeMoment{Format: "json"}, "a.json", []string{"state", runName, "--state"}},
		{ui.MakeMoment{Format: "lammps", Option: true}, "deck", []string{"export", runName, "--damping-as", "restitution",
			"--to", "lammps", "-o"}},
	} {
		into, mine := filepath.Join(t.TempDir(), "made"), filepath.Join(t.TempDir(), "mine")
		path := filepath.Join(into, c.name)
		made, err := newWorker().work(t.Context(), ui.Task{Path: path, Make: c.task}, file, func(ui.Progress) {})
		if err != nil || made != path {
			t.Errorf("%s: made %s: %v", c.name, made, err)
			continue
		}
		if err := os.Rename(into, mine); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(into, 0o755); err != nil {
			t.Fatal(err)
		}
		tumble(t, append(c.args, path)...) // at the same place, which files may tell
		same(t, mine, into)
	}
}

// same fails the test if two folders differ.
func same(t *testing.T, a, b string) {
	t.Helper()
	list := func(dir string) (all []string) {
		filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil {
				t.Error(err)
			} else if !d.IsDir() {
				name, _ := filepath.Rel(dir, path)
				all = append(all, name)
			}
			return nil
		})
		return all
	}
	names := list(a)
	if other := list(b); strings.Join(names, " ") != strings.Join(other, " ") {
		t.Errorf("made %q, want %q", names, other)
		return
	}
	for _, name := range names {
		x, err := os.ReadFile(filepath.Join(a, name))
		y, err2 := os.ReadFile(filepath.Join(b, name))
		if err != nil || err2 != nil || !bytes.Equal(x, y) {
			t.Errorf("%s: %d bytes, others than the %d of the command line: %v %v", name, len(x), len(y), err, err2)
		}
	}
}

// Contract: a task tells how far it is and how long the rest takes; one that is stopped or fails leaves nothing: no
// file, no folder, nothing hidden beside them, and what was there before is as it was.
func TestWorkStopped(t *testing.T) {
	file := recorded(t, "0.05s")
	for _, c := range []struct {
		name string
		task ui.Making
	}{
		{"series", ui.MakeSeries{Format: "vtk", Every: 0.05, Until: 1000}},
		{"a.csv", ui.MakeSeries{Format: "csv", Every: 0.05, Until: 1000}},
		{"a.gsd", ui.MakeSeries{Format: "gsd", Every: 0.05, Until: 1000}},
		{"a.html", ui.MakeReplay{Every: 0.05, Until: 1000}},
	} {
		into := t.TempDir()
		ctx, stop := context.WithCancel(t.Context())
		var told ui.Progress
		_, err := newWorker().work(ctx, ui.Task{Path: filepath.Join(into, c.name), Make: c.task}, file, func(p ui.Progress) {
			if told = p; told.Done > 1e-4 {
				stop()
			}
		})
		if stop(); !errors.Is(err, context.Canceled) || told.Done <= 1e-4 || told.Left <= 0 {
			t.Errorf("%s, stopped at %+v: %v", c.name, told, err)
		}
		empty(t, into)
	}
	into := t.TempDir()
	path := filepath.Join(into, "a.stl")
	if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	task := ui.Task{Path: path, Make: ui.MakeMoment{Format: stl}}
	_, err := newWorker().work(t.Context(), task, file, func(ui.Progress) {})
	if err == nil || !strings.Contains(err.Error(), "has no mesh") {
		t.Errorf("meshes of a scene without: %v", err)
	}
	if text, err := os.ReadFile(path); string(text) != "before" {
		t.Errorf("the file is %q, %v", text, err)
	}
	if _, err = newWorker().work(t.Context(), task, file[:40], func(ui.Progress) {}); err == nil {
		t.Error("made of half a run")
	}
}

// Contract: a task that panics ends with an error that says where, and the next one is done.
func TestWorkPanics(t *testing.T) {
	w, into := newWorker(), t.TempDir()
	fails := true
	w.do = func(_ context.Context, _ ui.Task, _ []byte, path string, _ batch.Tell) error {
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			return err
		}
		if fails {
			panic("a fault")
		}
		return nil
	}
	task := ui.Task{Path: filepath.Join(into, "a")}
	_, err := w.work(t.Context(), task, nil, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "an error of the program itself: a fault (") ||
		!strings.Contains(err.Error(), "ui/desktop/job_test.go:") {
		t.Errorf("the error is %v", err)
	}
	empty(t, into)
	fails = false
	if _, err := w.work(t.Context(), task, nil, nil); err != nil {
		t.Error(err)
	}
}

// Contract: a task that does not end when it is told to is left to itself: nothing is left of it, and the next one
// waits until it has ended.
func TestWorkLeftToItself(t *testing.T) {
	w, into := newWorker(), t.TempDir()
	begun, goOn := make(chan struct{}), make(chan struct{})
	w.do = func(_ context.Context, _ ui.Task, _ []byte, path string, _ batch.Tell) error {
		begun <- struct{}{}
		<-goOn
		return os.WriteFile(path, []byte("late"), 0o600)
	}
	task := ui.Task{Path: filepath.Join(into, "a")}
	ended := make(chan error)
	ctx, stop := context.WithCancel(t.Context())
	work := func() {
		_, err := w.work(ctx, task, nil, nil)
		ended <- err
	}
	go work()
	<-begun
	stop()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(hang):
		t.Fatal("the window waits for a task that does not end")
	}
	empty(t, into)
	if _, err := w.work(ctx, task, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("another one that is stopped as it waits: %v", err)
	}
	ctx = t.Context()
	go work()
	goOn <- struct{}{} // the first one fails, since its folder is gone
	<-begun
	goOn <- struct{}{}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(task.Path); string(text) != "late" {
		t.Errorf("the next one made %q, %v", text, err)
	}
}
