package overlay

import (
	"math"
	"sort"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
)

// axes draws the directions of the global axes with their letters at the lower left, and writes the length that an
// axis in the picture has at the pivot's depth.
func axes(f *Frame, to *glyph.List) {
	s := f.Scale
	back, t := f.Camera.Back(), view.TripodOf(f.Camera, float32(f.Height), s, captionHeight(f, to))
	x0, y0 := t.Origin[0], t.Origin[1]
	lowest := y0 // lowest point of the letters
	order := []int{0, 1, 2}
	sort.SliceStable(order, func(i, j int) bool { return back[order[i]] < back[order[j]] })
	for _, k := range order {
		c := axisColors[k]
		dx, dy := t.Tips[k][0]-x0, t.Tips[k][1]-y0
		to.Line(x0, y0, x0+dx, y0+dy, 4.2*s, f.Theme.Halo)
		to.Line(x0, y0, x0+dx, y0+dy, 2.2*s, c)
		letter := string("XYZ"[k])
		// The letter stands beyond the tip; that of an axis toward the eye, which has no length, beside the
		// origin.
		n := float32(math.Hypot(float64(dx), float64(dy)))
		away := float32(9) * s
		ex, ey := float32(0.7), float32(-0.7)
		if n > 2*s {
			ex, ey = dx/n, dy/n
		}
		top := y0 + dy + ey*away - 0.55*to.Face.Line
		to.Text(x0+dx+ex*away-0.5*to.Face.Width(letter), top, letter, c, f.Theme.Halo)
		lowest = max(lowest, top+to.Face.Line)
	}
	length := quantity(float64(twoDigits(t.Step)), "m")
	to.Text(x0-0.5*to.Face.Width(length), max(lowest+s, y0+20*s), length, f.Theme.Faint, f.Theme.Halo)
}
