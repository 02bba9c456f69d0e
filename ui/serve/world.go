package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/history"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/run/runfile"
)

// world is a world with its past. All but its number and its queue belongs to its goroutine.
type world struct {
	number int64
	jobs   chan func()
	leader // nil until it is loaded

	scene run.Scene
	past  *replayer.Replayer
}

// leader leads a world: this server itself, or the window that shows it.
type leader interface {
	// still calls a function while the world stands still, and returns its error. Only then may anything
	// read or change the world.
	still(ctx context.Context, do func() error) error
	// march makes steps to a goal, and returns what ended them before it. The context's end is
	// batch.ErrInterrupted: the world stays where it came to.
	march(ctx context.Context, to goal) (stopped string, err error)
	// goTo goes to the first moment of the known run with a number of steps or at a time.
	goTo(ctx context.Context, to bridge.Moment) error
	// edit makes an edit, and notes it in the journal unless it changes nothing.
	edit(e bridge.Edit) error
	// undo takes the last edit back, or makes it again, and returns what that was.
	undo(back bool) (text string, err error)
	// save writes the run, its present moment or the scene into a file. The note is for people.
	save(what, path string) (note string, err error)
	// draw draws the present state, in a size [pixels], 0 if none was asked for. The world need not stand still.
	draw(c *call, path string, width, height int) error
	// describe adds to a status what only the leader knows.
	describe(s *status)
	// end ends what the leader has of the world.
	end()
}

// goal is where steps end.
type goal struct {
	over func(w *sim.World) (bool, error) // called before the first step and after each
	goOn bool                             // also where the scene stops by itself
}

// own is a world that this server leads.
type own struct {
	*world
	text   bool         // the scene was given as text, and is in no file
	stops  *batch.Stops // conditions at which the scene itself stops
	reader series.Reader

	sensors series.Reader // of what is in regions

	colliding *colliding // nil: nobody has asked for collisions
}

// hashEvery is the number of steps between two hashes of the past, which run files hold; frameAfter the wall time
// after which a key frame may be due; historyBytes the memory for key frames.
const (
	hashEvery    = 100
	frameAfter   = 20 * time.Millisecond
	historyBytes = 128 << 20
)

// work carries out the requests about the world, one after another.
func (h *world) work() {
	for do := range h.jobs {
		do()
	}
	if h.leader != nil {
		h.end()
	}
}

func (h *own) still(_ context.Context, do func() error) error { return do() }

func (h *own) describe(*status) {}

func (h *own) end() { h.scene.World.Close() }

// begin makes a loaded scene the world, at the end of its past if it has one; text says that it is in no file.
func (into *world) begin(sc run.Scene, text bool) (err error) {
	w, h := sc.World, &own{world: into, text: text}
	if h.stops, err = batch.NewStops(sc); err != nil {
		w.Close()
		return err
	}
	into.leader, h.scene = h, sc
	h.past = &replayer.Replayer{History: history.New(historyBytes), World: w}
	if h.remembers() && sc.Past != nil {
		h.past.History = history.Resume(historyBytes, sc.Past.Tracks, sc.Past.On().ID)
	}
	h.past.Chart(h.reader.Columns(w), series.Every(sc.End, w.Clock().Dt))
	if h.sensors.Regions = sc.Regions; len(sc.Regions) > 0 {
		h.past.Follow(bridge.OfRegions, bridge.Followed{Regions: sc.Regions, Columns: h.sensors.SensorColumns()})
	}
	switch at := (runfile.Hash{Moment: replayer.Moment(w)}); {
	case !h.remembers():
		h.past.Begin(at, nil)
	case sc.Past == nil:
		at.Hash = w.Hash()
		h.past.Begin(at, w.Checkpoint())
		h.sampleNow()
	}
	return h.watch()
}

// remembers reports whether the world can go back: a script that looks at each step is part of no saved state.
func (h *own) remembers() bool { return h.scene.Watch == nil }

var errNoPast = errors.New("a script looks at each step of this scene: it has no past to go back in, and no copy")

// watch calls the scene's own watcher.
func (h *own) watch() error {
	if h.scene.Watch == nil {
		return nil
	}
	return h.scene.Watch(h.scene.World)
}

// step makes one step, and all that follows a step.
//
// Errors: run.ErrEnough where the scene stops by itself, other errors of its watcher and its conditions, a fault.
func (h *own) step() error {
	h.past.Apply()
	w := h.past.World
	before := w.Clock()
	first := h.past.Step()
	h.collide(w)
	if first && w.Clock().Step%hashEvery == 0 {
		h.keepHash()
	}
	h.sample(before.Time, before.Dt)
	if err := batch.Fault(w); err != nil {
		return err
	}
	enough := h.stops.Check(w)
	if err := h.watch(); err != nil {
		return err
	}
	return enough
}

