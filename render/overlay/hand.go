package overlay

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
)

// handHead is the length of the head of the arrow of the hand [px at scale 1].
const handHead = 12

// hand draws the force with which a person drags a body: an arrow from the point where the body is held to the
// point that it is drawn to, with the force, or the torque of a turn, beside the tip.
func hand(f *Frame, to *glyph.List) {
	h := &f.Hand
	if !h.Holds {
		return
	}
	length := mgl32.Vec3(h.To).Sub(h.Point).Len() / f.Pixel() / f.Scale // [px at scale 1]
	to.Arrows = append(to.Arrows, glyph.Arrow(h.Point, h.To, 2.5, min(handHead, 0.6*length), handTint))
	to.Points = append(to.Points, glyph.Dot(h.Point, 9, handTint, glyph.Disk))
	text := quantity(float64(glyph.Norm(h.Force)), "N")
	if h.Turn {
		text = quantity(float64(glyph.Norm(h.Torque)), "N·m")
	}
	if x, y, _, ok := f.Screen(h.To); ok {
		to.Text(x+14*f.Scale, y+8*f.Scale, text, handTint, f.Theme.Halo)
	}
}
