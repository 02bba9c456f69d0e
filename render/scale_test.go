package render

import (
	"math"
	"testing"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
)

// TestMarkScale: marks and text have the scale that the view asks for, as the panels of its window
// have it, whatever the height of the picture; without one, that of the height. The text of the
// legend then takes so much more room.
func TestMarkScale(t *testing.T) {
	v := view.Default()
	for _, x := range []struct {
		asked  float32
		height int
		want   float32
	}{{0, 400, 1}, {0, 900, 1}, {0, 1800, 2}, {0.5, 1800, 0.5}, {1.5, 400, 1.5},
		{view.MostScale, 400, view.MostScale}, {640, 720, view.MostScale}, {float32(math.Inf(1)), 1, view.MostScale}} {
		if v.Scale = x.asked; v.MarkScale(x.height) != x.want {
			t.Errorf("asked %g, %d pixels: got %g, want %g", x.asked, x.height, v.MarkScale(x.height), x.want)
		}
	}
	for _, scale := range []float32{0, -1, 2 * view.MostScale, 640, float32(math.NaN())} {
		if _, err := glyph.NewFace(scale); err == nil {
			t.Errorf("made letters of scale %g", scale)
		}
	}
	s := lone([3]float32{0, 0, -1}, [3]float32{1, 0, 0}, 0, 0.004)
	v.Overlays, v.ColorBy = 0, view.ColorBySpeed
	bright := func(scale float32) (n int) {
		v.Scale = scale
		img := drawn(t, s, &v, 320, 600)
		for y := 0; y < 600; y++ {
			for x := 0; x < 320; x++ {
				if c := img.RGBAAt(x, y); c.R > 200 && c.G > 200 && c.B > 200 {
					n++
				}
			}
		}
		return n
	}
	if one, two := bright(1), bright(2); two < 3*one || two > 6*one {
		t.Errorf("%d bright pixels of text at a scale of 1, %d at 2", one, two)
	}
}
