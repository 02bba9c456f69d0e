package overlay

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
)

var rulerTint = glyph.Hex(0xFFC733)

// ruler draws the distance between the centres of the two selected things and the gap between their surfaces, with
// their values.
func ruler(f *Frame, to *glyph.List) {
	in := &f.Inspected
	r := &in.Ruler
	if !r.Given || !f.View.Selected.Has(in.Things[0]) || !f.View.Selected.Has(in.Things[1]) {
		return
	}
	a, b := mgl32.Vec3(r.Centers[0].Float32()), mgl32.Vec3(r.Centers[1].Float32())
	to.Arrows = append(to.Arrows, glyph.Line(a, b, 1.2, rulerTint.Alpha(0.65)))
	for _, p := range [2]mgl32.Vec3{a, b} {
		to.Points = append(to.Points, glyph.Dot(p, 6, rulerTint, glyph.Disk))
	}
	text := quantity(r.Center, "m")
	middle, _, _, _ := f.Screen(a.Add(b).Mul(0.5))
	if r.HasGap {
		p, q := r.Surface[0].Float32(), r.Surface[1].Float32()
		to.Arrows = append(to.Arrows, glyph.Line(p, q, 3, rulerTint))
		a, b = p, q
		text = "gap " + quantity(r.Gap, "m") + ", centres " + text
	}
	side := float32(1)
	if x, _, _, _ := f.Screen(a); x < middle-1 { // away from the line between the centres
		side = -1
	}
	pad := 4 * f.Scale
	wide, high := to.Face.Width(text)+2*pad, to.Face.Line+pad
	if x, y, ok := besideLine(f, a, b, side, 0.5*wide, 0.5*high); ok {
		f.pane(to, x, y, wide, high)
		to.Text(x+pad, y+0.5*pad, text, f.Theme.Text, f.Theme.Halo)
	}
}

// besideLine returns the upper left corner [px] of a text with the given half width and half height [px] that lies
// beside the middle of a line between two points without touching it: above the line, or on one side of an upright
// line: 1 right, -1 left, and below it where the picture has no room for that.
func besideLine(f *Frame, from, to mgl32.Vec3, side, halfWidth, halfHeight float32) (x, y float32, ok bool) {
	x, y, _, ok = f.Screen(from.Add(to).Mul(0.5))
	ax, ay, _, okA := f.Screen(from)
	bx, by, _, okB := f.Screen(to)
	across := mgl32.Vec2{0, -1}
	if d := (mgl32.Vec2{bx - ax, by - ay}); okA && okB && d.Len() > 1 {
		across = mgl32.Vec2{d[1], -d[0]}.Normalize()
		if across[1] > 0.3 || across[1] > -0.3 && across[0]*side < 0 {
			across = across.Mul(-1)
		}
	}
	away := func() float32 {
		return 6*f.Scale + mgl32.Abs(across[0])*halfWidth + mgl32.Abs(across[1])*halfHeight
	}
	if at := x + across[0]*away(); mgl32.Abs(across[1]) < 0.3 && (at < halfWidth || at > float32(f.Width)-halfWidth) {
		across = mgl32.Vec2{0, 1}
	}
	x, y = x+across[0]*away()-halfWidth, y+across[1]*away()-halfHeight
	return max(min(x, float32(f.Width)-2*halfWidth), 0), max(min(y, float32(f.Height)-2*halfHeight), 0), ok
}
