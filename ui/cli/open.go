package cli

import (
	"errors"
	"fmt"

	"tumble/render/view"
	"tumble/sim/bridge"
	"tumble/sim/run"
	"tumble/sim/scene"
	"tumble/sim/spell"
)

// defaultScene is what the window opens when nothing is said.
const defaultScene = "bottle"

var openCommand = command{
	name: "open", args: "[SCENE]",
	does: "opens the window on a scene; open may be left out, and SCENE is then the pill bottle",
	example: "tumble bottle\n" +
		"tumble open bottle --set bottle.mesh=jar.stl --overlays forces",
	prepare: func(f *flags) action {
		o := &openFlags{}
		o.declareScene(f, 1) // one core draws
		o.declare(f, view.Good)
		return o.run
	},
}

// OpenRequest is what a person asked the window for.
type OpenRequest struct {
	First         run.Scene  // the scene to start with; the window's side closes its world
	Load          run.Loader // makes it and others again
	Save          run.Saver  // writes any of them as a scene file
	View          view.View
	Framed        bool // the camera of View is wanted as it is
	Width, Height int  // of the window
	// Watch, if not nil, is called with each frame that shows the simulated time [s] and step,
	// after that many pictures. The window closes when it returns false.
	Watch func(time float64, step int64, pictures int) bool
	// Stop is closed when the window should close, with all that is being written whole.
	Stop <-chan struct{}
}

type openFlags struct {
	simFlags
	pictureFlags
}

func (o *openFlags) run(c *call) error {
	name := defaultScene
	switch len(c.args) {
	case 0:
	case 1:
		name = c.args[0]
	default: // what names no command was taken for a scene
		return &usageError{"open", fmt.Sprintf("no command %s%s, and open takes one SCENE", spell.Quote(c.args[0]),
			didYouMean(c.args[0], names(c.commands)))}
	}
	if c.env.Open == nil {
		return errors.New(noGraphics)
	}
	first, err := await(c, func() (run.Scene, error) { return o.load(name) })
	if err != nil {
		return c.hintCommand(name, err)
	}
	o.follow(first.View)
	request := OpenRequest{
		First: first, View: o.view, Framed: o.look.given, Width: o.width, Height: o.height,
		// What --set changed belongs to this scene, also when it is loaded again.
		Load: func(again string, seed uint64) (run.Scene, error) { return loadScene(again, o.of(name, again, seed)) },
		Save: func(sc run.Scene, path string) (string, error) { return saveEdited(sc, o.of(name, sc.Name, 0), path) },
	}
	if o.look.given {
		var s bridge.Snapshot
		first.World.Fill(&s)
		s.View = first.View
		request.View.Camera = o.camera(&s)
	}
	request.Stop = c.Done()
	return errors.Join(c.env.Open(request), c.interrupted())
}

// of returns what the flags add to a scene of the window, where first is the one they were
// given with.
func (o *openFlags) of(first, name string, seed uint64) scene.Options {
	options := o.options(seed)
	if name != first {
		options.Set = nil
	}
	return options
}

// noGraphics is why a program built without graphics cannot draw.
const noGraphics = "this program was built without graphics (tag headless): tumble run, sweep, bench, scenes and " +
	"check work"

// hintCommand adds to the error of a scene that is not there that a command may have been
// meant: what names no command is taken for a scene.
func (c *call) hintCommand(name string, err error) error {
	if hint := didYouMean(name, names(c.commands)); hint != "" {
		return &usageError{"", err.Error() + "; nor is it a command" + hint}
	}
	return err
}
