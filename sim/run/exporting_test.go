package run_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// Contract: the window's export begins and ends when it is told to, or when its world goes
// away; what is written is whole; a folder that cannot be written is refused with a reason.
func TestExportFromTheWindow(t *testing.T) {
	load := func(name string, seed uint64) (run.Scene, error) { return scene.Load(name, scene.Options{Seed: seed}) }
	first, err := load("box", 1)
	if err != nil {
		t.Fatal(err)
	}
	feed, commands := bridge.NewFeed(), make(chan bridge.Command, 64)
	runner := run.New(first, load, feed, commands)
	runner.ExportWith(func(o []run.Output) (run.Observer, error) {
		s, err := export.Open(o, "")
		if err != nil {
			return nil, err
		}
		return s, nil
	})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		runner.Run(ctx)
		close(done)
	}()
	var held *bridge.Snapshot
	await := func(what string, ok func(*bridge.Snapshot) bool) {
		t.Helper()
		for range 5000 {
			if held = feed.Latest(held); held != nil && ok(held) {
				return
			}
			time.Sleep(2 * time.Millisecond)
		}
		t.Fatalf("%s did not come; %+v", what, held.Notices)
	}
	dir := t.TempDir()
	at := func(n int) string { return filepath.Join(dir, "abc"[n:n+1]) }
	said := func(text string) func(*bridge.Snapshot) bool {
		return func(s *bridge.Snapshot) bool {
			n := len(s.Notices)
			return s.Exporting == "" && n > 0 && strings.Contains(s.Notices[n-1].Text, text)
		}
	}
	commands <- bridge.Pause{}
	commands <- bridge.StartExport{Format: "vtk", Path: at(0), Every: 1e-9}
	commands <- bridge.StepOnce{N: 10}
	await("the export", func(s *bridge.Snapshot) bool { return s.Exporting == at(0) })
	commands <- bridge.StopExport{}
	await("its end", said("exported to "+at(0)))
	commands <- bridge.StepOnce{N: 10}
	commands <- bridge.StartExport{Format: "vtk", Path: at(1), Every: -1}
	await("the refusal", said("every must be a time > 0 s"))
	commands <- bridge.StartExport{Format: "vtk", Path: at(1), Every: 1e-9}
	commands <- bridge.StepOnce{N: 5}
	commands <- bridge.Reset{}
	await("the reset", func(s *bridge.Snapshot) bool { return s.Exporting == "" && s.Step == 0 })
	commands <- bridge.StartExport{Format: "vtk", Path: at(2), Every: 1}
	await("the export", func(s *bridge.Snapshot) bool { return s.Exporting == at(2) })
	commands <- bridge.StepOnce{N: 3}
	await("the steps", func(s *bridge.Snapshot) bool { return s.Step == 3 })
	cancel()
	<-done
	for n, want := range []int{11, 6, 2} { // with the moment before the first step, and the last
		f, err := os.Open(filepath.Join(at(n), "series.csv"))
		if err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(f).ReadAll()
		f.Close()
		files, _ := filepath.Glob(filepath.Join(at(n), "particles.*.vtp"))
		if err != nil || len(lines) != want+1 || len(files) != want {
			t.Errorf("export %d: %d lines and %d files, %v; want %d moments", n, len(lines)-1, len(files), err, want)
		}
	}
}

