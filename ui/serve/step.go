package serve

import (
	"errors"
	"fmt"
	"math"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
)

func stepWorld(c *call, h *world, p *stepping) (any, error) {
	if p.Steps < 0 {
		return nil, fmt.Errorf("steps must be ≥ 0, got %d", p.Steps)
	}
	read, err := p.check()
	if err != nil {
		return nil, err
	}
	now := h.past.World.Clock().Step
	to := now + min(max(p.Steps, 1), math.MaxInt64-now)
	if err := h.march(c, true, func(w *sim.World) (bool, error) { return w.Clock().Step >= to, nil }); err != nil {
		return nil, err
	}
	s := h.status()
	s.Read = read(c, h)
	return s, nil
}

func untilWorld(c *call, h *world, p *reaching) (any, error) {
	goal, when := batch.Goal{Until: math.Inf(1)}, (*run.Breakpoint)(nil)
	read, err := p.check()
	if err != nil {
		return nil, err
	}
	switch {
	case p.Time != nil:
		goal, err = batch.At(h.scene, *p.Time)
	case p.When == "":
		goal, err = batch.To(h.scene, 0, 0)
	}
	if err == nil && p.When != "" {
		if when, err = run.NewBreakpoint(p.When); err == nil {
			err = when.Check(h.past.World, h.scene.Regions)
		}
	}
	if err != nil {
		return nil, err
	}
	stopped, began := "", h.past.World.Clock().Step
	err = h.march(c, false, func(w *sim.World) (bool, error) {
		if when != nil {
			hit, became, err := when.Evaluate(w, h.scene.Regions)
			if became || err != nil {
				stopped = hit.Text
				return true, err
			}
		}
		return goal.Reached(w), nil
	})
	if errors.Is(err, run.ErrEnough) {
		err = nil
		if stopped = h.stops.Hit; stopped == "" {
			stopped = fmt.Sprintf("the scene stops here, %d steps on", h.past.World.Clock().Step-began)
		}
	}
	if err != nil {
		return nil, err
	}
	s := h.status()
	s.Stopped, s.Read = stopped, read(c, h)
	return s, nil
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
	err := h.goTo(c, to)
	return h.status(), err
}

func forkWorld(c *call, h *world, _ *About) (any, error) {
	if err := h.fork(c.made); err != nil {
		return nil, err
	}
	return c.made.status(), nil
}
