package ui

import (
	"math"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// Contract: a new slice lies across the axis that the eye looks along most, through the middle of the view; its arrow
// moves it, while its panel is shown; snapshots are asked for its field until it is taken away; its text is a field
// that files have.
func TestSliceIsPutAndDragged(t *testing.T) {
	m := newTestModel()
	m.viewport.area = layout.Rect{X: 300, Y: 40, Width: 900, Height: 700}
	m.snap.Bounds.Core = [2][3]float32{{-1, -1, -1}, {1, 1, 1}}
	m.view.Camera.Azimuth, m.view.Camera.Elevation = -70, 20
	m.view.Camera.Frame([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, m.viewport.area.Aspect())
	m.snap.Capsules = []bridge.Capsule{{Radius: 0.05}, {Radius: 0.15}}
	sl := &m.slice
	sl.put()
	if sl.axis != 1 || math.Abs(sl.width-0.2) > 1e-6 || sliceKinds[sl.kind].text() != "velocity magnitude" {
		t.Fatalf("across %d, width %g, %s", sl.axis, sl.width, sliceKinds[sl.kind].text())
	}
	if sl.asked() == (bridge.SliceOf{}) || len(m.grips.handles()) != 0 {
		t.Error("without its panel a slice is not asked for, or has an arrow")
	}
	sl.listed = true
	if f := sl.asked().Field; f.Box.Cells != [3]int{22, 1, 22} || f.Check() != nil {
		t.Errorf("the field is %s", f)
	}
	if f, err := bridge.ParseField(sl.text()); err != nil || f.Box.Cells != [3]int{22, 1, 22} {
		t.Errorf("its text %s is no field: %v", sl.text(), err)
	}
	h := m.grips.handles()[0]
	was := sl.at
	pull(m, h.knob, h.along.Mul(40/h.along.Len()))
	if by := sl.at - was; !(by > 0.05) || m.grips.handles()[0].knob.Sub(h.knob).Len() < 30 {
		t.Errorf("its arrow moved it by %g", by)
	}
	if sl.on = false; sl.asked() != (bridge.SliceOf{}) {
		t.Error("a slice that was taken away is asked for")
	}
}

// Contract: the slice of a scene is shown as it is, until it is moved; what is shown then is given to the scene once.
func TestSliceOfTheScene(t *testing.T) {
	m := newTestModel()
	m.snap.Bounds.Core = [2][3]float32{{-1, -1, -1}, {1, 1, 1}}
	of, err := bridge.ParseSlice("own=box/-1,-1,0.1/1,1,0.3#10x20x1#lucy/0.2#stress.xz#arrows")
	if err != nil {
		t.Fatal(err)
	}
	m.snap.View.Slice = of
	m.slice.take(of)
	given := func() (list []bridge.SliceOf) {
		m.askWanted()
		for _, c := range m.out.waiting {
			if c, is := c.(bridge.SetSlice); is {
				list = append(list, c.Slice)
			}
		}
		return list
	}
	if got := m.slice.asked(); got != of || len(given()) != 0 {
		t.Errorf("it shows %v, want %v", got, of)
	}
	m.slice.at = 0.4
	now := m.slice.asked()
	if l := now.Field.Box.Low.Z; now.Component != "xz" || !now.Arrows || math.Abs(l-0.2) > 1e-9 ||
		now.Field.Check() != nil {
		t.Errorf("moved it is %v", now)
	}
	given()
	if list := given(); len(list) != 1 || list[0] != now {
		t.Errorf("the scene is given %v", list)
	}
}
