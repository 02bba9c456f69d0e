package sim

import (
	"cmp"
	"fmt"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/limit"
)

// AddBody adds a body and returns its number.
//
// Errors: no shape, a size that is not positive, an unknown material, a body that mixes
// walls or cylinders with anything else.
func (w *World) AddBody(d body.Def) (body.ID, error) {
	t, err := w.recent.Template(&d, w.density, w.revision)
	if err == nil {
		err = w.checkBody(d)
	}
	if err == nil {
		err = limit.Bodies.Check(w.bodies.Len() + 1)
	}
	if err != nil {
		return 0, fmt.Errorf("sim: add body %q: %w", d.Name, err)
	}
	w.tellSampling(d.Name, t)
	var id body.ID
	w.edit(func() { id = w.addTemplate(t, d) })
	return id, nil
}

// tellSampling says how well the mass of a body is known, if it was sampled.
func (w *World) tellSampling(name string, t *body.Template) {
	if t.Sampling > 0 {
		w.log.Add(bridge.Info, "", "the mass of %s is sampled with %d cells per radius, good to about %.2g %%", name,
			t.Sampling, 100*t.Off)
	}
}

func (w *World) checkBody(d body.Def) error {
	err := cmp.Or(limit.CheckName(d.Name), limit.Length.CheckVector("position", d.Position),
		limit.Speed.CheckVector("velocity", d.Velocity),
		limit.Spin.CheckVector("spin", d.Spin), limit.Length.CheckVector("center", d.Center))
	if err != nil {
		return err
	}
	for i, s := range d.Shapes {
		if s.Material < 0 || s.Material >= len(w.contacts.Materials) {
			return fmt.Errorf("shape %d: no material %d (there are %d)", i, s.Material, len(w.contacts.Materials))
		}
	}
	return nil
}

func (w *World) density(material int) float64 {
	if material < 0 || material >= len(w.contacts.Materials) {
		return law.Default.Density
	}
	return w.contacts.Materials[material].Law.Density
}

// addTemplate places a body made of a template's shapes; only the pose, twist, blocked
// degrees of freedom and name of d count.
func (w *World) addTemplate(t *body.Template, d body.Def) body.ID {
	id := w.bodies.Add(t, &d)
	last := w.bodies.Len() - 1
	w.bodies.Info[last].Born = w.clock.Time
	w.shapes.Add(int32(last), t)
	w.neighbours.Stale = true
	return id
}
