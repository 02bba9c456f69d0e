package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"example.org/tumble/sim"
	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Protocol is the number of the protocol: it changes where an old client would no longer understand the server.
const Protocol = 1

// method is a request that a server understands.
type method struct {
	Name, About string
	Result      string // what the answer holds

	params func() any // a pointer to parameters without values
	do     func(c *call, params any) (any, error)
	waits  bool // for the requests before it about the same world
	ends   bool // removes the world
	copies bool // makes another world out of the world
}

// row returns the row of a method with parameters of a type.
func row[P any](m method, do func(c *call, p *P) (any, error)) method {
	m.params = func() any { return new(P) }
	m.do = func(c *call, params any) (any, error) {
		result, err := do(c, params.(*P))
		if err != nil && !errors.Is(err, batch.ErrInterrupted) {
			err = fmt.Errorf("%s: %w", m.Name, err)
		}
		return result, err
	}
	return m
}

// inWorld returns the row of a method about a world.
func inWorld[P any](m method, do func(c *call, h *world, p *P) (any, error)) method {
	m.waits = true
	return row(m, func(c *call, p *P) (any, error) { return do(c, c.world, p) })
}

// ofWorld is implemented by the parameters of methods about a world.
type ofWorld interface{ number() int64 }

// About is the parameter of all methods about a world.
type About struct {
	World int64 `json:"world" about:"number of the world"`
}

func (a About) number() int64 { return a.World }

// reads are the arrays that the answer to a request brings along, so that a controller needs one request a step.
type reads struct {
	Bodies   []string `json:"bodies" about:"arrays of bodies to return at the end"`
	Contacts []string `json:"contacts" about:"arrays of contacts to return at the end"`
}

type (
	nothing struct{}

	loading struct {
		Scene string `json:"scene" about:"name of a built-in scene, or path of a file that tumble run takes"`
		Text  string `json:"text" about:"a scene file as text, in the place of scene"`

		Seed      uint64   `json:"seed" about:"of the random streams"`
		Set       []string `json:"set" about:"settings, PATH=VALUE each"`
		At        *float64 `json:"at" about:"moment of a run file to load [s], in the place of its end"`
		Workers   int      `json:"workers" about:"cores to use; no bit depends on it"`
		AllowRead []string `json:"allowRead" about:"folders in which the scene may read, besides its own"`
	}
	stepping struct {
		About
		reads
		Steps int64 `json:"steps" about:"how many, 1 if left out"`
	}
	reaching struct {
		About
		reads
		Time *float64 `json:"time" about:"simulated time to stop at [s]"`
		When string   `json:"when" about:"condition to stop at, as --stop-when takes it"`
	}
	reading struct {
		About
		Arrays []string `json:"arrays" about:"names of arrays; all if left out"`
	}
	finding struct {
		About
		Where string `json:"where" about:"expression, number or name, as the search of the window takes it"`
	}
	changing struct {
		About
		Set []string `json:"set" about:"settings, PATH=VALUE each"`
	}
	getting struct {
		About
		Path string `json:"path" about:"of the setting; all settings if left out"`
	}
	editing struct {
		About
		Kind string          `json:"kind" about:"of the edit, as in run files: AddMotionKey, SetInlet, Grab, ..."`
		With json.RawMessage `json:"with" about:"its values, as in run files"`
	}
	going struct {
		About
		Time *float64 `json:"time" about:"simulated time of the moment [s]"`
		Step *int64   `json:"step" about:"its step, in the place of time"`
	}
	noticing struct {
		About
		Since int `json:"since" about:"how many of the first notices to leave out"`
	}
	saving struct {
		About
		What string `json:"what" about:"run, moment, scene or state"`
		Path string `json:"path" about:"file to write"`
	}
	drawing struct {
		About
		Path   string `json:"path" about:"file to write: .png, .svg or .pdf"`
		Width  int    `json:"width" about:"[pixels], 1280 if left out"`
		Height int    `json:"height" about:"[pixels], 720 if left out"`
	}
	cancelling struct {
		ID json.RawMessage `json:"id" about:"of the request"`
	}
)

// status is what most methods return.
type status struct {
	World    int64   `json:"world"`
	Step     int64   `json:"step"`
	Time     float64 `json:"time"` // [s]
	Dt       float64 `json:"dt"`   // [s]
	Bodies   int     `json:"bodies"`
	Contacts int     `json:"contacts"`
	Notices  int     `json:"notices"`

	Stopped string    `json:"stopped,omitempty"` // what ended the steps before the goal
	Read    *readings `json:"read,omitempty"`
}

