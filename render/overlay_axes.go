package render

import (
	"math"
	"sort"
)

// axes draws the directions of the global axes, lettered, at the lower left.
type axes struct{}

func newAxes(*kit) (drawer, error) { return axes{}, nil }

// axisLength is the length of an axis that lies in the picture's plane [px].
const axisLength = 34

func (axes) prepare(f *frame) {
	h, s := f.hud, f.scale
	right, up, back := f.camera.Right(), f.camera.Up(), f.camera.Back()
	x0, y0 := 56*s, float32(f.height)-56*s-captionHeight(f)
	order := []int{0, 1, 2}
	sort.SliceStable(order, func(i, j int) bool { return back[order[i]] < back[order[j]] })
	for _, k := range order {
		c := axisColors[k]
		dx, dy := right[k]*axisLength*s, -up[k]*axisLength*s
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
}

func (axes) draw(*frame) {}
func (axes) close()      {}

// onCircle returns the point a part of a turn round a circle.
func onCircle(x, y, radius float32, part float64) (float32, float32) {
	s, c := math.Sincos(2 * math.Pi * part)
	return x + radius*float32(c), y + radius*float32(s)
}
