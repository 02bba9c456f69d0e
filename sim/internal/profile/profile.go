// Package profile lists the stages of a step, and adds up how long each of them takes.
package profile

// Stage is a part of the step.
type Stage int

// The stages in the order in which they run; see sim.World.Step. Law is a part of Narrow, Sum a part of Integrate.
const (
	Motion Stage = iota
	Inlet
	Place
	Candidates
	Narrow
	Law
	Sum
	Integrate
	NumStages
)

// Names are the names of the stages, as people read them.
var Names = [NumStages]string{"motion", "inlet", "place", "candidates", "narrow", "law", "sum", "integrate"}

// Every is the number of steps between two that are timed: reading the clock ten times in each step of a small
// scene would cost some per cent. It is prime, so that the work that is done every hundred steps is timed in its
// fair share.
const Every = 17

// Timed reports whether a step is timed.
func Timed(step int64) bool { return step%Every == 0 }

// Profile is the wall time that each stage took since the world began, as far as it was sampled [s].
type Profile [NumStages]float64

// Add adds the time that a stage took in a timed step [s].
func (p *Profile) Add(which Stage, seconds float64) { p[which] += seconds * Every }

// Split moves the mean time that workers spent in a part of a stage, in a timed step, from the stage to the part
// [s].
func (p *Profile) Split(whole, part Stage, seconds float64) {
	p.Add(part, seconds)
	p.Add(whole, -seconds)
}
