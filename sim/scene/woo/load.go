package woo

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// Options are the name of a script, the title of its scene, and the function that opens its meshes.
type Options struct {
	Name  string // of the script, for messages
	Title string // of the scene, if the script gives none

	open  func(file string) ([]byte, error)
	steps int // how many steps the script may take; 0: maxSteps
}

// Result is the scene that a script makes, with all messages for the person.
type Result struct {
	Spec    scene.Spec
	Notices []string // what a person should know of how it was understood
	Printed []string // lines of print()
	Outs    []Out    // values of a console session

	commands *commands // commands that run with the scene; nil: none
}

// printed begins the message for a line that a script prints.
const printed = "the script prints: "

// Out is the value of an expression behind a prompt of a console session, as computed here and as the session
// printed it.
type Out struct {
	Prompt, Line  int
	Text, Printed string
}

// Load makes the world of a script file. Where the script was understood in a way that a person might not expect,
// the world has a notice.
//
// Errors name the file and the line.
func Load(path string, o scene.Options) (run.Scene, error) {
	r, err := ReadFile(path, o)
	if err != nil {
		return run.Scene{}, err
	}
	s, err := scene.Build(path, r.Spec, scene.Opener(filepath.Dir(path), o), o)
	if err != nil {
		return s, err
	}
	for _, n := range r.Notices {
		s.World.Log().Add(bridge.Info, "", "%s", n)
	}
	for _, line := range r.Printed {
		s.World.Log().Add(bridge.Info, "", "%s", printed+line)
	}
	if r.commands != nil {
		s.Watch = r.commands.watch
	}
	return s, nil
}

// ReadSpec returns the scene of a script file, with the values of o.Set put in, and what a person should know of
// how it was understood. ReadSpec also builds the world once, so that the scene is known to be valid.
func ReadSpec(path string, o scene.Options) (scene.Spec, []string, error) {
	r, err := ReadFile(path, o)
	if err != nil {
		return scene.Spec{}, nil, err
	}
	spec, err := r.Spec.With(o.Set)
	if err != nil {
		return spec, nil, err
	}
	s, err := scene.Build(path, spec, scene.Opener(filepath.Dir(path), o), scene.Options{})
	if err == nil {
		s.World.Close()
	}
	return spec, r.Notices, err
}

// ReadFile runs a script file; see Run. Of the options only AllowRead counts.
func ReadFile(path string, o scene.Options) (*Result, error) {
	data, err := input.Read(path, limit.ScriptBytes)
	if err != nil {
		return nil, fmt.Errorf("woo: %w", err)
	}
	base := filepath.Base(path)
	return Run(context.Background(), data, Options{Name: path, Title: strings.TrimSuffix(base, filepath.Ext(base)),
		open: scene.Opener(filepath.Dir(path), scene.Options{AllowRead: o.AllowRead})})
}

// Run runs a script until it ends, fails, has taken too long, or ctx ends, and returns the
// scene it makes. It does not read or write anything but the meshes that the script imports.
//
// Errors: anything that Python, Woo or this program does not allow, with the line, wrapped around an *Error.
func Run(ctx context.Context, data []byte, o Options) (*Result, error) {
	r, err := interpret(ctx, data, o)
	if err == nil {
		return r, nil
	}
	var e *Error
	if errors.As(err, &e) {
		return nil, fmt.Errorf("woo: %s: %w", o.Name, e)
	}
	return nil, fmt.Errorf("woo: %s: %w", o.Name, err)
}

