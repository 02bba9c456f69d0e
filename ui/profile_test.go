package ui

import (
	"bytes"
	"testing"

	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/run/bridge"
)

// Contract: the profile is along one of both directions in the slice; its table has the places and the means.
func TestProfileIsSaved(t *testing.T) {
	m := newTestModel()
	f, err := bridge.ParseField("slice=box/0,-1,0/2,1,4#1x1x2#gaussian/1")
	if err != nil {
		t.Fatal(err)
	}
	m.slice.axis = 1
	m.snap.Slice = bridge.Slice{Of: bridge.SliceOf{Field: f, Quantity: "pressure"}, Title: "pressure", Unit: "Pa",
		Values: []float32{3, 5}, Density: []float32{1, 1}}
	for _, across := range []bool{false, true} {
		m.profile.across = across
		if axis, _ := m.profile.along(); across != (axis == 0) || axis == 1 {
			t.Errorf("across %v: along axis %d", across, axis)
		}
	}
	places, mean := fields.Profile(&m.snap.Slice, 2)
	var file bytes.Buffer
	if err := m.profile.write(&file, 2, places, mean); err != nil || file.String() != "z [m],pressure [Pa]\n1,3\n3,5\n" {
		t.Errorf("%v: the table is %q", err, file.String())
	}
}
