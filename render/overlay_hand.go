package render

import "github.com/go-gl/mathgl/mgl32"

// hand draws what drags a body: an arrow from where it is held to where it is drawn, over everything,
// with the force beside its tip.
type hand struct {
	arrows *lineBatch
	dots   *dotBatch
}

func newHand(k *kit) (drawer, error) {
	arrows, err := newArrowBatch(k)
	if err != nil {
		return nil, err
	}
	dots, err := newDotBatch(k)
	return &hand{arrows, dots}, err
}

func (o *hand) prepare(f *frame) {
	o.arrows.list, o.dots.list = o.arrows.list[:0], o.dots.list[:0]
	if h := &f.Hand; h.Holds {
		const head = 12
		length := mgl32.Vec3(h.To).Sub(h.Point).Len() / f.pixel() / f.scale // [px at scale 1]
		o.arrows.list = append(o.arrows.list, lineInstance{h.Point, 2.5, h.To, min(head, 0.6*length), handTint})
		o.dots.list = append(o.dots.list, dotInstance{point: h.Point, diameter: 9, color: handTint})
		text := quantity(float64(norm(h.Force)), "N")
		if h.Turn {
			text = quantity(float64(norm(h.Torque)), "N·m")
		}
		if x, y, _, ok := f.screen(h.To); ok {
			f.hud.text(x+14*f.scale, y+8*f.scale, text, handTint, f.theme.halo)
		}
	}
	o.arrows.upload()
	o.dots.upload()
}

func (o *hand) draw(*frame) {
	if len(o.arrows.list) > 0 {
		o.arrows.draw(0, onTop)
		o.dots.draw()
	}
}

func (o *hand) close() {
	o.arrows.close()
	o.dots.close()
}
