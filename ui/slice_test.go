package ui

import (
	"image"
	"math"
	"testing"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// Contract: a new slice lies across the axis that the eye looks along most, through the middle of the view; its arrow
// moves it; snapshots are asked for its field while its panel is shown, and for none else; its text is a field that
// files have. Cells without bodies or without a number are not shown.
func TestSliceIsPutAndDragged(t *testing.T) {
	m := newTestModel()
	m.viewport.area = layout.Rect{X: 300, Y: 40, Width: 900, Height: 700}
	m.snap.Bounds.Core = [2][3]float32{{-1, -1, -1}, {1, 1, 1}}
	m.view.Camera.Azimuth, m.view.Camera.Elevation = -70, 20
	m.view.Camera.Frame([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, m.viewport.area.Aspect())
	m.snap.Capsules = []bridge.Capsule{{Radius: 0.05}, {Radius: 0.15}}
	sl := &m.slice
	asked := func() (w bridge.Wanted) {
		sl.wants(&w)
		return w
	}
	sl.put()
	if sl.axis != 1 || math.Abs(sl.width-0.2) > 1e-6 || sliceKinds[sl.kind].text() != "velocity magnitude" {
		t.Fatalf("across %d, width %g, %s", sl.axis, sl.width, sliceKinds[sl.kind].text())
	}
	if asked() != (bridge.Wanted{}) || len(m.grips.handles()) != 0 {
		t.Error("without its panel a slice is asked for, or has an arrow")
	}
	sl.listed = true
	if f := asked().Slice.Field; f.Box.Cells != [3]int{20, 1, 20} || f.Check() != nil {
		t.Errorf("the field is %s", f)
	}
	if f, err := bridge.ParseField(sl.text()); err != nil || f.Box.Cells != [3]int{20, 1, 20} {
		t.Errorf("its text %s is no field: %v", sl.text(), err)
	}
	h := m.grips.handles()[0]
	was := sl.at
	pull(m, h.knob, h.along.Mul(40/h.along.Len()))
	if by := sl.at - was; !(by > 0.05) || m.grips.handles()[0].knob.Sub(h.knob).Len() < 30 {
		t.Errorf("its arrow moved it by %g", by)
	}
	nan := float32(math.NaN())
	m.snap.Slice = bridge.Slice{Of: asked().Slice, Values: []float32{3, nan, 5, 4}, Density: []float32{100, 100, 1, 100},
		Velocity: make([][3]float32, 4)}
	if lo, hi := sl.span(); lo != 3 || hi != 4 {
		t.Errorf("its numbers are from %g to %g, want 3 to 4", lo, hi)
	}
	sl.ramps = map[*view.Map]imgui.TextureID{}
	sl.texture = func(p image.Image) imgui.TextureID { return imgui.TextureID(p.Bounds().Dx()) }
	m.view.ColorBy = 0
	if id := sl.ramp(); id != rampWidth || sl.colors().Kind == view.Categorical {
		t.Errorf("its colours are a picture %d wide of %s", id, sl.colors().Name)
	}
}
