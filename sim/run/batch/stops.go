package batch

import (
	"fmt"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// Stops end a run in the step with which a condition becomes true.
type Stops struct {
	list    []*run.Breakpoint
	regions []bridge.Region // that they may ask for
	Hit     string          // the condition that ended the run, with the value that made it true
}

// NewStops returns the conditions of a scene.
//
// Errors: a condition that cannot be read or computed.
func NewStops(sc run.Scene) (*Stops, error) {
	s := &Stops{regions: sc.Regions}
	for i, text := range sc.StopWhen {
		if err := s.add(text, sc.World, nil); err != nil {
			return nil, fmt.Errorf("stopWhen.%d: %q: %w", i, text, err)
		}
	}
	return s, nil
}

// Add adds a condition. A condition that is true already must first become false before it can end the
// run.
//
// Errors: a condition that cannot be read or computed, or names bodies that are not there.
func (s *Stops) Add(text string, w *sim.World) error { return s.add(text, w, (*run.Breakpoint).Check) }

func (s *Stops) add(text string, w *sim.World,
	check func(*run.Breakpoint, *sim.World, []bridge.Region) error) error {
	b, err := run.NewBreakpoint(text)
	if err == nil && check != nil { // those of a scene may be about bodies that have left
		err = check(b, w, s.regions)
	}
	if err == nil {
		_, _, err = b.Evaluate(w, s.regions)
	}
	if err == nil {
		s.list = append(s.list, b)
	}
	return err
}

// Check evaluates the conditions after a step; it returns run.ErrEnough if one of them ends the run.
func (s *Stops) Check(w *sim.World) error {
	var enough error
	for _, b := range s.list {
		switch hit, became, err := b.Evaluate(w, s.regions); {
		case err != nil:
			return fmt.Errorf("the condition cannot be computed: %w", err)
		case became && enough == nil:
			s.Hit, enough = hit.Text, run.ErrEnough
		}
	}
	return enough
}
