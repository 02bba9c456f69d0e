package woo

import (
	"context"
	"fmt"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// The bounds of one run of a command while the scene runs, and of the lines that all commands print.
const (
	commandSteps  = 1_000_000
	commandPrints = 200 // lines
)

// commands are the PyRunners of a script that run with its scene. They read the state of the world and print; they
// change only the variables of the script.
type commands struct {
	in      *interp
	runners []*object
	bodies  map[*entry]body.ID
	shown   int // lines printed
}

// newCommands returns the commands that run with a scene, nil for none. Their counts begin at 0, since the run of
// the scene begins anew, whatever steps the script itself has run.
func newCommands(in *interp, runners []*object, bodies map[*entry]body.ID) *commands {
	c := &commands{in: in, bodies: bodies}
	for _, e := range runners {
		if !collects(e) {
			s := e.extra.(*runnerState)
			s.count, s.next = 0, 0
			c.runners = append(c.runners, e)
		}
	}
	if c.runners == nil {
		return nil
	}
	return c
}

// watch runs the commands that are due. See run.Scene.
func (c *commands) watch(w *sim.World) error {
	var due []*runnerState
	for _, e := range c.runners {
		if s := e.extra.(*runnerState); s.due(e, w) {
			due = append(due, s)
		}
	}
	if due == nil {
		return nil
	}
	in, s := c.in, c.in.session
	s.world, s.bodies, s.ran, s.stopped = w, c.bodies, true, false
	in.prints = in.prints[:0]
	said := len(in.notices)
	err := in.guard(func() {
		for _, command := range due {
			c.bounded(func() { in.runNow(command) })
		}
	})
	s.world, s.state = nil, nil
	c.print(w)
	for _, text := range in.notices[min(said, len(in.notices)):] {
		w.Log().Add(bridge.Info, "", "%s", text)
	}
	if err != nil {
		return fmt.Errorf("woo: %s: PyRunner at %g s: %w", s.options.Name, w.Clock().Time, err)
	}
	if s.stopped {
		return run.ErrEnough
	}
	return nil
}

// bounded calls do within the bounds of one run of a command.
func (c *commands) bounded(do func()) {
	c.in.ctx, c.in.watch = context.Background(), newStopwatch(commandTime)
	c.in.steps, c.in.depth, c.in.most = 0, 0, commandSteps
	c.in.recount()
	do()
}

// print logs the lines that the commands printed, up to commandPrints lines.
func (c *commands) print(w *sim.World) {
	for _, line := range c.in.prints {
		if c.shown++; c.shown <= commandPrints {
			w.Log().Add(bridge.Info, "", "%s", printed+line)
		}
		if c.shown == commandPrints {
			w.Log().Add(bridge.Info, "", "the script has printed %d lines: no more are shown", commandPrints)
		}
	}
}
