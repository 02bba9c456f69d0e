package overlay

import (
	"fmt"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
)

// arrowLength is the length of the arrow of the full speed at glyph scale 1 [px at scale 1].
const arrowLength = 80

// velocity draws an arrow from the centre of each moving body.
func velocity(f *Frame, to *glyph.List) {
	full := f.Full.Speed
	if full == 0 {
		return
	}
	size := arrowLength * f.View.GlyphScale * f.Scale
	unit := size * f.Pixel() / float32(full)
	for i := range f.Bodies {
		b := &f.Bodies[i]
		length := glyph.Norm(b.Velocity) / float32(full) * size / f.Scale // [px at scale 1]
		if b.Kind == bridge.Static || length < 2 || f.View.CutAway(b.Center, 0) {
			continue
		}
		tip, head := glyph.Along(b.Center, b.Velocity, unit), min(10, 0.6*length)
		to.Arrows = append(to.Arrows, glyph.Arrow(b.Center, tip, 2.5, head, velocityTint))
	}
	sample, share := sampleOf(full)
	width, length := 2.5*f.Scale, share*size
	to.Key(fmt.Sprintf("velocity, %s = %s", f.sampleLength(length), quantity(sample, "m/s")), length,
		func(to *glyph.Sheet, x, y float32) { to.KeyArrow(x, y, length, width, velocityTint) })
}

// fastest returns the largest speed of the bodies that are not static [m/s].
func fastest(s *bridge.Snapshot) float64 {
	largest := float32(0)
	for i := range s.Bodies {
		if v := glyph.Norm(s.Bodies[i].Velocity); s.Bodies[i].Kind != bridge.Static && v > largest {
			largest = v
		}
	}
	return float64(largest)
}
