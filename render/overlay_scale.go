package render

import (
	"math"

	"example.org/tumble/render/view"
)

// scaleBar draws a bar of a round length at the lower left. Where nearer things look larger it holds in the plane
// that the camera looks at, and says so.
type scaleBar struct{}

func newScaleBar(*kit) (drawer, error) { return scaleBar{}, nil }

// barShare is the part of the picture's width that the bar has at most.
const barShare = 0.25

func (scaleBar) prepare(f *frame) {
	h, s := f.hud, f.scale
	length := niceBelow(float64(barShare * float32(f.width) * f.pixel()))
	if !(length > 0) || math.IsInf(length, 0) || f.Beside.Place > 0 {
		return
	}
	width := float32(length) / f.pixel()
	x, y := 16*s, float32(f.height)-16*s-captionHeight(f)
	if f.view.Overlays&view.OverlayAxes != 0 {
		x = tripodRoom * s
	}
	text := gridLabel(float32(length))
	if !f.camera.Ortho {
		text += " in the plane of focus"
	}
	if c := f.card(); c.width > 0 && c.x < x+max(width, h.face.width(text))+8*s { // the keys are in the way
		y = min(y, float32(f.height)-c.top-10*s)
	}
	for _, part := range []struct {
		width float32
		color rgba
	}{{4 * s, f.theme.halo}, {2 * s, f.theme.text}} {
		end := 4*s + 0.5*(part.width-2*s)
		h.line(x, y, x+width, y, part.width, part.color)
		h.line(x, y-end, x, y+end, 0.6*part.width, part.color)
		h.line(x+width, y-end, x+width, y+end, 0.6*part.width, part.color)
	}
	at := x
	if w := h.face.width(text); w < width {
		at += 0.5 * (width - w)
	}
	h.text(at, y-4*s-h.face.line, text, f.theme.text, f.theme.halo)
	h.keep(view.Room{Bottom: float32(f.height) - y + 6*s + h.face.line})
}

// niceBelow returns the largest number 1, 2 or 5 times a power of ten that is at most x; 0 if x is not positive.
func niceBelow(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	p := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range [...]float64{10, 5, 2} {
		if m*p <= x*(1+1e-9) {
			return m * p
		}
	}
	return p
}

func (scaleBar) draw(*frame) {}
func (scaleBar) close()      {}
