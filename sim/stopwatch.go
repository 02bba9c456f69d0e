package sim

import (
	"time"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/run/bridge"
)

// stopwatch measures, one step in contact.TimedEvery, how long the stages of a step take. The clock on
// the wall never reaches the physics.
type stopwatch struct {
	set    *contact.Set              // whose steps are timed
	stages [bridge.NumStages]float64 // [s] of wall time, sampled
}

// stage runs a stage and, in a timed step, adds its duration.
func (s *stopwatch) stage(which bridge.Stage, do func()) {
	if !s.set.Clock.Timed() {
		do()
		return
	}
	begin := time.Now()
	do()
	s.stages[which] += time.Since(begin).Seconds() * contact.TimedEvery
}

// takeOut takes the time that workers spent in a stage, which is within another, out of that.
func (s *stopwatch) takeOut(part, whole bridge.Stage, of func(s *contact.Workspace) *time.Duration) {
	if !s.set.Clock.Timed() {
		return
	}
	var sum time.Duration
	for i := range s.set.Spaces {
		d := of(&s.set.Spaces[i])
		sum += *d
		*d = 0
	}
	t := sum.Seconds() * contact.TimedEvery / float64(len(s.set.Spaces))
	s.stages[part] += t
	s.stages[whole] -= t
}
