package overlay

import (
	"math"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
)

// barShare is the greatest length of the bar, as a part of the picture's width.
const barShare = 0.25

// scaleBar draws a bar of a round length at the lower left. With a perspective camera, where nearer things look
// larger, the bar holds only in the plane through the camera's pivot, and its text says so.
func scaleBar(f *Frame, to *glyph.List) {
	s := f.Scale
	length := niceBelow(float64(barShare * float32(f.Width) * f.Pixel()))
	if !(length > 0) || math.IsInf(length, 0) || f.Comparison.Place > 0 {
		return
	}
	width := float32(length) / f.Pixel()
	x, y := 16*s, float32(f.Height)-16*s-captionHeight(f, to)
	if f.View.Overlays&view.OverlayAxes != 0 {
		x = tripodRoom * s
	}
	text := lengthLabel(float32(length))
	if !f.Camera.Ortho {
		text += " in the plane of focus"
	}
	if c := f.cardPlace(to); c.width > 0 && c.x < x+max(width, to.Face.Width(text))+8*s { // go above the keys
		y = min(y, float32(f.Height)-c.top-10*s)
	}
	for _, part := range []struct {
		width float32
		color glyph.RGBA
	}{{4 * s, f.Theme.Halo}, {2 * s, f.Theme.Text}} {
		end := 4*s + 0.5*(part.width-2*s)
		to.Line(x, y, x+width, y, part.width, part.color)
		to.Line(x, y-end, x, y+end, 0.6*part.width, part.color)
		to.Line(x+width, y-end, x+width, y+end, 0.6*part.width, part.color)
	}
	at := x
	if w := to.Face.Width(text); w < width {
		at += 0.5 * (width - w)
	}
	to.Text(at, y-4*s-to.Face.Line, text, f.Theme.Text, f.Theme.Halo)
	to.Keep(view.Room{Bottom: float32(f.Height) - y + 6*s + to.Face.Line})
}
