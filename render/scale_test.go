package render

import (
	"math"
	"testing"

	"example.org/tumble/render/view"
)

func TestQuantity(t *testing.T) {
	for _, c := range []struct {
		x    float64
		unit string
		want string
	}{
		{0.12, "N", "0.12 N"}, {0.0034, "N", "3.4 mN"}, {1500, "N", "1.5 kN"}, {1.2, "m/s", "1.2 m/s"},
		{0, "N", "0 N"}, {20e-6, "N", "20 µN"}, {7, "", "7"}, {0.0123456, "m/s", "0.0123 m/s"}, {12, "m", "12 m"},
	} {
		if got := quantity(c.x, c.unit); got != c.want {
			t.Errorf("quantity(%g, %q) = %q, want %q", c.x, c.unit, got, c.want)
		}
	}
	for step, want := range map[float32]string{0.02: "20 mm", 0.0005: "0.5 mm", 1: "1 m", 50: "50 m", 2e-6: "2 µm"} {
		if got := gridLabel(step); got != want {
			t.Errorf("gridLabel(%g) = %q, want %q", step, got, want)
		}
	}
}

// TestNumbers: both roundings are never below, and at most 2.5 times or a tenth above.
func TestNumbers(t *testing.T) {
	for x := 1e-9; x < 1e9; x *= 1.07 {
		if n := niceAbove(x); n < x*(1-1e-6) || n > 2.5*x*(1+1e-6) {
			t.Errorf("niceAbove(%g) = %g", x, n)
		}
		if r := roundUp(x); r < x*(1-1e-6) || r > 1.1*x*(1+1e-6) {
			t.Errorf("roundUp(%g) = %g", x, r)
		}
	}
}

// TestAutoScale: grows at once, shrinks slowly, starts afresh with a new scene.
func TestAutoScale(t *testing.T) {
	var a autoScale
	if got := a.follow(0, 1, false); got != 0 {
		t.Errorf("nothing seen: %g", got)
	}
	a.follow(3, 1, false)
	if got := a.follow(12, 1, false); got != 12 {
		t.Errorf("grown to %g, want 12", got)
	}
	if got := a.follow(0.1, 1, false); got < 11 {
		t.Errorf("shrunk to %g in one picture", got)
	}
	for range 2000 {
		a.follow(0.1, 1, true)
	}
	if got := a.follow(0.1, 1, true); got < 11 {
		t.Errorf("kept, it shrunk to %g", got)
	}
	if got := a.follow(math.NaN(), 1, false); math.IsNaN(got) {
		t.Error("took what is no number")
	}
	for range 2000 {
		a.follow(0.1, 1, false)
	}
	if got := a.follow(0.1, 1, false); math.Abs(got-0.1) > 1e-9 {
		t.Errorf("settled at %g, want 0.1", got)
	}
	if got := a.follow(5, 2, false); got != 5 {
		t.Errorf("new scene: %g, want 5", got)
	}
}

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
		if _, err := newTypeface(scale); err == nil {
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
