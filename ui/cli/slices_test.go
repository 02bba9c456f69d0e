package cli

import (
	"path/filepath"
	"strings"
	"testing"

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