// readings are the arrays of reads.
type readings struct {
	Bodies   map[string]any `json:"bodies"`
	Contacts map[string]any `json:"contacts"`
}

const statusText = "`world`, `step`, `time` [s], `dt` [s], number of `bodies`, `contacts` and `notices`; `stopped`, " +
	"if the scene or a condition ended the steps; `read`, with `bodies` and `contacts`, if arrays were asked for"

// status returns the status of the world.
func (h *world) status() status {
	w := h.past.World
	now := w.Clock()
	return status{World: h.number, Step: now.Step, Time: now.Time, Dt: now.Dt, Bodies: w.NumBodies(),
		Contacts: w.Contacts().Count(), Notices: len(w.Log().All())}
}

// methods are all methods, in the order of the manual. It is set by init because methods list them.
var methods []method

func init() {
	methods = []method{
		row(method{Name: "about", About: "says which program this is",
			Result: "`protocol`, `version`, `commit`, `kernels`, and the names of the `arrays` of bodies and contacts"},
			aboutProgram),
		row(method{Name: "scenes", About: "lists the built-in scenes", Result: "a list: `name`, `title`, `about`"},
			listScenes),
		row(method{Name: "load", About: "makes a world of a scene of any kind", waits: true,
			Result: "the status; `title`, `scene`, `seed`, `end` [s], which is 0 without an end"}, load),
		inWorld(method{Name: "step", About: "makes steps, whatever the scene says of its end",
			Result: statusText}, stepWorld),
		inWorld(method{Name: "until", About: "makes steps until a time or a condition, or else the scene's own end; a " +
			"condition that holds already ends it at once", Result: statusText}, untilWorld),
		inWorld(method{Name: "status", About: "says how far the world is", Result: statusText},
			func(_ *call, h *world, _ *About) (any, error) { return h.status(), nil }),
		inWorld(method{Name: "bodies", About: "reads arrays of all bodies, in the order of their numbers",
			Result: "by name: an array, or a list of words"}, readBodies),
		inWorld(method{Name: "contacts", About: "reads arrays of all contacts, in contact order",
			Result: "by name: an array"}, readContacts),
		inWorld(method{Name: "find", About: "finds bodies",
			Result: "`id`: an array of their numbers, ascending"}, findBodies),
		inWorld(method{Name: "meshes", About: "reads all meshes where they are now",
			Result: "a list: `body`, `name`, `vertices` [m], an array (n, 3), and `triangles`, an array (n, 3) of indices"},
			readMeshes),
		inWorld(method{Name: "energy", About: "reads the energy balance [J]",
			Result: "`kinetic`, `elastic`, `potential`, `dissipated`, `work`, `closureError`"},
			func(_ *call, h *world, _ *About) (any, error) { return batch.EnergyOf(h.past.World.Energy()), nil }),
		inWorld(method{Name: "hash", About: "computes the hash of the state", Result: "`hash`, 16 hex digits"},
			func(_ *call, h *world, _ *About) (any, error) {
				return map[string]string{"hash": fmt.Sprintf("%016x", h.past.World.Hash())}, nil
			}),
		inWorld(method{Name: "notices", About: "reads the messages of the run",
			Result: "a list: `step`, `level`, `field`, `text`"}, readNotices),
		inWorld(method{Name: "series", About: "reads the samples of the run, as charts show them",
			Result: "`columns`, a list of `name` and `unit`; `values`, an array with a row for each sample"}, readSeries),
		inWorld(method{Name: "get", About: "reads settings that can be changed as the world runs",
			Result: "`value`; without a path `values`, by path"}, getSetting),
		inWorld(method{Name: "set", About: "changes settings, as edits of the journal", Result: statusText}, setSettings),
		inWorld(method{Name: "motions", About: "reads the motions that have key frames",
			Result: "a list: `index`, `name`, `keys` as in run files"}, readMotions),
		inWorld(method{Name: "inlets", About: "reads how much inlets make",
			Result: "a list: `index`, `name`, `flow` as in run files"}, readInlets),
		inWorld(method{Name: "edit", About: "makes any edit that run files can hold", Result: statusText}, editWorld),
		inWorld(method{Name: "undo", About: "takes the last edit back",
			Result: "the status; `text`, empty if there was none"},
			func(_ *call, h *world, _ *About) (any, error) { return h.undo(true) }),
		inWorld(method{Name: "redo", About: "makes the edit again that was taken back last",
			Result: "the status; `text`, empty if there was none"},
			func(_ *call, h *world, _ *About) (any, error) { return h.undo(false) }),
		inWorld(method{Name: "at", About: "goes to a moment of the run that was computed already",
			Result: statusText}, goBack),
		inWorld(method{Name: "fork", About: "makes a copy of the world, which goes on by itself",
			Result: "the status of the copy", copies: true}, forkWorld),
		inWorld(method{Name: "save", About: "writes a file: the run with its edits, its present moment (both .tumble), the " +
			"scene with its edits (.yaml), or the present state in a format of `run --state`",
			Result: "`note`, which may be empty"}, saveWorld),
		inWorld(method{Name: "shot", About: "draws the present state into a file", Result: "`path`"}, drawWorld),
		inWorld(method{Name: "close", About: "ends the world", Result: "nothing", ends: true},
			func(*call, *world, *About) (any, error) { return struct{}{}, nil }),
		row(method{Name: "cancel", About: "ends a request early: the world stays where it is then, and the request is " +
			"answered with error -32800", Result: "nothing"}, cancelRequest),
	}
}

