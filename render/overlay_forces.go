package render

import (
	"fmt"
	"math"
)

// forces draws each contact force as a rod through the contact point along the force, its
// thickness by the normal force, its colour by how much of the friction the contact uses.
type forces struct {
	tubes *tubes
	scale autoScale
}

// forceDiameter is the diameter of the strongest rod [px], where bodies are large enough.
const forceDiameter = 20

func newForces(k *kit) (drawer, error) {
	t, err := newTubes(k)
	return &forces{tubes: t}, err
}

func (o *forces) prepare(f *frame) {
	o.tubes.list = o.tubes.list[:0]
	full := o.scale.follow(strongForce(f.Snapshot), f.Revision)
	if full == 0 {
		o.tubes.upload(f)
		return
	}
	size := glyphDiameter(f, forceDiameter)
	unit := 0.5 * size * f.scale * f.pixel()
	reach := 1.1 * f.grain() * f.view.GlyphScale
	for i := range f.Contacts {
		c := &f.Contacts[i]
		var force [3]float32
		for k := range force {
			force[k] = c.Shear[k] - c.NormalForce*c.Normal[k] // on A; the normal points to B
		}
		total := norm(force)
		if total == 0 {
			continue
		}
		radius := max(unit*float32(min(math.Abs(float64(c.NormalForce))/full, beyond)), 0.6*f.pixel())
		o.tubes.list = append(o.tubes.list, tube(toward(c.Point, force, -reach/total), toward(c.Point, force, reach/total),
			radius, frictionColor(c)))
	}
	o.tubes.upload(f)
	width := size * f.scale
	f.key(fmt.Sprintf("%s px = %s", short(float64(width)), quantity(full, "N")), 1.6*width, func(x, y float32) {
		f.hud.line(x, y, x+1.6*width, y, width, sticking)
	})
	f.frictionKey()
}

func (o *forces) draw(f *frame) { o.tubes.draw(f) }
func (o *forces) close()        { o.tubes.close() }
