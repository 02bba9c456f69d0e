package render

import (
	"math"
	"sort"

	"example.org/tumble/render/view"
)

// axes draws the directions of the global axes, lettered, at the lower left, and how long one is at the pivot.
type axes struct{}

func newAxes(*kit) (drawer, error) { return axes{}, nil }

func (axes) prepare(f *frame) {
	h, s := f.hud, f.scale
	back, t := f.camera.Back(), view.TripodOf(f.camera, float32(f.height), s, captionHeight(f))
	x0, y0 := t.Origin[0], t.Origin[1]
	order := []int{0, 1, 2}
	sort.SliceStable(order, func(i, j int) bool { return back[order[i]] < back[order[j]] })
	for _, k := range order {
		c := axisColors[k]
		dx, dy := t.Tips[k][0]-x0, t.Tips[k][1]-y0
		h.line(x0, y0, x0+dx, y0+dy, 4.2*s, f.theme.halo)
		h.line(x0, y0, x0+dx, y0+dy, 2.2*s, c)
		letter := string("XYZ"[k])
		// Beyond the tip; an axis toward the eye keeps its letter beside the origin.
		n := float32(math.Hypot(float64(dx), float64(dy)))
		away := float32(9) * s
		ex, ey := float32(0.7), float32(-0.7)
		if n > 2*s {
			ex, ey = dx/n, dy/n
		}
		h.text(x0+dx+ex*away-0.5*h.face.width(letter), y0+dy+ey*away-0.55*h.face.line, letter, c, f.theme.halo)
	}
	length := quantity(float64(two(t.Step)), "m")
	h.text(x0-0.5*h.face.width(length), y0+20*s, length, f.theme.faint, f.theme.halo)
}

// two rounds a number to two digits, as one measures by eye.
func two(x float32) float32 {
	if !(x > 0) {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(float64(x)))-1)
	return float32(math.Round(float64(x)/unit) * unit)
}

func (axes) draw(*frame) {}
func (axes) close()      {}

// onCircle returns the point a part of a turn round a circle.
func onCircle(x, y, radius float32, part float64) (float32, float32) {
	s, c := math.Sincos(2 * math.Pi * part)
	return x + radius*float32(c), y + radius*float32(s)
}