// keepHash notes the hash of the present moment, where the run comes for the first time.
func (h *own) keepHash() {
	if w := h.past.World; h.remembers() && h.past.Frontier() && w.Log().Fault() == "" {
		h.past.Hashed(w.Hash)
	}
}

// sample adds the numbers of the present moment to the series, if a sample is due; the last step began at a time with
// a time step [s].
func (h *own) sample(time, dt float64) {
	w, s := h.past.World, h.past.Series()
	now := w.Clock()
	if series.Past(now.Time, now.Dt, s.Every) == series.Past(time, dt, s.Every) || w.Log().Fault() != "" {
		return
	}
	if _, found := s.At(now.Step); !found {
		h.sampleNow()
	}
}

// sampleNow adds the numbers of the present moment to the series, and what is in regions.
func (h *own) sampleNow() {
	h.past.Sampled(h.reader.Read(h.past.World))
	if len(h.sensors.Regions) > 0 {
		h.past.SampledFollowed(bridge.OfRegions, h.sensors.ReadSensors(h.past.World))
	}
}

// march makes steps to a goal. Its errors are those of a step and of the goal, too.
func (h *own) march(ctx context.Context, to goal) (stopped string, err error) {
	begin, first := time.Now(), h.past.World.Clock().Step
	defer func() { h.remember(time.Since(begin)) }()
	if err := batch.Fault(h.past.World); err != nil {
		return "", err
	}
	for {
		if done, err := to.over(h.past.World); done || err != nil {
			return "", err
		}
		if ctx.Err() != nil {
			return "", batch.ErrInterrupted
		}
		switch err := h.step(); {
		case err == nil || to.goOn && errors.Is(err, run.ErrEnough):
		case errors.Is(err, run.ErrEnough):
			here := fmt.Sprintf("the scene stops here, %d steps on", h.past.World.Clock().Step-first)
			return cmp.Or(h.stops.Hit, here), nil
		default:
			return "", err
		}
		if took := time.Since(begin); took > frameAfter {
			h.remember(took)
			begin = time.Now()
		}
	}
}

// remember keeps a key frame if one is due; took is the wall time of the last steps.
func (h *own) remember(took time.Duration) {
	if !h.remembers() {
		return
	}
	h.past.Worked(took.Seconds())
	if w := h.past.World; h.past.Due() && w.Log().Fault() == "" {
		begin := time.Now()
		state := w.Checkpoint()
		h.past.Keep(w.Hash(), state, time.Since(begin).Seconds())
	}
}

// edit makes an edit, and notes it in the journal unless it changes nothing.
//
// Errors: those of the edit.
func (h *own) edit(e bridge.Edit) error {
	h.keepHash()
	w := h.past.World
	inverse := e.Inverse(w)
	if err := bridge.MakeEdit(w, e); err != nil {
		return fmt.Errorf("%s: %w", e.Field(w), err)
	}
	if inverse != nil && inverse == e.Inverse(w) {
		return nil
	}
	_, text := e.Change(w, inverse)
	h.past.Note(runfile.Command{Edit: e, Back: inverse, Text: text})
	return nil
}

// goTo goes to a moment that is known. Its errors are a key frame that cannot be read, and the context's end.
func (h *own) goTo(ctx context.Context, to bridge.Moment) error {
	until := h.past.Until()
	h.keepHash()
	left, err := h.past.Go(to, false, h.past.World.Params().Workers)
	if err != nil {
		return err
	}
	if left != nil {
		left.Close()
	}
	h.scene.World = h.past.World
	if h.colliding != nil {
		defer h.follow() // from there on
	}
	to = bridge.Moment{Step: min(to.Step, until.Step), Time: min(to.Time, until.Time)}
	err = h.past.Advance(to, func() error {
		if ctx.Err() != nil {
			return batch.ErrInterrupted
		}
		return nil
	})
	if err != nil {
		return err
	}
	h.stops, err = batch.NewStops(h.scene)
	return err
}

// undo takes the last edit back, or makes it again.
func (h *own) undo(back bool) (string, error) {
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
	return c.Text, nil
}

// fork makes another world a copy of this one, which goes on by itself and has the same past.
//
// Errors: a world that has no saved state.
func (h *own) fork(into *world) error {
	w := h.past.World
	if !h.remembers() {
		return errNoPast
	}
	if err := batch.Fault(w); err != nil {
		return err
	}
	state := w.Checkpoint()
	twin, err := sim.Restore(state, w.Params().Workers)
	if err != nil {
		return err
	}
	sc := h.scene
	sc.World = twin
	copied := &own{world: into, text: h.text, sensors: series.Reader{Regions: sc.Regions}}
	if copied.stops, err = batch.NewStops(sc); err != nil {
		twin.Close()
		return err
	}
	copied.reader.Columns(twin)
	into.leader, into.scene = copied, sc
	into.past = &replayer.Replayer{History: h.past.Copy(w.Hash(), state), World: twin}
	return nil
}
