package sim

import (
	"fmt"

	"tumble/sim/audit"
	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/contact"
	"tumble/sim/grab"
	"tumble/sim/insertion"
	"tumble/sim/kinematic"
	"tumble/sim/law"
	"tumble/sim/ledger"
	"tumble/sim/limit"
	"tumble/sim/neighbour"
	"tumble/sim/notice"
	"tumble/sim/parallel"
	"tumble/sim/shape"
	"tumble/sim/state"
	"tumble/sim/vec"
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
	team    *parallel.Team
	tasks   tasks
	tallies []workerTally // one per worker
	removal removal
	recent  body.Recent
	filled  *bridge.Snapshot // by workers, just now
	shown   []shownChunk     // whose contacts it gets

	ledger ledger.Ledger
	stats  stats
	log    notice.Log
	audit  audit.Auditor
}

// Params are the numbers of a world that are not tied to one body.
type Params struct {
	Gravity        vec.Vec3 // [m/s²]
	Damping        float64  // Cundall damping, in [0, 1)
	TimeStep       float64  // [s]; 0: from stiffness, see timestep.go
	FirstTimeStep  float64  // [s] to begin with, unless TimeStep is set; 0: from stiffness
	TimeStepSafety float64  // fraction of the critical time step, in (0, 1]
	TimeStepEvery  int      // steps between two estimates; 0: only before the first step
	CapsuleRule    string   // row of CapsuleRules; empty: the first
	Law            string   // row of law.Kinds; empty: the first
	Seed           uint64   // of all random streams
	Workers        int      // goroutines that share the work; 0 means 1
}

// DefaultParams are those of a scene that says nothing else.
var DefaultParams = Params{
	Gravity:        vec.Vec3{Z: -10},
	TimeStepSafety: 0.5,
	TimeStepEvery:  100,
	CapsuleRule:    contact.CapsuleRules[0].Name,
	Law:            law.Kinds[0].Name,
}

// check returns an error that names the first number out of its range.
func (p Params) check() error {
	if err := limit.Acceleration.Check("gravity", p.Gravity.X, p.Gravity.Y, p.Gravity.Z); err != nil {
		return err
	}
	switch {
	case !(p.Damping >= 0 && p.Damping < 1):
		return fmt.Errorf("damping must be in [0, 1), got %g", p.Damping)
	case !(p.TimeStep >= 0 && p.TimeStep < 1):
		return fmt.Errorf("timeStep must be in [0, 1) s, got %g", p.TimeStep)
	case !(p.FirstTimeStep >= 0 && p.FirstTimeStep < 1):
		return fmt.Errorf("timeStep.initial must be in [0, 1) s, got %g", p.FirstTimeStep)
	case !(p.TimeStepSafety > 0 && p.TimeStepSafety <= 1):
		return fmt.Errorf("timeStep.safety must be in (0, 1], got %g", p.TimeStepSafety)
	case p.TimeStepEvery < 0:
		return fmt.Errorf("timeStep.every must be ≥ 0 steps, got %d", p.TimeStepEvery)
	case p.Workers < 0:
		return fmt.Errorf("workers must be ≥ 0, got %d", p.Workers)
	}
	if err := limit.Workers.Check(p.Workers); err != nil {
		return err
	}
	if _, err := law.ByName(p.Law); err != nil {
		return err
	}
	_, err := contact.RuleByName(p.CapsuleRule)
	return err
}

// tasks are the loops that workers share, bound to the world once: binding them anew in
// each step would allocate.
type tasks struct {
	sum, timedSum, integrate parallel.Task
	place                    [len(shape.Kinds)]parallel.Task
	snapshot                 fillTasks
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
	w.tallies = make([]workerTally, w.team.Workers())
	w.tasks = tasks{sum: w.contacts.SumSpan, timedSum: w.contacts.TimedSum, integrate: w.integrateChunk,
		snapshot: fillTasks{bodies: w.fillBodies, contacts: w.fillContacts}}
	for _, kind := range shape.Solids {
		w.tasks.place[kind], w.tasks.snapshot.shapes[kind] = w.placing(kind), w.filling(kind)
	}
	w.contacts.Law, _ = law.ByName(w.params.Law)
	w.contacts.SetRule(w.params.CapsuleRule)
}

// Close ends the worker goroutines. The world must not be stepped afterwards.
func (w *World) Close() { w.team.Close() }

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
