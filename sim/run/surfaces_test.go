package run

import (
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: the scene begins again with the surfaces that a person chose and with the person's edits, and runs to the
// same bits as without surfaces; the track before stays, with its columns; a reset keeps the surfaces, and another
// scene does not. Where one cannot be measured, the present run goes on.
func TestSurfacesOfAPerson(t *testing.T) {
	r := atRest(t)
	seen := func() (s bridge.Snapshot) {
		r.fill(&s)
		return s
	}
	steps := func(n int) uint64 {
		r.apply(bridge.StepOnce{N: n})
		return r.scene.World.Hash()
	}
	surfaces := func(texts ...string) {
		t.Helper()
		list, err := bridge.ParseSurfaces(texts)
		if err != nil {
			t.Fatal(err)
		}
		r.apply(bridge.SetSurfaces{Surfaces: list})
	}
	r.apply(bridge.Reset{})
	r.apply(bridge.Number("damping", 0.3))
	want, columns := steps(1500), len(r.history.Series().Columns)

	surfaces("ground=@floor")
	s := seen()
	if s.Step != 0 || len(s.Surfaces) != 1 || s.Surfaces[0].Surface.Name != "ground" || s.Params.Damping != 0.3 {
		t.Fatalf("step %d, damping %g, surfaces %+v", s.Step, s.Params.Damping, s.Surfaces)
	}
	if got := steps(1500); got != want {
		t.Errorf("with a surface: hash %016x, want %016x", got, want)
	}
	if s := seen(); !(s.Surfaces[0].Sum.Hits > 0) || len(s.Timeline.Tracks) != 2 {
		t.Errorf("%d tracks, the surface has %+v", len(s.Timeline.Tracks), s.Surfaces[0].Sum)
	}
	if n := len(r.history.Series().Columns); n != columns+2*len(bridge.SurfaceNumbers) {
		t.Errorf("%d columns, without the surface %d", n, columns)
	}
	r.apply(bridge.Reset{})
	if s := seen(); s.Step != 0 || len(s.Surfaces) != 1 {
		t.Errorf("after a reset: step %d, surfaces %+v", s.Step, s.Surfaces)
	}
	steps(10)
	surfaces("ground=@floor", "gone=@nobody")
	if s := seen(); s.Step != 10 || len(s.Surfaces) != 1 || !strings.Contains(s.Notices[len(s.Notices)-1].Text, "nobody") {
		t.Errorf("of nobody: step %d, surfaces %+v, notices %+v", s.Step, s.Surfaces, s.Notices)
	}
	r.apply(bridge.ChooseTrack{Track: s.Timeline.Tracks[0].ID})
	if n := len(r.history.Series().Columns); n != columns || len(seen().Surfaces) != 0 {
		t.Errorf("the track before has %d columns, want %d", n, columns)
	}
	surfaces()
	if s := seen(); s.Step != 0 || len(s.Surfaces) != 0 {
		t.Errorf("without surfaces: step %d, %+v", s.Step, s.Surfaces)
	}
	surfaces("ground=@floor")
	r.apply(bridge.LoadScene{Name: "pile"})
	if s := seen(); len(s.Surfaces) != 0 {
		t.Errorf("another scene has %+v", s.Surfaces)
	}
}

// Contract: the scene begins again with the named planes that a person chose, with the same bits; a reset keeps them,
// and planes of one name are refused while the present run goes on.
func TestPlanesOfAPerson(t *testing.T) {
	r := atRest(t)
	planes := func(texts ...string) (s bridge.Snapshot) {
		t.Helper()
		var list []bridge.Plane
		for _, text := range texts {
			p, err := bridge.ParsePlane(text)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p)
		}
		r.apply(bridge.SetPlanes{Planes: list})
		r.fill(&s)
		return s
	}
	r.apply(bridge.StepOnce{N: 1500})
	want := r.scene.World.Hash()
	if s := planes("low=disc/0,0,0.03/0,0,-1/1"); s.Step != 0 || len(s.Through) != 1 {
		t.Fatalf("step %d, planes %+v", s.Step, s.Through)
	}
	r.apply(bridge.StepOnce{N: 1500})
	if got := r.scene.World.Hash(); got != want {
		t.Errorf("with a plane: hash %016x, want %016x", got, want)
	}
	s := planes("low=disc/0,0,0.03/0,0,-1/1", "low=disc/0,0,0.02/0,0,-1/1")
	if s.Step != 1500 || len(s.Through) != 1 ||
		!strings.Contains(s.Notices[len(s.Notices)-1].Text, "is there twice") {
		t.Errorf("twice the same name: step %d, %+v, notices %+v", s.Step, s.Through, s.Notices)
	}
	r.apply(bridge.Reset{})
	var after bridge.Snapshot
	if r.fill(&after); after.Step != 0 || len(after.Through) != 1 {
		t.Errorf("after a reset: step %d, %+v", after.Step, after.Through)
	}
	if s := planes(); len(s.Through) != 0 {
		t.Errorf("without planes: %+v", s.Through)
	}
}
