package sim

import (
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/profile"
	"example.org/tumble/sim/internal/publish"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
)

// The methods below read a world between two steps; see also Hash.

// Clock returns the time, the step number and the time step of the world.
func (w *World) Clock() Clock { return w.clock }

// Log returns the messages of the world and the fault that stopped it, if there is one. Whoever runs the world may
// add messages to the log, and may stop the world by a fault.
func (w *World) Log() *notice.Log { return &w.log }

// NumBodies returns the number of bodies.
func (w *World) NumBodies() int { return w.bodies.Len() }

// State returns a copy of the state. It takes memory for each body, so it is meant for single moments.
func (w *World) State() state.State { return state.Of(&w.contacts, &w.surfaces, &w.tally, w.Hash()) }

// StateOfBodies is State without contacts.
func (w *World) StateOfBodies() state.State {
	return state.OfBodies(&w.contacts, &w.surfaces, &w.tally, w.Hash())
}

// Contacts gives read access to the contacts of the last step.
func (w *World) Contacts() state.Contacts { return state.ContactsOf(&w.contacts) }

// Inspect gives the inspector read access to the parts of the world, valid until the next step or edit.
func (w *World) Inspect() inspect.Site {
	return inspect.Site{Bodies: &w.bodies, Shapes: &w.shapes, Contacts: &w.contacts, Motions: &w.motions,
		Forces: &w.forces, Surfaces: &w.surfaces, Tally: &w.tally, Collisions: &w.collisions,
		Gravity: w.params.Gravity, Rule: w.params.CapsuleRule}
}

// CheckFollowed returns an error unless each of the names is the name of exactly one body, or the number of a body
// that exists, existed or may still come out of an inlet.
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

// Profile returns the wall time that each stage of a step took since the world began [s]. It is an estimate: only
// one step in profile.Every is timed.
func (w *World) Profile() profile.Profile { return w.profile }

// Energy is the energy balance of a world, entry by entry [J].
type Energy = ledger.Energy

// Energy returns the energy balance [J]; package ledger explains its entries. Before the first step it has only
// the energy of bodies.
func (w *World) Energy() Energy {
	var e Energy
	w.bodies.AddEnergy(&e, w.params.Gravity, w.clock.Last)
	e.ElasticNormal, e.ElasticShear, e.ElasticRolling = w.contacts.Stored()
	w.ledger.Entries(&e)
	return e
}

// FillNumbers copies the values of the whole world into a snapshot, without its rows for bodies: clock, counts,
// inlets, outlets, motions, joints, planes and surfaces, which Fill copies too, means, collisions and what is in its
// regions, which Fill leaves out.
func (w *World) FillNumbers(s *bridge.Snapshot) {
	s.Step, s.Time, s.TimeStep = w.clock.Step, w.clock.Time, w.clock.Dt
	w.publisher.FillNumbers(s)
	w.fillMoved(s)
	s.Surfaces = w.surfaces.AppendTo(s.Surfaces[:0])
	s.Through = w.tally.AppendTo(s.Through[:0])
	s.Collisions = w.Collisions()
	if len(s.Regions) > 0 {
		m := inspect.Moment{Site: w.Inspect(), Clock: w.clock}
		var regions []bridge.Region
		for i := range s.Regions {
			regions = append(regions, s.Regions[i].Region)
		}
		s.Regions = append(s.Regions[:0], m.Measure(regions)...)
	}
}

// FollowsCollisions reports whether the world follows its collisions.
func (w *World) FollowsCollisions() bool { return w.collisions.Follows() }

// Collisions returns copies of what was counted of the collisions that the world follows.
func (w *World) Collisions() bridge.Collisions { return w.collisions.Counted(&w.contacts) }

// fillMoved copies motions, hinges and sliders into a snapshot.
func (w *World) fillMoved(s *bridge.Snapshot) {
	publish.Motions(s, w.motions.List, &w.bodies)
	s.Joints = publish.Joints(s.Joints[:0], &w.bodies)
}

// FillCounts copies inlets, outlets, planes and the counts of the whole world into a snapshot, a part of FillNumbers.
func (w *World) FillCounts(s *bridge.Snapshot) { w.publisher.FillCounts(s) }

// maxNotices is the number of latest notices in a snapshot.
const maxNotices = 8

// Fill copies the state into a snapshot, reusing its memory. It leaves alone the fields that only the runner
// knows, such as scene and speed, and the Readings, which cost a pass over all contacts.
func (w *World) Fill(s *bridge.Snapshot) {
	s.Step, s.Time, s.Seed, s.Fault = w.clock.Step, w.clock.Time, w.params.Seed, w.log.Fault()
	s.Params = w.params
	s.Params.Forget()
	s.TimeStep, s.Stats.Rebuilds = w.clock.Dt, w.neighbours.Rebuilds
	s.Notices = append(s.Notices[:0], w.log.Latest(maxNotices)...)
	w.publisher.Fill(s)
	s.Surfaces = w.surfaces.AppendTo(s.Surfaces[:0])
	s.Through = w.tally.AppendTo(s.Through[:0])
	s.Missing.Triangles = !slices.ContainsFunc(s.Surfaces, func(p bridge.Pressed) bool { return p.Surface.Triangles })
	if s.Wanted.Triangles {
		for i := range s.Meshes {
			m := &s.Meshes[i]
			m.Rubbed = w.surfaces.Rubbed(body.ID(s.Bodies[m.Body].Number), int(m.Shape))
		}
	}
	w.fillMoved(s)
	publish.Forces(s, w.forces.List)
	publish.Hand(s, &w.hand, &w.bodies)
}
