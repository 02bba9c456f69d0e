package ui

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/layout"
)

// pull drags the pointer from a place of the window by so much, in steps, as a person does.
func pull(m *model, from, by mgl32.Vec2) {
	p := pointer{button: -1}
	events := []imguigl.Event{{Kind: imguigl.Move, X: from[0], Y: from[1]}, {Kind: imguigl.Button, Down: true}}
	for i := 1; i <= 20; i++ {
		at := from.Add(by.Mul(float32(i) / 20))
		events = append(events, imguigl.Event{Kind: imguigl.Move, X: at[0], Y: at[1]})
	}
	for _, e := range append(events, imguigl.Event{Kind: imguigl.Button}) {
		m.input(&p, []imguigl.Event{e}, capture{})
	}
}

func handleOf(t *testing.T, m *model, kind gripKind) handle {
	t.Helper()
	for _, h := range m.grips.handles() {
		if h.kind == kind {
			return h
		}
	}
	t.Fatalf("no handle %d", kind)
	return handle{}
}

// The arrow of a cut moves it along its normal, and goes with the pointer; its arcs turn it about where they stand;
// the camera stays. The ring of a key frame turns that, by a command.
func TestHandles(t *testing.T) {
	m := newTestModel()
	m.viewport.area = layout.Rect{X: 300, Y: 40, Width: 900, Height: 700}
	m.view.Camera.Frame([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, m.viewport.area.Aspect())
	m.drawing.toggleCut(2)
	camera, cut := m.view.Camera, &m.view.Cuts[2]
	before, h := *cut, handleOf(t, m, gripCut)
	by := h.along.Mul(60 / h.along.Len())
	pull(m, h.knob, by)
	if moved := handleOf(t, m, gripCut).knob.Sub(h.knob.Add(by)).Len(); moved > 3 || cut.Normal != before.Normal {
		t.Errorf("the arrow is %g from the pointer; the cut is %v", moved, *cut)
	}
	for _, kind := range []gripKind{gripCutTilt, gripCutTurn} {
		*cut = before
		h, at := handleOf(t, m, kind), m.viewport.cutMiddle(*cut)
		pull(m, h.knob, h.along.Mul(0.3))
		lean := math.Acos(float64(mgl32.Vec3(cut.Normal).Dot(before.Normal)))
		if math.Abs(lean-0.3) > 0.1 || math.Abs(float64(cut.Beyond(at))) > 1e-4 {
			t.Errorf("arc %d turned it by %g, and %g off its place", kind, lean, cut.Beyond(at))
		}
	}
	if m.view.Camera != camera {
		t.Error("the camera moved")
	}
	m.view.Cuts = [3]view.Cut{}
	m.view.Overlays |= view.OverlayMotions
	m.snap.Motions = []bridge.Motion{{Name: "pour", Keys: []bridge.MotionKey{{Orientation: vec.Identity},
		{Time: 1, Orientation: vec.FromAxisAngle(vec.AxisX, 1)}}}}
	m.motions.chooseFrame(frameOf{0, 1})
	h = handleOf(t, m, gripKeyFrame)
	pull(m, h.knob, h.along.Mul(0.35))
	if d, axis := m.motions.turned(frameOf{0, 1}); math.Abs(d-77) > 6 || axis.X < 0.999 {
		t.Errorf("turned to %g° about %v", d, axis)
	}
	if len(m.out.waiting) == 0 {
		t.Error("no command was sent")
	}
}

// The arrow of the plane of a chart moves it along its axis, wherever it points, and goes with the pointer; without a
// chart of it the plane is not seen.
func TestPlaneIsDragged(t *testing.T) {
	for _, negative := range []bool{true, false} {
		m := newTestModel()
		m.viewport.area = layout.Rect{X: 300, Y: 40, Width: 900, Height: 700}
		m.snap.Bounds.Core = [2][3]float32{{-1, -1, -1}, {1, 1, 1}}
		m.view.Camera.Frame([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, m.viewport.area.Aspect())
		m.plane.setPlane(bridge.SetPlane{Plane: bridge.Plane{Axis: 2, Negative: negative, At: 0.1}})
		if len(m.grips.handles()) != 0 {
			t.Error("without a chart there is a plane")
		}
		m.shell.Drawer, m.plane.charted = true, true
		h := handleOf(t, m, gripPlane)
		pull(m, h.knob, mgl32.Vec2{0, -60})
		if moved := handleOf(t, m, gripPlane).knob.Sub(h.knob).Add(mgl32.Vec2{0, 60}).Len(); moved > 6 {
			t.Errorf("the arrow is %g from the pointer", moved)
		}
		if p := m.plane.current().Plane; p.At < 0.2 || p.At > 1 || p.Axis != 2 || p.Negative != negative {
			t.Errorf("upward the plane went to %s", p)
		}
	}
}
