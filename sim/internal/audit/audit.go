// Package audit looks now and then for faults that make the results of a simulation wrong although every number is
// finite: steps too long for contacts or for speeds, energy from nowhere, bodies that fall for ever. Each gives a
// warning; where no result can be believed any more, the simulation stops. When an audit is due depends on the
// number of steps alone, and what it finds on the state alone.
//
// To add an audit, write a method of Auditor with the signature of a row of checks, and the row.
package audit

import (
	"math"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/vec"
)

// Scene is the input of an audit: the state between two steps.
type Scene struct {
	Bodies  *body.Set
	Shapes  *body.Shapes
	Gravity vec.Vec3 // [m/s²]
	Step    int64    // how many are done
	Last    float64  // length of the last step [s]

	// The time step and its limits [s].
	TimeStep float64
	Safety   float64 // fraction of the critical time step that is chosen where it is not given
	Chosen   bool    // the time step was chosen from contacts; else it was given, or chosen before there were any
	Sound    float64 // min r √(ρ/E) over all bodies and all that inlets will make
	Critical float64 // critical time step of the present contacts, +Inf if there are none

	Energy ledger.Energy
	Start  float64 // kinetic and potential energy that the first step began with [J]
	Soon   float64 // work of forces from outside in the half step ahead [J]

	// Where bodies enter and leave.
	Sources vec.Box // round all inlets; empty if there is none
	Largest float64 // longest edge of a body that an inlet makes [m]
	Sinks   vec.Box // round all outlets; empty if there is none
	Endless bool    // an outlet takes out everything that falls
}

// Auditor remembers the largest value of each warning, so that a warning is given again only for a much larger
// value.
type Auditor struct {
	overlap float64 // over radius
	step    float64 // time step over the critical one
	way     float64 // distance in a step, over radius
	turn    float64 // angle in a step [rad]
	made    float64 // share of all energy
	falling float64 // number of bodies
	digits  float64 // distance of two numbers, over radius; reported before the first step, so not archived
}

// checks are the audits, in their order.
var checks = [...]func(*Auditor, *Scene, *notice.Log){
	(*Auditor).checkTimeStep, (*Auditor).checkTravel, (*Auditor).checkEnergy, (*Auditor).checkFalling,
	(*Auditor).checkScale, (*Auditor).checkPrecision,
}

// every is the number of steps between two audits. An audit takes about as long as a step.
const every = 1000

// Due reports whether a step ends with an audit: the first ones soon, since most mistakes are in the
// numbers that a scene begins with.
func Due(step int64) bool { return step%every == 0 || step == 1 || step == 10 || step == 100 }

// Check does all audits and logs what is wrong with a scene.
func (a *Auditor) Check(s *Scene, log *notice.Log) {
	for _, look := range checks {
		if log.Fault() == "" {
			look(a, s, log)
		}
	}
}

// DeepOverlap is the overlap, over the smaller radius, from which a warning is given: the contact laws
// are meant for much less.
const DeepOverlap = 0.1

// CheckOverlap is called in every step with the largest overlap of all contacts, over the smaller radius. It warns
// only if the overlap is more than 1.5 times the last one that was reported, so that a soft scene does not flood
// the log; where names the bodies.
func (a *Auditor) CheckOverlap(step int64, ratio float64, where func() string, log *notice.Log) {
	if ratio <= DeepOverlap || ratio <= 1.5*a.overlap {
		return
	}
	a.overlap = ratio
	log.Add(notice.Warning, "", "step %d: %s overlap by %.0f %% of the smaller radius; "+
		"contact laws are meant for a few per cent", step, where(), 100*ratio)
}

// warn logs a warning about a value if the value is at least twice last, the largest value that was reported.
func warn(log *notice.Log, last *float64, value float64, format string, args ...any) {
	if value >= 2**last {
		*last = value
		log.Add(notice.Warning, "", format, args...)
	}
}

// Archive archives the values that were reported.
func (a *Auditor) Archive(to *archive.Archive) {
	to.Numbers(&a.overlap, &a.step, &a.way, &a.turn, &a.made, &a.falling)
}

// onWall is the critical time step of a ball on a wall, √(2m/k), over r √(ρ/E): a longer time step is too long
// for the first contact of a ball.
var onWall = math.Sqrt(8. / 3)

// checkTimeStep warns if a time step that is not chosen from contacts is longer than contacts allow.
func (a *Auditor) checkTimeStep(s *Scene, log *notice.Log) {
	if s.Chosen {
		return
	}
	critical, of := onWall*s.Sound, "of the first contact of a ball"
	if !math.IsInf(s.Critical, 1) {
		critical, of = s.Critical, "of the contacts there are"
	}
	factor := s.TimeStep / critical
	if !(factor > 1) {
		return
	}
	warn(log, &a.step, factor, "step %d: the time step of %.3g s is %.3g times the critical one %s, %.3g s: "+
		"bodies will gain energy or pass through each other. Leave timeStep.fixed and timeStep.initial out, "+
		"or give at most %.2g s", s.Step, s.TimeStep, factor, of, critical, s.Safety*critical)
}

// checkTravel warns if bodies move by more than a radius in a step, or turn by more than a radian.
func (a *Auditor) checkTravel(s *Scene, log *notice.Log) {
	b, least := s.Bodies, s.Shapes.SmallestRadius()
	var way, turn float64
	var moving, turning int
	for i := range b.Pos {
		r := least
		if b.Kind[i] == body.Dynamic {
			r = b.Template(i).SmallestRadius()
		}
		if x := s.Last * b.Pace(i) / r; x > way {
			way, moving = x, i
		}
		if x := s.Last * b.Spin[i].Norm(); x > turn {
			turn, turning = x, i
		}
	}
	if way > 1 && least > 0 {
		warn(log, &a.way, way, "step %d: body %d (%s) moves by %.3g radii in a step, at %.3g m/s: it can pass through "+
			"others. "+
			"Steps of %.2g s would see what it meets",
			s.Step, b.ID(moving), b.Name(moving), way, b.Pace(moving), s.Last/way/2)
	}
	if turn > 1 {
		warn(log, &a.turn, turn, "step %d: body %d (%s) turns by %.3g rad in a step, at %.3g rad/s: "+
			"neither its turning nor its friction can be believed",
			s.Step, b.ID(turning), b.Name(turning), turn, b.Spin[turning].Norm())
	}
}
