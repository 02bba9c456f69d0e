package sim

import (
	"time"

	"tumble/sim/audit"
	"tumble/sim/bridge"
	"tumble/sim/contact"
	"tumble/sim/timestep"
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
		w.clock.Dt = timestep.First(&w.contacts, &w.flow, w.params.TimeStepSafety)
	}
	if !w.ledger.Opened() {
		w.ledger.Open(w.energyOfBodies())
	}
	w.watch.stage(bridge.StageMotion, w.moveKinematics)       // bottle and moving walls follow their motion
	w.watch.stage(bridge.StageInlet, w.exchangeBodies)        // bodies leave, new ones enter
	w.watch.stage(bridge.StagePlace, w.placeShapes)           // body poses -> shapes in the global frame
	w.watch.stage(bridge.StageCandidates, w.updateCandidates) // broad phase, only when the skin is used up
	if w.log.Fault() != "" {
		return
	}
	w.bookRule()                                        // what a new capsule rule changes
	w.watch.stage(bridge.StageNarrow, w.updateContacts) // candidates -> touching contacts -> contact forces
	w.chooseTimeStep()                                  // contacts -> how long this step is
	w.watch.stage(bridge.StageIntegrate, w.moveBodies)  // per body: gravity and contacts -> velocities -> positions
	w.advance()
}

// advance ends the step: the clock moves on.
func (w *World) advance() {
	if w.log.Fault() != "" {
		return
	}
	c := &w.clock
	c.Last = c.Dt
	c.Time += c.Dt
	c.Step++
	if !w.ledger.Begun() {
		w.ledger.Begin(w.contacts.Energy())
	}
	if audit.Due(c.Step) {
		w.Audit()
	}
}

// updateContacts turns candidates into the contacts of this step, with their forces.
func (w *World) updateContacts() {
	w.contacts.Update(&w.ledger.Lost)
	w.watch.takeOut(bridge.StageLaw, bridge.StageNarrow, func(s *contact.Workspace) *time.Duration { return &s.Law })
	w.audit.LookAtOverlap(w.clock.Step, w.contacts.Deepest, w.Contacts().DeepestPair, &w.log)
}

// updateCandidates rebuilds the candidate lists when a body has used up its margin, or
// bodies were added or sorted.
func (w *World) updateCandidates() {
	w.sortBodies()
	if err := w.neighbours.Update(); err != nil {
		w.log.Stop("%v", err)
	}
}

// chooseTimeStep says how long this step is, unless that is fixed.
func (w *World) chooseTimeStep() {
	if p := &w.params; p.TimeStep == 0 {
		w.clock.Dt = timestep.Next(&w.contacts, &w.flow, p.TimeStepSafety, p.TimeStepEvery)
	}
}
