package sim

import (
	"example.org/tumble/sim/internal/audit"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/neighbour"
	"example.org/tumble/sim/internal/profile"
	"example.org/tumble/sim/internal/timestep"
)

// Step advances the world by one time step with the leapfrog scheme: positions live at
// whole steps, velocities at half steps. A faulted world does not move.
//
// The order: what is prescribed moves and what is new enters before anything looks at
// positions; contacts and forces belong to the positions of this moment; only then do
// bodies move. A body released at rest has fallen g dt² n(n+1)/2 after n steps.
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
	w.stage(profile.Motion, w.moveKinematics)       // bottle and moving walls follow their motion
	w.stage(profile.Inlet, w.exchangeBodies)        // bodies leave, new ones enter
	w.stage(profile.Place, w.placeShapes)           // body poses -> shapes in the global frame
	w.stage(profile.Candidates, w.updateCandidates) // broad phase, only when the skin is used up
	if w.log.Fault() != "" {
		return
	}
	w.ledger.Edits.Contacts += w.contacts.RuleWork()                  // what a new capsule rule changes
	w.stage(profile.Narrow, w.updateContacts)                         // candidates -> touching contacts -> contact forces
	w.clock.Dt = timestep.Next(&w.contacts, &w.flow, rule(&w.params)) // contacts -> how long this step is
	w.stage(profile.Integrate, w.moveBodies)                          // gravity, contacts -> velocities -> positions
	if w.log.Fault() != "" {
		return
	}
	w.clock.Advance()
	if !w.ledger.Started() {
		w.ledger.Begin(w.contacts.Energy())
	}
	if audit.Due(w.clock.Step) {
		w.Audit()
	}
}

// moveKinematics puts bodies that follow a motion where they have to be now.
func (w *World) moveKinematics() {
	w.motions.Move(w.clock.Now())
	w.bodies.BookImposed(&w.ledger, w.clock.Last/2)
}

// exchangeBodies lets bodies leave and enter.
func (w *World) exchangeBodies() {
	w.flow.Drain(w.clock.Now())
	if w.bodies.SomeLeave() { // with their shapes and contacts; the others keep their order and history
		w.contacts.BookLeaving(&w.ledger.Outlets)
		w.renumber(w.bodies.Departure())
	}
	w.flow.Feed(w.clock.Now())
}

// renumber gives bodies and shapes their new places and takes out the bodies that do not stay,
// with their candidates and contacts. What stays keeps its history. The candidate lists are
// rebuilt; until then their chunks may be shorter than others.
func (w *World) renumber(r *body.Renumbering) {
	w.bodies.Renumber(r)
	w.shapes.Renumber(r)
	w.motions.Renumber(r.Bodies)
	w.contacts.Renumber(r)
	w.neighbours.Stale = true
}

// placeShapes moves every shape to where its body is.
func (w *World) placeShapes() {
	w.shapes.PlaceAll(w.contacts.Partition.Bodies)
	w.neighbours.CarryCylinders()
}

// updateCandidates rebuilds the candidate lists when a body has used up its margin, or
// bodies were added or sorted.
func (w *World) updateCandidates() {
	if w.contacts.SortingPays() { // along a curve with layers two of the smallest diameters thick
		order := w.bodies.Order(4 * w.shapes.SmallestRadius())
		w.renumber(&order)
	}
	if err := w.neighbours.Update(); err != nil {
		w.log.Stop("%v", err)
	}
}

// updateContacts turns candidates into the contacts of this step, with their forces.
func (w *World) updateContacts() {
	w.contacts.Update(&w.ledger.Lost)
	w.profile.Split(profile.Narrow, profile.Law, w.contacts.LawTime().Seconds())
	w.audit.CheckOverlap(w.clock.Step, w.contacts.Deepest, w.Contacts().DeepestPair, &w.log)
}

// moveBodies sums the forces on bodies and moves them: velocities from t - dt/2 to
// t + dt/2, positions from t to t + dt (leapfrog).
func (w *World) moveBodies() {
	p, c := &w.params, &w.clock
	w.contacts.BeginSums(p.Gravity)
	w.integrator.Begin(c.Dt, p.Damping, p.Gravity)
	w.hand.Pull(&w.bodies, c.Dt, p.Gravity, &w.log)
	if w.contacts.Unsound { // then nobody moves before all have been looked at
		w.contacts.SumAll()
		if w.contacts.StopIfLost(&w.log) {
			return
		}
	}
	w.contacts.SumAndMove()
	w.profile.Split(profile.Integrate, profile.Sum, w.contacts.SumTime().Seconds())
	if w.integrator.Lost() && w.contacts.StopIfLost(&w.log) {
		return
	}
	w.ledger.BookStep(w.integrator.Works())
	w.hand.Book(&w.bodies, c.Dt, &w.ledger)
	w.bodies.BookImposed(&w.ledger, c.Last/2)
}

// moveChunk moves the bodies [first, last) of a chunk, once the forces on them are known.
func (w *World) moveChunk(worker, first, last int) {
	w.hand.Press(&w.bodies, first, last)
	if w.integrator.Move(worker, first, last) && neighbour.BeyondMargin(&w.bodies, first, last) {
		w.neighbours.Exhausted.Store(true)
	}
	w.hand.Ease(&w.bodies, first, last)
}
