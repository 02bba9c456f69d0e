package sim

import (
	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/vec"
)

// # The ledger
//
// Energies are those of the moment t that the contacts of the last step belong to. Forces
// F are of t; velocities are known half a step before and after it, v⁻ and v⁺. What a
// force does in a step is booked as
//
//	W = F·(v⁻ + v⁺) dt/2,
//
// which is to the last digit what the leapfrog scheme adds to ½ m v². Of that the half
// that belongs to v⁺ lies ahead of t; readings leave it out, which gives the kinetic
// energy ½ m v⁻·v⁺ of t itself. For springs and gravity kinetic, elastic and potential
// energy of t then add up exactly, not only to the order of a step.
//
// All forces of contacts are booked body by body, at the cost of the bodies and not of
// the contacts: action and reaction make it the work at the contact points. What contacts
// gave to bodies, and stored, and dissipated, adds up to nothing if the rule they follow
// has a potential: the entry ContactRule is what remains. It holds what a rule without
// potential makes or loses, such as the documented one for capsules that touch at a tilt,
// and the error of the time step where contacts begin and end.
//
// The closure error is what all entries leave unexplained: the error of the rotations of
// bodies that are not round, and of changes of the time step.

// work is what happened to energy in a step or in all, in joules.
type work struct {
	contact               float64 // forces and couples of contacts gave to bodies
	damping               float64 // Cundall damping took
	held                  float64 // what keeps blocked degrees of freedom going brought
	translation, rotation float64 // forces other than weight gave to the kinetic energy; only ahead
}

func (a *work) add(b *work) {
	a.contact += b.contact
	a.damping += b.damping
	a.held += b.held
	a.translation += b.translation
	a.rotation += b.rotation
}

// doneAndAhead is the work of one chunk of bodies in one step: all of it, and the half ahead.
type doneAndAhead struct{ done, ahead work }

// tally adds it up. Every eighth body is added to the same number of each, so that vector
// kernels can add up eight at a time and every kernel gives the same bits.
type tally struct{ done, ahead workInLanes }

// workInLanes is the work of the bodies whose numbers leave the same rest, eight numbers of
// each entry of work.
type workInLanes struct{ contact, damping, held, translation, rotation [tallyLanes]float64 }

// tallyLanes is how many sums there are: as many as the widest vector kernel does at a time.
const tallyLanes = 8

func (a *work) addLanes(b *workInLanes) {
	for l := range tallyLanes {
		a.add(&work{b.contact[l], b.damping[l], b.held[l], b.translation[l], b.rotation[l]})
	}
}

// ledger books where energy came from and went since the first step, in joules.
type ledger struct {
	done, ahead work
	lost        loss // dissipated in contacts

	inlets, outlets, edits flow

	start        float64 // kinetic and potential
	elasticStart float64 // stored in contacts that the scene begins with
	opened       bool    // the first step has begun
	begun        bool    // ... and ended
}

// flow is energy that came or went with bodies or edits: the part that bodies have, and
// the part stored in contacts.
type flow struct{ bodies, contacts float64 }

// loss is energy that contacts turned into heat, in joules.
type loss struct{ friction, viscous, rolling float64 }

func (a *loss) add(b *loss) {
	a.friction += b.friction
	a.viscous += b.viscous
	a.rolling += b.rolling
}

// openLedger notes, as the first step begins, the energy the world has.
func (w *World) openLedger() {
	if !w.ledger.opened {
		w.ledger.opened = true
		w.ledger.start = w.energyOfBodies()
	}
}

// beginLedger notes, as the first step ends, what contacts had stored when it began.
func (w *World) beginLedger() {
	l := &w.ledger
	if !l.begun {
		l.begun = true
		l.elasticStart = l.done.contact - l.ahead.contact + w.energyOfContacts()
	}
}

// workOfMotions books half a step of what bodies that forces do not move, but that move by a
// prescribed motion or by a velocity of their own, do to those they touch: against the force on them, at their velocity. It is called as forces become known,
// for the half step before, and again once the bodies have moved on, for the one after.
func (w *World) workOfMotions() {
	b, half := &w.bodies, w.clock.last/2
	for i := range b.Unforced {
		power := b.Wrench[i].Force.Dot(b.Vel[i]) + b.Wrench[i].Torque.Dot(b.Spin[i])
		w.ledger.done.contact += half * power
		w.ledger.done.held -= half * power
	}
}

// energyOf returns the kinetic and potential energy of a body between two steps [J]: the
// position is that of the half step, where the velocity lives.
func (w *World) energyOf(i int) float64 {
	translation, rotation := w.kineticOf(i)
	return translation + rotation + w.potentialOf(i, w.halfStep())
}

