package sim

import (
	"fmt"

	"tumble/sim/audit"
	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/insertion"
	"tumble/sim/kinematic"
	"tumble/sim/law"
	"tumble/sim/ledger"
	"tumble/sim/limit"
	"tumble/sim/notice"
	"tumble/sim/parallel"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// World holds the complete state of one simulation. It is not safe for concurrent use:
// it belongs to one goroutine (see run.Runner).
type World struct {
	params     Params
	clock      clock
	bodies     body.Set
	shapes     body.Shapes
	motions    kinematic.Motions
	flow       insertion.Flow
	integrator body.Integrator

	contactSet
	neighbourSearch
	revision   uint32 // edits of materials so far
	ruleBefore string // the capsule rule of the last step, if it is another now; see bookRule

	// Memory that stages use again in every step.
	team    *parallel.Team
	tasks   tasks
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
	CapsuleRule:    CapsuleRules[0].Name,
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
	_, err := capsuleRule(p.CapsuleRule)
	return err
}

// tasks are the loops that workers share, bound to the world once: binding them anew in
// each step would allocate.
type tasks struct {
	sum, timedSum, integrate parallel.Task
	place                    [len(shape.Kinds)]parallel.Task
	snapshot                 fillTasks
}

// clock is where the world is in time.
type clock struct {
	step int64   // steps done
	time float64 // [s]
	dt   float64 // length of this step, which contacts may change before bodies move [s]; 0: not yet known
	last float64 // length of the last step [s]; 0: none was done
}

// halfStep returns the time from the velocities to the positions [s].
func (c *clock) halfStep() float64 {
	if c.last > 0 {
		return c.last / 2
	}
	return c.dt / 2
}

// New returns an empty world.
func New(p Params) (*World, error) {
	if p.CapsuleRule == "" {
		p.CapsuleRule = CapsuleRules[0].Name
	}
	if p.Law == "" {
		p.Law = law.Kinds[0].Name
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("sim: new world: %w", err)
	}
	w := &World{params: p}
	if w.clock.dt = p.TimeStep; p.TimeStep == 0 {
		w.clock.dt = p.FirstTimeStep
	}
	w.start()
	return w, nil
}

// start makes what a world works with, once its parameters are there.
func (w *World) start() {
	w.log.Bind(&w.clock.step)
	w.flow.Bind(w.site())
	w.motions.Bind(kinematic.Site{Bodies: &w.bodies, Times: timetable(w), Log: &w.log, Moved: w.carry})
	w.integrator.Bodies = &w.bodies
	w.stale, w.team = true, parallel.New(w.params.Workers)
	w.bind()
	w.spaces = make([]workspace, w.team.Workers())
	w.cuts.chunks, w.cuts.bodies = w.team.Even(), w.team.Even()
	w.tasks = tasks{sum: w.sumSpan, timedSum: w.timedSum, integrate: w.integrateChunk, snapshot: fillTasks{bodies: w.fillBodies, contacts: w.fillContacts}}
	for _, kind := range shape.Solids {
		w.tasks.place[kind], w.tasks.snapshot.shapes[kind] = w.placing(kind), w.filling(kind)
	}
	w.law, _ = law.ByName(w.params.Law)
	w.setRule(w.params.CapsuleRule)
}

// Close ends the worker goroutines. The world must not be stepped afterwards.
func (w *World) Close() { w.team.Close() }

// Time returns the simulated time [s].
func (w *World) Time() float64 { return w.clock.time }

// StepCount returns the number of steps done.
func (w *World) StepCount() int64 { return w.clock.step }

// TimeStep returns the length of the last step, or of the first before it [s], 0 before that is known.
func (w *World) TimeStep() float64 { return w.clock.dt }

// NumBodies returns the number of bodies.
func (w *World) NumBodies() int { return w.bodies.Len() }

// NumContacts returns the number of touching contacts of the last step.
func (w *World) NumContacts() int { return w.count }

// MaxOverlapRatio returns the largest overlap of the last step, over the smaller radius.
func (w *World) MaxOverlapRatio() float64 { return w.deepest }

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
