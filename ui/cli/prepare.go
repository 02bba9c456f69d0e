package cli

import (
	"fmt"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
)

// prepare loads a scene or a run file for a command, and returns the run to carry out. The caller closes its
// world.
func (s *simFlags) prepare(c *call, command, name string) (*batch.Run, error) {
	recorded, err := s.recorded(command, name)
	if err != nil {
		return nil, err
	}
	sc, err := batch.Load(c, func() (run.Scene, error) { return s.load(name) })
	if err != nil {
		return nil, err
	}
	r := &batch.Run{Scene: sc}
	if recorded == nil {
		r.Goal, err = s.goal(command, sc)
	} else if r, err = batch.Again(recorded, sc, s.until, int(s.workers)); err != nil {
		err = &usageError{command, fmt.Sprintf("%s: --until: %v", command, err)}
	}
	if err != nil {
		sc.World.Close()
		return nil, err
	}
	return r, nil
}

// recorded reads the run that is to be repeated, and sets s.moment to the time at which it began, so that load
// returns its world of that time. It returns nil if the name is not the name of a run file, or if the file holds
// only a state to go on from.
func (s *simFlags) recorded(command, name string) (*scene.Recorded, error) {
	if !scene.IsSaved(name) {
		return nil, nil
	}
	r, err := scene.ReadRecorded(name)
	if err != nil {
		return nil, err
	}
	begin := r.Begin()
	if end, _ := r.End(); end.Step == begin.Step {
		return nil, nil
	}
	if len(s.set) > 0 || s.steps > 0 {
		return nil, &usageError{command, command + ": a run file is done again as it was: it takes no --set and no --steps"}
	}
	s.moment = &begin.Time
	return r, nil
}
