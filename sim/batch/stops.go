package batch

import (
	"fmt"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
)

// Stops end a run in the step with which a condition becomes true.
type Stops struct {
	list []*run.Breakpoint
	Hit  string // which of them ended the run, and what made it so
}

// NewStops returns the conditions of a scene, and more of them. Those that are true at its beginning wait until they
// were not.
//
// Errors: a condition that cannot be read or computed.
func NewStops(sc run.Scene, more []string) (*Stops, error) {
	s := &Stops{}
	for i, text := range append(sc.StopWhen[:len(sc.StopWhen):len(sc.StopWhen)], more...) {
		b, err := run.NewBreakpoint(text)
		if err == nil && i >= len(sc.StopWhen) { // those of the scene may be about bodies that have left
			err = b.Check(sc.World)
		}
		if err == nil {
			_, _, err = b.Look(sc.World)
		}
		switch {
		case err != nil && i < len(sc.StopWhen):
			return nil, fmt.Errorf("stopWhen.%d: %q: %w", i, text, err)
		case err != nil:
			return nil, fmt.Errorf("the condition to stop at: %w", err)
		}
		s.list = append(s.list, b)
	}
	return s, nil
}

// Look tries the conditions after a step, of which run.ErrEnough says that one ends the run.
func (s *Stops) Look(w *sim.World) error {
	var enough error
	for _, b := range s.list {
		switch hit, became, err := b.Look(w); {
		case err != nil:
			return fmt.Errorf("the condition cannot be computed: %w", err)
		case became && enough == nil:
			s.Hit, enough = hit.Text, run.ErrEnough
		}
	}
	return enough
}
