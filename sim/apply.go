package sim

import (
	"fmt"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/law"
)

// Apply carries out a command that edits the physics; it takes effect in the next step.
// A value that is not possible changes nothing and is answered by a notice. Commands that
// steer the run are the runner's: Apply reports false for them.
func (w *World) Apply(c bridge.Command) bool {
	p := w.params
	field := ""
	switch c := c.(type) {
	case bridge.SetGravity:
		p.Gravity, field = c.Gravity, "gravity"
	case bridge.SetDamping:
		p.Damping, field = c.Damping, "damping"
	case bridge.SetTimeStepSafety:
		p.TimeStepSafety, field = c.Safety, "timeStep.safety"
	case bridge.SetCapsuleRule:
		p.CapsuleRule, field = c.Rule, "capsuleRule"
	case bridge.SetLaw:
		p.Law, field = c.Law, "law"
	case bridge.SetMaterial:
		w.setMaterial(c)
		return true
	case bridge.SetMotionKey:
		w.refused("motions", w.motions.SetKey(c, w.clock.Now()))
		return true
	case bridge.SetInlet:
		w.refused("inlets", w.flow.SetInlet(c, w.clock.Now()))
		return true
	case bridge.Grab:
		w.refused("grab", w.hand.Take(c, &w.bodies))
		return true
	case bridge.Release:
		w.hand.Drop()
		return true
	default:
		return false
	}
	if p.CapsuleRule == "" || p.Law == "" {
		w.log.Add(bridge.Refused, field, "%s must have a name", field)
		return true
	}
	if err := p.check(); err != nil {
		w.log.Add(bridge.Refused, field, "%v", err)
		return true
	}
	w.edit(func() { w.setParams(p) })
	return true
}

// refused answers an edit that was not possible by a notice.
func (w *World) refused(field string, err error) {
	if err != nil {
		w.log.Add(bridge.Refused, field, "%v", err)
	}
}

// setParams puts in parameters that have been checked.
func (w *World) setParams(p Params) {
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
