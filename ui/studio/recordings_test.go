//go:build !headless

package studio

import (
	"slices"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/ui/remember"
)

// Contract: a run gives a video of what the person saw, its camera moving between the poses that were kept and its
// overlays as they were, and one of each view that was stored, as it was stored last; what was chosen wins.
func TestTakesOfARun(t *testing.T) {
	seen := func(name string, time float64, azimuth float32, o view.Overlay) runfile.View {
		v := view.Default()
		v.Camera.Azimuth, v.Camera.Distance, v.Overlays = azimuth, 2, o
		l := remember.SavedViewOf(&v)
		l.Name = name
		return runfile.View{Moment: bridge.Moment{Time: time}, SavedView: l}
	}
	bad := seen("", 0.3, 0, 0)
	bad.Camera[3] = -1
	film := func(v runfile.View) runfile.View { v.Film = true; return v }
	track := &runfile.Track{Views: []runfile.View{seen("8", 0, 5, 0), seen("8", 0, 7, view.OverlayForces),
		seen("", 0.1, 350, view.OverlayAxes), seen("", 0.2, 10, view.OverlayForces), bad, seen("", 0.9, 40, 0),
		film(seen("v", 0.2, 11, 0)), film(seen("v", 0.3, 12, 0))}}
	takes := recordingsOf(track)
	if len(takes) != 3 || takes[2].name != "v" ||
		len(takes[2].seen) != 2 || takes[0].name != "8" || takes[1].name != ShownRun {
		t.Fatalf("takes %+v", takes)
	}
	for _, c := range []struct {
		take     int
		time     float64
		azimuth  float32
		overlays view.Overlay
	}{
		{0, 5, 7, view.OverlayForces}, {1, 0, 350, view.OverlayAxes}, {1, 0.15, 360, view.OverlayAxes},
		{1, 0.2, 10, view.OverlayForces}, {1, 0.5, 10, view.OverlayForces}, {1, 2, 40, 0},
	} {
		v := takes[c.take].at(view.Default(), c.time, 0)
		if d := v.Camera.Azimuth - c.azimuth; d > 1e-3 || d < -1e-3 || v.Overlays != c.overlays || v.Camera.Distance != 2 {
			t.Errorf("take %d at %g s: azimuth %g, overlays %b; want %+v", c.take, c.time, v.Camera.Azimuth, v.Overlays, c)
		}
	}
	own := view.Default()
	own.Overlays = view.OverlayGrid
	if v := takes[1].at(own, 1, view.FieldOverlays); v.Overlays != view.OverlayGrid {
		t.Errorf("with its own overlays: %b", v.Overlays)
	}
}

// Contract: views with different names have videos with different names of files, also where names differ in signs or
// case only.
func TestFileNamesOfViews(t *testing.T) {
	got := fileNames([]string{"run", "from above", "from-above", "From Above", "side", "from-above-2"})
	want := []string{"run", "from-above", "from-above-2", "From-Above-3", "side", "from-above-2-2"}
	if !slices.Equal(got, want) {
		t.Errorf("the files are %q, want %q", got, want)
	}
}