// halfStep is half the time from the velocities to the positions [s].
func (w *World) halfStep() float64 {
	if w.clock.last > 0 {
		return w.clock.last / 2
	}
	return w.clock.dt / 2
}

// potentialOf returns the potential energy of a body in gravity where it was the time back
// ago, 0 at the origin [J].
func (w *World) potentialOf(i int, back float64) float64 {
	b := &w.bodies
	if b.Kind[i] != bridge.Dynamic {
		return 0
	}
	return -b.Mass[i].Mass * w.params.Gravity.Dot(b.Pos[i].AddScaled(-back, b.Vel[i]))
}

// kineticOf returns the kinetic energy of a body at the half step [J].
func (w *World) kineticOf(i int) (translation, rotation float64) {
	b := &w.bodies
	if b.Kind[i] != bridge.Dynamic {
		return 0, 0
	}
	return 0.5 * b.Mass[i].Mass * b.Vel[i].Norm2(), 0.5 * b.Spin[i].Dot(b.AngMom[i])
}

// energyOfBodies returns the kinetic and potential energy of all bodies [J].
func (w *World) energyOfBodies() float64 {
	var e float64
	for i := range w.bodies.Pos {
		e += w.energyOf(i)
	}
	return e
}

// elasticOf returns the energy stored in springs with an overlap [m] and a shear force [N], in
// joules. That of the normal spring is negative where it pulled more than it has pushed.
func (w *contactSet) elasticOf(s *springs, overlap float64, force vec.Vec3) (normal, shear float64) {
	l := &law.Kinds[w.law]
	grade := l.Grade(s.law(), overlap)
	normal = l.Energy(s.law(), overlap, grade)
	if s.kt > 0 {
		shear = 0.5 * force.Norm2() / (s.kt * grade)
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
	w.ledger.outlets.contacts += normal + shear + couple - w.halfStep()*power
}

// bookLostTurn takes out of that the half step of its couple.
func (w *World) bookLostTurn(c *contact, turn vec.Vec3) {
	power := turn.Dot(w.bodies.Spin[c.bodyA].Sub(w.bodies.Spin[c.bodyB]))
	w.ledger.outlets.contacts -= w.halfStep() * power
}

// edit makes a change to the world and books the energy that it brings.
func (w *World) edit(change func()) {
	if !w.ledger.opened {
		change()
		return
	}
	bodies, contacts := w.energyOfBodies(), w.energyOfContacts()
	change()
	w.ledger.edits.bodies += w.energyOfBodies() - bodies
	w.ledger.edits.contacts += w.energyOfContacts() - contacts
}

// Energy returns the ledger [J]; see the head of this file for what the entries mean.
// Before the first step it holds only what bodies have.
func (w *World) Energy() bridge.Energy {
	e := w.storedEnergy()
	l := &w.ledger
	if !l.begun {
		return e
	}
	e.Damping = l.done.damping - l.ahead.damping
	e.Friction, e.Viscous, e.Rolling = l.lost.friction, l.lost.viscous, l.lost.rolling
	e.Dissipated = e.Damping + e.Friction + e.Viscous + e.Rolling

	e.Inlets = l.inlets.bodies + l.inlets.contacts
	e.Outlets = l.outlets.bodies + l.outlets.contacts
	e.Imposed = l.done.held - l.ahead.held
	e.Edits = l.edits.bodies + l.edits.contacts
	e.ContactRule = l.done.contact - l.ahead.contact + e.Elastic + e.Friction + e.Viscous + e.Rolling -
		l.elasticStart - l.inlets.contacts + l.outlets.contacts - l.edits.contacts
	e.Work = e.Inlets - e.Outlets + e.Imposed + e.Edits + e.ContactRule
	e.ClosureError = e.Kinetic + e.Elastic + e.Potential + e.Dissipated - e.Work - l.start - l.elasticStart
	return e
}

// storedEnergy returns the entries of the ledger that the state alone tells.
func (w *World) storedEnergy() bridge.Energy {
	var e bridge.Energy
	back := w.clock.last
	for i := range w.bodies.Pos {
		translation, rotation := w.kineticOf(i)
		potential := w.potentialOf(i, back)
		e.Translation += translation - potential + w.potentialOf(i, back/2)
		e.Rotation += rotation
		e.Potential += potential
	}
	e.Translation -= w.ledger.ahead.translation
	e.Rotation -= w.ledger.ahead.rotation
	e.Kinetic = e.Translation + e.Rotation
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
	e.Elastic = e.ElasticNormal + e.ElasticShear + e.ElasticRolling
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
