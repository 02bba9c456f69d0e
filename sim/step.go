package sim

import (
	"example.org/tumble/sim/internal/audit"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/profile"
	"example.org/tumble/sim/internal/timestep"
)

// Step advances the world by one time step with the leapfrog scheme: positions live at
// whole steps, velocities at half steps. A faulted world does not move.
//
// The order: prescribed motions move bodies and inlets add bodies before contacts are found, so that contacts and
// forces belong to the positions of one moment; only then do forces move bodies. A body released at rest has
// fallen g dt² n(n+1)/2 after n steps.
func (w *World) Step() {
	if w.log.Fault() != "" {
		return
	}
	if !(w.clock.Dt > 0) {
		w.clock.Dt = timestep.First(&w.contacts, &w.flow, rule(&w.params))
	}
	if !w.ledger.Opened() {
		w.ledger.Open(w.bodies.TotalEnergy(w.params.Gravity, w.clock.HalfStep()))
	}
	w.stage(profile.Motion, w.moveKinematics)       // bodies with a prescribed motion follow it
	w.stage(profile.Inlet, w.exchangeBodies)        // bodies leave, new ones enter
	w.stage(profile.Place, w.placeShapes)           // body poses -> shapes in the global frame
	w.stage(profile.Candidates, w.updateCandidates) // broad phase, only when the candidate lists are stale
	if w.log.Fault() != "" {
		return
	}
	w.ledger.Edits.Contacts += w.contacts.RuleWork()                  // energy that a new capsule rule brings
	w.stage(profile.Narrow, w.updateContacts)                         // candidates -> touching contacts -> contact forces
	w.clock.Dt = timestep.Next(&w.contacts, &w.flow, rule(&w.params)) // contacts -> length of this step
	w.stage(profile.Integrate, w.moveBodies)                          // gravity, contacts -> velocities -> positions
	if w.log.Fault() != "" {
		return
	}
	w.clock.Advance()
	w.collisions.Observe(&w.contacts)
	if !w.ledger.Started() {
		w.ledger.Begin(w.contacts.Energy())
	}
	if audit.Due(w.clock.Step) {
		w.Audit()
	}
}

// moveKinematics moves bodies with a prescribed motion to their places of this moment.
func (w *World) moveKinematics() {
	w.motions.Move(w.clock.Now())
	w.bodies.BookImposed(&w.ledger, w.clock.Last/2) // for the half step after the forces of the last step
	w.motions.BookSides(&w.ledger, w.clock.Last/2)
	w.surfaces.Ahead(w.clock.Last / 2)
}

// exchangeBodies removes bodies by outlets and then adds bodies by inlets.
func (w *World) exchangeBodies() {
	w.flow.Drain(w.clock.Now())
	if w.bodies.SomeLeave() { // the other bodies keep their order and history
		w.contacts.BookLeaving(&w.ledger.Outlets)
		w.renumber(w.bodies.Departure())
	}
	w.flow.Feed(w.clock.Now())
}

// renumber moves bodies and shapes to their new places in memory, and removes the bodies that leave, with their
// candidates and contacts. The other contacts keep their history. The candidate lists are rebuilt; until then,
// their chunks may be shorter than usual.
func (w *World) renumber(r *body.Renumbering) {
	w.bodies.Renumber(r)
	w.shapes.Renumber(r)
	w.motions.Renumber(r.Bodies)
	w.forces.Forget()
	w.contacts.Renumber(r)
	w.neighbours.Stale = true
}

// placeShapes moves every shape to the place of its body.
func (w *World) placeShapes() {
	w.shapes.PlaceAll(w.contacts.Partition.Bodies)
	w.neighbours.CarryCylinders()
}

// updateCandidates sorts the bodies by their positions if that makes later steps faster, and rebuilds the
// candidate lists if they are stale: a body has used up its skin, bodies were added, removed or sorted, or an edit
// changed what may touch.
func (w *World) updateCandidates() {
	if w.contacts.SortingPays() {
		order := w.bodies.Order(w.contacts.SortLayer())
		w.renumber(&order)
	}
	if err := w.neighbours.Update(); err != nil {
		w.log.Stop("%v", err)
	}
}

// updateContacts finds the contacts of this step among the candidates, and computes their forces.
func (w *World) updateContacts() {
	w.tally.Place()
	w.contacts.Update(&w.ledger.Lost)
	w.profile.Split(profile.Narrow, profile.Law, w.contacts.LawTime().Seconds())
	w.audit.CheckOverlap(w.clock.Step, w.contacts.Deepest, w.Contacts().DeepestPair, &w.log)
}

// moveBodies sums the forces on bodies and moves them: velocities from t - dt/2 to
// t + dt/2, positions from t to t + dt (leapfrog).
func (w *World) moveBodies() {
	p, c := &w.params, &w.clock
	w.contacts.BeginSums(p.Gravity)
	w.integrator.Begin(c.Time, c.Dt, p.Damping, p.Gravity)
	w.forces.Begin(c.Now(), c.Dt, p.Gravity)
	w.hand.Pull(&w.bodies, c.Dt, p.Gravity, &w.log)
	if w.contacts.Unsound { // a force may be NaN or beyond limit.Lost: check all bodies before any of them moves
		w.contacts.SumAll()
		if w.contacts.StopIfLost(&w.log) {
			return
		}
	}
	w.surfaces.Measure(c.Last / 2)
	w.tally.Measure()
	w.contacts.SumAndMove()
	w.profile.Split(profile.Integrate, profile.Sum, w.contacts.SumTime().Seconds())
	if w.forces.StopIfBad() || w.integrator.Lost() && w.contacts.StopIfLost(&w.log) {
		return
	}
	w.tally.Moved(c.Time, c.Dt)
	w.motions.Measure()
	w.ledger.BookStep(w.integrator.Works())
	w.ledger.BookExternal(w.forces.Works())
	w.hand.Book(&w.bodies, c.Dt, &w.ledger)
	w.bodies.BookImposed(&w.ledger, c.Last/2) // for the half step before the forces of this step
	w.motions.BookSides(&w.ledger, c.Last/2)
}

// moveChunk moves the bodies [first, last) of a chunk, once the forces of gravity and contacts on them are known.
func (w *World) moveChunk(worker, first, last int) {
	if w.forces.Acts() && !w.forces.AddForces(worker, first, last) {
		return
	}
	w.hand.AddForce(&w.bodies, first, last)
	if w.integrator.Move(worker, first, last) && w.bodies.BeyondMargin(first, last) {
		w.neighbours.Exhausted.Store(true)
	}
	w.hand.RemoveForce(&w.bodies, first, last)
	if w.forces.Acts() {
		w.forces.Book(worker, first, last)
	}
}
