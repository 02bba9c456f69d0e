package sim

import (
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/profile"
	"example.org/tumble/sim/internal/publish"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
)

// What can be read of a world between two steps, beside its fingerprint (hash.go).

// Clock returns where the world is in time.
func (w *World) Clock() Clock { return w.clock }

// Log returns what the world has to say, and why it stopped. Whoever runs the world may add to it, and
// may stop the world by it.
func (w *World) Log() *notice.Log { return &w.log }

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

// CheckFollowed returns an error unless each of the names is the name of one body, or the number of a body that is
// there, was there or may yet come out of an inlet.
func (w *World) CheckFollowed(names []string) error {
	return w.bodies.CheckFollowed(names, len(w.flow.Inlets) > 0)
}

// CheckBodyNames returns an error unless each name is the name or the number of a body in the world, or of an inlet,
// whose bodies get its name.
func (w *World) CheckBodyNames(names []string) error {
	var inlets []string
	for i := range w.flow.Inlets {
		inlets = append(inlets, w.flow.Inlets[i].Def.Name)
	}
	return w.bodies.CheckBodyNames(names, inlets)
}

// Profile returns the wall time that each stage of a step took since the world began [s], sampled: one step in
// profile.Every is timed.
func (w *World) Profile() profile.Profile { return w.profile }

// Energy is where the energy of a world came from and where it went [J], entry by entry.
type Energy = ledger.Energy

// Energy returns the ledger [J]; package ledger says what the entries mean. Before the first step it
// holds only what bodies have.
func (w *World) Energy() Energy {
	var e Energy
	w.bodies.AddEnergy(&e, w.params.Gravity, w.clock.Last)
	e.ElasticNormal, e.ElasticShear, e.ElasticRolling = w.contacts.Stored()
	w.ledger.Entries(&e)
	return e
}

// FillNumbers copies those numbers into a snapshot that are no row for each body: clock, counts, inlets, outlets and
// planes, as Fill does, and means.
func (w *World) FillNumbers(s *bridge.Snapshot) {
	s.Step, s.Time, s.TimeStep = w.clock.Step, w.clock.Time, w.clock.Dt
	w.publisher.FillNumbers(s)
}

// maxNotices is how many of the latest notices a snapshot carries.
const maxNotices = 8

// Fill copies the state into a snapshot, reusing its memory. What only the runner knows
// (scene, pacing) it leaves alone, and so it does with readings: Hash and Energy.
func (w *World) Fill(s *bridge.Snapshot) {
	s.Step, s.Time, s.Seed, s.Fault = w.clock.Step, w.clock.Time, w.params.Seed, w.log.Fault()
	s.Params = w.params
	s.Params.Forget()
	s.TimeStep, s.Stats.Rebuilds = w.clock.Dt, w.neighbours.Rebuilds
	s.Notices = append(s.Notices[:0], w.log.Latest(maxNotices)...)
	w.publisher.Fill(s)
	publish.Motions(s, w.motions.List, &w.bodies)
	publish.Hand(s, &w.hand, &w.bodies)
}
