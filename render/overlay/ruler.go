package overlay

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
)

var rulerTint = glyph.Hex(0xFFC733)

// ruler draws the distances between the two things that are selected, with their numbers.
func ruler(f *Frame, to *glyph.List) {
	in := &f.Inspected
	r := &in.Ruler
	if !r.Given || !f.View.Selected.Has(in.Things[0]) || !f.View.Selected.Has(in.Things[1]) {
		return
	}
	a, b := r.Centers[0].Float32(), r.Centers[1].Float32()
	to.Arrows = append(to.Arrows, glyph.Line(a, b, 1.2, rulerTint.Alpha(0.65)))
	for _, p := range [2][3]float32{a, b} {
		to.Points = append(to.Points, glyph.Dot(p, 6, rulerTint, glyph.Disk))
	}
	text := quantity(r.Center, "m")
	middle := mgl32.Vec3(a).Add(mgl32.Vec3(b)).Mul(0.5)
	if r.HasGap {
		p, q := r.Surface[0].Float32(), r.Surface[1].Float32()
		to.Arrows = append(to.Arrows, glyph.Line(p, q, 3, rulerTint))
		middle = mgl32.Vec3(p).Add(mgl32.Vec3(q)).Mul(0.5)
		text = "gap " + quantity(r.Gap, "m") + ", centres " + text
	}
	if x, y, _, ok := f.Screen(middle); ok {
		to.Text(x+10*f.Scale, y+6*f.Scale, text, rulerTint, f.Theme.Halo)
	}
}
