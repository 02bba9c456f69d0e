package sim_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tumble/sim"
	"tumble/sim/bridge"
	"tumble/sim/export"
	"tumble/sim/scene"
)

// Contract: the window's export begins and ends when it is told to, or when its world goes
// away; what is written is whole; a folder that cannot be written is refused with a reason.
func TestExportFromTheWindow(t *testing.T) {
	load := func(name string, seed uint64) (sim.Scene, error) { return scene.Load(name, scene.Options{Seed: seed}) }
	first, err := load("box", 1)
	if err != nil {
		t.Fatal(err)
	}
	feed, commands := bridge.NewFeed(), make(chan bridge.Command, 64)
	runner := sim.NewRunner(first, load, feed, commands)
	runner.ExportWith(func(o []sim.Output) (sim.Observer, error) {
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
	commands <- bridge.StartExport{Folder: at(0), Every: 1e-9}
	commands <- bridge.StepOnce{N: 10}
	await("the export", func(s *bridge.Snapshot) bool { return s.Exporting == at(0) })
	commands <- bridge.StopExport{}
	await("its end", said("exported to "+at(0)))
	commands <- bridge.StepOnce{N: 10}
	commands <- bridge.StartExport{Folder: at(1), Every: -1}
	await("the refusal", said("every must be a time > 0 s"))
	commands <- bridge.StartExport{Folder: at(1), Every: 1e-9}
	commands <- bridge.StepOnce{N: 5}
	commands <- bridge.Reset{}
	await("the reset", func(s *bridge.Snapshot) bool { return s.Exporting == "" && s.Step == 0 })
	commands <- bridge.StartExport{Folder: at(2), Every: 1}
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

// Contract: what a scene itself asks to export is written while the window runs it, in the
// working folder and nowhere else.
func TestSceneExportsBesideTheWindow(t *testing.T) {
	for _, c := range []struct {
		path, want string
		moments    int // steps 0, 5, 10 and the last
	}{{"out", "the scene exports to out", 4}, {"../out", "must stay within", 0}} {
		t.Chdir(t.TempDir())
		first, err := scene.Load("box", scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		first.Outputs = []sim.Output{{Format: "vtk", Path: c.path, Every: sim.Interval{Steps: 5}}}
		feed, commands := bridge.NewFeed(), make(chan bridge.Command, 4)
		commands <- bridge.StepOnce{N: 12}
		runner := sim.NewRunner(first, nil, feed, commands)
		runner.ExportWith(func(o []sim.Output) (sim.Observer, error) { return export.Open(o, "") })
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			runner.Run(ctx)
			close(done)
		}()
		var held *bridge.Snapshot
		for range 5000 {
			if held = feed.Latest(held); held != nil && held.Step >= 12 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		cancel()
		<-done
		if !strings.Contains(held.Notices[0].Text, c.want) {
			t.Errorf("%s: said %q, want %q", c.path, held.Notices[0].Text, c.want)
		}
		files, _ := filepath.Glob("out/particles.*.vtp")
		if len(files) != c.moments {
			t.Errorf("%s: %d moments written, want %d", c.path, len(files), c.moments)
		}
	}
}
