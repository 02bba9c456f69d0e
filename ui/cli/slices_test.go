package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/files/export/replay"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
)

// Contract: the slice of a scene, or that chosen in the window, is in its run file and in the scene that is saved; one
// that is not possible is refused with the reason.
func TestSlicesAreSaved(t *testing.T) {
	const text = "cut=box/-0.1,-0.1,0.02/0.1,0.1,0.04#10x20x1#lucy/0.015#stress.xz#arrows"
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if o := tumble("run", "box", "--steps", "5", "--quiet", "--set", "view.slice=\""+text+"\"", "--run-file",
		in("a.tumble")); o.status != 0 {
		t.Fatal(o)
	}
	sc, err := scene.Load(in("a.tumble"), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sc.World.Close()
	if got := sc.View.Slice.String(); got != text {
		t.Errorf("the run file has the slice %q", got)
	}
	for _, want := range []string{strings.Replace(text, "#arrows", "", 1), ""} {
		of := bridge.SliceOf{}
		if err := of.UnmarshalText([]byte(want)); err != nil {
			t.Fatal(err)
		}
		if sc, err = scene.Load("box", scene.Options{}); err != nil {
			t.Fatal(err)
		}
		drive(t, sc, []bridge.Command{bridge.SetSlice{Slice: of}, bridge.StepOnce{N: 3}, bridge.Reset{},
			bridge.SaveRun{Path: in("b.tumble")}})
		saved, err := scene.Load(in("b.tumble"), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		saved.World.Close()
		if got := saved.View.Slice.String(); got != want {
			t.Errorf("the run file of a window has the slice %q, want %q", got, want)
		}
		if sc, err = scene.Load("box", scene.Options{}); err == nil {
			sc.View.Slice = of
			_, err = source.SaveEdited(sc, scene.Options{}, in("b.yaml"))
			sc.World.Close()
		}
		again, failed := scene.Load(in("b.yaml"), scene.Options{})
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		again.World.Close()
		if got := again.View.Slice.String(); got != want {
			t.Errorf("the saved scene has the slice %q, want %q", got, want)
		}
	}
	for bad, why := range map[string]string{
		"nothing":                            "must be a field of one layer",
		strings.Replace(text, "xz", "zx", 1): "stress has the components xx, yy",
		strings.Replace(text, "stress.xz", "presure", 1):                       "did you mean pressure?",
		strings.Replace(text, "10x20x1", "10x20x2", 1):                         "one cell thick",
		strings.Replace(text, "10x20x1#lucy/0.015", "900x900x1#lucy/0.001", 1): "at most",
		strings.Replace(text, "stress.xz", "pressure.x", 1):                    "no components",
		strings.Replace(text, "#lucy/0.015", "#lucy/9", 1):                     "its width must be",
		strings.Replace(text, "#arrows", "#arrows#arrows#arrows", 1):           "must be a field of one layer",
	} {
		for _, args := range [][]string{{"run", "box", "--steps", "1", "--set", "view.slice=\"" + bad + "\""},
			{"replay", "box", "--steps", "1", "--slice", bad, "-o", in("c.html")}} {
			if o := tumble(args...); o.status == 0 || !strings.Contains(o.stderr, why) {
				t.Errorf("%q: %v, want %q", bad, o, why)
			}
		}
	}
}

// Contract: the page of a lesson, which has no flags, shows the slice of its scene.
func TestLessonsKeepTheSlice(t *testing.T) {
	const text = "cut=box/-0.1,-0.1,0.02/0.1,0.1,0.04#10x20x1#lucy/0.015#density"
	sc, err := scene.Load("box", scene.Options{Set: []string{"view.slice=\"" + text + "\""}})
	if err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	if o := (&replayFlags{}).page(&sc, "a.html"); o.View.Slice.String() != text {
		t.Errorf("the page has the slice %q", o.View.Slice)
	}
}

// Contract: the runs that a page computes have the slice that was asked for, of a scene, of a run file with another
// slice, and with another seed.
func TestLivePagesHaveTheSlice(t *testing.T) {
	folder := t.TempDir()
	setEngineFolder(t, folder)
	setSources(t, "sources-1-2")
	file := filepath.Join(folder, "a.tumble")
	for name, text := range map[string]string{"page.js": "",
		"page.wasm": "\x00asm" + infoBegins + "path\texample.org/tumble/ui/page\n" + infoEnds + "sources-1-2"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const own = "own=box/-0.1,-0.1,0.02/0.1,0.1,0.04#5x5x1#lucy/0.015#density"
	const text = "cut=box/-0.1,-0.1,0.02/0.1,0.1,0.04#10x20x1#lucy/0.015#velocity"
	if o := tumble("run", "drum", "--steps", "2", "--quiet", "--set", "view.slice=\""+own+"\"", "--run-file",
		file); o.status != 0 {
		t.Fatal(o)
	}
	for _, c := range []struct{ scene, knob string }{{"drum", "damping"}, {file, "damping"}, {"drum", "seed=7"}} {
		s := &simFlags{until: 0.01}
		p, err := s.prepare(&call{Context: t.Context()}, "replay", c.scene)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Scene.World.Close()
		if err := p.Scene.View.Slice.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		l := &liveFlags{on: true, knobs: []string{c.knob}}
		page, err := l.of(p, func(seed uint64) (run.Scene, error) { return s.loadSeed(c.scene, seed) })
		if err != nil {
			t.Fatal(err)
		}
		scenes := []string{string(page.File.Scene)}
		starts, err := replay.ReadStarts(page.File, page.Starts)
		if err != nil || len(starts) == 0 != (c.knob == "damping") {
			t.Fatal(len(starts), err)
		}
		for i := range starts {
			scenes = append(scenes, string(starts[i].File.Scene))
		}
		for _, head := range scenes {
			if !strings.Contains(head, `"`+text+`"`) {
				t.Errorf("the page of %s by %s computes with another slice: %s", c.scene, c.knob, head)
			}
		}
	}
}