// methodOf returns the method with a name, or nil.
func methodOf(name string) *method {
	if i := slices.IndexFunc(methods, func(m method) bool { return m.Name == name }); i >= 0 {
		return &methods[i]
	}
	return nil
}

// unknownMethod is the error text of a method that does not exist.
func unknownMethod(name string) string {
	var known []string
	for _, m := range methods {
		known = append(known, m.Name)
	}
	return fmt.Sprintf("there is no method %s%s", spell.Quote(name), spell.DidYouMean(name, known))
}

func aboutProgram(*call, *nothing) (any, error) {
	var bodies, contacts []string
	for i := range state.BodyArrays {
		bodies = append(bodies, state.BodyArrays[i].Name)
	}
	for i := range state.ContactArrays {
		contacts = append(contacts, state.ContactArrays[i].Name)
	}
	program, _ := run.ThisProgram()
	return struct {
		Protocol int `json:"protocol"`
		run.Program
		Arrays map[string][]string `json:"arrays"`
	}{Protocol, program, map[string][]string{"bodies": bodies, "contacts": contacts}}, nil
}

func listScenes(*call, *nothing) (any, error) {
	type built struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		About string `json:"about"`
	}
	list, err := scene.List()
	var scenes []built
	for _, s := range list {
		scenes = append(scenes, built(s))
	}
	return scenes, err
}

func load(c *call, p *loading) (any, error) {
	switch {
	case (p.Scene == "") == (p.Text == ""):
		return nil, errors.New("must have either scene or text")
	case p.Scene == input.Standard:
		return nil, errors.New("scene must not be -: standard input carries requests")
	case p.Seed > 0 && scene.IsSaved(p.Scene):
		return nil, errors.New("seed: the random streams of a saved state go on where they were, so that it takes no seed")
	case p.Workers < 0:
		return nil, fmt.Errorf("workers must be ≥ 0, got %d", p.Workers)
	}
	o := scene.Options{Seed: p.Seed, Workers: p.Workers, Set: p.Set, At: p.At,
		AllowRead: append(slices.Clip(c.AllowRead), p.AllowRead...)}
	if o.Workers == 0 {
		o.Workers = c.Workers
	}
	if err := limit.Workers.Check(o.Workers); err != nil {
		return nil, err
	}
	sc, err := batch.Load(c, func() (run.Scene, error) {
		if p.Text != "" {
			return scene.LoadText("text", []byte(p.Text), o)
		}
		return source.Load(p.Scene, o)
	})
	if err != nil {
		return nil, err
	}
	c.world.text = p.Text != ""
	if err := c.world.begin(sc); err != nil && !errors.Is(err, run.ErrEnough) {
		return nil, err
	}
	return struct {
		status
		Title string  `json:"title"`
		Scene string  `json:"scene"`
		Seed  uint64  `json:"seed"`
		End   float64 `json:"end"`
	}{c.world.status(), sc.Title, sc.Name, sc.World.Params().Seed, sc.End}, nil
}

func stepWorld(c *call, h *world, p *stepping) (any, error) {
	if p.Steps < 0 {
		return nil, fmt.Errorf("steps must be ≥ 0, got %d", p.Steps)
	}
	read, err := p.check()
	if err != nil {
		return nil, err
	}
	now := h.past.World.Clock().Step
	to := now + min(max(p.Steps, 1), math.MaxInt64-now)
	if err := h.march(c, true, func(w *sim.World) (bool, error) { return w.Clock().Step >= to, nil }); err != nil {
		return nil, err
	}
	s := h.status()
	s.Read = read(c, h)
	return s, nil
}

