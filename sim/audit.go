package sim

import (
	"math"

	"example.org/tumble/sim/internal/audit"
	"example.org/tumble/sim/internal/timestep"
)

// Audit checks whether the results can be trusted, and puts warnings into the log. A world audits itself when it
// is ready and after the steps that audit.Due names. Whoever ends a run calls Audit once more, so that the log
// also has the warnings about the last steps.
func (w *World) Audit() {
	c, p := &w.clock, &w.params
	s := audit.Scene{
		Bodies: &w.bodies, Shapes: &w.shapes, Gravity: p.Gravity, Step: c.Step, Last: c.Last,
		TimeStep: c.Dt, Safety: p.TimeStepSafety, Chosen: p.TimeStep == 0 && p.TimeStepEvery > 0 && w.contacts.Count > 0,
		Energy: w.Energy(), Start: w.ledger.Start, Soon: w.ledger.External.Ahead.Work,
	}
	if !s.Chosen {
		crit2 := w.contacts.Critical().Crit2
		s.Sound, s.Critical = timestep.SoundLimit(&w.contacts, &w.flow), math.Sqrt(2*crit2)
	}
	s.Sources, s.Largest = w.flow.Sources()
	s.Sinks, s.Endless = w.flow.Sinks()
	w.audit.Check(&s, &w.log)
}
