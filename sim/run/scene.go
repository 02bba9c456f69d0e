package run

import (
	"errors"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

// Scene is a world with what a person calls it.
type Scene struct {
	World *sim.World
	Name  string
	Title string
	End   float64 // where the scene ends by itself [s], 0 if it does not
	View  bridge.ViewHint

	StopWhen []string // conditions at which the run ends; see query.ParseCondition
	Set      []string // PATH=VALUE that were put in when it was loaded

	// Slow is the stretch of time that the window and videos play at a speed of its own; without length: none.
	Slow bridge.SetSlow

	// Past is the run that has led to the world, where it comes from a run file; nil otherwise. The world is at the end of
	// its present track.
	Past *runfile.File

	Outputs []Output // what the scene itself wants written as it runs

	// Watch looks at the world before the first step and after each, without changing it;
	// nil: nobody does. ErrEnough asks to stop there; any other error ends the watching.
	Watch func(*sim.World) error
}

// ErrEnough is what a Scene's Watch returns to stop a run.
var ErrEnough = errors.New("run: the scene asks to stop here")

// Loader makes the world of a scene from its name or file and a seed.
type Loader func(name string, seed uint64) (Scene, error)
