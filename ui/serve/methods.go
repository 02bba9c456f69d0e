package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// Protocol is the number of the protocol: it changes where an old client would no longer understand the server.
const Protocol = 1

// method is a request that a server understands.
type method struct {
	Name, About string
	Result      string // what the answer holds

	of     place
	params func() any // a pointer to parameters without values
	do     func(c *call, params any) (any, error)
	waits  bool // for the requests before it about the same world
	ends   bool // removes the world
	copies bool // makes another world out of the world
}

// place says where a method can be called.
type place int

const (
	everywhere place = iota
	servers          // tumble serve: not where a window is held
	windows          // where a window is held
)

// wrong returns why a method cannot be called here, or the empty string.
func (p place) wrong(inWindow bool) string {
	switch {
	case p == servers && inWindow:
		return "a window that is held does not do this: load the run beside it"
	case p == windows && !inWindow:
		return "there is no window: only a program that holds one can ask for this"
	}
	return ""
}

// note says it in the manual.
func (p place) note() string {
	notes := [...]string{servers: " Not where a window is held.", windows: " Only where a window is held."}
	return notes[p]
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

// inWorld returns the row of a method about a world, which stands still meanwhile.
func inWorld[P any](m method, do func(c *call, h *world, p *P) (any, error)) method {
	return whileRunning(m, func(c *call, h *world, p *P) (result any, err error) {
		err = h.still(c, func() (err error) { result, err = do(c, h, p); return err })
		return result, err
	})
}

// whileRunning returns the row of a method about a world that does not stand still all the time.
func whileRunning[P any](m method, do func(c *call, h *world, p *P) (any, error)) method {
	m.waits = true
	return row(m, func(c *call, p *P) (any, error) {
		if c.world.leader == nil {
			return nil, errors.New("the world was not loaded")
		}
		return do(c, c.world, p)
	})
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

		Regions   []string `json:"regions" about:"to measure besides those of the scene, as --regions takes them"`
		Planes    []string `json:"planes" about:"named planes to count at besides those of the scene, as --planes takes them"`
		Surfaces  []string `json:"surfaces" about:"to measure besides those of the scene, as --surfaces takes them"`
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
	spreading struct {
		About
		Field string `json:"field" about:"name of a field of the scene, or a field as --fields takes it"`
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
	adding struct {
		About
		Bodies []bridge.NewBody `json:"bodies" about:"as in run files, without numbers"`
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
	playing struct {
		About
		Speed *float64 `json:"speed" about:"simulated seconds per second; 0 is as fast as possible; as before if left out"`
	}
	selecting struct {
		About
		Numbers []int64 `json:"numbers" about:"numbers of the bodies, in order; none clears the selection"`
	}
	looking struct {
		About
		Pivot     []float64 `json:"pivot" about:"the point to look at [m]: 3 numbers"`
		Distance  *float64  `json:"distance" about:"from the eye to the point [m]"`
		Azimuth   *float64  `json:"azimuth" about:"of the eye as seen from the point, about z, 0 = +x [rad]"`
		Elevation *float64  `json:"elevation" about:"of the eye above the horizon [rad]"`
		Roll      *float64  `json:"roll" about:"about the viewing direction [rad]"`
		Ortho     *bool     `json:"ortho" about:"orthographic"`
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

	Title *string  `json:"title,omitempty"` // with these four if it was loaded just now, or in a window
	Scene *string  `json:"scene,omitempty"`
	Seed  *uint64  `json:"seed,omitempty"`
	End   *float64 `json:"end,omitempty"` // [s]; 0: the scene has no end

	Paused *bool    `json:"paused,omitempty"` // in a window
	Speed  *float64 `json:"speed,omitempty"`  // that is asked for in a window [simulated s / s]; 0: as fast as possible

	Stopped string    `json:"stopped,omitempty"` // what ended the steps before the goal
	Read    *readings `json:"read,omitempty"`
}

// readings are the arrays of reads.
type readings struct {
	Bodies   map[string]any `json:"bodies"`
	Contacts map[string]any `json:"contacts"`
}

const statusText = "`world`, `step`, `time` [s], `dt` [s], number of `bodies`, `contacts` and `notices`; `stopped`, " +
	"if the scene or a condition ended the steps; `paused`, `speed`, " +
	"`title`, `scene`, `seed` and `end` in a window; `read`, with `bodies` and `contacts`, if arrays were asked for"

// status returns the status of the world.
func (h *world) status() status {
	w := h.past.World
	now := w.Clock()
	s := status{World: h.number, Step: now.Step, Time: now.Time, Dt: now.Dt, Bodies: w.NumBodies(),
		Contacts: w.Contacts().Count(), Notices: len(w.Log().All())}
	h.describe(&s)
	return s
}

// colliders are the parameters of followCollisions.
type colliders struct {
	About
	Off bool `json:"off" about:"follows them no longer"`
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
		row(method{Name: "load", About: "makes a world of a scene of any kind", waits: true, of: servers,
			Result: "the status; `title`, `scene`, `seed`, `end` [s], which is 0 without an end"}, load),
		whileRunning(method{Name: "step", About: "makes steps, whatever the scene says of its end",
			Result: statusText}, stepWorld),
		whileRunning(method{Name: "until", About: "makes steps until a time or a condition, or else the scene's own end; a " +
			"condition that holds already ends it at once", Result: statusText}, untilWorld),
		inWorld(method{Name: "status", About: "says how far the world is", Result: statusText},
			func(_ *call, h *world, _ *About) (any, error) { return h.status(), nil }),
		inWorld(method{Name: "bodies", About: "reads arrays of all bodies, in the order of their numbers",
			Result: "by name: an array, or a list of words"}, readBodies),
		inWorld(method{Name: "contacts", About: "reads arrays of all contacts, in contact order",
			Result: "by name: an array"}, readContacts),
		inWorld(method{Name: "times", About: "reads how long each body that forces move was in each region with #time",
			Result: "by region: an array, in the order of the numbers of all bodies; NaN for the others"}, readTimes),
		inWorld(method{Name: "followCollisions", About: "follows collisions from now on, in every step",
			Result: "nothing"}, followCollisions),
		inWorld(method{Name: "collisions", About: "reads the collisions that have ended since they are followed, in the " +
			"order in which they ended; going back begins anew",
			Result: "by the names of the columns of --collisions: an array, or a list of words"}, readCollisions),
		inWorld(method{Name: "find", About: "finds bodies",
			Result: "`id`: an array of their numbers, ascending"}, findBodies),
		inWorld(method{Name: "meshes", About: "reads all meshes where they are now",
			Result: "a list: `body`, `name`, `vertices` [m], an array (n, 3), and `triangles`, an array (n, 3) of indices"},
			readMeshes),
		inWorld(method{Name: "field", About: "computes the fields of a moment over the cells of a box by coarse-graining",
			Result: "`x`, `y`, `z`, the centres of cells along the axes [m]; by name arrays (z, y, x), of vectors and tensors " +
				"(z, y, x, components)"}, readField),
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
		inWorld(method{Name: "add", About: "adds spheres, capsules and clumps of them that forces move, as one " +
			"edit: each has a `Position` and `Shapes`, which have a `Radius` and may have a `Shaft` and a `Material`; it may " +
			"have a `Name`, an `Orientation`, a `Velocity` and a `Spin`; vectors are {\"X\": 1, \"Z\": 2}",
			Result: "the status; `numbers`, a list of the numbers that they were given"}, addBodies),
		inWorld(method{Name: "undo", About: "takes the last edit back",
			Result: "the status; `text`, empty if there was none"}, undo(true)),
		inWorld(method{Name: "redo", About: "makes the edit again that was taken back last",
			Result: "the status; `text`, empty if there was none"}, undo(false)),
		whileRunning(method{Name: "at", About: "goes to a moment of the run that was computed already",
			Result: statusText}, goBack),
		inWorld(method{Name: "fork", About: "makes a copy of the world with its past, which goes on by itself",
			Result: "the status of the copy", copies: true, of: servers}, forkWorld),
		inWorld(method{Name: "save", About: "writes a file: the run with its edits, its present moment (both .tumble), the " +
			"scene with its edits (.yaml), or the present state in a format of `run --state`",
			Result: "`note`, which may be empty"}, saveWorld),
		whileRunning(method{Name: "shot", About: "draws the present state into a file; of a window, what it shows, as PNG " +
			"in the size of its view", Result: "`path`"}, drawWorld),
		inWorld(method{Name: "close", About: "ends the world", Result: "nothing", ends: true, of: servers},
			func(*call, *world, *About) (any, error) { return struct{}{}, nil }),
		ofWindow(method{Name: "play", About: "lets the run go on at the speed of the window"}, play),
		ofWindow(method{Name: "pause", About: "pauses the run"}, pause),
		sighted(method{Name: "sight", About: "reads what is selected, and where the camera is"},
			func(*Sight, *About) error { return nil }),
		sighted(method{Name: "select", About: "selects bodies"}, selectBodies),
		sighted(method{Name: "look", About: "moves the camera; what is left out stays"}, look),
		row(method{Name: "folder", About: "makes a folder for files, which is removed when the connection ends",
			Result: "`path`"}, makeFolder),
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
