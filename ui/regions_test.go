package ui

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/layout"
)

// Contract: a new region is a box in the middle of the view; its arrows move it along their axes and go with the
// pointer; it is seen only with its panel or chart. What is no region is not sent.
func TestRegionIsPutAndDragged(t *testing.T) {
	m := newTestModel()
	m.viewport.area = layout.Rect{X: 300, Y: 40, Width: 900, Height: 700}
	m.snap.Bounds.Core = [2][3]float32{{-1, -1, -1}, {1, 1, 1}}
	m.view.Camera.Frame([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, m.viewport.area.Aspect())
	m.regions.newRegion()
	m.regions.newRegion()
	list := m.regions.list()
	if len(list) != 2 || list[0].Name == list[1].Name || m.regions.current() != 1 {
		t.Fatalf("there are %v, chosen is %d", list, m.regions.current())
	}
	if p := m.view.Camera.Pivot; mgl32.Vec3(list[1].Middle().Float32()).Sub(p).Len() > 0.02 {
		t.Errorf("the middle of %s is not at %v", list[1], p)
	}
	if len(m.grips.handles()) != 0 {
		t.Error("without its panel a region has handles")
	}
	m.regions.listed = true
	for axis := range 3 {
		arrow := func() (h handle) {
			for _, one := range m.grips.handles() {
				if one.hold == (hold{gripRegion, axis}) {
					h = one
				}
			}
			return h
		}
		before, h := m.regions.list()[1], arrow()
		by := h.along.Mul(50 / h.along.Len())
		pull(m, h.knob, by)
		r, off := m.regions.list()[1], arrow().knob.Sub(h.knob.Add(by)).Len()
		if moved := r.Middle().Sub(before.Middle()); off > 10 || !(moved.Component(axis) > 0.1) ||
			moved.Norm() > 1.001*moved.Component(axis) || math.Abs(r.Volume()/before.Volume()-1) > 1e-9 {
			t.Errorf("along axis %d, %g from the pointer, %s became %s", axis, off, before, r)
		}
	}
	for k := range 6 { // its sides
		before := m.regions.list()[1]
		for _, h := range m.grips.handles() {
			if h.hold == (hold{gripSide, k}) {
				pull(m, h.knob, h.along.Mul(40/h.along.Len()))
			}
		}
		r, side := m.regions.list()[1], before.Sides()[k]
		grown := r.Sides()[k].At.Sub(side.At)
		still := r.Sides()[k^1].At.Sub(before.Sides()[k^1].At)
		if by := grown.Dot(side.Way); !(by > 0.05) || grown.Norm() > 1.001*by || still.Norm() > 1e-9 {
			t.Errorf("side %d of %s was pulled: %s", k, before, r)
		}
	}
	turned := bridge.BodyFrame{Origin: vec.New(1, 2, 3), Orientation: vec.FromAxisAngle(vec.AxisZ, 1)}
	was := m.regions.list()[1].Middle()
	m.regions.carry(1, "drum", turned)
	m.snap.Frames = []bridge.BodyFrame{{Orientation: vec.Identity}, turned}
	if r := m.regions.list()[1]; r.Body != "drum" || turned.Of(r.Middle()).Sub(was).Norm() > 0.01 {
		t.Errorf("carried by the drum it is %s, whose middle is not at %v", r, was)
	}
	if len(m.grips.handles()) != 3+6 {
		t.Errorf("carried by a body it has the handles %v", m.grips.handles())
	}
	m.snap.Frames[1] = bridge.BodyFrame{}
	if len(m.grips.handles()) != 0 {
		t.Error("without its body it has handles")
	}
	m.regions.dropRegion(0)
	sent := len(m.out.waiting)
	bad := m.regions.list()[0]
	bad.High = bad.Low
	m.regions.putRegion(bad)
	if len(m.out.waiting) != sent || m.refuse.Of("regions") == "" || len(m.regions.list()) != 1 {
		t.Errorf("a flat region was sent, or not refused: %v", m.regions.list())
	}
	if c, ok := m.out.waiting[sent-1].(bridge.SetRegions); !ok || len(c.Regions) != 1 || c.Regions[0].Name != "region2" {
		t.Errorf("the last command is %+v", m.out.waiting[sent-1])
	}
}
