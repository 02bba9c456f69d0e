package body

import "example.org/tumble/sim/internal/shape"

// Reweighing makes new templates for bodies of a material after its density has changed. Bodies of one product
// share a template, and go on to share one.
type Reweighing struct {
	material int
	density  func(material int) float64
	made     map[*Template]*Template // only looked up
}

// NewReweighing returns a Reweighing for a material, with the new densities [kg/m³].
func NewReweighing(material int, density func(material int) float64) *Reweighing {
	return &Reweighing{material, density, map[*Template]*Template{}}
}

// Replaces returns the template that replaces t, false if t stays because it does not use the material.
func (r *Reweighing) Replaces(t *Template) (*Template, bool) {
	if !t.Uses(r.material) {
		return nil, false
	}
	if r.made[t] == nil {
		r.made[t] = t.reweighed(r.density)
	}
	return r.made[t], true
}

// Reweigh gives bodies their new masses. Velocities stay; a clump of several materials gets a new
// centroid.
func (b *Set) Reweigh(s *Shapes, r *Reweighing) {
	for i := range b.Len() {
		if t, ok := r.Replaces(b.Template(i)); ok {
			b.SetTemplate(i, t)
		}
	}
	for kind := range s.alike { // the centroid of a clump may have come to the centre of a shape, or left it
		s.compare(shape.Kind(kind))
	}
}

// reweighed returns the template of the same shapes with other densities, in the same
// frame of definition.
func (t *Template) reweighed(density func(material int) float64) *Template {
	defs := make([]ShapeDef, len(t.Shapes))
	for i := range t.Shapes {
		d := t.Shapes[i].Full()
		d.Position = t.Center.Add(t.Axes.Rotate(d.Position))
		d.Orientation = t.Axes.Mul(d.Orientation)
		defs[i] = d
	}
	n, err := NewTemplate(defs, density, t.Center, t.Sampling)
	if err != nil {
		panic("body: the shapes of a body no longer make one")
	}
	return n
}
