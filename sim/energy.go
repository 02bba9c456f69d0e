package sim

import (
	"tumble/sim/bridge"
	"tumble/sim/vec"
)

// ledger books where energy came from and went, in joules.
type ledger struct {
	damping  float64 // taken by Cundall damping
	friction float64 // taken by sliding
	work     float64 // brought by motions, inlets and edits
	start    float64 // kinetic and potential at the first look
	opened   bool
}

// enter books energy that inlets bring into the world [J].
func (l *ledger) enter(energy float64) { l.work += energy }

// leave books energy that outlets take out of the world [J].
func (l *ledger) leave(energy float64) { l.work -= energy }

// workOfMotions books what bodies with a prescribed motion did to those they touch in
// this step: against the force on them, at their velocity.
func (w *World) workOfMotions() {
	b := &w.bodies
	for i := range b.kind {
		if b.kind[i] == bridge.Kinematic {
			w.ledger.work -= w.clock.last * (b.force[i].Dot(b.vel[i]) + b.torque[i].Dot(b.spin[i]))
		}
	}
}

// potentialOf returns the potential energy of a body in gravity, 0 at the origin [J].
func (w *World) potentialOf(i int) float64 {
	return -w.bodies.mass[i].mass * w.params.Gravity.Dot(w.bodies.pos[i])
}

// kineticOf returns the kinetic energy of a body [J].
func (w *World) kineticOf(i int) float64 {
	b := &w.bodies
	if b.kind[i] != bridge.Dynamic {
		return 0
	}
	return 0.5*b.mass[i].mass*b.vel[i].Norm2() + 0.5*b.spin[i].Dot(b.angMom[i])
}

// elasticOf returns the energy stored in a contact [J].
func elasticOf(c *contact) float64 {
	e := 0.5 * c.kn * c.overlap * c.overlap
	if c.kt > 0 {
		e += 0.5 * c.shear.Norm2() / c.kt
	}
	return e
}

// openLedger notes the energy the world starts with.
func (w *World) openLedger() {
	if w.ledger.opened {
		return
	}
	w.ledger.opened = true
	for i := range w.bodies.pos {
		w.ledger.start += w.potentialOf(i) + w.kineticOf(i)
	}
}

// Energy returns the ledger [J]. Its closure error is what the entries do not explain:
// velocities live half a step before positions, so it is of the order of one step's
// exchange, and grows if a contact rule is not conservative.
func (w *World) Energy() bridge.Energy {
	w.openLedger()
	var e bridge.Energy
	for i := range w.bodies.pos {
		e.Potential += w.potentialOf(i)
		e.Kinetic += w.kineticOf(i)
	}
	for c := range w.touching {
		e.Elastic += elasticOf(c)
	}
	e.Dissipated = w.ledger.damping + w.ledger.friction
	e.Work = w.ledger.work
	e.ClosureError = e.Kinetic + e.Elastic + e.Potential + e.Dissipated - e.Work - w.ledger.start
	return e
}

// ContactForce returns the force [N] and the torque about the body's centre [N·m] that
// the contacts of the last step put on a body, without gravity; zero for an unknown body.
func (w *World) ContactForce(id BodyID) (force, torque vec.Vec3) {
	i := int32(w.bodies.index(id))
	for c := range w.touching {
		switch i {
		case c.bodyA:
			force = force.Add(c.force)
			torque = torque.Add(c.point.Sub(c.centerA(w)).Cross(c.force))
		case c.bodyB:
			force = force.Sub(c.force)
			torque = torque.Sub(c.point.Sub(c.centerB(w)).Cross(c.force))
		}
	}
	return force, torque
}

func (c *contact) centerA(w *World) vec.Vec3 { return w.bodies.pos[c.bodyA] }
func (c *contact) centerB(w *World) vec.Vec3 { return w.bodies.pos[c.bodyB] }
