package run

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: a snapshot has the slice that was asked for, whose density adds up to the mass of the bodies in it and
// whose velocity has the size that it shows; it has none if none was asked for, or one that is not possible.
func TestSliceOfSnapshot(t *testing.T) {
	r := atRest(t)
	seen := func(of bridge.SliceOf) bridge.Slice {
		r.apply(bridge.SetWanted{Wanted: bridge.Wanted{Slice: of}})
		var s bridge.Snapshot
		if r.fill(&s); r.slicing.done != nil { // it is made beside the steps
			r.slicing.last, r.slicing.done = <-r.slicing.done, nil
			r.fill(&s)
		}
		return s.Slice
	}
	r.apply(bridge.StepOnce{N: 20})
	f, err := bridge.ParseField("all=box/-1,-1,-1/1,1,1#40x1x40#gaussian/0.2")
	if err != nil {
		t.Fatal(err)
	}
	s := seen(bridge.SliceOf{Field: f, Quantity: "velocity"})
	cell, mass := 2./40*2*2/40, 0.0
	for i, d := range s.Density {
		mass += float64(d) * cell
		v := s.Velocity[i]
		if size := math.Hypot(math.Hypot(float64(v[0]), float64(v[1])), float64(v[2])); d > 0 &&
			!(math.Abs(size-float64(s.Values[i])) <= 1e-6*size) {
			t.Fatalf("cell %d has the velocity %v, shown as %g", i, v, s.Values[i])
		}
	}
	want := 0.0
	for i := range r.scene.World.State().Bodies {
		want += r.scene.World.State().Bodies[i].Mass
	}
	if len(s.Values) != 1600 || !(math.Abs(mass/want-1) < 1e-6) {
		t.Errorf("%d cells with %g kg, want %g", len(s.Values), mass, want)
	}
	r.apply(bridge.StepOnce{N: 50})
	r.updateSlice(true)
	exact, now := r.slicing.last, seen(bridge.SliceOf{Field: f, Quantity: "velocity"})
	if len(exact.Density) != 1600 ||
		slices.Equal(exact.Density, s.Density) || !slices.Equal(exact.Density, now.Density) {
		t.Error("a frame does not have the slice of its moment")
	}
	far := math.Inf(1)
	w := r.scene.World
	for i := 0; w.Contacts().Count() == 0 && i < 10000; i++ {
		r.apply(bridge.StepOnce{N: 1})
	}
	at := w.State()
	if near := w.Contacts().Matter(vec.New(-far, -far, -far), vec.New(far, far, far), true); len(near.Pushes) == 0 ||
		!reflect.DeepEqual(near, at.Matter()) {
		t.Errorf("near everything lie %+v, of %+v", near, at.Matter())
	}
	f.Width = 0
	for _, of := range []bridge.SliceOf{{}, {Field: f, Quantity: "velocity"}, {Field: f, Quantity: "colour"}} {
		if s := seen(of); s.Values != nil || s.Of != (bridge.SliceOf{}) {
			t.Errorf("%+v: %d values", of, len(s.Values))
		}
	}
}
