package studio

import (
	"math"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// Contract: in a note stands what it asks for of the scene, and nothing that a terminal obeys.
func TestNote(t *testing.T) {
	p := &Options{Note: "{title}: {set}\nseed {seed}\x07, {time}"}
	w, err := sim.New(sim.DefaultParams)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	sc := &run.Scene{World: w, Name: "heap", Set: []string{"damping=0.1", "gravity=0,0,-1"}}
	if got, want := p.noteOf(sc), "heap: damping=0.1, gravity=0,0,-1\nseed 0 , {time}"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The camera shows the box the scene wishes for, else everything, else a default box; from the side of a named view
// just so far away that all of it is seen: the box is 2 m along all axes, so its corners are nearer from above.
func TestCamera(t *testing.T) {
	o := &Options{Width: 200, Height: 100, View: view.Default()}
	var s bridge.Snapshot
	s.Bounds.Core = [2][3]float32{{float32(math.Inf(1)), 0, 0}, {float32(math.Inf(-1)), 0, 0}}
	if c := o.Camera(&s); math.IsInf(float64(c.Distance), 0) || !(c.Distance > 0) {
		t.Errorf("of nothing: distance %v", c.Distance)
	}
	s.View = bridge.ViewHint{Given: true, Azimuth: 35, Elevation: 14, Frame: [2][3]float32{{-1, -1, 0}, {1, 1, 2}}}
	wished := o.Camera(&s)
	if wished.Azimuth != 35 || wished.Pivot[2] != 1 {
		t.Errorf("the scene's wish: %+v", wished)
	}
	o.Eye = Eye{Given: true, Axis: 2, Side: 1}
	if c := o.Camera(&s); c.Elevation != 90 || c.Pivot != wished.Pivot || !(c.Distance < wished.Distance) {
		t.Errorf("from the top: %+v", c)
	}
}
