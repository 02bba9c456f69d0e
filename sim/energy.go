package sim

import (
	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/vec"
)

// workOfMotions books half a step of what bodies that forces do not move, but that move by a prescribed
// motion or by a velocity of their own, do to those they touch: against the force on them, at their
// velocity. It is called as forces become known, for the half step before, and again once the bodies
// have moved on, for the one after.
func (w *World) workOfMotions() {
	b, half := &w.bodies, w.clock.last/2
	for i := range b.Unforced {
		power := b.Wrench[i].Force.Dot(b.Vel[i]) + b.Wrench[i].Torque.Dot(b.Spin[i])
		w.ledger.BookImposed(half * power)
	}
}

// energyOf returns the kinetic and potential energy of a body between two steps [J].
func (w *World) energyOf(i int) float64 {
	return w.bodies.Energy(i, w.params.Gravity, w.clock.halfStep())
}

// energyOfBodies returns the kinetic and potential energy of all bodies [J].
func (w *World) energyOfBodies() float64 {
	return w.bodies.TotalEnergy(w.params.Gravity, w.clock.halfStep())
}

// elasticOf returns the energy stored in springs with an overlap [m] and a shear force [N], in
// joules. That of the normal spring is negative where it pulled more than it has pushed.
func (w *contactSet) elasticOf(s *springs, overlap float64, force vec.Vec3) (normal, shear float64) {
	l := &law.Kinds[w.law]
	grade := l.Grade(s.law(), overlap)
	normal = l.Energy(s.law(), overlap, grade)
	if k := s.kt * grade; k > 0 {
		shear = 0.5 * force.Norm2() / k
	}
	return normal, shear
}

// elasticIn returns the energy stored in a contact [J].
func (w *contactSet) elasticIn(c *contact) (normal, shear, couple float64) {
	normal, shear = w.elasticOf(&c.springs, c.overlap, c.shear)
	if c.couple != (vec.Vec3{}) {
		s, r := &w.surfaces[c.surface], c.radius(w)
		kn := c.kn * law.Kinds[w.law].Grade(c.law(), c.overlap)
		twist := along(c.couple, c.normal)
		if k := law.RollingStiffness(s.TwistingFriction, r, kn); k > 0 {
			couple += 0.5 * twist.Norm2() / k
		}
		if k := law.RollingStiffness(s.RollingFriction, r, kn); k > 0 {
			couple += 0.5 * c.couple.Sub(twist).Norm2() / k
		}
	}
	return normal, shear, couple
}

// energyOfContacts returns the energy stored in all contacts [J].
func (w *contactSet) energyOfContacts() float64 {
	var e float64
	for c := range w.touching {
		normal, shear, couple := w.elasticIn(c)
		e += normal + shear + couple
	}
	return e
}

// bookLostContact books a contact that goes with the body of an outlet. The half step since
// it was seen is booked already, as its work.
func (w *World) bookLostContact(c *contact) {
	b := &w.bodies
	normal, shear, couple := w.elasticIn(c)
	power := c.force().Dot(b.VelocityAt(c.bodyA, c.point).Sub(b.VelocityAt(c.bodyB, c.point))) +
		c.couple.Dot(b.Spin[c.bodyA].Sub(b.Spin[c.bodyB]))
	w.ledger.Outlets.Contacts += normal + shear + couple - w.clock.halfStep()*power
}

// bookLostTurn takes out of that the half step of its couple.
func (w *World) bookLostTurn(c *contact, turn vec.Vec3) {
	power := turn.Dot(w.bodies.Spin[c.bodyA].Sub(w.bodies.Spin[c.bodyB]))
	w.ledger.Outlets.Contacts -= w.clock.halfStep() * power
}

// edit makes a change to the world and books the energy that it brings.
func (w *World) edit(change func()) {
	if !w.ledger.Opened() {
		change()
		return
	}
	bodies, contacts := w.energyOfBodies(), w.energyOfContacts()
	change()
	w.ledger.Edits.Bodies += w.energyOfBodies() - bodies
	w.ledger.Edits.Contacts += w.energyOfContacts() - contacts
}

// Energy returns the ledger [J]; package ledger says what the entries mean. Before the first step it
// holds only what bodies have.
func (w *World) Energy() bridge.Energy {
	var e bridge.Energy
	w.bodies.AddEnergy(&e, w.params.Gravity, w.clock.last)
	for k := range w.listed {
		for i := range k.contacts.n {
			c, l := k.contacts.row(i)
			normal, shear := w.elasticOf(&k.contacts.springs[c.springs[l]], c.overlap[l], c.shear.at(l))
			e.ElasticNormal += normal
			e.ElasticShear += shear
		}
	}
	if w.resists {
		for c := range w.touching {
			_, _, couple := w.elasticIn(c)
			e.ElasticRolling += couple
		}
	}
	w.ledger.Entries(&e)
	return e
}

// ContactForce returns the force [N] and the torque about the body's centre [N·m] that
// the contacts of the last step put on a body, without gravity; zero for an unknown body.
func (w *World) ContactForce(id body.ID) (force, torque vec.Vec3) {
	i := int32(w.bodies.Index(id))
	for c := range w.touching {
		switch i {
		case c.bodyA:
			force = force.Add(c.force())
			torque = torque.Add(c.point.Sub(c.centerA(w)).Cross(c.force())).Add(c.couple)
		case c.bodyB:
			force = force.Sub(c.force())
			torque = torque.Sub(c.point.Sub(c.centerB(w)).Cross(c.force())).Sub(c.couple)
		}
	}
	for c, turn := range w.turning {
		switch i {
		case c.bodyA:
			torque = torque.Add(turn)
		case c.bodyB:
			torque = torque.Sub(turn)
		}
	}
	return force, torque
}

func (c *contact) centerA(w *World) vec.Vec3 { return w.bodies.Pos[c.bodyA] }
func (c *contact) centerB(w *World) vec.Vec3 { return w.bodies.Pos[c.bodyB] }
