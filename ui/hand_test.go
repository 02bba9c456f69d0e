package ui

import (
	"math"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
)

// grip returns a hand over a view in which a pill lies under every place, and its engine.
func grip(t *testing.T, kind bridge.BodyKind) (*person, *engine) {
	h := newPerson(t)
	e := newEngine(64)
	e.state.Bodies = []bridge.Body{{Number: 7, Center: [3]float32{0, 0, 0.5}, Mass: 1, Kind: kind}}
	e.state.Capsules = []bridge.Capsule{{Center: [3]float32{0, 0, 0.5}, Axis: [3]float32{1, 0, 0}, Radius: 0.1}}
	h.m = newTestModelOf(e)
	h.m.viewport.pick = func(int, float32, float32) view.Hit {
		return view.Hit{Thing: bridge.Thing{Kind: bridge.ThingBody, Body: 7}, Point: mgl32.Vec3{0, 0.3, 0.5}, Depth: 1}
	}
	e.sent(h.m)
	return h, e
}

// Contract: Ctrl and the left button draw the body under the pointer: one command in a frame, with the point
// of its surface that was pointed at and a place at the depth of that point, until the button is let go;
// the wheel brings the plane closer, Shift turns the body alone, and Esc lets go for good.
func TestBodiesAreDragged(t *testing.T) {
	h, e := grip(t, bridge.Dynamic)
	frame := func() []bridge.Command { h.m.hand.pull(); return e.sent(h.m) }
	camera := h.m.view.Camera
	h.move(400, 300)
	h.button(0, true, keymap.Ctrl)
	if got := frame(); len(got) != 0 {
		t.Errorf("a press alone sends %+v", got)
	}
	h.move(420, 300)
	h.move(440, 310)
	got := frame()
	grab, ok := got[0].(bridge.Grab)
	if len(got) != 1 || !ok || grab.Body != 7 || math.Abs(grab.At.Y-0.1) > 1e-6 || grab.Turn {
		t.Fatalf("sent %+v", got)
	}
	to := mgl32.Vec3(grab.To.Float32())
	x, y, before := h.m.viewport.inWindow(to)
	depth, want := h.m.viewport.depthOf(to), h.m.viewport.depthOf(mgl32.Vec3{0, 0.1, 0.5})
	if !before || math.Abs(float64(x-440)) > 0.1 || math.Abs(float64(y-310)) > 0.1 ||
		math.Abs(float64(depth/want-1)) > 1e-4 {
		t.Errorf("drawn to what is at (%g, %g), %g m away, want (440, 310), %g m", x, y, depth, want)
	}
	h.m.input(&h.p, nil, capture{})
	h.m.hand.moveDepth(2)
	if got = frame(); len(got) != 1 || !(h.m.viewport.depthOf(got[0].(bridge.Grab).To.Float32()) < 0.95*want) {
		t.Errorf("after the wheel: %+v", got)
	}
	if got = frame(); len(got) != 0 {
		t.Errorf("nothing moved, but sent %+v", got)
	}
	h.button(0, false, keymap.Ctrl)
	if got = frame(); len(got) != 1 || got[0] != (bridge.Release{}) || h.m.view.Camera != camera {
		t.Errorf("let go: %+v", got)
	}
	h.button(0, true, keymap.Ctrl|keymap.Shift)
	h.move(480, 300)
	if got = frame(); len(got) != 1 || !got[0].(bridge.Grab).Turn {
		t.Errorf("with Shift: %+v", got)
	}
	h.m.do(keymap.Cancel)
	h.move(500, 300)
	h.button(0, false, glfw.ModifierKey(0))
	if got = frame(); len(got) != 1 || got[0] != (bridge.Release{}) {
		t.Errorf("after Esc: %+v", got)
	}
}

// Contract: what forces do not move is not dragged, and a body that the simulation no longer holds is
// dragged no longer.
func TestDragsEnd(t *testing.T) {
	h, e := grip(t, bridge.Static)
	drag := func() {
		h.move(400, 300)
		h.button(0, true, keymap.Ctrl)
		h.move(440, 300)
		h.m.hand.pull()
	}
	if drag(); len(e.sent(h.m)) != 0 || len(h.m.toasts.list) != 1 || h.m.hand.held.on {
		t.Error("a wall is dragged")
	}
	h, e = grip(t, bridge.Dynamic)
	drag()
	h.m.out.flush()
	e.step(9)
	e.publish() // without a hand in it, as after a reset
	h.m.poll()
	if h.m.hand.pull(); h.m.hand.held.on {
		t.Error("a body that is not held is dragged on")
	}
}

// Contract: a press on the mark of a key frame chooses it, and a drag moves that key frame in the plane of the
// picture; what lies behind is neither selected nor does the camera turn.
func TestKeyFramesAreDragged(t *testing.T) {
	h := newPerson(t)
	e := pouring()
	e.state.Motions[0].Keys[1].Position.Z = 0.5
	pick := h.m.viewport.pick
	h.m = newTestModelOf(e)
	h.m.viewport.pick, h.m.view.Overlays = pick, view.OverlayMotions
	e.sent(h.m)
	camera, f := h.m.view.Camera, frameOf{0, 1}
	x, y, _ := h.m.viewport.inWindow(h.m.motions.keyFrame(f).Position.Float32())
	h.move(x+3, y)
	h.button(0, true, 0)
	h.button(0, false, 0)
	if now, ok := h.m.motions.chosenFrame(); !ok || now != f || h.m.view.Selected.Len() != 0 {
		t.Errorf("chosen %+v, selected %v", now, h.selected())
	}
	h.button(0, true, 0)
	h.move(x+30, y-20)
	h.move(x+60, y-40)
	h.button(0, false, 0)
	u, v, _ := h.m.viewport.inWindow(h.m.motions.keyFrame(f).Position.Float32())
	if math.Hypot(float64(u-x-60), float64(v-y+40)) > 1.5 || h.m.view.Camera != camera || len(e.sent(h.m)) != 2 {
		t.Errorf("the key frame is at (%g, %g), want (%g, %g)", u, v, x+60, y-40)
	}
}
