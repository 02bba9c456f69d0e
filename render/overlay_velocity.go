package render

import (
	"fmt"

	"example.org/tumble/sim/run/bridge"
)

// velocity draws an arrow from the centre of each moving body, over everything, with a
// rim that keeps it apart from what is behind.
type velocity struct {
	arrows *lineBatch
	scale  autoScale
}

// arrowLength is the length of the fastest body's arrow at glyph scale 1 [px].
const arrowLength = 80

func newVelocity(k *kit) (drawer, error) {
	b, err := newArrowBatch(k)
	return &velocity{arrows: b}, err
}

func (o *velocity) prepare(f *frame) {
	o.arrows.list = o.arrows.list[:0]
	full := o.scale.follow(f.most(fastest), f.Revision, f.view.KeepScales)
	if full == 0 {
		o.arrows.upload()
		return
	}
	size := arrowLength * f.view.GlyphScale * f.scale
	unit := size * f.pixel() / float32(full)
	for i := range f.Bodies {
		b := &f.Bodies[i]
		length := norm(b.Velocity) / float32(full) * size / f.scale // [px at scale 1]
		if b.Kind == bridge.Static || length < 2 || f.view.CutAway(b.Center, 0) {
			continue
		}
		tip, head := toward(b.Center, b.Velocity, unit), min(10, 0.6*length)
		o.arrows.list = append(o.arrows.list, lineInstance{b.Center, 2.5, tip, head, velocityTint})
	}
	o.arrows.upload()
	text := fmt.Sprintf("velocity, %s = %s", f.sampleLength(size), quantity(full, "m/s"))
	f.key(text, size, func(f *frame, x, y float32) {
		f.keyArrow(x, y, size, 2.5*f.scale, velocityTint)
	})
}

// fastest returns the largest speed of a body that moves [m/s].
func fastest(s *bridge.Snapshot) float64 {
	largest := float32(0)
	for i := range s.Bodies {
		if v := norm(s.Bodies[i].Velocity); s.Bodies[i].Kind != bridge.Static && v > largest {
			largest = v
		}
	}
	return float64(largest)
}

func (o *velocity) draw(*frame) { o.arrows.draw(0, onTop) }
func (o *velocity) close()      { o.arrows.close() }
