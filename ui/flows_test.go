package ui

import (
	"math"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/layout"
)

// Contract: a new disc or rectangle lies level in the middle of the view and counts downward flow as forward; handles
// show it only with its panel; while it is dragged nothing is sent, and once it is let go it is moved, sized or turned.
func TestFlowIsPutAndDragged(t *testing.T) {
	m, queue := newTestModel(), make(chan bridge.Command, 64)
	m.out.to = queue
	m.viewport.area = layout.Rect{X: 300, Y: 40, Width: 900, Height: 700}
	m.view.Camera.Frame([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, m.viewport.area.Aspect())
	fl := &m.flows
	sent := func() (list []bridge.Plane, any bool) {
		m.out.flush()
		for len(queue) > 0 {
			if c, is := (<-queue).(bridge.SetPlanes); is {
				list, any = c.Planes, true
			}
		}
		return list, any
	}
	take := func() {
		t.Helper()
		list, any := sent()
		if !any {
			t.Fatal("no planes are sent")
		}
		m.snap.Through = nil
		for _, p := range list {
			m.snap.Through = append(m.snap.Through, bridge.Passed{Plane: p, Frame: bridge.BodyFrame{Orientation: vec.Identity}})
		}
	}
	for _, disc := range []bool{true, false} {
		fl.newPlane(disc)
		take()
		last := &m.snap.Through[len(m.snap.Through)-1].Plane
		if last.Check() != nil || last.Part.Forward() != vec.New(0, 0, -1) || fl.chosen != last.Name {
			t.Fatalf("new is %s: %v", last, last.Check())
		}
		fl.listed = false
		if len(m.grips.handles()) != 0 {
			t.Error("without its panel it has handles")
		}
		fl.listed = true
		for _, c := range []struct {
			which hold
			moved func(before, after *bridge.PlanePart) bool
		}{
			{hold{gripFlow, 2}, func(a, b *bridge.PlanePart) bool {
				return b.Center.Z > a.Center.Z+0.05 && b.Center.X == a.Center.X
			}},
			{hold{gripFlowSize, 0}, func(a, b *bridge.PlanePart) bool {
				return b.Radius > a.Radius || b.Half[0].Norm() > a.Half[0].Norm() && b.Half[1] == a.Half[1]
			}},
			{hold{gripFlowTurn, 1}, func(a, b *bridge.PlanePart) bool {
				return math.Abs(a.Forward().Dot(b.Forward())) < 0.99 && math.Abs(b.Half[0].Dot(b.Half[1])) < 1e-9
			}},
		} {
			before := fl.snap.Through[fl.current()].Plane.Part
			for _, h := range m.grips.handles() {
				if h.hold == c.which {
					by := h.along.Mul(40 / h.along.Len())
					m.grips.begin(h.hold)
					m.grips.move(h.hold, drag{part: dragGoesOn, dx: by[0], dy: by[1]})
					if _, any := sent(); any {
						t.Error("planes are sent during a drag")
					}
					m.grips.move(h.hold, drag{part: dragEnds})
					break
				}
			}
			take()
			if after := fl.snap.Through[fl.current()].Plane.Part; !c.moved(&before, &after) {
				t.Errorf("%v: %+v became %+v", c.which, before, after)
			}
		}
	}
	if _, any := sent(); any || len(m.snap.Through) != 2 {
		t.Errorf("there are %d planes", len(m.snap.Through))
	}
}

// Contract: a plane that is let to move with a body stays where it is, and so do its handles; what is dragged then
// moves in the frame of the body.
func TestFlowMovesWithABody(t *testing.T) {
	m := newTestModel()
	m.viewport.area = layout.Rect{X: 300, Y: 40, Width: 900, Height: 700}
	m.view.Camera.Frame([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, m.viewport.area.Aspect())
	p, err := bridge.ParsePlane("gate=rectangle/0.1,0.2,0.3/0.2,0,0/0,0.1,0")
	if err != nil {
		t.Fatal(err)
	}
	still := bridge.BodyFrame{Orientation: vec.Identity}
	m.snap.Through = []bridge.Passed{{Plane: p, Frame: still}}
	fl := &m.flows
	fl.listed = true
	taken := func() bridge.Plane {
		t.Helper()
		c, is := m.out.waiting[len(m.out.waiting)-1].(bridge.SetPlanes)
		if !is || len(c.Planes) != 1 {
			t.Fatalf("sent is %+v", m.out.waiting)
		}
		return c.Planes[0]
	}
	body := bridge.BodyFrame{Origin: vec.New(1, 2, 3), Orientation: vec.FromAxisAngle(vec.New(1, 1, 0).Unit(), 0.7)}
	before := m.grips.handles()
	fl.carry("drum", body)
	carried := taken()
	m.snap.Through = []bridge.Passed{{Plane: carried, Frame: body}}
	now := fl.now().Part
	if carried.Body != "drum" || carried.Part == p.Part || now.Center.Sub(p.Part.Center).Norm() > 1e-12 ||
		now.Half[0].Sub(p.Part.Half[0]).Norm() > 1e-12 || now.Forward().Sub(p.Part.Forward()).Norm() > 1e-12 {
		t.Errorf("carried it is %s, which lies at %v", carried, now)
	}
	for i, h := range m.grips.handles() {
		if h.hold != before[i].hold || h.knob.Sub(before[i].knob).Len() > 0.1 {
			t.Errorf("handle %v went from %v to %v", h.hold, before[i].knob, h.knob)
		}
	}
	fl.drag(hold{gripFlow, 2}, 0.25)
	fl.drop()
	moved := taken()
	at := moved.Part.Of(&body).Center.Sub(p.Part.Center)
	if moved.Body != "drum" || at.Sub(vec.New(0, 0, 0.25)).Norm() > 0.02 {
		t.Errorf("a drag moved it by %v", at)
	}
	m.snap.Through[0].Frame = bridge.BodyFrame{}
	if len(m.grips.handles()) != 0 {
		t.Error("without its body it has handles")
	}
}