func untilWorld(c *call, h *world, p *reaching) (any, error) {
	goal, when := batch.Goal{Until: math.Inf(1)}, (*run.Breakpoint)(nil)
	read, err := p.check()
	if err != nil {
		return nil, err
	}
	switch {
	case p.Time != nil:
		goal, err = batch.At(h.scene, *p.Time)
	case p.When == "":
		goal, err = batch.To(h.scene, 0, 0)
	}
	if err == nil && p.When != "" {
		if when, err = run.NewBreakpoint(p.When); err == nil {
			err = when.Check(h.past.World)
		}
	}
	if err != nil {
		return nil, err
	}
	stopped, began := "", h.past.World.Clock().Step
	err = h.march(c, false, func(w *sim.World) (bool, error) {
		if when != nil {
			hit, became, err := when.Evaluate(w)
			if became || err != nil {
				stopped = hit.Text
				return true, err
			}
		}
		return goal.Reached(w), nil
	})
	if errors.Is(err, run.ErrEnough) {
		err = nil
		if stopped = h.stops.Hit; stopped == "" {
			stopped = fmt.Sprintf("the scene stops here, %d steps on", h.past.World.Clock().Step-began)
		}
	}
	if err != nil {
		return nil, err
	}
	s := h.status()
	s.Stopped, s.Read = stopped, read(c, h)
	return s, nil
}

// chosen returns the rows of a table of arrays whose names are asked for; all without names.
func chosen[A any](table []A, name func(*A) string, asked []string) (list []*A, err error) {
	var known []string
	for i := range table {
		known = append(known, name(&table[i]))
		if asked == nil {
			list = append(list, &table[i])
		}
	}
	for _, a := range asked {
		i := slices.Index(known, a)
		if i < 0 {
			return nil, fmt.Errorf("there is no array %s%s (there are %s)", spell.Quote(a), spell.DidYouMean(a, known),
				strings.Join(known, ", "))
		}
		list = append(list, &table[i])
	}
	return list, limit.Keys.Check(len(asked))
}

// rowsOf returns the shape of an array with rows of a width.
func rowsOf(rows, width int) []int {
	if width == 1 {
		return []int{rows}
	}
	return []int{rows, width}
}

func bodyName(a *state.BodyArray) string       { return a.Name }
func contactName(a *state.ContactArray) string { return a.Name }

// bodyArrays sends arrays of all bodies, and returns what refers to them by name.
func bodyArrays(c *call, of state.Contacts, arrays []*state.BodyArray) map[string]any {
	result := map[string]any{}
	for _, a := range arrays {
		if a.Width == 0 {
			result[a.Name] = a.Words(of)
		} else {
			result[a.Name] = c.writeArray(a.Numbers(of), a.Whole, rowsOf(of.Bodies(), a.Width)...)
		}
	}
	return result
}

// contactArrays sends arrays of all contacts, and returns what refers to them by name.
func contactArrays(c *call, of state.Contacts, arrays []*state.ContactArray) map[string]any {
	result := map[string]any{}
	for _, a := range arrays {
		result[a.Name] = c.writeArray(a.Numbers(of), a.Whole, rowsOf(of.Count(), a.Width)...)
	}
	return result
}

func readBodies(c *call, h *world, p *reading) (any, error) {
	arrays, err := chosen(state.BodyArrays, bodyName, p.Arrays)
	if err != nil {
		return nil, err
	}
	return bodyArrays(c, h.past.World.Contacts(), arrays), nil
}

func readContacts(c *call, h *world, p *reading) (any, error) {
	arrays, err := chosen(state.ContactArrays, contactName, p.Arrays)
	if err != nil {
		return nil, err
	}
	return contactArrays(c, h.past.World.Contacts(), arrays), nil
}

// check returns the function that reads the arrays after the steps; its result is nil without arrays.
//
// Errors: there is no such array.
func (r *reads) check() (func(c *call, h *world) *readings, error) {
	bodies, err := chosen(state.BodyArrays, bodyName, append([]string{}, r.Bodies...))
	if err != nil {
		return nil, err
	}
	contacts, err := chosen(state.ContactArrays, contactName, append([]string{}, r.Contacts...))
	return func(c *call, h *world) *readings {
		if bodies == nil && contacts == nil {
			return nil
		}
		of := h.past.World.Contacts()
		return &readings{bodyArrays(c, of, bodies), contactArrays(c, of, contacts)}
	}, err
}