func interpret(ctx context.Context, data []byte, o Options) (*Result, error) {
	src, err := prepare(data)
	if err != nil {
		return nil, err
	}
	watch := newStopwatch(scriptTime)
	m, err := parse(src.text, py.ExecMode, &watch)
	if err != nil {
		return nil, err
	}
	program, ok := m.(*ast.Module)
	if !ok {
		return nil, errors.New("is no Python program")
	}
	in := &interp{ctx: ctx, watch: watch, most: maxSteps, globals: newScope(nil), prompts: src.prompts,
		notices: src.notices}
	in.session = &session{options: o, globals: in.globals, view: &viewSettings{objects: map[string]*object{},
		overlays: map[string]bool{}}}
	defer in.session.close()
	if o.steps > 0 {
		in.most = o.steps
	}
	if len(src.prompts) > 0 {
		in.consoleNames()
	}
	var r *Result
	err = in.guard(func() {
		in.block(in.globals, program.Body)
		r = in.finish(src)
	})
	return r, err
}

// consoleNames binds the names that the console of Woo has imported before it shows its first prompt.
func (in *interp) consoleNames() {
	in.globals.set("woo", modules["woo"])
	in.globals.set("math", modules["math"])
	for _, name := range modules["minieigen"].list {
		in.globals.set(name, minieigen[name])
	}
}

// finish makes the scene from the objects that the script left.
func (in *interp) finish(src *source) *Result {
	s := in.session
	in.line = 0
	in.depend(missing{})
	top := s.theScene()
	if top == nil {
		in.fail("the script makes no scene (woo.core.Scene)")
	}
	end := 0.0
	if s.ran {
		end = s.world.Clock().Time
		in.notice("the script runs %d steps by itself; here the scene starts at its beginning, and ends where the script "+
			"stopped", s.world.Clock().Step)
	}
	s.checkFilled(in, top)
	if !s.ran {
		in.runHooks(top)
	}
	r := &Result{Outs: in.compareOuts(src.printed)}
	var bodies map[*entry]body.ID
	if r.Spec, bodies = s.spec(in, top); r.Spec.End == 0 {
		r.Spec.End = end
	}
	r.commands = newCommands(in, in.runners(top), bodies)
	r.Spec.View = s.view.spec(s.wantsWire(in, top), func() scene.Frame { return frameOf(s.built(in)) })
	r.Notices, r.Printed = in.notices, in.prints
	return r
}

// runHooks runs the doneHooks of inlets. They run now and not when the inlets are done: S.time stands for that
// moment, which is not known yet, and the motions that the hooks start become data of the scene.
func (in *interp) runHooks(top *object) {
	for _, v := range in.elements(top.get("engines")) {
		e, ok := v.(*object)
		if !ok || !e.given("doneHook") {
			continue
		}
		text := e.get("doneHook").(string)
		if strings.TrimSpace(text) == "" {
			continue
		}
		program := in.program(e.lines["doneHook"], "doneHook", text)
		in.hook = e
		in.command(program)
		in.hook = nil
	}
}

// wantsWire reports whether all bodies that move want to be drawn as wire. If only some of them do, a notice says
// that this has no effect.
func (s *session) wantsWire(in *interp, top *object) bool {
	wires, solids := 0, 0
	dem := demFieldOf(in, top).(*object)
	for _, v := range parOf(in, dem).extra.(*particles).list {
		shape := v.(*object).object("shape")
		switch {
		case shape.class != sphereClass && shape.class != capsuleClass:
		case shape.bool("wire") || shape.float("color") < 0:
			wires++
		default:
			solids++
		}
	}
	if wires > 0 && solids > 0 {
		in.notice("wire of some bodies only has no effect: the view draws all or none so")
	}
	return wires > 0 && solids == 0
}

// compareOuts adds to each value of a console session the text that the session printed, and a notice if they
// differ.
func (in *interp) compareOuts(printed map[int]string) []Out {
	for i := range in.outs {
		o := &in.outs[i]
		o.Printed = printed[o.Prompt]
		if o.Printed != "" && !sameOutput(o.Text, o.Printed) {
			in.line = o.Line
			in.notice("Out[%d] is %s here; the session shows %s", o.Prompt, oneLine(o.Text), oneLine(o.Printed))
		}
	}
	return in.outs
}
