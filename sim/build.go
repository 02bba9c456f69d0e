package sim

import (
	"fmt"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/law"
)

// What a world is built of, before its first step or between two.

// AddMaterial adds a material and returns its index, which shapes refer to. A Restitution
// of 0 counts as 1.
//
// Errors: a number out of its range.
func (w *World) AddMaterial(name string, m law.Material) (int, error) {
	i, err := w.contacts.AddMaterial(name, m)
	if err != nil {
		return 0, fmt.Errorf("sim: add material %q: %w", name, err)
	}
	return i, nil
}

// AddPair gives a pair of materials numbers of its own. Of two for the same pair the later
// counts.
//
// Errors: an unknown material, a number out of its range.
func (w *World) AddPair(d contact.PairDef) error {
	if err := w.contacts.AddPair(d); err != nil {
		return fmt.Errorf("sim: add pair: %w", err)
	}
	return nil
}

// AddBody adds a body and returns its number.
//
// Errors: no shape, a size that is not positive, an unknown material, a body that mixes
// walls or cylinders with anything else.
func (w *World) AddBody(d body.Def) (body.ID, error) {
	t, err := w.bodies.Recent.Template(&d, w.contacts.Density, w.contacts.Revision)
	if err == nil {
		err = d.Check(len(w.contacts.Materials))
	}
	if err == nil {
		err = w.bodies.CheckRoom(&w.shapes, t)
	}
	if err != nil {
		return 0, fmt.Errorf("sim: add body %q: %w", d.Name, err)
	}
	if t.Shared == nil { // bodies of one template are told of once
		t.TellSampling(d.Name, &w.log)
	}
	var id body.ID
	w.edit(func() { id = w.bodies.Insert(&w.shapes, t, &d, w.clock.Time) })
	w.neighbours.Stale = true
	return id, nil
}

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

// AddMotion prescribes the motion of a body already added. See Ready.
//
// Errors: no such body, one that forces move or that has a velocity of its own, numbers out of their range.
func (w *World) AddMotion(d kinematic.Def) error {
	if err := w.motions.Add(d); err != nil {
		return fmt.Errorf("sim: add motion %q: %w", d.Name, err)
	}
	return nil
}

// CheckFollowed returns an error unless each of the names is the name of one body, or the number of a body that is
// there, was there or may yet come out of an inlet.
func (w *World) CheckFollowed(names []string) error {
	return w.bodies.CheckFollowed(names, len(w.flow.Inlets) > 0)
}

// CheckAsked returns an error unless each of the names is the name or the number of a body that is in the world, or
// that may yet come out of an inlet, whose bodies have its name.
func (w *World) CheckAsked(names []string) error {
	var inlets []string
	for i := range w.flow.Inlets {
		inlets = append(inlets, w.flow.Inlets[i].Def.Name)
	}
	return w.bodies.CheckAsked(names, inlets)
}

// Ready is called once by whoever builds a world, when everything is there. Inlets that fill their
// volume at once and wait for nothing do so, so that the bodies are there before the first step, and the
// world is audited. Without it, inlets fill in the first step.
//
// Errors: a *schedule.Error if something waits for an inlet, outlet or motion that was not added or is
// never done; two things may name each other in either order.
func (w *World) Ready() error {
	if err := w.motions.CheckEvents(); err != nil {
		return err
	}
	w.flow.Fill(w.clock.Now())
	w.Audit()
	return nil
}
