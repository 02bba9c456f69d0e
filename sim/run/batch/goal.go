package batch

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/spell"
)

// Moment is how far a world has come since its first start.
type Moment struct {
	Time  float64 `json:"time"` // [s]
	Steps int64   `json:"steps"`
}

// Now returns the moment of a world.
func Now(w *sim.World) Moment { return Moment{w.Clock().Time, w.Clock().Step} }

// Goal is the end of a run: a time, or a number of steps. The run begins where the world is, because a
// saved state does not begin at zero.
type Goal struct {
	Begin Moment
	Until float64 // [s]
	Steps int64   // since the first start; 0: Until counts
}

// Errors of a goal.
var (
	ErrBefore = errors.New("before the saved state") // the world has passed it
	ErrNoEnd  = errors.New("has no end of its own")  // neither the scene nor the caller gives an end
	ErrFar    = errors.New("time steps away")        // the world never reaches it
)

// At returns the goal of running a scene until a time [s].
//
// Errors: ErrBefore, ErrFar.
func At(sc run.Scene, until float64) (Goal, error) {
	g := Goal{Begin: Now(sc.World), Until: until}
	if Before(until, sc.World) {
		return g, fmt.Errorf("must not be %w, which is at %.9g s, got %.9g s", ErrBefore, g.Begin.Time, until)
	}
	return g, g.Check(sc.World)
}

// After returns the goal of running a scene for some more steps.
func After(sc run.Scene, steps int64) Goal {
	begin := Now(sc.World)
	return Goal{Begin: begin, Steps: begin.Steps + steps}
}

// To returns the goal of running a scene for some more steps, or until a time [s]. If both are zero, the
// goal is the scene's own end.
//
// Errors: ErrNoEnd, ErrBefore, ErrFar.
func To(sc run.Scene, until float64, steps int64) (Goal, error) {
	switch {
	case steps > 0:
		return After(sc, steps), nil
	case until > 0:
		return At(sc, until)
	case sc.End <= 0:
		return Goal{}, fmt.Errorf("scene %s %w", sc.Name, ErrNoEnd)
	case Before(sc.End, sc.World):
		return Goal{}, fmt.Errorf("scene %s ends at %.9g s, %w, which is at %.9g s", sc.Name, sc.End, ErrBefore,
			sc.World.Clock().Time)
	}
	g, err := At(sc, sc.End)
	if err != nil {
		err = fmt.Errorf("the end of the scene: %w", err)
	}
	return g, err
}

// NoSteps returns the goal of a scene that makes no steps.
func NoSteps(sc run.Scene) Goal { return Goal{Begin: Now(sc.World), Until: sc.World.Clock().Time} }

// Before reports whether a world has passed a time [s]. A state stands for all times since the step
// before it.
func Before(time float64, w *sim.World) bool {
	c := w.Clock()
	return c.Step > 0 && time < c.Time-c.Dt-Tolerance(w)
}

// Tolerance is the difference up to which two times count as equal [s]: the sum of many time steps is not
// exact.
func Tolerance(w *sim.World) float64 { return 1e-6 * w.Clock().Dt }

// Reached reports whether a world has reached the goal.
func (g Goal) Reached(w *sim.World) bool {
	if g.Steps > 0 {
		return w.Clock().Step >= g.Steps
	}
	return w.Clock().Time >= g.Until-Tolerance(w)
}

// mostSteps is the largest number of steps to a time. A world that makes a million steps a second needs
// four months for them. Beyond that, sums of time steps lose so many digits that a step no longer
// advances the clock.
const mostSteps = 1e13

// Check returns ErrFar if a world never reaches the goal.
func (g Goal) Check(w *sim.World) error {
	step := w.Plan().Step
	if g.Until-g.Begin.Time <= mostSteps*step {
		return nil
	}
	return fmt.Errorf("must be at most %g %w, which are %s here, got %.3g s", mostSteps, ErrFar,
		spell.Time(mostSteps*step), g.Until-g.Begin.Time)
}

// Progress is how far a world has come toward the goal.
func (g Goal) Progress(w *sim.World) Progress {
	p := Progress{Time: w.Clock().Time, Begin: g.Begin.Time}
	if g.Steps > 0 {
		p.Done = float64(w.Clock().Step-g.Begin.Steps) / float64(g.Steps-g.Begin.Steps)
		return p
	}
	p.Done, p.Until = (p.Time-p.Begin)/(g.Until-p.Begin), g.Until
	return p
}

// Interval returns the interval at which a run has about n points, rounded to a number that people would
// type.
func (g Goal) Interval(n int) run.Interval {
	if g.Steps > 0 {
		return run.Interval{Steps: max(1, (g.Steps-g.Begin.Steps)/int64(n))}
	}
	span := (g.Until - g.Begin.Time) / float64(n)
	text := strconv.FormatFloat(max(span, math.SmallestNonzeroFloat32), 'g', 1, 64)
	x, _ := strconv.ParseFloat(text, 64) // which Sprintf has just written
	return run.Interval{Time: x}
}

// March steps a world until it reaches stop, or whole if that comes first, and reports its progress
// toward whole. It calls watch before the first step and after each step, unless watch is nil.
//
// Errors: the error of watch, a fault of the world, the cause of the context's end; each with the moment.
func March(ctx context.Context, w *sim.World, stop, whole Goal, progress ProgressFunc,
	watch func(*sim.World) error) error {
	return Along(ctx, replayer.Of(nil, w), stop, whole, progress, watch)
}

// Along is March for a run with edits. Watch sees each moment before the edits at that moment, because
// these belong to the next step. At the end of the run, Along applies its last edits before it returns.
func Along(ctx context.Context, p *replayer.Replayer, stop, whole Goal, progress ProgressFunc,
	watch func(*sim.World) error) error {
	w := p.World
	defer p.ApplyLast()
	if watch == nil {
		watch = func(*sim.World) error { return nil }
	}
	if err := watch(w); err != nil {
		return err
	}
	for n := 0; !stop.Reached(w) && !whole.Reached(w); n++ {
		if err := Interrupted(ctx); err != nil {
			return fmt.Errorf("%w at %s", err, spell.Time(w.Clock().Time))
		}
		if n%64 == 0 {
			progress.Of(whole.Progress(w))
		}
		p.Step()
		if err := Fault(w); err != nil {
			return err
		}
		if err := watch(w); err != nil {
			return err
		}
	}
	w.Audit()
	return Fault(w)
}

// Fault returns the reason why a world cannot continue, or nil if it can.
func Fault(w *sim.World) error {
	if fault := w.Log().Fault(); fault != "" {
		return fmt.Errorf("the simulation stopped at %s, step %d: %s", spell.Time(w.Clock().Time), w.Clock().Step, fault)
	}
	return nil
}
