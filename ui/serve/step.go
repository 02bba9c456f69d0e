package serve

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
)

func stepWorld(c *call, h *world, p *stepping) (any, error) {
	return h.marchTo(c, &p.reads, func() (to goal, err error) {
		if p.Steps < 0 {
			return to, fmt.Errorf("steps must be ≥ 0, got %d", p.Steps)
		}
		now := h.past.World.Clock().Step
		last := now + min(max(p.Steps, 1), math.MaxInt64-now)
		return goal{func(w *sim.World) (bool, error) { return w.Clock().Step >= last, nil }, true}, nil
	})
}

func untilWorld(c *call, h *world, p *reaching) (any, error) {
	hit := ""
	s, err := h.marchTo(c, &p.reads, func() (to goal, err error) {
		end, when := batch.Goal{Until: math.Inf(1)}, (*run.Breakpoint)(nil)
		now := h.past.World.Clock().Time
		switch {
		case p.Time != nil && *p.Time < now-batch.Tolerance(h.past.World):
			err = fmt.Errorf("time must not be before the present, %.9g s, got %.9g s: at goes back", now, *p.Time)
		case p.Time != nil:
			end, err = batch.At(h.scene, *p.Time)
		case p.When == "":
			end, err = batch.To(h.scene, 0, 0)
		}
		if err == nil && p.When != "" {
			if when, err = run.NewBreakpoint(p.When); err == nil {
				err = when.Check(h.past.World, h.scene.Regions)
			}
		}
		regions := h.scene.Regions
		to.over = func(w *sim.World) (bool, error) {
			if when != nil {
				found, became, err := when.Evaluate(w, regions)
				if became || err != nil {
					hit = found.Text
					return true, err
				}
			}
			return end.Reached(w), nil
		}
		return to, err
	})
	if err != nil {
		return nil, err
	}
	s.Stopped = cmp.Or(hit, s.Stopped)
	return s, nil
}

// marchTo makes steps to a goal, and reads arrays there; aim returns the goal while the world stands still.
func (h *world) marchTo(c *call, asked *reads, aim func() (goal, error)) (s status, err error) {
	read, err := asked.check()
	if err != nil {
		return s, err
	}
	var to goal
	if err = h.still(c, func() (err error) { to, err = aim(); return err }); err != nil {
		return s, err
	}
	stopped, err := h.march(c, to)
	if err != nil {
		return s, err
	}
	err = h.still(c, func() error {
		s = h.status()
		s.Stopped, s.Read = stopped, read(c, h)
		return nil
	})
	return s, err
}

func goBack(c *call, h *world, p *going) (any, error) {
	to := bridge.Moment{Step: math.MaxInt64, Time: math.Inf(1)}
	switch {
	case (p.Time == nil) == (p.Step == nil):
		return nil, errors.New("must have either time or step")
	case p.Time != nil:
		to.Time = *p.Time
	default:
		to.Step = *p.Step
	}
	if err := h.still(c, func() error { return h.known(to) }); err != nil {
		return nil, err
	}
	if err := h.goTo(c, to); err != nil {
		return nil, err
	}
	var s status
	err := h.still(c, func() error { s = h.status(); return nil })
	return s, err
}

// known returns an error for a moment that was not computed yet.
func (h *world) known(to bridge.Moment) error {
	if h.scene.Watch != nil {
		return errNoPast
	}
	until := h.past.Until()
	if to.Step > until.Step && to.Step != math.MaxInt64 ||
		to.Time > until.Time+batch.Tolerance(h.past.World) && !math.IsInf(to.Time, 1) {
		return fmt.Errorf("the run is known up to step %d, at %.9g s: go on with until", until.Step, until.Time)
	}
	return nil
}

func forkWorld(c *call, h *world, _ *About) (any, error) {
	if err := h.leader.(*own).fork(c.made); err != nil {
		return nil, err
	}
	return c.made.status(), nil
}
