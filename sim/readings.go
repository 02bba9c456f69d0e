package sim

import (
	"tumble/sim/bridge"
	"tumble/sim/inspect"
	"tumble/sim/state"
)

// What can be read of a world between two steps, beside its fingerprint (hash.go).

// Time returns the simulated time [s].
func (w *World) Time() float64 { return w.clock.Time }

// StepCount returns the number of steps done.
func (w *World) StepCount() int64 { return w.clock.Step }

// TimeStep returns the length of the last step, or of the first before it [s], 0 before that is known.
func (w *World) TimeStep() float64 { return w.clock.Dt }

// NumBodies returns the number of bodies.
func (w *World) NumBodies() int { return w.bodies.Len() }

// State returns a copy of the state, for single moments: it costs some memory per body.
func (w *World) State() state.State { return state.Of(&w.contacts, w.Hash()) }

// Contacts returns what can be read of the contacts of the last step.
func (w *World) Contacts() state.Contacts { return state.ContactsOf(&w.contacts) }

// Inspect returns what of the world people can ask about, as it is until the next step or command.
func (w *World) Inspect() inspect.Site {
	return inspect.Site{Bodies: &w.bodies, Shapes: &w.shapes, Contacts: &w.contacts, Gravity: w.params.Gravity,
		Rule: w.params.CapsuleRule}
}

// Seed returns the seed of all random streams.
func (w *World) Seed() uint64 { return w.params.Seed }

// Fault returns why the world stopped for good, or the empty string.
func (w *World) Fault() string { return w.log.Fault() }

// Notices returns what the world had to say so far, oldest first.
func (w *World) Notices() []bridge.Notice { return w.log.All() }

// Tell adds a message for the person that does not come from the simulation itself. Field names the
// parameter or command that it is about, if there is one.
func (w *World) Tell(level bridge.Level, field, text string) { w.log.Add(level, field, "%s", text) }

// Stop faults the world: it takes no further step, and Fault says why. Only the first reason counts.
func (w *World) Stop(reason string) { w.log.Stop("%s", reason) }

// Stages returns the wall time that each stage took since the world began [s], sampled:
// one step in TimedEvery is timed.
func (w *World) Stages() [bridge.NumStages]float64 { return w.watch.stages }

// Energy returns the ledger [J]; package ledger says what the entries mean. Before the first step it
// holds only what bodies have.
func (w *World) Energy() bridge.Energy {
	var e bridge.Energy
	w.bodies.AddEnergy(&e, w.params.Gravity, w.clock.Last)
	e.ElasticNormal, e.ElasticShear, e.ElasticRolling = w.contacts.Stored()
	w.ledger.Entries(&e)
	return e
}

// maxNotices is how many of the latest notices a snapshot carries.
const maxNotices = 8

// Fill copies the state into a snapshot, reusing its memory. What only the runner knows
// (scene, pacing) it leaves alone, and so it does with readings: Hash and Energy.
func (w *World) Fill(s *bridge.Snapshot) {
	s.Step, s.Time, s.Seed, s.Fault = w.clock.Step, w.clock.Time, w.params.Seed, w.log.Fault()
	w.params.fill(&s.Params)
	s.Params.TimeStep, s.Stats.Rebuilds = w.clock.Dt, w.neighbours.Rebuilds
	s.Notices = append(s.Notices[:0], w.log.Latest(maxNotices)...)
	w.publisher.Fill(s)
	w.motions.Publish(s)
	w.hand.Publish(&w.bodies, s)
}
