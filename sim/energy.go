package sim

import (
	"tumble/sim/contact"
	"tumble/sim/vec"
)

// workOfMotions books half a step of what bodies that forces do not move, but that move by a prescribed
// motion or by a velocity of their own, do to those they touch: against the force on them, at their
// velocity. It is called as forces become known, for the half step before, and again once the bodies
// have moved on, for the one after.
func (w *World) workOfMotions() {
	b, half := &w.bodies, w.clock.Last/2
	for i := range b.Unforced {
		power := b.Wrench[i].Force.Dot(b.Vel[i]) + b.Wrench[i].Torque.Dot(b.Spin[i])
		w.ledger.BookImposed(half * power)
	}
}

// energyOf returns the kinetic and potential energy of a body between two steps [J].
func (w *World) energyOf(i int) float64 {
	return w.bodies.Energy(i, w.params.Gravity, w.clock.HalfStep())
}

// energyOfBodies returns the kinetic and potential energy of all bodies [J].
func (w *World) energyOfBodies() float64 {
	return w.bodies.TotalEnergy(w.params.Gravity, w.clock.HalfStep())
}

// bookLostContact books a contact that goes with the body of an outlet. The half step since
// it was seen is booked already, as its work.
func (w *World) bookLostContact(c *contact.Contact) {
	b := &w.bodies
	normal, shear, couple := w.contacts.ElasticIn(c)
	power := c.Force().Dot(b.VelocityAt(c.BodyA, c.Point).Sub(b.VelocityAt(c.BodyB, c.Point))) +
		c.Couple.Dot(b.Spin[c.BodyA].Sub(b.Spin[c.BodyB]))
	w.ledger.Outlets.Contacts += normal + shear + couple - w.clock.HalfStep()*power
}

// bookLostTurn takes out of that the half step of its couple.
func (w *World) bookLostTurn(c *contact.Contact, turn vec.Vec3) {
	power := turn.Dot(w.bodies.Spin[c.BodyA].Sub(w.bodies.Spin[c.BodyB]))
	w.ledger.Outlets.Contacts -= w.clock.HalfStep() * power
}

// edit makes a change to the world and books the energy that it brings.
func (w *World) edit(change func()) {
	if !w.ledger.Opened() {
		change()
		return
	}
	bodies, contacts := w.energyOfBodies(), w.contacts.Energy()
	change()
	w.ledger.Edits.Bodies += w.energyOfBodies() - bodies
	w.ledger.Edits.Contacts += w.contacts.Energy() - contacts
}
