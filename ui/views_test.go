package ui

import (
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
)

// A click on the tip of an axis looks along it, a second one from the other side.
func TestTripodIsClicked(t *testing.T) {
	h := newHand(t)
	m := h.m
	m.area, m.pixelScale, m.view.Scale = rect{x: 300, y: 36, width: 900, height: 700}, 2, 2
	tip := func(axis int) (x, y float32) {
		at := view.TripodOf(m.view.Camera, m.area.height, 1, 0).Tips[axis]
		return m.area.x + at[0], m.area.y + at[1]
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
	m.do(actStore7)
	m.move(actOrbit, drag{dx: 40, dy: 3})
	m.do(actOrtho)
	m.tick(m.now.Add(time.Second))
	m.do(actRecall7)
	m.tick(m.now.Add(time.Second))
	if m.view.Camera != was {
		t.Errorf("view 7 is %+v, want %+v", m.view.Camera, was)
	}
	m.do(actRecall8)
	if m.flight.flying || len(m.toasts.list) < 2 {
		t.Error("a view that was not stored moves the camera, or nobody is told")
	}
}

// Each navigation turns, pans and moves closer, with one button each.
func TestNavigations(t *testing.T) {
	m := newTestModel()
	for i, n := range navigations {
		m.navigation = i
		found := map[act]bool{}
		for _, g := range []Gesture{DragLeft, DragRight, DragMiddle} {
			if b := m.dragOf(0, g); b != nil {
				found[b.act] = true
			}
			if b := m.dragOf(shift, g); b != nil {
				found[b.act] = true
			}
			if b := m.dragOf(ctrl, g); b != nil {
				found[b.act] = true
			}
		}
		if !found[actOrbit] || !found[actPan] || !found[actDolly] || !found[actDragBody] {
			t.Errorf("%s lacks a gesture: %v", n.name, found)
		}
	}
	if b := m.dragOf(0, DragRight); b == nil || b.act != actPan {
		t.Error("MuJoCo's right button does not pan")
	}
}
