package serve

import (
	"context"
	"errors"
	"fmt"
	"math"
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

	scene  run.Scene
	text   bool // the scene was given as text, and is in no file
	past   *replayer.Replayer
	stops  *batch.Stops // conditions at which the scene itself stops
	reader series.Reader

	sensors series.Reader // of what is in regions
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
	if h.scene.World != nil {
		h.scene.World.Close()
	}
}

// begin makes a loaded scene the world, at the end of its past if it has one.
func (h *world) begin(sc run.Scene) (err error) {
	w := sc.World
	if h.stops, err = batch.NewStops(sc); err != nil {
		w.Close()
		return err
	}
	h.scene = sc
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
func (h *world) remembers() bool { return h.scene.Watch == nil }

var errNoPast = errors.New("a script looks at each step of this scene: it has no past to go back in, and no copy")

// watch calls the scene's own watcher.
func (h *world) watch() error {
	if h.scene.Watch == nil {
		return nil
	}
	return h.scene.Watch(h.scene.World)
}

// step makes one step, and all that follows a step.
//
// Errors: run.ErrEnough where the scene stops by itself, other errors of its watcher and its conditions, a fault.
func (h *world) step() error {
	h.past.Apply()
	w := h.past.World
	before := w.Clock()
	first := h.past.Step()
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
func (h *world) keepHash() {
	if w := h.past.World; h.remembers() && h.past.Frontier() && w.Log().Fault() == "" {
		h.past.Hashed(w.Hash)
	}
}

// sample adds the numbers of the present moment to the series, if a sample is due; the last step began at a time with
// a time step [s].
func (h *world) sample(time, dt float64) {
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
func (h *world) sampleNow() {
	h.past.Sampled(h.reader.Read(h.past.World))
	if len(h.sensors.Regions) > 0 {
		h.past.SampledFollowed(bridge.OfRegions, h.sensors.ReadSensors(h.past.World))
	}
}

// march makes steps until over says that the world is where it should be. With goOn it ignores where the scene stops
// by itself.
//
// Errors: those of step and over, the context's end; the world stays where it came to.
func (h *world) march(ctx context.Context, goOn bool, over func(w *sim.World) (bool, error)) error {
	begin := time.Now()
	defer func() { h.remember(time.Since(begin)) }()
	if err := batch.Fault(h.past.World); err != nil {
		return err
	}
	for {
		if done, err := over(h.past.World); done || err != nil {
			return err
		}
		if ctx.Err() != nil {
			return batch.ErrInterrupted
		}
		if err := h.step(); err != nil && !(goOn && errors.Is(err, run.ErrEnough)) {
			return err
		}
		if took := time.Since(begin); took > frameAfter {
			h.remember(took)
			begin = time.Now()
		}
	}
}

// remember keeps a key frame if one is due; took is the wall time of the last steps.
func (h *world) remember(took time.Duration) {
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
func (h *world) edit(e bridge.Edit) error {
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

// goTo goes to the first moment of the known run with a number of steps or at a time.
//
// Errors: a moment that was not computed yet, a key frame that cannot be read, the context's end.
func (h *world) goTo(ctx context.Context, to bridge.Moment) error {
	if !h.remembers() {
		return errNoPast
	}
	until := h.past.Until()
	if to.Step > until.Step && to.Step != math.MaxInt64 ||
		to.Time > until.Time+batch.Tolerance(h.past.World) && !math.IsInf(to.Time, 1) {
		return fmt.Errorf("the run is known up to step %d, at %.9g s: go on with until", until.Step, until.Time)
	}
	h.keepHash()
	left, err := h.past.Go(to, false, h.past.World.Params().Workers)
	if err != nil {
		return err
	}
	if left != nil {
		left.Close()
	}
	h.scene.World = h.past.World
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

// fork makes another world a copy of this one, which goes on by itself; its past begins here.
//
// Errors: a world that has no saved state.
func (h *world) fork(into *world) error {
	w := h.past.World
	if !h.remembers() {
		return errNoPast
	}
	if err := batch.Fault(w); err != nil {
		return err
	}
	twin, err := sim.Restore(w.Checkpoint(), w.Params().Workers)
	if err != nil {
		return err
	}
	sc := h.scene
	sc.World, sc.Past = twin, nil
	into.text = h.text
	return into.begin(sc)
}
