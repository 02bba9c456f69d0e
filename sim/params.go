package sim

import (
	"fmt"

	"example.org/tumble/sim/archive"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/contact"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/timestep"
	"example.org/tumble/sim/vec"
)

// Params are the numbers of a world that are not tied to one body.
type Params struct {
	Gravity        vec.Vec3 // [m/s²]
	Damping        float64  // Cundall damping, in [0, 1)
	TimeStep       float64  // [s]; 0: from stiffness, see package timestep
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

// edited returns the parameters after a command and the key of a scene that it is about, which is empty
// if it edits none of them.
func (p Params) edited(c bridge.Command) (next Params, field string) {
	switch c := c.(type) {
	case bridge.SetGravity:
		p.Gravity, field = c.Gravity, "gravity"
	case bridge.SetDamping:
		p.Damping, field = c.Damping, "damping"
	case bridge.SetTimeStepSafety:
		p.TimeStepSafety, field = c.Safety, "timeStep.safety"
	case bridge.SetCapsuleRule:
		p.CapsuleRule, field = c.Rule, "capsuleRule"
	case bridge.SetLaw:
		p.Law, field = c.Law, "law"
	}
	return p, field
}

// rule is what says how long steps are.
func (p *Params) rule() timestep.Rule {
	return timestep.Rule{Fixed: p.TimeStep, Safety: p.TimeStepSafety, Every: p.TimeStepEvery}
}

// fill copies the parameters into those of a snapshot; what steers the run it leaves alone.
func (p *Params) fill(to *bridge.Params) {
	to.Gravity, to.Damping, to.TimeStepSafety = p.Gravity, p.Damping, p.TimeStepSafety
	to.FixedTimeStep, to.CapsuleRule, to.Law = p.TimeStep > 0, p.CapsuleRule, p.Law
}

// archive takes the parameters of a saved state or a fingerprint.
func (p *Params) archive(a *archive.Archive) {
	a.Vector(&p.Gravity)
	a.Numbers(&p.Damping, &p.TimeStep, &p.TimeStepSafety)
	archive.Whole(a, &p.TimeStepEvery)
	a.Text(&p.CapsuleRule)
	a.Text(&p.Law)
	if !a.Deciding() {
		archive.Whole(a, &p.Seed)
	}
	if a.Reading() {
		if err := p.check(); err != nil {
			a.Fail("%w", err)
		}
	}
}
