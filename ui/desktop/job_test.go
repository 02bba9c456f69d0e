//go:build linux && !headless

package desktop

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.org/tumble/render"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
	"example.org/tumble/ui"
	"example.org/tumble/ui/cli"
	"example.org/tumble/ui/remember"
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

// Contract: a video and a report are those that the command line makes, to the last byte: the video as it was seen, the
// report with pictures as the view is drawn.
func TestPicturesAsCommandLine(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short: it encodes pictures and videos, which takes long under the race detector")
	}
	t.Chdir(t.TempDir())
	v := view.Default()
	v.Camera.Azimuth, v.Camera.Elevation, v.Camera.Ortho = -28, 15, true
	v.Overlays, v.Marks = view.OverlayForces|view.OverlayTrails|view.OverlayAxes, view.MarkStrong
	v.ColorBy, v.Theme = view.ColorBySpeed, view.Dark
	v.Hover = bridge.Thing{Kind: bridge.ThingBody, Body: 1}
	file := seen(t, &v)
	if err := os.WriteFile(runName, file, 0o600); err != nil {
		t.Fatal(err)
	}
	made := ui.MakeReport{MakeReplay: ui.MakeReplay{Every: 0.01, Forces: true}, View: v}
	tumble(t, "report", runName, "--poses", "0.01s", "--forces", "--view=-28,15", "--projection", "orthographic",
		"--overlays", "none", "--overlays", "forces,axes", "--marks", "strong", "--color-by", "speed", "-o", "theirs.html")
	asOfWindow(t, "theirs.html")
	alike(t, made, file, "report.html", "theirs.html")
	film := ui.MakeVideo{View: "film", Width: 96, Height: 64, FPS: 50, Speed: 0.5, From: 0.01, Until: 0.05,
		Slow: bridge.SetSlow{Begin: 0.02, End: 0.03, Speed: 0.1}}
	tumble(t, "record", runName, "--view", "film", "--size", "96x64", "--quality", "best", "--fps", "50", "--speed", "0.5",
		"--from", "0.01s", "--until", "0.05s", "--slow", "0.02s..0.03s:0.1", "-o", "theirs.avi")
	alike(t, film, file, "film.avi", "theirs.avi")
}

// asOfWindow lets a report of the command line say how it is had again as one of the window does, which no command line
// alone makes: that is all in which the two differ.
func asOfWindow(t *testing.T, name string) {
	t.Helper()
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	section := regexp.MustCompile(`(?s)<p>The same command and program give .*?</p>(.*?)` +
		`<div class="code"><h3>Command</h3>.*?</div>\n`)
	if len(section.FindAll(page, -1)) != 1 {
		t.Fatalf("%s does not say once how it is had again", name)
	}
	page = section.ReplaceAll(page, []byte("<p>"+strings.ReplaceAll(againInWindow, "+", "&#43;")+"</p>$1"))
	if err := os.WriteFile(name, page, 0o600); err != nil {
		t.Fatal(err)
	}
}

