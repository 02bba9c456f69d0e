package run

import (
	"fmt"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: pictures of a run that is computed again have the sensors that the window had at the same moment, and none
// where nobody wants any.
func TestSensorsAreThoseOfTheWindow(t *testing.T) {
	r := atRest(t)
	list, err := bridge.ParseRegions([]string{"all=cylinder/0,0,-1/0,0,1/1", "own=box/-1,-1,-1/1,1,1@3"})
	if err != nil {
		t.Fatal(err)
	}
	f, err := bridge.ParseField("all=box/-1,-1,-1/1,1,1#8x1x8#lucy/0.5")
	if err != nil {
		t.Fatal(err)
	}
	plane := bridge.Plane{Axis: 2, Negative: true, At: 0.05}
	r.apply(bridge.SetRegions{Regions: list})
	r.apply(bridge.SetPlane{Plane: plane})
	wanted := bridge.Wanted{Regions: true, Heaps: true, Slice: bridge.SliceOf{Field: f, Quantity: "density"}}
	r.apply(bridge.SetWanted{Wanted: wanted})
	r.apply(bridge.StepOnce{N: 3000})
	var s, alone bridge.Snapshot
	r.updateSlice(true)
	r.fill(&s)
	alone.Wanted = wanted
	w := r.scene.World
	w.Fill(&alone)
	FillSensors(&alone, w, list, &plane)
	if len(alone.Heaps) != 2 || len(alone.Slice.Values) != 64 || len(alone.Frames) != 2 {
		t.Fatalf("%d heaps, %d cells, %d frames", len(alone.Heaps), len(alone.Slice.Values), len(alone.Frames))
	}
	text := func(s *bridge.Snapshot) (list []any) { // as text, because NaN differs from itself
		for _, of := range []bridge.SeriesOf{bridge.OfPlane, bridge.OfRegions} {
			f := s.Timeline.Followed[of]
			f.Series, f.Note = nil, ""
			list = append(list, f, s.Followed[of].Values)
		}
		return append(list, s.Slice, s.Heaps, s.Frames)
	}
	if a, b := text(&s), text(&alone); printed(a) != printed(b) {
		t.Errorf("the window has\n%s\nand alone there are\n%s", printed(a), printed(b))
	}
	alone.Wanted = bridge.Wanted{}
	w.Fill(&alone)
	if FillSensors(&alone, w, list, nil); alone.Heaps != nil || alone.Slice.Values != nil {
		t.Error("there are sensors that nobody wants")
	}
}

func printed(list []any) (text string) {
	for _, x := range list {
		text += fmt.Sprintf("%v\n", x)
	}
	return text
}
