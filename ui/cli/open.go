package cli

import (
	"errors"
	"fmt"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/playback"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/remember"
	"example.org/tumble/ui/studio"
)

// defaultScene is the scene that the window opens at its first start if no scene is named.
const defaultScene = "bottle"

var openCommand = command{
	name: "open", args: "[SCENE]",
	does: "opens the window on a scene; open may be left out, and SCENE is then the last one, at first the pill bottle",
	more: "With --listen a notebook, or another program of yours, can read and change the run in the window, over a\n" +
		"socket in your own run folder (XDG_RUNTIME_DIR), never over a network: tumble help python.",
	example: "tumble bottle\n" +
		"tumble open bottle --set bottle.mesh=jar.stl --overlays forces",
	prepare: func(f *flags) action {
		o := &openFlags{}
		o.declareScene(f)
		o.declare(f, view.Good)
		o.play.declare(f)
		f.toggle("listen", "lets a notebook hold the window: tumble.attach() in Python", &o.listen)
		f.toggle("loop", "begins again where the scene ends, as for a stand at a fair", &o.loop)
		return o.run
	},
}

// OpenRequest describes the window that the command line asks for.
type OpenRequest struct {
	First         run.Scene     // the scene to start with; Env.Open closes its world
	Played        *playback.Run // dumps of another program, in place of First
	OpenDumps     func(name string) (*playback.Run, error)
	Load          run.Loader // loads First again, or another scene
	Save          run.Saver  // writes a scene as a scene file
	View          view.View
	Framed        bool // the camera of View stays, whatever the scene wishes
	Width, Height int  // of the window
	Loop          bool // the run begins again where the scene ends
	LoopUntouched bool // the same, but only until a person uses mouse or keys
	Listen        bool // another program may hold the window from its beginning
	// Groups are bodies with styles of their own, in place of the groups in Memory; empty: the groups in Memory
	// count.
	Groups []remember.Group

	// Memory is the state of the window when it was closed last, and MemoryFile the file for it; empty: it is not
	// kept. MemoryTrouble says why the memory, or the scene that it names, could not be read; empty if both could.
	Memory                    remember.Memory
	MemoryFile, MemoryTrouble string
	// Watch, if not nil, is called with each frame: with the simulated time [s] and the step that it shows, and the
	// number of pictures so far. The window closes when Watch returns false.
	Watch func(time float64, step int64, pictures int) bool
	// Stop is closed when the window should close, after it has completed all files that are being written. Killed
	// reports whether this happens without the will of a person, as at a logout; then the run is kept, so that the
	// person can go on with it. Nil: it is the will of a person.
	Stop   <-chan struct{}
	Killed func() bool
}

type openFlags struct {
	simFlags
	pictureFlags
	play playFlags
	loop bool

	listen bool
}

func (o *openFlags) run(c *call) error {
	kept, trouble := remember.Read(c.env.MemoryFile)
	name := defaultScene
	switch len(c.args) {
	case 0:
		if kept.Scene != "" {
			name = kept.Scene
		}
	case 1:
		name = c.args[0]
	default: // a first word that names no command was taken for a scene
		return &usageError{"open", fmt.Sprintf("no command %s%s, and open takes one SCENE", spell.Quote(c.args[0]),
			spell.DidYouMean(c.args[0], names(c.commands)))}
	}
	if c.env.Open == nil {
		return errors.New(noGraphics)
	}
	first, played, err := o.first(c, name)
	if err != nil && len(c.args) == 0 && name != defaultScene { // the last scene does not exist any more
		trouble = errors.Join(trouble, err)
		name, kept.Scene = defaultScene, ""
		first, played, err = o.first(c, name)
	}
	if err != nil {
		return c.hintCommand(name, err)
	}
	o.Options = o.picture()
	o.recall(&kept, first)
	request := OpenRequest{
		Loop: o.loop, LoopUntouched: len(c.args) == 0, Listen: o.listen,
		First: first, Played: played, View: o.View, Framed: o.Eye.Given, Width: o.Width, Height: o.Height,
		// The changes of --set belong to this scene, also when it is loaded again.
		Load:   func(again string, seed uint64) (run.Scene, error) { return source.Load(again, o.of(name, again, seed)) },
		Memory: kept, MemoryFile: c.env.MemoryFile, OpenDumps: o.play.read,
		Save: func(sc run.Scene, path string) (string, error) {
			return source.SaveEdited(sc, o.of(name, sc.Name, 0), path)
		},
	}
	if trouble != nil {
		request.MemoryTrouble = trouble.Error()
	}
	if kept.IsLastScene(name) && kept.View.Camera.Distance > 0 {
		request.Framed = true
	}
	for _, g := range o.Groups {
		request.Groups = append(request.Groups, remember.Group{Rule: g.Rule, Style: grouping.StyleNames[g.Style]})
	}
	if o.Eye.Given {
		var s bridge.Snapshot
		if first.World != nil {
			first.World.Fill(&s)
		}
		s.View = first.View
		request.View.Camera = o.Camera(&s)
	}
	request.Stop, request.Killed = c.Done(), c.killed
	return errors.Join(c.env.Open(request), batch.Interrupted(c))
}

// first opens the scene that the window begins with, or dumps of another program.
func (o *openFlags) first(c *call, name string) (sc run.Scene, played *playback.Run, err error) {
	if !source.IsDumps(name) {
		sc, err = batch.Load(c, func() (run.Scene, error) { return o.load(name) })
		return sc, nil, err
	}
	if err := o.refusePlayed("open", o.flags); err != nil {
		return sc, nil, err
	}
	if played, err = o.play.open(c, name); err != nil {
		return sc, nil, err
	}
	return batch.SceneOf(played), played, nil
}

// recall sets the view and size of the window as they were when it was closed last. If the window showed another
// scene then, the wishes of the present scene follow. Flags win.
func (o *openFlags) recall(kept *remember.Memory, first run.Scene) {
	if kept.Width >= remember.LeastWidth && kept.Height >= remember.LeastHeight && !o.flags.given("size") {
		o.Width, o.Height = kept.Width, kept.Height
	}
	same := kept.IsLastScene(first.Name) && kept.View.Camera.Distance > 0
	kept.Give(&o.View, same, o.Chosen)
	wish := first.View
	if same {
		wish = bridge.ViewHint{}
	}
	o.Follow(wish)
}

// of returns the options that the flags add to a scene of the window. --set applies only to first, the scene that
// was named with the flags.
func (o *openFlags) of(first, name string, seed uint64) scene.Options {
	options := o.options(seed)
	if name != first {
		options.Set = nil
	}
	return options
}

// noGraphics says why a program built without graphics cannot draw.
var noGraphics = studio.ErrNoGraphics.Error() + ": tumble run, sweep, report, bench, scenes and check work"

// hintCommand adds the name of a similar command to the error of a scene that does not exist, because a misspelt
// command is taken for a scene.
func (c *call) hintCommand(name string, err error) error {
	if hint := spell.DidYouMean(name, names(c.commands)); hint != "" {
		return &usageError{"", err.Error() + "; nor is it a command" + hint}
	}
	return err
}
