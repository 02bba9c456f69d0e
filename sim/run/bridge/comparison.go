package bridge

import (
	"fmt"
	"math"
)

// Comparison describes the worlds that run beside a snapshot's own, on the same clock: each shows the
// first step at or after the time of the leading world. Bodies with the same number are copies of each
// other.
type Comparison struct {
	Others     []Snapshot // without others of their own; empty for a world that is alone
	Place      int        // of this world among all of them, from 0, left to right
	Label      string     // name of this world, with the settings in which it differs from the others
	Both       bool       // edits go to all of them, else to the world of the snapshot
	Divergence Divergence // from the world at place 0; for that world, from the world at place 1

	// Distances is the distance of each body from its copy in the world at place 0; for bodies of the
	// world at place 0, it is the distance of the farthest copy. +Inf for a body without a copy [m].
	// Empty for a world that is alone.
	Distances []float32
}

// Divergence says from which step on two worlds differ.
type Divergence struct {
	Bound  float64         // limit of the distance of a body from its copy, in its radii [1]
	Bits   FirstDifference // the first step after which a bit of time, pose or velocity of a body differed
	Bodies FirstDifference // the first step after which a body was farther from its copy than the bound
}

// FirstDifference is a step after which something differed for the first time.
type FirstDifference struct {
	Yes      bool
	At       Moment
	What     string  // the quantity of which a bit differed
	Body     int64   // its number, -1 for the time
	Distance float64 // from its copy, +Inf if it had none [m]
	Radius   float64 // of the body [m]
}

// String says in a line when the worlds diverged.
func (p Divergence) String() string {
	if !p.Bits.Yes && !p.Bodies.Yes {
		return "not parted: all bits of all bodies are the same"
	}
	return p.First() + "; " + p.Farther()
}

// First says when bits differed for the first time.
func (p Divergence) First() string {
	b := p.Bits
	switch {
	case !b.Yes:
		return "all bits are the same"
	case b.Body < 0:
		return fmt.Sprintf("bits differ from step %d, %.6g s: the time", b.At.Step, b.At.Time)
	case b.What == "presence":
		return fmt.Sprintf("bits differ from step %d, %.6g s: only one has body %d", b.At.Step, b.At.Time, b.Body)
	}
	return fmt.Sprintf("bits differ from step %d, %.6g s: %s of body %d", b.At.Step, b.At.Time, b.What, b.Body)
}

// Farther says when a body was farther from its copy than the bound for the first time.
func (p Divergence) Farther() string {
	b, bound := p.Bodies, fmt.Sprintf("%.3g %% of its radius", 100*p.Bound)
	switch {
	case !b.Yes:
		return "no body is farther from its copy than " + bound
	case math.IsInf(b.Distance, 0):
		return fmt.Sprintf("farther apart than %s from step %d, %.6g s: only one has body %d", bound, b.At.Step, b.At.Time,
			b.Body)
	}
	return fmt.Sprintf("farther apart than %s from step %d, %.6g s: body %d by %.3g µm", bound, b.At.Step, b.At.Time,
		b.Body, 1e6*b.Distance)
}

// MeasureDistances fills in the distances of bodies from their copies; the worlds are in the order of
// their places.
func MeasureDistances(worlds []*Snapshot) {
	first := worlds[0]
	reset := func(s *Snapshot) {
		s.Comparison.Distances = s.Comparison.Distances[:0]
		for range s.Bodies {
			s.Comparison.Distances = append(s.Comparison.Distances, float32(math.Inf(1)))
		}
	}
	reset(first)
	matched := make([]bool, len(first.Bodies))
	for _, s := range worlds[1:] {
		reset(s)
		for i := range s.Bodies {
			k := first.FindBody(s.Bodies[i].Number)
			if k < 0 {
				continue
			}
			d := distance(s.Bodies[i].Center, first.Bodies[k].Center)
			s.Comparison.Distances[i] = d
			if !matched[k] || d > first.Comparison.Distances[k] {
				first.Comparison.Distances[k], matched[k] = d, true
			}
		}
	}
}

// Share copies the facts about scene and run, which are the same for all worlds, from this snapshot to the
// snapshots of the other worlds.
func (s *Snapshot) Share() {
	for i := range s.Comparison.Others {
		o := &s.Comparison.Others[i]
		o.Seq, o.Scene, o.Title, o.Origin, o.Revision = s.Seq, s.Scene, s.Title, s.Origin, s.Revision
		o.End, o.Paused, o.View, o.Applied, o.Recording = s.End, s.Paused, s.View, s.Applied, s.Recording
	}
}

func distance(a, b [3]float32) float32 {
	x, y, z := float64(a[0]-b[0]), float64(a[1]-b[1]), float64(a[2]-b[2])
	return float32(math.Sqrt(x*x + y*y + z*z))
}

// Commands of a twin: a second world that starts as a copy and runs beside the first, on the same clock.
type (
	// BeginTwin makes a copy of the world at this moment.
	BeginTwin struct{}
	// ChooseTwin makes the world at a place the leading one: edits, inspector and time line refer to it.
	// With Both, edits go to both worlds.
	ChooseTwin struct {
		Place int
		Both  bool
	}
	// EndTwin continues the world at a place alone.
	EndTwin struct{ Place int }
	// SetDivergenceBound sets the distance from which the worlds count as diverged, in radii of a body,
	// in (0, 1e6].
	SetDivergenceBound struct{ Bound float64 }
)

func (BeginTwin) command()          {}
func (ChooseTwin) command()         {}
func (EndTwin) command()            {}
func (SetDivergenceBound) command() {}
