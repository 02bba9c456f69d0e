//go:build !headless

package cli

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/runfile"
	"example.org/tumble/sim/scene"
	"example.org/tumble/ui/remember"
)

// Contract: a run gives a video of what the person saw, its camera moving between the poses that were kept and its
// overlays as they were, and one of each view that was stored, as it was stored last; flags win.
func TestTakesOfARun(t *testing.T) {
	seen := func(name string, time float64, azimuth float32, o view.Overlay) runfile.View {
		v := view.Default()
		v.Camera.Azimuth, v.Camera.Distance, v.Overlays = azimuth, 2, o
		l := remember.LookOf(&v)
		l.Name = name
		return runfile.View{Moment: bridge.Moment{Time: time}, Look: l}
	}
	bad := seen("", 0.3, 0, 0)
	bad.Camera[3] = -1
	film := func(v runfile.View) runfile.View { v.Film = true; return v }
	track := &runfile.Track{Views: []runfile.View{seen("8", 0, 5, 0), seen("8", 0, 7, view.OverlayForces),
		seen("", 0.1, 350, view.OverlayAxes), seen("", 0.2, 10, view.OverlayForces), bad, seen("", 0.9, 40, 0),
		film(seen("v", 0.2, 11, 0)), film(seen("v", 0.3, 12, 0))}}
	takes := takesOf(track)
	if len(takes) != 3 || takes[2].name != "v" ||
		len(takes[2].seen) != 2 || takes[0].name != "8" || takes[1].name != viewRun {
		t.Fatalf("takes %+v", takes)
	}
	none := func(string) bool { return false }
	for _, c := range []struct {
		take     int
		time     float64
		azimuth  float32
		overlays view.Overlay
	}{
		{0, 5, 7, view.OverlayForces}, {1, 0, 350, view.OverlayAxes}, {1, 0.15, 360, view.OverlayAxes},
		{1, 0.2, 10, view.OverlayForces}, {1, 0.5, 10, view.OverlayForces}, {1, 2, 40, 0},
	} {
		v := takes[c.take].at(view.Default(), c.time, none)
		if d := v.Camera.Azimuth - c.azimuth; d > 1e-3 || d < -1e-3 || v.Overlays != c.overlays || v.Camera.Distance != 2 {
			t.Errorf("take %d at %g s: azimuth %g, overlays %b; want %+v", c.take, c.time, v.Camera.Azimuth, v.Overlays, c)
		}
	}
	flag := view.Default()
	flag.Overlays = view.OverlayGrid
	if v := takes[1].at(flag, 1, func(f string) bool { return f == "overlays" }); v.Overlays != view.OverlayGrid {
		t.Errorf("with --overlays: %b", v.Overlays)
	}
}

// Contract: a video of a run file has the slow motion of its time line, frame for frame as the window made it: 50
// frames a second, and ten times as many in 20 of its 80 ms. A flag says another stretch, or none.
func TestRunFileKeepsItsSlowMotion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "slow.tumble")
	s, err := scene.Load("clump", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	s.Slow = bridge.SetSlow{Begin: 0.02, End: 0.04, Speed: 0.1}
	if err := outfile.Write(path, func(to io.Writer) error { return scene.Save(to, s) }); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ flags, want string }{
		{"", `"frames":14`}, {"--slow none", `"frames":5`}, {"--slow 0..40ms:0.5", `"frames":7`},
	} {
		args := append([]string{"record", path, "--until", "80ms", "--fps", "50", "--size", "64x48", "--quality", "fast",
			"--json", "-o", filepath.Join(t.TempDir(), "a.avi")}, strings.Fields(c.flags)...)
		got := tumble(args...)
		if out := strings.ReplaceAll(got.stdout, " ", ""); got.status != 0 || !strings.Contains(out, c.want+",") {
			t.Errorf("%s: %s %s, want %s", c.flags, got.stdout, got.stderr, c.want)
		}
	}
	for _, bad := range []string{"1..0.5:1", "0.5:1", "0..1:0", "0..1"} {
		if got := tumble("record", path, "--slow", bad); got.status != 2 || !strings.Contains(got.stderr, "slow") {
			t.Errorf("%s: status %d, %s", bad, got.status, got.stderr)
		}
	}
}
