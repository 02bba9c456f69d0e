package contact

import (
	"time"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/schedule"
)

// Clock is where the world is in time.
type Clock struct {
	Step int64   // steps done
	Time float64 // [s]
	Dt   float64 // length of this step, which contacts may change before bodies move [s]; 0: not yet known
	Last float64 // length of the last step [s]; 0: none was done
}

// TimedEvery is how many steps go by between two that are timed: reading the clock ten
// times in each step of a small scene would cost some per cent. It is prime, so that it
// sees its fair share of what happens every hundred steps.
const TimedEvery = 17

// Timed reports whether this step is timed.
func (c *Clock) Timed() bool { return c.Step%TimedEvery == 0 }

// timedLaws is applyLaws with a clock.
func (set *Set) timedLaws(k *Chunk, space *Workspace) {
	begin := time.Now()
	set.applyLaws(k, space)
	space.Law += time.Since(begin)
}

// sumSpanTimed is sumSpan with a clock.
func (set *Set) sumSpanTimed(worker, number, last int) {
	begin := time.Now()
	set.SumSpan(worker, number, last)
	set.Spaces[worker].Sum += time.Since(begin)
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
	archive.Whole(a, &c.Step)
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
