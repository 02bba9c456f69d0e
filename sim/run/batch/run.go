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

// Watcher is told how a run goes.
type Watcher interface {
	Observe(w *sim.World) error // before the first step and after each
	Finish(w *sim.World) error  // when it is over, also where it was interrupted or has stopped
}

// Run is a run that is done for a watcher: that of a scene, or again that of a run file, with its edits.
type Run struct {
	Scene    run.Scene       // of a run file as it began, and another world does the run
	Recorded *scene.Recorded // the run to do again; nil: that of the scene is done for the first time
	Goal     Goal
	Workers  int    // of a run that is done again
	Stops    *Stops // conditions that end the run of a scene; nil: those of the scene
}

// Again returns what does a recorded run again, until a time [s], which may lie beyond its end; 0: to its end. The
// scene is that of the run as it began.
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

// March does the run, and tells how far it has come. When the context ends, or the simulation stops, the
// watcher has seen the run until then.
func (r *Run) March(ctx context.Context, to Watcher, tell ProgressFunc) error {
	if r.Recorded != nil {
		return r.again(ctx, to, tell)
	}
	if r.Stops == nil {
		var err error
		if r.Stops, err = NewStops(r.Scene); err != nil {
			return err
		}
	}
	err := March(ctx, r.Scene.World, r.Goal, r.Goal, tell, func(w *sim.World) error {
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

// again does the run of a file again, from its beginning, and goes on with it if the goal lies beyond its end.
func (r *Run) again(ctx context.Context, to Watcher, tell ProgressFunc) error {
	p, err := r.Recorded.Again(r.Workers)
	if err != nil {
		return err
	}
	defer p.World.Close()
	end, _ := r.Recorded.End()
	stop, hash := r.Goal, end.Hash
	if !(r.Goal.Until > end.Time) {
		stop.Steps = end.Step
	}
	err = Along(ctx, p, stop, r.Goal, tell, func(w *sim.World) error {
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
