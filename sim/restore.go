package sim

import (
	"cmp"
	"fmt"

	"tumble/sim/archive"
	"tumble/sim/limit"
)

// What a saved state says is checked where a step would otherwise go wrong: indices, and
// numbers that searches rely on. Numbers that only make a strange world are left alone.

// mostTime is the longest time that a saved clock may show [s].
const mostTime = 1e30

// checkNumbers refuses numbers that a scene could not begin with either. A world with a fault is
// only looked at: it may hold what made it stop.
func (w *World) checkNumbers(a *archive.Archive) {
	b := &w.bodies
	for i := range b.Pos {
		err := cmp.Or(limit.Length.CheckVector("position", b.Pos[i]), limit.Speed.CheckVector("velocity", b.Vel[i]),
			limit.Spin.CheckVector("spin", b.Spin[i]))
		if err != nil {
			a.Fail("body %d: %w", b.Info[i].ID, err)
			return
		}
	}
	for i := range w.lists {
		for _, h := range w.lists[i].chunks {
			for k := range h.contacts.n {
				c := h.contact(k)
				if !limit.Bounded(c.point) || !limit.Bounded(c.normal) || !limit.Bounded(c.shear) || !limit.Bounded(c.couple) ||
					!(abs(c.overlap) < beyond) || !(abs(c.drag) < beyond) || !(abs(c.normalForce) < beyond) {
					a.Fail("a contact at %v m has an overlap of %g m and a force of %g N", c.point, c.overlap, c.normalForce)
					return
				}
			}
		}
	}
}

// checkRestored refuses an inlet that cannot work, and completes what follows from the
// rest.
func (in *inlet) checkRestored(a *archive.Archive, materials int) {
	d := &in.def
	d.Products = nil
	for i := range in.products {
		d.Products = append(d.Products, in.products[i].def)
	}
	err := d.check()
	for i := range in.products {
		if err == nil {
			err = in.products[i].checkRestored(materials)
		}
		in.weight += in.products[i].def.Weight
	}
	if err == nil {
		in.makes = in.describe()
	}
	if in.bodies < 0 {
		err = fmt.Errorf("it has made %d bodies", in.bodies)
	}
	if err != nil {
		a.Fail("inlet %q: %w", d.Name, err)
	}
}

func (p *product) checkRestored(materials int) error {
	err := p.def.check(materials)
	if err == nil && p.def.Sizes != nil {
		p.sizer, err = newSizer(p.def.Sizes)
	}
	if err == nil {
		err = p.checkScale()
	}
	for i := range p.template.Shapes {
		if err == nil && !p.template.Shapes[i].Def.Kind.Solid() {
			err = fmt.Errorf("a %v has no mass", p.template.Shapes[i].Def.Kind)
		}
	}
	return err
}
