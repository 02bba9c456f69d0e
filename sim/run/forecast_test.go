package run

import (
	"slices"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: an edit that is tried leaves the run as it is, bit for bit, and the forecast is what the run itself then
// comes to; each try replaces the one before; it is made once, or forgotten.
func TestForecast(t *testing.T) {
	r := atRest(t)
	passed(r, 100, nil)
	var s bridge.Snapshot
	hash, gravity := r.scene.World.Hash(), func() float64 { r.fill(&s); return s.Params.Gravity.X }
	at := func(x float64) bridge.Command { return bridge.Vector("gravity", vec.New(x, 0, -10)) }
	r.apply(bridge.TryEdits{Span: 0.05})
	for _, x := range []float64{1, 5, 2} {
		r.apply(at(x))
		if got := gravity(); got != x || !s.Forecast.Trying {
			t.Errorf("tried with a gravity of %g, panels show %g", x, got)
		}
	}
	<-r.trying.forecast.ended
	if r.fill(&s); r.scene.World.Hash() != hash || s.Readings.Hash != hash {
		t.Fatal("the run is not as it was")
	}
	f := s.Forecast
	if f.Until < f.End || f.End-f.From != 0.05 || len(f.Paths) != 8 || len(f.Paths[0].Points) < pathPoints {
		t.Fatalf("the forecast goes from %g to %g s of %g, with %d paths", f.From, f.Until, f.End, len(f.Paths))
	}
	r.apply(bridge.DropTried{})
	if x := gravity(); x != 0 || s.Forecast.Version != 0 || r.scene.World.Hash() != hash {
		t.Errorf("forgotten, but gravity is %g, forecast %+v", x, s.Forecast)
	}

	r.apply(bridge.TryEdits{Span: 0.05})
	r.apply(at(2))
	r.apply(bridge.MakeTried{})
	var line bridge.Timeline
	if r.history.Fill(&line); gravity() != 2 || len(line.Edits) != 1 || s.Forecast.Version == 0 {
		t.Errorf("made, but gravity is %g, with %d edits", s.Params.Gravity.X, len(line.Edits))
	}
	for r.scene.World.Clock().Time < f.End-tolerance(r.scene.World) {
		passed(r, 1, nil)
	}
	r.fill(&s)
	capsules := slices.DeleteFunc(slices.Clone(s.Capsules), func(c bridge.Capsule) bool {
		return s.Bodies[c.Body].Kind != bridge.Dynamic
	})
	if !slices.Equal(capsules, f.Capsules) || s.Forecast.Version != 0 {
		t.Error("the run came to something else than its forecast")
	}
	for _, c := range []bridge.Command{bridge.TryEdits{}, bridge.TryEdits{Span: 61}} {
		if r.apply(c); r.trying.on {
			t.Errorf("%#v is taken", c)
		}
	}
}
