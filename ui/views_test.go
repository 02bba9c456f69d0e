package ui

import (
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
)

// A click on the tip of an axis looks along it, a second one from the other side.
func TestTripodIsClicked(t *testing.T) {
	h := newPerson(t)
	m := h.m
	m.viewport.area, m.viewport.pixelScale, m.view.Scale = layout.Rect{X: 300, Y: 36, Width: 900, Height: 700}, 2, 2
	tip := func(axis int) (x, y float32) {
		at := view.TripodOf(m.view.Camera, m.viewport.area.Height, 1, 0).Tips[axis]
		return m.viewport.area.X + at[0], m.viewport.area.Y + at[1]
	}
	for _, side := range []float32{1, -1} {
		x, y := tip(1)
		h.at = h.at.Add(time.Second)
		h.click(x, y, 0, 0)
		m.tick(m.now.Add(time.Second))
		if back := m.view.Camera.Back(); back.Sub(mgl32.Vec3{0, side, 0}).Len() > 1e-5 {
			t.Fatalf("the eye is at %v, want it on the side %g of y", back, side)
		}
	}
	if m.view.Selected.Len() != 0 {
		t.Error("a click on an axis selects something")
	}
}

// A view that was stored is had again to the bit, from wherever the camera has gone.
func TestViewsAreKept(t *testing.T) {
	m := newTestModel()
	m.view.Camera.Azimuth, m.view.Camera.Ortho = 33, true
	was := m.view.Camera
	m.do(keymap.Store7)
	m.move(keymap.Orbit, drag{dx: 40, dy: 3})
	m.do(keymap.Ortho)
	m.tick(m.now.Add(time.Second))
	m.do(keymap.Recall7)
	m.tick(m.now.Add(time.Second))
	if m.view.Camera != was {
		t.Errorf("view 7 is %+v, want %+v", m.view.Camera, was)
	}
	m.do(keymap.Recall8)
	if m.camera.flight.flying || len(m.toasts.list) < 2 {
		t.Error("a view that was not stored moves the camera, or nobody is told")
	}
}

// Each navigation turns, pans and moves closer, with one button each.
func TestNavigations(t *testing.T) {
	m := newTestModel()
	for i, n := range keymap.Navigations {
		m.camera.navigation = i
		found := map[keymap.Action]bool{}
		for _, g := range []keymap.Gesture{keymap.DragLeft, keymap.DragRight, keymap.DragMiddle} {
			if b := keymap.Navigations[m.camera.navigation].Drag(0, g); b != nil {
				found[b.Action] = true
			}
			if b := keymap.Navigations[m.camera.navigation].Drag(keymap.Shift, g); b != nil {
				found[b.Action] = true
			}
			if b := keymap.Navigations[m.camera.navigation].Drag(keymap.Ctrl, g); b != nil {
				found[b.Action] = true
			}
		}
		if !found[keymap.Orbit] || !found[keymap.Pan] || !found[keymap.Dolly] || !found[keymap.DragBody] {
			t.Errorf("%s lacks a gesture: %v", n.Name, found)
		}
	}
	if b := keymap.Navigations[m.camera.navigation].Drag(0, keymap.DragRight); b == nil || b.Action != keymap.Pan {
		t.Error("MuJoCo's right button does not pan")
	}
}
