package sim

import (
	"time"

	"tumble/sim/audit"
	"tumble/sim/bridge"
	"tumble/sim/contact"
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
	w.prepareTimeStep()
	if !w.ledger.Opened() {
		w.ledger.Open(w.energyOfBodies())
	}
	w.timed(bridge.StageMotion, w.moveKinematics)       // bottle and moving walls follow their motion
	w.timed(bridge.StageInlet, w.exchangeBodies)        // bodies leave, new ones enter
	w.timed(bridge.StagePlace, w.placeShapes)           // body poses -> shapes in the global frame
	w.timed(bridge.StageCandidates, w.updateCandidates) // broad phase, only when the skin is used up
	if w.log.Fault() != "" {
		return
	}
	w.bookRule()                                  // what a new capsule rule changes
	w.timed(bridge.StageNarrow, w.updateContacts) // candidates -> touching contacts -> contact forces
	w.estimateTimeStep()                          // contacts -> how long this step is
	w.timed(bridge.StageIntegrate, w.moveBodies)  // per body: gravity and contacts -> velocities -> positions
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

// timePart takes the time that workers spent in a stage, which is within another, out of that.
func (w *World) timePart(part, whole bridge.Stage, of func(s *contact.Workspace) *time.Duration) {
	if !w.clock.Timed() {
		return
	}
	var sum time.Duration
	for i := range w.contacts.Spaces {
		d := of(&w.contacts.Spaces[i])
		sum += *d
		*d = 0
	}
	t := sum.Seconds() * contact.TimedEvery / float64(len(w.contacts.Spaces))
	w.stats.stages[part] += t
	w.stats.stages[whole] -= t
}

// timed runs a stage and, now and then, adds its duration to the statistics. The clock
// never reaches the physics.
func (w *World) timed(s bridge.Stage, stage func()) {
	if !w.clock.Timed() {
		stage()
		return
	}
	begin := time.Now()
	stage()
	w.stats.stages[s] += time.Since(begin).Seconds() * contact.TimedEvery
}

// Stages returns the wall time that each stage took since the world began [s], sampled:
// one step in TimedEvery is timed.
func (w *World) Stages() [bridge.NumStages]float64 { return w.stats.stages }

// stats are counts and times that do not influence the simulation.
type stats struct {
	stages [bridge.NumStages]float64 // [s] of wall time, sampled
}

// updateContacts turns candidates into the contacts of this step, with their forces.
func (w *World) updateContacts() {
	w.contacts.Update(&w.ledger.Lost)
	w.timePart(bridge.StageLaw, bridge.StageNarrow, func(s *contact.Workspace) *time.Duration { return &s.Law })
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
