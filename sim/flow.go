package sim

import (
	"fmt"

	"tumble/sim/body"
	"tumble/sim/insertion"
)

// AddInlet adds an inlet. Its random stream depends only on the seed of the world and on how many inlets
// were added before.
//
// Errors: numbers out of their range, products that make no body with a mass.
func (w *World) AddInlet(d insertion.InletDef) error {
	if err := w.flow.AddInlet(d); err != nil {
		return fmt.Errorf("sim: add inlet %q: %w", d.Name, err)
	}
	return nil
}

// AddOutlet adds an outlet.
//
// Errors: numbers out of their range.
func (w *World) AddOutlet(d insertion.OutletDef) error {
	if err := w.flow.AddOutlet(d); err != nil {
		return fmt.Errorf("sim: add outlet %q: %w", d.Name, err)
	}
	return nil
}

// FillVolumes lets the inlets that fill their volume at once and wait for nothing do so
// now, so that the bodies are there before the first step. Otherwise they do it then.
func (w *World) FillVolumes() { w.flow.Fill(insertion.Now{Step: w.clock.step, Time: w.clock.time}) }

// exchangeBodies lets bodies leave and enter.
func (w *World) exchangeBodies() {
	now := insertion.Now{Step: w.clock.step, Time: w.clock.time}
	w.flow.Drain(now)
	w.removeMarked()
	w.flow.Feed(now)
}

// site is the world as inlets and outlets see it.
func (w *World) site() insertion.Site {
	return insertion.Site{
		Seed: w.seed, Bodies: &w.bodies, Shapes: &w.shapes, Log: &w.log,
		Materials: func() int { return len(w.materials) },
		Density:   w.density, Place: w.placeShapes, Sampled: w.tellSampling, DoneAt: w.doneAt,
		Insert: func(t *body.Template, d body.Def) {
			w.addTemplate(t, d)
			if w.ledger.Opened() {
				w.ledger.Inlets.Bodies += w.energyOf(w.bodies.Len() - 1)
			}
		},
		Remove: func(i int) (energy float64, ok bool) {
			if w.removal.has(i) {
				return 0, false
			}
			w.removal.mark(i, w.bodies.Len())
			energy = w.energyOf(i)
			w.ledger.Outlets.Bodies += energy
			return energy, true
		},
	}
}
