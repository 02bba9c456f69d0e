package ui

import (
	"math"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"

	"example.org/tumble/render/view"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/layout"
)

// The upper half of the legend moves the largest number of the range, the lower half the smallest: what
// was grabbed stays under the pointer, and the camera where it is. A right click gives the range back
// to the data, Shift+L locks it as it is and unlocks it, L hides the legend.
func TestLegendIsDragged(t *testing.T) {
	m := newTestModel()
	m.viewport.area = layout.Rect{X: 50, Y: 40, Width: 800, Height: 600}
	m.view.ColorBy = view.ColorBySpeed
	// A picture of twice as many pixels: the bar is 10 × 200 units, from (700, 240) on.
	bar := view.Legend{X: 1300, Y: 400, Width: 20, Height: 400, Ramp: view.Ramp{Hi: 4}}
	m.drawing.legend = shownLegend{Legend: bar, width: 1600, height: 1200}
	camera := m.view.Camera
	p := pointer{button: -1}
	at := func(x, y float32) {
		m.input(&p, []imguigl.Event{{Kind: imguigl.Move, X: x, Y: y}}, capture{})
	}
	button := func(code int, down bool) {
		m.input(&p, []imguigl.Event{{Kind: imguigl.Button, Code: code, Down: down}}, capture{})
	}
	drag := func(from, to float32) {
		at(705, from)
		button(0, true)
		at(705, 0.5*(from+to))
		at(705, to)
		button(0, false)
		m.drawing.legend.Ramp.Lo, m.drawing.legend.Ramp.Hi = m.view.ColorRange[0], m.view.ColorRange[1] // the next picture
	}
	near := func(what string, lo, hi float32) {
		t.Helper()
		got := m.view.ColorRange
		if math.Abs(float64(got[0]-lo)) > 1e-4 || math.Abs(float64(got[1]-hi)) > 1e-4 {
			t.Errorf("%s: range %v, want %g to %g", what, got, lo, hi)
		}
	}
	drag(290, 340) // 3 m/s from three quarters to the middle
	near("upper half", 0, 6)
	drag(390, 340) // 1.5 m/s from a quarter to the middle
	near("lower half", -3, 6)
	at(705, 300)
	fit := m.view.ColorFit
	button(1, true)
	button(1, false)
	if near("right click", 0, 0); m.view.ColorFit == fit {
		t.Error("a right click does not fit the range anew")
	}
	key := func(mods glfw.ModifierKey) {
		m.input(&p, []imguigl.Event{{Kind: imguigl.Key, Code: int(glfw.KeyL), Mods: int(mods), Down: true}}, capture{})
	}
	m.drawing.legend.Ramp = view.Ramp{Lo: 1, Hi: 2}
	key(glfw.ModShift)
	near("locked", 1, 2)
	key(glfw.ModShift)
	near("unlocked", 0, 0)
	if m.view.Camera != camera {
		t.Error("dragging the legend moves the camera")
	}
	key(0)
	if !m.view.NoLegend {
		t.Error("L does not hide the legend")
	}
	m.drawing.legend.Height = 0
	at(705, 300)
	button(0, true)
	at(705, 320)
	if m.view.Camera == camera || m.view.ColorRange != [2]float32{} {
		t.Error("without a legend the pointer is over the scene")
	}
}
