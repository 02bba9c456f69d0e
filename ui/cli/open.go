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

// defaultScene is what the window opens when nothing is said, at the first start.
const defaultScene = "bottle"

var openCommand = command{
	name: "open", args: "[SCENE]",
	does: "opens the window on a scene; open may be left out, and SCENE is then the last one, at first the pill bottle",
	example: "tumble bottle\n" +
		"tumble open bottle --set bottle.mesh=jar.stl --overlays forces",
	prepare: func(f *flags) action {
		o := &openFlags{}
		o.declareScene(f, 1) // one core draws
		o.declare(f, view.Good)
		o.play.declare(f)
		f.toggle("loop", "begins again where the scene ends, as for a stand at a fair", &o.loop)
		return o.run
	},
}

// OpenRequest is what a person asked the window for.
type OpenRequest struct {
	First         run.Scene     // the scene to start with; the window's side closes its world
	Played        *playback.Run // dumps of another program, in place of First
	OpenDumps     func(name string) (*playback.Run, error)
	Load          run.Loader // makes it and others again
	Save          run.Saver  // writes any of them as a scene file
	View          view.View
	Framed        bool // the camera of View is wanted as it is
	Width, Height int  // of the window
	Loop          bool // the run begins again where the scene ends
	LoopUntouched bool // likewise, until a person touches mouse or keys
	// Groups are bodies that are drawn in other ways, in place of those of the memory; none: as that has them.
	Groups []remember.Group

	// Memory is what the window was when it was closed last, and MemoryFile where it is kept; empty
	// for nowhere. MemoryTrouble says why it is lost, or nothing.
	Memory                    remember.Memory
	MemoryFile, MemoryTrouble string
	// Watch, if not nil, is called with each frame that shows the simulated time [s] and step,
	// after that many pictures. The window closes when it returns false.
	Watch func(time float64, step int64, pictures int) bool
	// Stop is closed when the window should close, with all that is being written whole. Killed reports whether that was
	// no person's will, as at a logout: the run is kept to be gone on with. Nil: it was.
	Stop   <-chan struct{}
	Killed func() bool
}

type openFlags struct {
	simFlags
	pictureFlags
	play playFlags
	loop bool
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
	default: // what names no command was taken for a scene
		return &usageError{"open", fmt.Sprintf("no command %s%s, and open takes one SCENE", spell.Quote(c.args[0]),
			spell.DidYouMean(c.args[0], names(c.commands)))}
	}
	if c.env.Open == nil {
		return errors.New(noGraphics)
	}
	first, played, err := o.first(c, name)
	if err != nil && len(c.args) == 0 && name != defaultScene { // the last one is not there any more
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
		Loop: o.loop, LoopUntouched: len(c.args) == 0,
		First: first, Played: played, View: o.View, Framed: o.Eye.Given, Width: o.Width, Height: o.Height,
		// What --set changed belongs to this scene, also when it is loaded again.
		Load:   func(again string, seed uint64) (run.Scene, error) { return source.Load(again, o.of(name, again, seed)) },
		Memory: kept, MemoryFile: c.env.MemoryFile, OpenDumps: o.play.read,
		Save: func(sc run.Scene, path string) (string, error) {
			return source.SaveEdited(sc, o.of(name, sc.Name, 0), path)
		},
	}
	if trouble != nil {
		request.MemoryTrouble = trouble.Error()
	}
	if kept.Was(name) && kept.View.Camera.Distance > 0 {
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

// first opens what the window begins with: a scene, or dumps of another program.
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

// recall draws as the window did when it was closed last, and then as the scene wishes if that is another one.
// Flags win.
func (o *openFlags) recall(kept *remember.Memory, first run.Scene) {
	if kept.Width > 0 && kept.Height > 0 && !o.flags.given("size") {
		o.Width, o.Height = kept.Width, kept.Height
	}
	same := kept.Was(first.Name) && kept.View.Camera.Distance > 0
	kept.Give(&o.View, same, o.Chosen)
	wish := first.View
	if same {
		wish = bridge.ViewHint{}
	}
	o.Follow(wish)
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
var noGraphics = studio.ErrNoGraphics.Error() + ": tumble run, sweep, report, bench, scenes and check work"

// hintCommand adds to the error of a scene that is not there that a command may have been
// meant: what names no command is taken for a scene.
func (c *call) hintCommand(name string, err error) error {
	if hint := spell.DidYouMean(name, names(c.commands)); hint != "" {
		return &usageError{"", err.Error() + "; nor is it a command" + hint}
	}
	return err
}
