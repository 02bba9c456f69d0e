package sim

import (
	"fmt"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
)

// Apply makes an edit; it takes effect in the next step. One that is not possible changes nothing, and a notice says so
// beside the error.
//
// Errors: a value that is not allowed, something that is not there.
func (w *World) Apply(e bridge.Edit) error {
	to := w.Editing()
	field, err := e.Field(to), e.Apply(to)
	w.log.Refuse(field, err)
	return err
}

// Editing returns what edits read and change of the world.
func (w *World) Editing() bridge.World { return editing{w} }

// editing is a world as edits see it.
type editing struct{ w *World }

func (e editing) Params() Params { return e.w.params }

func (e editing) Material(i int) (name string, m law.Material, there bool) {
	if i < 0 || i >= len(e.w.contacts.Materials) {
		return "", m, false
	}
	return e.w.contacts.Materials[i].Name, e.w.contacts.Materials[i].Law, true
}

func (e editing) Motion(i int) (name string, keys []bridge.MotionKey, there bool) {
	return e.w.motions.Keys(i)
}

func (e editing) Inlet(i int) (name string, flow bridge.InletFlow, there bool) {
	return e.w.flow.Inlet(i)
}

func (e editing) SetMotionKey(c bridge.SetMotionKey) error {
	return e.w.motions.SetKey(c.Motion, c.Key, c.To, e.w.clock.Now())
}

func (e editing) AddMotionKey(c bridge.AddMotionKey) error {
	return e.w.motions.AddKey(c.Motion, c.To, e.w.clock.Now())
}

func (e editing) RemoveMotionKey(c bridge.RemoveMotionKey) error {
	return e.w.motions.RemoveKey(c.Motion, c.Time, e.w.clock.Now())
}

func (e editing) SetInlet(c bridge.SetInlet) error { return e.w.flow.SetInlet(c, e.w.clock.Now()) }

func (e editing) SetSeed(seed uint64) {
	e.w.params.Seed = seed
	e.w.flow.Reseed(seed)
}

func (e editing) Grab(c bridge.Grab) error {
	return e.w.hand.Take(body.ID(c.Body), c.At, c.To, c.Turn, &e.w.bodies)
}

func (e editing) Release() { e.w.hand.Drop() }

// SetParams puts in other parameters.
func (e editing) SetParams(p Params) error {
	if err := p.Check(); err != nil {
		return err
	}
	w := e.w
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

// SetMaterial replaces a material. Contacts notice by the revision; a new density changes
// the mass of the bodies made of it, and of what inlets will make.
func (e editing) SetMaterial(i int, next law.Material) error {
	w := e.w
	if i < 0 || i >= len(w.contacts.Materials) {
		return fmt.Errorf("material %d: there are only %d", i, len(w.contacts.Materials))
	}
	next = next.Completed()
	m := &w.contacts.Materials[i]
	if err := next.Check(); err != nil {
		return err
	}
	w.edit(func() {
		old := m.Law
		m.Law = next
		if old.Density != next.Density {
			r := body.NewReweighing(i, w.contacts.Density)
			w.bodies.Reweigh(&w.shapes, r)
			w.flow.Reweigh(r)
			w.neighbours.Stale = true
		}
		w.contacts.MixProperties()
		w.neighbours.Stale = w.contacts.Reconsider() || w.neighbours.Stale
	})
	return nil
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
