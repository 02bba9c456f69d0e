package sim

import (
	"fmt"

	"tumble/sim/body"
	"tumble/sim/insertion"
	"tumble/sim/kinematic"
	"tumble/sim/schedule"
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

// AddMotion prescribes the motion of a body already added. See CheckEvents.
//
// Errors: no such body, one that forces move or that has a velocity of its own, numbers out of their range.
func (w *World) AddMotion(d kinematic.Def) error {
	if err := w.motions.Add(d); err != nil {
		return fmt.Errorf("sim: add motion %q: %w", d.Name, err)
	}
	return nil
}

// CheckEvents returns a *schedule.Error if something waits for an inlet, outlet or motion that
// was not added or is never done. Whoever builds a world calls it when everything is there,
// since two things may name each other in either order.
func (w *World) CheckEvents() error { return timetable(w).Check() }

// timetable is all that others may wait for.
func timetable(w *World) schedule.Timetable { return schedule.Timetable{&w.flow, &w.motions} }

// CheckFollowed returns an error unless each name is that of one body, or the number of one
// that is there, was there or may yet come out of an inlet.
func (w *World) CheckFollowed(names []string) error {
	return w.bodies.CheckFollowed(names, len(w.flow.Inlets) > 0)
}

// now is the moment that the clock shows.
func (w *World) now() schedule.Now {
	return schedule.Now{Step: w.clock.Step, Time: w.clock.Time, Last: w.clock.Last}
}

// FillVolumes lets the inlets that fill their volume at once and wait for nothing do so
// now, so that the bodies are there before the first step. Otherwise they do it then.
func (w *World) FillVolumes() { w.flow.Fill(w.now()) }

// exchangeBodies lets bodies leave and enter.
func (w *World) exchangeBodies() {
	w.flow.Drain(w.now())
	w.removeMarked()
	w.flow.Feed(w.now())
}

// moveKinematics puts bodies that follow a motion where they have to be now.
func (w *World) moveKinematics() {
	w.motions.Move(w.now())
	w.workOfMotions()
}

// site is the world as inlets and outlets see it.
func (w *World) site() insertion.Site {
	return insertion.Site{
		Seed: w.params.Seed, Bodies: &w.bodies, Shapes: &w.shapes, Log: &w.log,
		Materials: func() int { return len(w.contacts.Materials) },
		Density:   w.density, Place: w.placeShapes, Sampled: w.tellSampling, Times: timetable(w),
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
