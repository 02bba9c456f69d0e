package cli

import (
	"errors"
	"fmt"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
)

// watcher is told how a run goes.
type watcher interface {
	Observe(w *sim.World) error // before the first step and after each but the last
	Finish(w *sim.World) error  // when it is over, also where it was interrupted or has stopped
}

// performance is a run that is done for watchers: that of a scene, or again that of a run file, with its edits.
type performance struct {
	command  string
	flags    *simFlags
	scene    run.Scene // of a run file as it began, and another world does the run
	recorded *scene.Recorded
	goal     goal
}

// perform makes ready to do the run of a scene or of a run file for a command. Whoever calls it closes the world.
func (s *simFlags) perform(c *call, command, name string) (*performance, error) {
	p := &performance{command: command, flags: s}
	var err error
	if scene.IsSaved(name) {
		if p.recorded, err = scene.ReadRecorded(name); err != nil {
			return nil, err
		}
		if end, _ := p.recorded.End(); end.Step == p.recorded.Begin().Step {
			p.recorded = nil // a state, to go on from
		} else if len(s.set) > 0 || s.steps > 0 {
			return nil, &usageError{command, command + ": a run file is done again as it was: it takes no --set and no --steps"}
		} else {
			begin := p.recorded.Begin().Time
			s.moment = &begin
		}
	}
	if p.scene, err = await(c, func() (run.Scene, error) { return s.load(name) }); err != nil {
		return nil, err
	}
	if p.recorded == nil {
		if p.goal, err = s.goal(command, p.scene); err != nil {
			p.scene.World.Close()
		}
		return p, err
	}
	end, _ := p.recorded.End()
	begin := p.recorded.Begin()
	p.goal = goal{begin: Moment{begin.Time, begin.Step}, until: end.Time}
	if s.until > 0 && s.until < begin.Time {
		p.scene.World.Close()
		return nil, &usageError{command, fmt.Sprintf("%s: --until: must not be before the run, which begins at %.9g s, got "+
			"%.9g s", command, begin.Time, s.until)}
	}
	if s.until > 0 {
		p.goal.until = s.until
		if err := p.goal.far(command, "--until", p.scene); err != nil {
			p.scene.World.Close()
			return nil, err
		}
	}
	return p, nil
}

// march does the run, and tells how far it has come. After Ctrl-C, or when the simulation stops, the watcher has seen
// the run until then.
func (p *performance) march(c *call, to watcher, told *progress) error {
	if p.recorded != nil {
		return p.again(c, to, told)
	}
	stops, err := newStops(p.scene, nil)
	if err != nil {
		return err
	}
	err = c.marchWatched(p.scene.World, p.goal, p.goal, told, func(w *sim.World) error {
		if err := to.Observe(w); err != nil {
			return err
		}
		enough := stops.look(w)
		if p.scene.Watch != nil {
			if err := p.scene.Watch(w); err != nil {
				return err
			}
		}
		return enough
	})
	if errors.Is(err, run.ErrEnough) {
		err = nil
	}
	return errors.Join(err, to.Finish(p.scene.World))
}

// errFarEnough ends the repetition of a run.
var errFarEnough = errors.New("the run was repeated as far as asked")

// again does the run of a file again, from its beginning, and goes on with it if the goal lies beyond its end.
func (p *performance) again(c *call, to watcher, told *progress) error {
	end, _ := p.recorded.End()
	beyond := p.goal.until > end.Time
	hash := end.Hash
	var ended error
	err := p.recorded.Again(int(p.flags.workers), func(w *sim.World) error {
		if err := c.interrupted(); err != nil {
			ended = errors.Join(fmt.Errorf("%w at %s", err, formatTime(w.Clock().Time)), to.Finish(w))
			return errFarEnough
		}
		step := w.Clock().Step
		if step%64 == 0 {
			told.tell(p.goal.state(w))
		}
		if step == end.Step {
			hash = w.Hash()
		}
		switch why := stopped(w); {
		case step == end.Step && !beyond || p.goal.reached(w):
			ended = to.Finish(w)
			return errFarEnough
		case why != nil:
			ended = errors.Join(why, to.Finish(w))
			return errFarEnough
		}
		return to.Observe(w)
	})
	switch {
	case err != errFarEnough:
		return err
	case hash != end.Hash:
		return errors.Join(ended, errors.New("the run was not the same again: what was written shows how it went now; "+
			"tumble check says where it differs"))
	}
	return ended
}