// Contract: what a scene itself asks to export is written when the person lets it, whole from
// the first moment on since the run waits for the answer, in a new folder each time, and not
// else; a reset asks no second time.
func TestSceneExportsBesideTheWindow(t *testing.T) {
	t.Chdir(t.TempDir())
	load := func(path string) func(string, uint64) (run.Scene, error) {
		return func(name string, seed uint64) (run.Scene, error) {
			s, err := scene.Load(name, scene.Options{Seed: seed})
			if name == "box" {
				s.Outputs = []run.Output{{Format: "vtk", Path: path, Every: run.Interval{Steps: 5}, Parts: []string{"particles"}}}
			}
			return s, err
		}
	}
	moments := func(folder string) int {
		files, _ := filepath.Glob(filepath.Join(folder, "particles.*.vtp"))
		return len(files)
	}
	type awaiter = func(string, func(*bridge.Snapshot) bool) *bridge.Snapshot
	start := func(path string) (commands chan bridge.Command, await awaiter, stop func()) {
		first, err := load(path)("box", 0)
		if err != nil {
			t.Fatal(err)
		}
		feed := bridge.NewFeed()
		commands = make(chan bridge.Command, 16)
		runner := run.New(first, load(path), feed, commands)
		runner.ExportSceneWith(func(scene string, o []run.Output) (run.Observer, string, error) {
			s, folder, err := export.OpenRequested("", scene, o)
			if err != nil {
				return nil, "", err
			}
			return s, folder, nil
		})
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			runner.Run(ctx)
			close(done)
		}()
		var held *bridge.Snapshot
		return commands, func(what string, ok func(*bridge.Snapshot) bool) *bridge.Snapshot {
				t.Helper()
				for range 5000 {
					if held = feed.Latest(held); held != nil && ok(held) {
						return held
					}
					time.Sleep(time.Millisecond)
				}
				t.Fatalf("%s did not come; %+v", what, held)
				return nil
			}, func() {
				cancel()
				<-done
			}
	}
	commands, await, stop := start("out/deep")
	asks := func(s *bridge.Snapshot) bool {
		return s.AwaitingConsent && s.Paused && s.Step == 0 && s.Exporting == ""
	}
	if s := await("the question", asks); len(s.RequestedExports) != 1 || s.RequestedExports[0] != `"out/deep" (vtk)` {
		t.Errorf("asks to write %q", s.RequestedExports)
	}
	commands <- bridge.AllowExport{Yes: true}
	await("the export", func(s *bridge.Snapshot) bool {
		return !s.AwaitingConsent && !s.Paused && s.Step > 12 && s.Exporting == "box-export"
	})
	commands <- bridge.Pause{}
	commands <- bridge.Reset{}
	await("the reset", func(s *bridge.Snapshot) bool {
		return !s.AwaitingConsent && s.Paused && s.Step == 0 && s.Exporting == "box-export-2"
	})
	commands <- bridge.StepOnce{N: 12}
	await("steps", func(s *bridge.Snapshot) bool { return s.Step == 12 })
	commands <- bridge.LoadScene{Name: "clump"}
	await("a scene that asks for nothing", func(s *bridge.Snapshot) bool {
		return s.Scene == "clump" && !s.AwaitingConsent && len(s.RequestedExports) == 0 && s.Exporting == ""
	})
	stop()
	if n := moments("box-export/out/deep"); n < 3 {
		t.Errorf("%d moments of the first run", n)
	}
	if n := moments("box-export-2/out/deep"); n != 4 { // steps 0, 5, 10 and the last
		t.Errorf("%d moments of the second run, want 4", n)
	}

	commands, await, stop = start("out")
	await("the question", asks)
	commands <- bridge.Reset{}
	await("the question again", asks)
	commands <- bridge.AllowExport{}
	await("the run without", func(s *bridge.Snapshot) bool {
		return !s.AwaitingConsent && !s.Paused && s.Step > 0 && s.Exporting == ""
	})
	commands <- bridge.Reset{}
	await("the reset without a question", func(s *bridge.Snapshot) bool {
		return !s.AwaitingConsent && !s.Paused && s.Exporting == "" && len(s.RequestedExports) == 1
	})
	commands <- bridge.AllowExport{Yes: true}
	await("the export after all", func(s *bridge.Snapshot) bool { return s.Exporting == "box-export-3" })
	stop()

	commands, await, stop = start("../out")
	await("the question", asks)
	commands <- bridge.AllowExport{Yes: true}
	await("the refusal", func(s *bridge.Snapshot) bool {
		return len(s.Notices) > 0 && strings.Contains(s.Notices[0].Text, "must stay within the folder") && !s.Paused
	})
	stop()
	if left, _ := filepath.Glob("*"); len(left) != 3 {
		t.Errorf("there are %q", left)
	}
}
