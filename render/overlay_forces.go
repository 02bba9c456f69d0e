package render

import (
	"fmt"
	"math"
)

// forces draws what acts in each contact: an arrow on each body that forces move, along the
// normal, and a thinner one for friction, both from the contact point and as long as the force
// is large.
type forces struct {
	arrows *lineBatch
	scale  autoScale
}

// Lengths of the arrow of a force at the full size, at glyph scale 1: as much as four bodies'
// radii, within limits [px at scale 1].
const (
	leastForce = 18
	mostForce  = 80
	forceRoom  = 4
)

func newForces(k *kit) (drawer, error) {
	b, err := newArrowBatch(k)
	return &forces{arrows: b}, err
}

func (o *forces) prepare(f *frame) {
	o.arrows.list = o.arrows.list[:0]
	defer o.arrows.upload()
	full := o.scale.fullForce(f)
	if full == 0 {
		return
	}
	room := float32(math.Round(float64(forceRoom * f.grain() / f.pixel() / f.scale)))
	size := f.view.GlyphScale * clamp(room, leastForce, mostForce)
	unit := size * f.scale * f.pixel() / float32(full)
	for i := range f.marked.list {
		m := &f.marked.list[i]
		for k, body := range [2]int32{m.A, m.B} {
			if _, ok := movable(f.Snapshot, body); !ok {
				continue
			}
			toBody := float32(1 - 2*k) // forces are those on A
			o.arrow(m, m.Normal, -toBody*m.NormalForce*unit, 1, f, normalTint)
			o.arrow(m, m.Tangential, toBody*unit, 0.75, f, tangentialTint)
		}
	}
	o.key(f, size, full)
}

// arrow adds the arrow of a force that is t times a vector, of a part of the usual width.
func (o *forces) arrow(m *mark, v [3]float32, t, width float32, f *frame, c rgba) {
	length := norm(v) * abs(t) / f.pixel() / f.scale // [px at scale 1]
	if !(length > 1.5) {
		return
	}
	if most := float32(mostForce * beyond); length > most {
		t *= most / length
		length = most
	}
	w := width * clamp(0.16*length, 1.2, 3.5)
	o.arrows.list = append(o.arrows.list, lineInstance{m.Point, w, toward(m.Point, v, t), min(3.2*w, 0.7*length),
		c.alpha(m.opacity)})
}

func (o *forces) key(f *frame, size float32, full float64) {
	length, s := size*f.scale, f.scale
	f.countKey()
	text := fmt.Sprintf("normal force, %s = %s", f.sampleLength(length), quantity(full, "N"))
	f.key(text, length, func(f *frame, x, y float32) {
		f.keyArrow(x, y, length, 3*s, normalTint)
	})
	f.key("friction force, to the same scale", length, func(f *frame, x, y float32) {
		f.keyArrow(x, y, length, 2.2*s, tangentialTint)
	})
}

// keyArrow draws an arrow of a length and width to the right, in the key.
func (f *frame) keyArrow(x, y, length, width float32, c rgba) {
	head := min(3.2*width, 0.7*length)
	f.hud.line(x, y, x+length-0.8*head, y, width, c)
	tip, wing := x+length, 0.45*head
	f.hud.shape([4][2]float32{{tip, y}, {tip - head, y - wing}, {tip - head, y + wing}, {tip, y}}, c)
}

func (o *forces) draw(*frame) { o.arrows.draw(0, onTop) }
func (o *forces) close()      { o.arrows.close() }