// seen returns the run file of the scene clump until 0.06 s, which was filmed as a view is drawn.
func seen(t *testing.T, v *view.View) []byte {
	t.Helper()
	s, err := scene.Load("clump", scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	var b bytes.Buffer
	w := scene.NewFile(&b, s)
	now := func() runfile.Hash {
		c := s.World.Clock()
		return runfile.Hash{Moment: bridge.Moment{Step: c.Step, Time: c.Time}, Hash: s.World.Hash()}
	}
	w.KeyFrame(now(), 0, s.World.Checkpoint())
	saved := remember.SavedViewOf(v)
	saved.Name, saved.Film = "film", true
	w.View(runfile.View{SavedView: saved})
	for s.World.Clock().Time < 0.06 {
		s.World.Step()
	}
	w.Last(now())
	if err := w.Err(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// alike does a task and fails the test if it makes another file than there is.
func alike(t *testing.T, what ui.Making, file []byte, name, other string) {
	t.Helper()
	path, err := newWorker().work(t.Context(), ui.Task{Path: name, Make: what}, file, func(ui.Progress) {})
	if err != nil {
		t.Error(err)
		return
	}
	mine, err := os.ReadFile(path)
	theirs, err2 := os.ReadFile(other)
	if err != nil || err2 != nil || !bytes.Equal(mine, theirs) {
		t.Errorf("%s: %d bytes, others than the %d of the command line: %v %v", name, len(mine), len(theirs), err, err2)
	}
}

// Contract: while a task draws, the pictures of the window, in another thread and context, are as they are otherwise,
// and so is what the task makes.
func TestWorkBesideDrawing(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	off, err := render.OpenOffscreen()
	if err != nil {
		t.Fatal(err)
	}
	defer off.Close()
	r, err := render.New()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v := view.Default()
	file := seen(t, &v)
	s, err := scene.LoadSaved(runName, file, scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	var shown bridge.Snapshot
	shown.Wanted = overlay.Wanted(&v)
	s.World.Fill(&shown)
	lo, hi := shown.Stage(3)
	v.Camera.Frame(lo, hi, 1.5)
	picture := func() []byte {
		for _, v.Camera.Azimuth = range []float32{120, 30} { // so that nothing of it is kept
			if err := r.Draw(&shown, &v, 240, 160); err != nil {
				t.Fatal(err)
			}
		}
		return r.Pixels(nil)
	}
	t.Chdir(t.TempDir())
	want := picture()
	film := func(name string) error {
		task := ui.Task{Path: name, Make: ui.MakeVideo{View: "film", Width: 96, Height: 64, FPS: 100, Speed: 1}}
		_, err := newWorker().work(t.Context(), task, file, func(ui.Progress) {})
		return err
	}
	if err := film("alone.avi"); err != nil {
		t.Fatal(err)
	}
	done, pictures := make(chan error, 1), 0
	go func() { done <- film("beside.avi") }()
	for ended := false; !ended; pictures++ {
		select {
		case err = <-done:
			ended = true
		default:
		}
		if !bytes.Equal(picture(), want) {
			t.Fatalf("picture %d of the window is another one", pictures)
		}
	}
	alone, _ := os.ReadFile("alone.avi")
	if beside, _ := os.ReadFile("beside.avi"); err != nil || !bytes.Equal(alone, beside) || pictures < 2 {
		t.Errorf("made %d bytes, want %d, beside %d pictures: %v", len(beside), len(alone), pictures, err)
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
		{"b.html", ui.MakeReport{MakeReplay: ui.MakeReplay{Every: 0.05, Until: 1000}, View: view.Default()}},
	} {
		into := t.TempDir()
		ctx, stop := context.WithCancel(t.Context())
		var reported ui.Progress
		_, err := newWorker().work(ctx, ui.Task{Path: filepath.Join(into, c.name), Make: c.task}, file, func(p ui.Progress) {
			if reported = p; reported.Done > 1e-4 {
				stop()
			}
		})
		if stop(); !errors.Is(err, context.Canceled) || reported.Done <= 1e-4 || reported.Left <= 0 {
			t.Errorf("%s, stopped at %+v: %v", c.name, reported, err)
		}
		empty(t, into)
	}
	into := t.TempDir()
	live := ui.Task{Path: filepath.Join(into, "c.html"), Make: ui.MakeReplay{Every: 0.05, Live: true}}
	if _, err := newWorker().work(t.Context(), live, file, func(ui.Progress) {}); err == nil ||
		!strings.Contains(err.Error(), "the engine for pages, page.wasm, is not beside the program") {
		t.Errorf("a replay with an engine that is not there: %v", err)
	}
	empty(t, into)
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
	w.do = func(_ context.Context, _ ui.Task, _ []byte, path string, _ batch.ProgressFunc) error {
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

// Contract: a task that does not end when it is reported to is left to itself: nothing is left of it, and the next one
// waits until it has ended.
func TestWorkLeftToItself(t *testing.T) {
	w, into := newWorker(), t.TempDir()
	started, goOn := make(chan struct{}), make(chan struct{})
	w.do = func(_ context.Context, _ ui.Task, _ []byte, path string, _ batch.ProgressFunc) error {
		started <- struct{}{}
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
	<-started
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
	<-started
	goOn <- struct{}{}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(task.Path); string(text) != "late" {
		t.Errorf("the next one made %q, %v", text, err)
	}
}

// Contract: a video of what a person saw lasts as long as the looking did, at its rate. Each of its pictures is another
// one where the camera or the run went on, also while the world stood still; they are equal where nothing did, and back
// in time is what was there.
func TestVideoOfWhatWasSeen(t *testing.T) {
	file := recorded(t, "0.1s")
	at := func(wall, time float64, azimuth float32) remember.ViewSample {
		v := view.Default()
		v.Camera.Distance, v.Camera.Azimuth = 0.5, azimuth
		return remember.ViewSample{At: wall, Run: bridge.Moment{Time: time}, View: v}
	}
	// 0 to 0.2 s: it runs; to 0.4 s: the camera moves; to 0.5 s: nothing; then back in time
	samples := []remember.ViewSample{at(0, 0.02, 0), at(0.2, 0.06, 0), at(0.4, 0.06, 40), at(0.5, 0.06, 40),
		at(0.501, 0.02, 0),
		at(0.6, 0.02, 0)}
	task := ui.MakeRealTime{Width: 96, Height: 64, FPS: 50, Samples: &samples}
	if err := filmInRealTime(t.Context(), task, file, "f-%02d.png", nil); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob("f-*.png")
	if err != nil || len(names) != 30 {
		t.Fatalf("0.6 s at 50 a second are %d pictures, want 30: %v", len(names), err)
	}
	var pictures [][]byte
	for _, name := range names {
		p, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pictures = append(pictures, p)
	}
	for k := 1; k < len(pictures); k++ {
		stands := k > 20 && k <= 25 || k > 26
		if same := bytes.Equal(pictures[k], pictures[k-1]); same != stands {
			t.Errorf("picture %d is that before it: %v, want %v", k, same, stands)
		}
	}
	if !bytes.Equal(pictures[26], pictures[0]) {
		t.Error("back in time is another picture than there was")
	}
}