func findBodies(c *call, h *world, p *finding) (any, error) {
	if err := limit.Expression.Check(len(p.Where)); err != nil {
		return nil, err
	}
	q, err := query.Parse(p.Where)
	if err != nil {
		return nil, err
	}
	w := h.past.World
	m := inspect.Moment{Site: w.Inspect(), Clock: w.Clock(), Energy: w.Energy}
	found, body := []float64{}, query.Body{}
	m.Each(q.Groups()|query.Identity, &body, func() bool {
		var yes bool
		if yes, err = q.Match(&body); yes {
			found = append(found, float64(body.ID))
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(found)
	return map[string]any{"id": c.writeArray(found, true, len(found))}, nil
}

func readMeshes(c *call, h *world, _ *About) (any, error) {
	type placed struct {
		Body      int64  `json:"body"`
		Name      string `json:"name"`
		Vertices  array  `json:"vertices"`
		Triangles array  `json:"triangles"`
	}
	list, s := []placed{}, h.past.World.State()
	for _, b := range s.Bodies {
		for _, shape := range b.Shapes {
			m := shape.Def.Mesh
			if m == nil {
				continue
			}
			at, q := shape.Position, shape.Orientation
			turn, origin := vec.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]}, vec.New(at[0], at[1], at[2])
			vertices, triangles := make([]float64, 0, 3*len(m.Vertices)), make([]float64, 0, 3*len(m.Triangles))
			for _, v := range m.Vertices {
				v = turn.Rotate(v).Add(origin)
				vertices = append(vertices, v.X, v.Y, v.Z)
			}
			for _, t := range m.Triangles {
				triangles = append(triangles, float64(t[0]), float64(t[1]), float64(t[2]))
			}
			list = append(list, placed{int64(b.ID), b.Name, c.writeArray(vertices, false, len(m.Vertices), 3),
				c.writeArray(triangles, true, len(m.Triangles), 3)})
		}
	}
	return list, nil
}

// levelNames are the names of the levels of notices.
var levelNames = [...]string{bridge.Info: "info", bridge.Warning: "warning", bridge.Refused: "refused",
	bridge.Fault: "fault"}

func readNotices(_ *call, h *world, p *noticing) (any, error) {
	type notice struct {
		Step  int64  `json:"step"`
		Level string `json:"level"`
		Field string `json:"field"`
		Text  string `json:"text"`
	}
	all, list := h.past.World.Log().All(), []notice{}
	if p.Since < 0 {
		return nil, fmt.Errorf("since must be ≥ 0, got %d", p.Since)
	}
	for _, n := range all[min(p.Since, len(all)):] {
		list = append(list, notice{n.Step, levelNames[n.Level], n.Field, n.Text})
	}
	return list, nil
}

func readSeries(c *call, h *world, _ *About) (any, error) {
	s := h.past.Series()
	values := make([]float64, 0, len(s.Samples)*len(s.Columns))
	for i := range s.Samples {
		for k := range s.Columns {
			values = append(values, s.Value(i, k))
		}
	}
	return map[string]any{"columns": s.Columns, "values": c.writeArray(values, false, len(s.Samples), len(s.Columns))}, nil
}

func getSetting(_ *call, h *world, p *getting) (any, error) {
	w := h.past.World
	if p.Path != "" {
		v, err := scene.Value(w, p.Path)
		return map[string]any{"value": v}, err
	}
	values := map[string]any{}
	paths := setting.LiveKeys()
	for i := 0; ; i++ {
		name, _, ok := w.Material(i)
		if !ok {
			break
		}
		for _, f := range law.Fields {
			paths = append(paths, "materials."+name+"."+f.Name)
		}
	}
	for _, path := range paths {
		v, err := scene.Value(w, path)
		if err != nil {
			return nil, err
		}
		values[path] = v
	}
	return map[string]any{"values": values}, nil
}

func setSettings(_ *call, h *world, p *changing) (any, error) {
	edits, err := scene.Edits(h.past.World, p.Set)
	for i := 0; err == nil && i < len(edits); i++ {
		err = h.edit(edits[i])
	}
	return h.status(), err
}

func readMotions(_ *call, h *world, _ *About) (any, error) {
	type motion struct {
		Index int                `json:"index"`
		Name  string             `json:"name"`
		Keys  []bridge.MotionKey `json:"keys"`
	}
	list := []motion{}
	for i := 0; ; i++ {
		name, keys, ok := h.past.World.Motion(i)
		if !ok {
			return list, nil
		}
		list = append(list, motion{i, name, slices.Clone(keys)})
	}
}

func readInlets(_ *call, h *world, _ *About) (any, error) {
	type inlet struct {
		Index int              `json:"index"`
		Name  string           `json:"name"`
		Flow  bridge.InletFlow `json:"flow"`
	}
	list := []inlet{}
	for i := 0; ; i++ {
		name, flow, ok := h.past.World.Inlet(i)
		if !ok {
			return list, nil
		}
		list = append(list, inlet{i, name, flow})
	}
}

func editWorld(_ *call, h *world, p *editing) (any, error) {
	e, err := bridge.DecodeEdit(p.Kind, p.With)
	if err == nil {
		err = h.edit(e)
	}
	return h.status(), err
}

// undone is the status after an edit was taken back or made again.
type undone struct {
	status
	Text string `json:"text"`
}

// undo takes the last edit back, or makes it again.
func (h *world) undo(back bool) (any, error) {
	h.keepHash()
	w := h.past.World
	next := h.past.Redo
	if back {
		next = func() (runfile.Command, bool) { return h.past.Undo(w) }
	}
	c, ok := next()
	if ok {
		bridge.MakeEdit(w, c.Edit)
	}
	return undone{h.status(), c.Text}, nil
}

func goBack(c *call, h *world, p *going) (any, error) {
	to := bridge.Moment{Step: math.MaxInt64, Time: math.Inf(1)}
	switch {
	case (p.Time == nil) == (p.Step == nil):
		return nil, errors.New("must have either time or step")
	case p.Time != nil:
		to.Time = *p.Time
	default:
		to.Step = *p.Step
	}
	err := h.goTo(c, to)
	return h.status(), err
}

func forkWorld(c *call, h *world, _ *About) (any, error) {
	if err := h.fork(c.made); err != nil {
		return nil, err
	}
	return c.made.status(), nil
}

func saveWorld(_ *call, h *world, p *saving) (any, error) {
	if err := checkPath(p.Path); err != nil {
		return nil, err
	}
	outfile.Follow(p.Path)
	note := map[string]string{"note": ""}
	var err error
	switch p.What {
	case "run", "moment":
		if p.What == "run" && !h.remembers() {
			return nil, errNoPast
		}
		if !scene.IsSaved(p.Path) {
			return nil, fmt.Errorf("path must end in %s, got %s", scene.SavedExt, spell.Quote(p.Path))
		}
		h.keepHash()
		err = outfile.Write(p.Path, func(to io.Writer) error {
			if p.What == "moment" {
				return scene.Save(to, h.scene)
			}
			tracks, present := h.past.Tracks(historyBytes)
			return scene.WriteRun(to, h.scene, tracks, present, "")
		})
	case "scene":
		if h.text {
			return nil, errors.New("the scene was given as text, and is in no file: keep the text, or save the run")
		}
		note["note"], err = source.SaveEdited(h.scene, scene.Options{Set: h.scene.Set}, p.Path)
	case "state":
		s := h.past.World.State()
		err = export.WriteMoment(p.Path, &s, h.scene.Origin())
	default:
		err = fmt.Errorf("what must be run, moment, scene or state, got %s", spell.Quote(p.What))
	}
	return note, err
}

// checkPath refuses a path that is no file.
func checkPath(path string) error {
	if path == "" || outfile.IsStream(path) {
		return fmt.Errorf("path must be the name of a file, got %s", spell.Quote(path))
	}
	return nil
}

func drawWorld(c *call, h *world, p *drawing) (any, error) {
	if err := checkPath(p.Path); err != nil {
		return nil, err
	}
	if p.Width == 0 {
		p.Width = 1280
	}
	if p.Height == 0 {
		p.Height = 720
	}
	outfile.Follow(p.Path)
	return map[string]string{"path": p.Path}, c.Draw(c, h.scene, p.Path, p.Width, p.Height)
}

func cancelRequest(c *call, p *cancelling) (any, error) {
	var id jsonrpc2.ID
	if err := json.Unmarshal(p.ID, &id); err != nil {
		return nil, errors.New("id must be a whole number or a text, as in the request")
	}
	c.stops.cancel(id)
	return struct{}{}, nil
}
