package render

import (
	"math"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// TestShowsOnlyWhatLooksTheSame: a picture stands for another snapshot while bodies have
// moved by less than can be seen, counted from where it shows them, and for nothing else.
func TestShowsOnlyWhatLooksTheSame(t *testing.T) {
	s := pourScene(20, 118)
	v := sampleView()
	v.Overlays |= view.OverlayInlets
	pixel := 2 * v.Camera.HalfHeight() / 240
	draw := func() {
		onGL(func() {
			if err := renderer.Draw(s, &v, 320, 240); err != nil {
				t.Error(err)
			}
		})
	}
	shows := func() bool { return renderer.Shows(s, &v, 320, 240) }
	draw()
	if !shows() {
		t.Fatal("a picture does not show what it was drawn from")
	}
	for i := 0; i < 8; i++ {
		s.Capsules[4].Center[0] += 0.01 * pixel
		if got, want := shows(), float32(i+1)*0.01 < unseen; got != want && i != 3 {
			t.Errorf("moved by %d hundredths of a pixel: shows it %v, want %v", i+1, got, want)
		}
	}
	for _, x := range []struct {
		name string
		edit func()
	}{
		{"capsule turned", func() { s.Capsules[2].Axis = [3]float32{0, 0, 1} }},
		{"capsule lost", func() { s.Capsules[0].Center[1] = float32(math.NaN()) }},
		{"one more", func() { s.Capsules = append(s.Capsules, s.Capsules[0]) }},
		{"colour", func() { s.Capsules[1].Colors[0] = bridge.RGBA{1, 2, 3, 255} }},
		{"mesh", func() { s.Meshes[0].Rotation[0] += 1e-3 }},
		{"wall", func() { s.Walls[0].Position += 1e-4 }},
		{"inlet", func() { s.Inlets[0].Done = !s.Inlets[0].Done }},
		{"hand", func() { s.Hand.Holds = !s.Hand.Holds }},
		{"scene", func() { s.Revision++ }},
		{"camera", func() { v.Camera.Azimuth++ }},
		{"quality", func() { v.Quality = view.Fast }},
	} {
		draw()
		x.edit()
		if shows() {
			t.Errorf("%s: said to look the same", x.name)
		}
		s.Capsules[0].Center[1] = 0
	}
	for _, edit := range []func(){
		func() { v.Overlays |= view.OverlayForces },
		func() { v.Overlays, v.ColorBy = 0, view.ColorBySpeed },
		func() { v.ColorBy, v.Caption = view.ColorByShape, true },
	} {
		edit()
		draw()
		if shows() {
			t.Errorf("overlays %b, colour by %d, caption %v: numbers may have changed", v.Overlays, v.ColorBy, v.Caption)
		}
	}
}
