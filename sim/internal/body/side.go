package body

import (
	"slices"

	"example.org/tumble/sim/internal/shape"
)

// Side returns the cylinder that is body i, nil if it is none, or if there is no such body.
func (b *Set) Side(s *Shapes, i int) *PlacedCylinder {
	if i < 0 || b.Template(i).Shapes[0].Def.Kind != shape.KindCylinder {
		return nil
	}
	return &s.Cylinders[b.Shape(s, i, 0).Index]
}

// OwnSide gives body i, a cylinder, a template that it shares with no other body, so that its radius can change.
func (b *Set) OwnSide(i int) {
	t := *b.Template(i)
	t.Shapes, t.Shared = slices.Clone(t.Shapes), nil
	b.setMass(i, t.MassOf())
}

// SetSide gives body i, a cylinder with a template of its own, another radius [m], which grows at a rate [m/s].
//
// Errors: a radius out of its range.
func (b *Set) SetSide(s *Shapes, i int, radius, rate float64) error {
	if err := positive("radius", radius); err != nil {
		return err
	}
	t := b.Template(i)
	p := &t.Shapes[0]
	p.Radius, b.Side(s, i).Growth = radius, rate
	d := p.Full()
	p.Print = d.Print()
	t.SetPrint()
	return nil
}
