package sim

import (
	"fmt"

	"example.org/tumble/sim/internal/audit"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/internal/grab"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/neighbour"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/profile"
	"example.org/tumble/sim/internal/publish"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/surfaces"
	"example.org/tumble/sim/measure/tally"
)

// Clock holds the step number, the time and the time step of a world.
type Clock = contact.Clock

// World holds the complete state of one simulation. It is not safe for concurrent use: it belongs to one goroutine
// (see run.Runner).
//
// Step advances the world. Between two steps it can be read and edited: an edit acts from the next step on, and an
// edit that returns an error changes nothing.
type World struct {
	params     Params
	clock      contact.Clock
	bodies     body.Set
	shapes     body.Shapes
	integrator body.Integrator
	motions    kinematic.Motions
	flow       insertion.Flow
	forces     external.Forces // from outside
	hand       grab.Hand       // of a person who drags a body
	contacts   contact.Set
	neighbours neighbour.Search

	// The records of the run, and the copy into snapshots.
	ledger    ledger.Ledger
	log       notice.Log
	audit     audit.Auditor
	profile   profile.Profile // wall time of the stages of its steps
	publisher publish.Publisher
	surfaces  surfaces.Sensors
	tally     tally.Sensors

	collisions collisions.Counter
}

// New returns an empty world.
func New(p Params) (*World, error) {
	p = p.Completed()
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("sim: new world: %w", err)
	}
	w := &World{params: p}
	w.clock.Dt = givenStep(&w.params)
	w.start()
	w.saySoftened()
	return w, nil
}

// start starts the workers and gives each part of the world the other parts that it uses. The parameters must be
// set before.
func (w *World) start() {
	team := parallel.New(w.params.Workers)
	times := w.timetable()
	w.log.Bind(&w.clock.Step)
	w.shapes.Bind(&w.bodies, team)
	w.integrator.Bind(&w.bodies, team.Workers())
	w.contacts.Bind(&w.bodies, &w.shapes, &w.clock, team)
	w.contacts.Move = w.moveChunk
	w.neighbours.Bind(&w.contacts)
	w.publisher.Bind(&w.contacts, &w.flow)
	w.surfaces.Bind(&w.contacts)
	w.tally.Bind(&w.contacts, &w.motions, w.neighbours.TravelEpoch)
	w.motions.Bind(kinematic.Site{Bodies: &w.bodies, Shapes: &w.shapes, Times: times, Log: &w.log,
		Moved: w.neighbours.Carry, Opposing: w.contacts.Opposing, Reconsider: w.reconsider})
	w.flow.Bind(insertion.Site{
		Seed: w.params.Seed, Bodies: &w.bodies, Shapes: &w.shapes, Ledger: &w.ledger, Times: times, Log: &w.log,
		Materials: func() int { return len(w.contacts.Materials) }, Density: w.contacts.Density, Place: w.placeShapes,
		Energy: func(i int) float64 { return w.bodies.Energy(i, w.params.Gravity, w.clock.HalfStep()) },
		Added:  func() { w.neighbours.Stale = true }, TravelEpoch: w.neighbours.TravelEpoch,
	})
	language := inspect.Language{Bodies: &w.bodies, Contacts: &w.contacts, Clock: &w.clock}
	w.forces.Bind(external.Site{Bodies: &w.bodies, Times: times, Log: &w.log, Formula: language.Formula,
		Choice: language.Choice}, team.Workers())
	w.contacts.Law, _ = law.ByName(w.params.Law)
	w.contacts.SetRule(w.params.CapsuleRule)
	w.contacts.SoftenBy(w.params.Soften)
}

// timetable returns the parts of the world that have events.
func (w *World) timetable() schedule.Timetable {
	return schedule.Timetable{&w.flow, &w.motions, &w.forces}
}

// Close ends the worker goroutines. The world must not be stepped afterwards.
func (w *World) Close() { w.contacts.Team.Close() }
