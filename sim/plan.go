package sim

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/publish"
	"example.org/tumble/sim/internal/timestep"
	"example.org/tumble/sim/measure/state"
)

// Plan returns what determines the future of the world, beside its State.
func (w *World) Plan() state.Plan {
	p := &w.params
	dt := givenStep(p)
	if dt == 0 {
		dt = timestep.First(&w.contacts, &w.flow, timestep.Rule{Safety: p.TimeStepSafety})
	}
	if w.clock.Step > 0 {
		dt = w.clock.Dt
	}
	b := w.contacts.Bodies
	blocked := make([]body.Blocked, 0, b.Len())
	for _, i := range b.Created {
		blocked = append(blocked, b.Block[i])
	}
	return state.Plan{
		Params: *p, Law: w.contacts.Law, Step: dt,
		Materials: w.contacts.Materials, Pairs: w.contacts.Properties, Given: w.contacts.Pairs,
		Inlets: w.flow.Inlets, Outlets: w.flow.Outlets, Motions: w.motions.List, Forces: w.forces.List,
		Joints: publish.Joints(nil, b), Blocked: blocked,
	}
}
