package sim

import (
	"fmt"

	"example.org/tumble/sim/body"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/law"
)

// Apply carries out a command that edits the physics; it takes effect in the next step.
// A value that is not possible changes nothing and is answered by a notice. Commands that
// steer the run are the runner's: Apply reports false for them.
func (w *World) Apply(c bridge.Command) bool {
	switch c := c.(type) {
	case bridge.SetMaterial:
		w.setMaterial(c)
	case bridge.SetMotionKey:
		w.log.Refuse("motions", w.motions.SetKey(c, w.clock.Now()))
	case bridge.AddMotionKey:
		w.log.Refuse("motions", w.motions.AddKey(c, w.clock.Now()))
	case bridge.RemoveMotionKey:
		w.log.Refuse("motions", w.motions.RemoveKey(c, w.clock.Now()))
	case bridge.SetInlet:
		w.log.Refuse("inlets", w.flow.SetInlet(c, w.clock.Now()))
	case bridge.SetSeed:
		w.params.Seed = c.Seed
		w.flow.Reseed(c.Seed)
	case bridge.Grab:
		w.log.Refuse("grab", w.hand.Take(c, &w.bodies))
	case bridge.Release:
		w.hand.Drop()
	default:
		p, field := w.params.edited(c)
		if field == "" {
			return false
		}
		w.log.Refuse(field, w.setParams(p, field))
	}
	return true
}

// setParams puts in the parameters after an edit of one of them.
//
// Errors: a number out of its range, a name that is not known.
func (w *World) setParams(p Params, edited string) error {
	if p.CapsuleRule == "" || p.Law == "" {
		return fmt.Errorf("%s must have a name", edited)
	}
	if err := p.check(); err != nil {
		return err
	}
	w.edit(func() {
		old := w.params
		w.params = p
		if p.CapsuleRule != old.CapsuleRule {
			w.contacts.ChangeRule(p.CapsuleRule, w.ledger.Begun())
			w.neighbours.Stale = true
		}
		if p.Law != old.Law {
			w.contacts.Law, _ = law.ByName(p.Law)
			w.neighbours.Stale = w.contacts.Reconsider() || w.neighbours.Stale
		}
	})
	return nil
}

// setMaterial replaces a material. Contacts notice by the revision; a new density changes
// the mass of the bodies made of it, and of what inlets will make.
func (w *World) setMaterial(c bridge.SetMaterial) {
	if c.Index < 0 || c.Index >= len(w.contacts.Materials) {
		w.log.Add(bridge.Refused, "materials", "material %d: there are only %d", c.Index, len(w.contacts.Materials))
		return
	}
	m, next := &w.contacts.Materials[c.Index], c.Material.Completed()
	if err := next.Check(); err != nil {
		w.log.Add(bridge.Refused, fmt.Sprintf("materials.%s", m.Name), "%v", err)
		return
	}
	w.edit(func() {
		old := m.Law
		m.Law = next
		if old.Density != next.Density {
			r := body.NewReweighing(c.Index, w.contacts.Density)
			w.bodies.Reweigh(&w.shapes, r)
			w.flow.Reweigh(r)
			w.neighbours.Stale = true
		}
		w.contacts.MixProperties()
		w.neighbours.Stale = w.contacts.Reconsider() || w.neighbours.Stale
	})
}

// edit makes a change to the world and books the energy that it brings.
func (w *World) edit(change func()) {
	if !w.ledger.Opened() {
		change()
		return
	}
	bodies, contacts := w.bodies.TotalEnergy(w.params.Gravity, w.clock.HalfStep()), w.contacts.Energy()
	change()
	w.ledger.Edits.Bodies += w.bodies.TotalEnergy(w.params.Gravity, w.clock.HalfStep()) - bodies
	w.ledger.Edits.Contacts += w.contacts.Energy() - contacts
}
