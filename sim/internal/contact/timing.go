package contact

import (
	"time"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/profile"
	"example.org/tumble/sim/internal/schedule"
)

// Clock is where the world is in time.
type Clock struct {
	Step int64   // steps done
	Time float64 // [s]
	Dt   float64 // length of this step, which contacts may change before bodies move [s]; 0: not yet known
	Last float64 // length of the last step [s]; 0: none was done
}

// Timed reports whether this step is timed.
func (c *Clock) Timed() bool { return profile.Timed(c.Step) }

// spent is the time that a worker spent in parts of timed steps.
type spent struct {
	laws time.Duration // in applyLaws
	sums time.Duration // in SumSpan
}

// timedLaws is applyLaws with a clock.
func (set *Set) timedLaws(k *Chunk, space *Workspace) {
	begin := time.Now()
	set.applyLaws(k, space)
	space.spent.laws += time.Since(begin)
}

// sumSpanTimed is sumSpan with a clock.
func (set *Set) sumSpanTimed(worker, number, last int) {
	begin := time.Now()
	set.SumSpan(worker, number, last)
	set.Spaces[worker].spent.sums += time.Since(begin)
}

// LawTime returns how long each worker, in the mean, applied laws in timed steps since LawTime was called last.
func (set *Set) LawTime() time.Duration {
	return set.meanTime(func(s *spent) *time.Duration { return &s.laws })
}

// SumTime returns how long each worker, in the mean, summed forces in timed steps since SumTime was called last.
func (set *Set) SumTime() time.Duration {
	return set.meanTime(func(s *spent) *time.Duration { return &s.sums })
}

// meanTime returns the mean of a time over the workers, and resets it.
func (set *Set) meanTime(of func(s *spent) *time.Duration) time.Duration {
	var total time.Duration
	for i := range set.Spaces {
		t := of(&set.Spaces[i].spent)
		total += *t
		*t = 0
	}
	return total / time.Duration(len(set.Spaces))
}

// Now is the moment that the clock shows.
func (c *Clock) Now() schedule.Now { return schedule.Now{Step: c.Step, Time: c.Time, Last: c.Last} }

// Advance ends a step.
func (c *Clock) Advance() {
	c.Last = c.Dt
	c.Time += c.Dt
	c.Step++
}

// Archive takes what the clock shows.
func (c *Clock) Archive(a *archive.Archive) {
	archive.Integer(a, &c.Step)
	a.Numbers(&c.Time, &c.Dt, &c.Last)
}

// mostTime is the longest time that a saved clock may show [s].
const mostTime = 1e30

// Check refuses what no saved clock can show.
func (c *Clock) Check(a *archive.Archive) {
	if a.Reading() && !(c.Step >= 0 && c.Time >= 0 && c.Dt >= 0 && c.Last >= 0 && c.Time+c.Dt+c.Last < mostTime) {
		a.Fail("the clock shows step %d, %g s, with steps of %g and %g s", c.Step, c.Time, c.Last, c.Dt)
	}
}

// HalfStep returns the time from the velocities to the positions [s].
func (c *Clock) HalfStep() float64 {
	if c.Last > 0 {
		return c.Last / 2
	}
	return c.Dt / 2
}
