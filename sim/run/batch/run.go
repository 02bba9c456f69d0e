package batch

import (
	"context"
	"errors"
	"fmt"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// Watcher observes a run.
type Watcher interface {
	Observe(w *sim.World) error // before the first step and after each
	Finish(w *sim.World) error  // when the run has ended, also after an interruption or a fault
}

// Run is a run with a goal: a new run of a scene, or the repetition of a run file with its edits.
type Run struct {
	Scene    run.Scene       // of a run file: the scene at its beginning; the repetition has a world of its own
	Recorded *scene.Recorded // the run to repeat; nil: a new run of the scene
	Goal     Goal
	Workers  int              // of a repeated run
	Surfaces []bridge.Surface // that a repeated run measures besides its own
	Planes   []bridge.Plane   // through which a repeated run counts besides its own
	Stops    *Stops           // conditions that end the run of a scene; nil: the scene's own
}

// Again returns the repetition of a recorded run until a time [s], which may lie beyond the recorded end;
// 0: until its end. The scene is the scene of the run at its beginning.
//
// Errors: ErrBefore, ErrFar.
func Again(recorded *scene.Recorded, sc run.Scene, until float64, workers int) (*Run, error) {
	end, _ := recorded.End()
	begin := recorded.Begin()
	r := &Run{Scene: sc, Recorded: recorded, Workers: workers,
		Goal: Goal{Begin: Moment{begin.Time, begin.Step}, Until: end.Time}}
	switch {
	case until == 0:
		return r, nil
	case until < begin.Time:
		return nil, fmt.Errorf("must not be %w: the run begins at %.9g s, got %.9g s", ErrBefore, begin.Time, until)
	}
	r.Goal.Until = until
	return r, r.Goal.Check(sc.World)
}

// March does the run and reports its progress. The watcher has seen the run up to its end, also if the
// context ends or the simulation stops.
func (r *Run) March(ctx context.Context, to Watcher, progress ProgressFunc) error {
	if r.Recorded != nil {
		return r.again(ctx, to, progress)
	}
	if r.Stops == nil {
		var err error
		if r.Stops, err = NewStops(r.Scene); err != nil {
			return err
		}
	}
	err := March(ctx, r.Scene.World, r.Goal, r.Goal, progress, func(w *sim.World) error {
		if err := to.Observe(w); err != nil {
			return err
		}
		enough := r.Stops.Check(w)
		if r.Scene.Watch != nil {
			if err := r.Scene.Watch(w); err != nil {
				return err
			}
		}
		return enough
	})
	if errors.Is(err, run.ErrEnough) && r.Stops.Hit == "" {
		r.Scene.World.Log().Add(bridge.Info, "", "the scene stops here")
	}
	if errors.Is(err, run.ErrEnough) || errors.Is(err, errNothingLeft) {
		err = nil
	}
	return errors.Join(err, to.Finish(r.Scene.World))
}

// again repeats the run of a file from its beginning, and continues it if the goal lies beyond its end.
func (r *Run) again(ctx context.Context, to Watcher, progress ProgressFunc) error {
	p, err := r.Recorded.Again(r.Workers)
	if err != nil {
		return err
	}
	defer p.World.Close()
	if err := run.AddSurfaces(p.World, r.Surfaces); err != nil {
		return err
	}
	if err := p.World.Build().AddPlanes(r.Planes); err != nil {
		return err
	}
	p.World.Build().SetRegions(r.Scene.Regions)
	if r.Scene.Collisions {
		p.World.Build().FollowCollisions()
	}
	end, _ := r.Recorded.End()
	stop, hash := r.Goal, end.Hash
	if !(r.Goal.Until > end.Time) {
		stop.Steps = end.Step
	}
	err = Along(ctx, p, stop, r.Goal, progress, func(w *sim.World) error {
		if w.Clock().Step == end.Step {
			hash = w.Hash()
		}
		return to.Observe(w)
	})
	err = errors.Join(err, to.Finish(p.World))
	if hash != end.Hash {
		err = errors.Join(err, errors.New("the run was not the same again: what was written shows how it went now; "+
			"tumble check says where it differs"))
	}
	return err
}
