package render

import (
	"bytes"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// TestKeptPartsAreNotStale: the backdrop and the light's maps are kept from picture to
// picture. Whatever changes between two pictures, the second is the same as one for which
// nothing was kept.
func TestKeptPartsAreNotStale(t *testing.T) {
	s := pourScene(20, 118)
	s.Revision = 77
	v := sampleView()
	width := 320
	draw := func() (p []byte) {
		onGL(func() {
			if err := renderer.Draw(s, &v, width, 240); err != nil {
				t.Error(err)
			}
			p = renderer.Pixels(nil)
		})
		return p
	}
	before := draw()
	for _, x := range []struct {
		name string
		edit func()
	}{
		{"camera", func() { v.Camera.Azimuth += 30 }},
		{"orthographic", func() { v.Camera.Ortho = true }},
		{"theme", func() { v.Theme = view.Light }},
		{"grid", func() { v.Overlays &^= view.OverlayGrid }},
		{"opacity", func() { v.Opacity = 0.6 }},
		{"opaque", func() { v.Opacity = 1 }},
		{"mesh colour", func() { s.Meshes[0].Color = bridge.RGBA{20, 120, 220, 255} }},
		{"mesh moved", func() { s.Meshes[0].Position[0] += 0.01 }},
		{"capsule moved", func() { s.Capsules[2].Center[2] += 0.02 }},
		{"capsule turned", func() { s.Capsules[3].Axis = [3]float32{0, 0, 1} }},
		{"floor moved", func() { s.Walls[0].Position -= 0.01 }},
		{"floor colour", func() { s.Walls[0].Color = bridge.RGBA{200, 220, 180, 255} }},
		{"floor cut", func() { s.Walls[0].Hi[0] = 0.05 }},
		{"size", func() { width = 240 }},
		{"cylinder", func() {
			s.Cylinders = []bridge.Cylinder{{Point: [3]float32{0.05, -0.1, 0.02}, Axis: [3]float32{0, 1, 0},
				Side: [3]float32{0, 0, 1}, Radius: 0.02, Half: 0.03, Body: 1}}
		}},
	} {
		x.edit()
		got := draw()
		if bytes.Equal(got, before) {
			t.Errorf("%s: the picture did not change", x.name)
		}
		onGL(func() {
			renderer.tiles[0].scene.shadow.shows = lit{}
			renderer.tiles[0].scene.drawers[0].(*backdrop).shows = backdropKey{}
		})
		before = draw()
		for i := range got {
			// Soft shadows are multiplied in the order in which the camera sees what casts them,
			// with a rounding each time.
			if d := int(got[i]) - int(before[i]); d > 3 || d < -3 {
				t.Errorf("%s: the picture shows something kept from the one before", x.name)
				break
			}
		}
	}
}

// TestStageStandsStill: the stage does not move while its contents move within it, follows
// what leaves it or gets much smaller, and starts afresh with each scene.
func TestStageStandsStill(t *testing.T) {
	var g stage
	at := func(x, size float32, revision uint64) stage {
		g.follow([3]float32{x, 0, 0}, [3]float32{x + size, size, size}, revision)
		return g
	}
	first := at(0, 1, 1)
	if first.lo != [3]float32{} || first.hi != [3]float32{1, 1, 1} {
		t.Errorf("the first stage is %v to %v, want what there is", first.lo, first.hi)
	}
	if at(0.05, 0.9, 1) != first {
		t.Error("moved though all was within")
	}
	left := at(0.3, 1, 1)
	if left == first || left.lo[0] > 0.3 || left.hi[0] < 1.3 {
		t.Errorf("stage %v to %v does not hold what left the one before", left.lo, left.hi)
	}
	if small := at(0.5, 0.2, 1); small.hi.Sub(small.lo).Len() > 0.5 {
		t.Errorf("stage %v to %v is much too large", small.lo, small.hi)
	}
	if fresh := at(0.5, 0.15, 2); fresh.hi[1] != 0.15 {
		t.Errorf("another scene keeps the stage %v to %v", fresh.lo, fresh.hi)
	}
}
