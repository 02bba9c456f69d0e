package sim

import (
	"time"

	"tumble/sim/bridge"
	"tumble/sim/contact"
	"tumble/sim/neighbour"
	"tumble/sim/wide"
)

// moveBodies sums the forces on bodies and moves them: velocities from t - dt/2 to
// t + dt/2, positions from t to t + dt (leapfrog).
func (w *World) moveBodies() {
	n, spans := w.bodies.Len(), len(w.contacts.Partition.Spans)
	w.contacts.Gravity = w.params.Gravity
	w.bodies.Wrench = wide.Padded(w.bodies.Wrench, spans) // for spare ones
	w.integrator.Begin(w.clock.Dt, w.params.Damping, w.params.Gravity)
	w.hand.Pull(&w.bodies, w.clock.Dt, w.params.Gravity, &w.log)
	if w.contacts.Unsound { // then nobody moves before all have been looked at
		for i := range spans {
			w.contacts.SumSpan(0, i, i+1)
		}
		if w.lostNumber() {
			return
		}
	}
	sum := w.tasks.sum
	if w.clock.Timed() {
		sum = w.tasks.timedSum
	}
	w.team.RunAfter(spans, sum, n, contact.ChunkSize, contact.PerBody, w.contacts.Partition.Bodies, w.tasks.integrate)
	w.watch.takeOut(bridge.StageSum, bridge.StageIntegrate, func(s *contact.Workspace) *time.Duration { return &s.Sum })
	if w.integrator.Lost() && w.lostNumber() {
		return
	}
	w.ledger.BookStep(w.integrator.Works())
	w.hand.Book(&w.bodies, w.clock.Dt, &w.ledger)
	w.workOfMotions()
}

// integrateChunk moves bodies [first, last), a chunk.
func (w *World) integrateChunk(worker, first, last int) {
	w.hand.Press(&w.bodies, first, last)
	if w.integrator.Move(first, last, &w.tallies[worker].Tally) && neighbour.FarGone(&w.bodies, first, last) {
		w.neighbours.Gone.Store(true)
	}
	w.hand.Ease(&w.bodies, first, last)
}

// lostNumber looks for a number that is not finite or beyond all bounds. If there is one it faults
// the world, which names the body and the quantity, and reports true; contacts whose force is
// lost show none. Nothing that is wrong ever reaches a position: if the force of a contact is lost,
// all bodies stay where they were at the end of the last step, else those of the same chunk of
// bodies, for any number of workers.
func (w *World) lostNumber() bool {
	i, quantity, wrong, lost := w.bodies.FirstLost()
	if lost {
		info := &w.bodies.Info[i]
		w.log.Stop("step %d: the %s of body %d (%s) is %s; stopped before it moves. "+
			"Either the time step of %.3g s is too long, or bodies overlap too much",
			w.clock.Step, quantity, info.ID, info.Name, wrong, w.clock.Dt)
		w.contacts.DropLostForces()
	}
	return lost
}
