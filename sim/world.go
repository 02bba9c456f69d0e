package sim

import (
	"fmt"

	"tumble/sim/audit"
	"tumble/sim/body"
	"tumble/sim/contact"
	"tumble/sim/grab"
	"tumble/sim/insertion"
	"tumble/sim/kinematic"
	"tumble/sim/law"
	"tumble/sim/ledger"
	"tumble/sim/neighbour"
	"tumble/sim/notice"
	"tumble/sim/parallel"
	"tumble/sim/publish"
	"tumble/sim/shape"
)

// World holds the complete state of one simulation. It is not safe for concurrent use:
// it belongs to one goroutine (see run.Runner).
type World struct {
	params     Params
	clock      contact.Clock
	bodies     body.Set
	shapes     body.Shapes
	motions    kinematic.Motions
	flow       insertion.Flow
	integrator body.Integrator
	hand       grab.Hand // of a person who drags a body

	contacts   contact.Set
	neighbours neighbour.Search
	revision   uint32 // edits of materials so far
	ruleBefore string // the capsule rule of the last step, if it is another now; see bookRule

	// Memory that stages use again in every step.
	team      *parallel.Team
	tasks     tasks
	tallies   []workerTally // one per worker
	removal   removal
	recent    body.Recent
	publisher publish.Publisher

	ledger ledger.Ledger
	watch  stopwatch
	log    notice.Log
	audit  audit.Auditor
}

// tasks are the loops that workers share, bound to the world once: binding them anew in
// each step would allocate.
type tasks struct {
	sum, timedSum, integrate parallel.Task
	place                    [len(shape.Kinds)]parallel.Task
}

// New returns an empty world.
func New(p Params) (*World, error) {
	if p.CapsuleRule == "" {
		p.CapsuleRule = contact.CapsuleRules[0].Name
	}
	if p.Law == "" {
		p.Law = law.Kinds[0].Name
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("sim: new world: %w", err)
	}
	w := &World{params: p}
	if w.clock.Dt = p.TimeStep; p.TimeStep == 0 {
		w.clock.Dt = p.FirstTimeStep
	}
	w.start()
	return w, nil
}

// workerTally is a tally that shares no cache line with that of another worker.
type workerTally struct {
	ledger.Tally
	_ [64]byte
}

// start makes what a world works with, once its parameters are there.
func (w *World) start() {
	w.log.Bind(&w.clock.Step)
	w.flow.Bind(w.site())
	w.motions.Bind(kinematic.Site{Bodies: &w.bodies, Times: timetable(w), Log: &w.log, Moved: w.neighbours.Carry})
	w.integrator.Bodies = &w.bodies
	w.team = parallel.New(w.params.Workers)
	w.contacts.Bind(&w.bodies, &w.shapes, &w.clock, w.team)
	w.neighbours.Bind(&w.contacts)
	w.watch.set = &w.contacts
	w.publisher.Bind(&w.contacts, &w.flow)
	w.tallies = make([]workerTally, w.team.Workers())
	w.tasks = tasks{sum: w.contacts.SumSpan, timedSum: w.contacts.TimedSum, integrate: w.integrateChunk}
	for _, kind := range shape.Solids {
		w.tasks.place[kind] = w.placing(kind)
	}
	w.contacts.Law, _ = law.ByName(w.params.Law)
	w.contacts.SetRule(w.params.CapsuleRule)
}

// Close ends the worker goroutines. The world must not be stepped afterwards.
func (w *World) Close() { w.team.Close() }
