package run

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
)

// trying is an edit that a person tries before making it: a copy of the world runs with the edit in a
// goroutine of its own, and the run itself does not change.
type trying struct {
	on       bool
	span     float64       // time that the copy runs [s]
	state    []byte        // of the world
	at       bridge.Moment // of the world
	edit     bridge.Edit   // the edit that is tried; nil: none yet
	settings bridge.Snapshot
	forecast *forecast // nil: none
	versions uint64    // counts forecasts
	updates  chan struct{}
}

// forecast is the run of a copy of the world.
type forecast struct {
	cancelled atomic.Bool
	ended     chan struct{}

	mu        sync.Mutex
	published bridge.Forecast
}

// Limits of a forecast: the longest span [s], the points of a path, and the number of bodies with paths.
const (
	longestSpan   = 60
	pathPoints    = 60
	mostPaths     = 500
	forecastEvery = 50 * time.Millisecond // time between two reports of its progress
)

// beginTrying makes the following edits forecasts. A run that does not pause has no moment at which to
// try them.
func (r *Runner) beginTrying(span float64) {
	r.finishSeek()
	switch {
	case !(span > 0 && span <= longestSpan):
		r.notify(bridge.Refused, "what-if", "the time to look ahead must be in (0, %d] s, got %g", longestSpan, span)
		return
	case !r.controls.Paused:
		r.notify(bridge.Refused, "what-if", "edits are tried while the run is paused")
		return
	case !r.remembers() || r.scene.World.Log().Fault() != "":
		return // edits are then made at once, as usual
	}
	r.dropTried()
	r.trying.on, r.trying.span, r.trying.at = true, span, r.moment()
	r.trying.state = r.scene.World.Checkpoint()
}

// try starts the forecast of an edit and ends the one before; it reports whether it did.
func (r *Runner) try(e bridge.Edit) bool {
	t := &r.trying
	if !t.on || e.Inverse(r.scene.World) == nil {
		return false
	}
	w, err := r.restore(t.state)
	if err != nil {
		r.notify(bridge.Refused, "what-if", "%v", err)
		return false
	}
	t.edit = e
	if err := bridge.MakeEdit(w, e); err != nil {
		r.notify(bridge.Refused, e.Field(w), "%v", err)
	}
	w.Fill(&t.settings)
	t.cancel()
	t.versions++
	t.forecast = &forecast{ended: make(chan struct{})}
	from := t.at.Time
	t.forecast.published = bridge.Forecast{From: from, Until: from, End: from + t.span, Version: t.versions << 32}
	go t.forecast.run(w, t.updates)
	return true
}

// makeTried makes the edit that was tried last. Its forecast stays until the world makes a step.
func (r *Runner) makeTried() {
	t := &r.trying
	edit := t.edit
	t.on, t.edit, t.state = false, nil, nil
	if edit != nil {
		r.eachEdited(func(it *instance) { it.edit(edit) })
	}
}

// dropTried discards the edit that is tried.
func (r *Runner) dropTried() {
	t := &r.trying
	t.cancel()
	t.on, t.edit, t.state, t.forecast = false, nil, nil, nil
}

// cancel stops the goroutine of a forecast and waits for its end, at most one step.
func (t *trying) cancel() {
	if t.forecast != nil {
		t.forecast.cancelled.Store(true)
		<-t.forecast.ended
	}
}

// fillForecast adds the forecast to a snapshot.
func (r *Runner) fillForecast(s *bridge.Snapshot) {
	t := &r.trying
	if t.forecast != nil && t.at != r.moment() {
		r.dropTried()
	}
	s.Forecast = bridge.Forecast{Trying: t.on}
	if t.forecast == nil {
		return
	}
	t.forecast.mu.Lock()
	s.Forecast = t.forecast.published
	t.forecast.mu.Unlock()
	if s.Forecast.Trying = t.on; !t.on {
		return
	}
	w := &t.settings
	s.Params = w.Params
	s.Materials = append(s.Materials[:0], w.Materials...)
	for i := range min(len(s.Inlets), len(w.Inlets)) {
		s.Inlets[i].Flow = w.Inlets[i].Flow
	}
	for i := range min(len(s.Motions), len(w.Motions)) {
		s.Motions[i].Keys = append(s.Motions[i].Keys[:0], w.Motions[i].Keys...)
	}
	for i := range min(len(s.Motions), len(w.Motions)) {
		s.Motions[i].Servo.Held = w.Motions[i].Servo.Held
	}
	for i := range min(len(s.Joints), len(w.Joints)) {
		s.Joints[i].Acts = w.Joints[i].Acts
	}
	for i := range min(len(s.Forces), len(w.Forces)) {
		s.Forces[i].Acts = w.Forces[i].Acts
	}
}

// run runs the copy to the end of the forecast, and closes it.
func (f *forecast) run(w *sim.World, updates chan struct{}) {
	defer close(f.ended)
	defer w.Close()
	defer bridge.LendCore().GiveBack() // to the forecast
	var s bridge.Snapshot
	next, published := f.published.From, time.Time{}
	paths := map[int64]int{}
	for !f.cancelled.Load() {
		now, fault := w.Clock().Time, w.Log().Fault()
		ended := now >= f.published.End-tolerance(w) || fault != ""
		if now >= next-tolerance(w) || ended {
			next += (f.published.End - f.published.From) / pathPoints
			w.Fill(&s)
			f.trace(&s, paths)
		}
		if ended || time.Since(published) > forecastEvery {
			w.Fill(&s)
			f.publish(&s, fault)
			published = time.Now()
			select {
			case updates <- struct{}{}:
			default: // the last message has not been received yet
			}
		}
		if ended {
			return
		}
		w.Step()
	}
}

// trace adds a point to the path of each body that forces move.
func (f *forecast) trace(s *bridge.Snapshot, paths map[int64]int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := slices.Clone(f.published.Paths) // the published list must not change
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.Kind != bridge.Dynamic {
			continue
		}
		k, ok := paths[b.Number]
		if !ok {
			if len(list) == mostPaths {
				continue
			}
			k = len(list)
			paths[b.Number] = k
			list = append(list, bridge.Path{Body: b.Number})
		}
		list[k].Points = append(list[k].Points, b.Center)
	}
	f.published.Paths = list
}

// publish publishes the present state of the copy.
func (f *forecast) publish(s *bridge.Snapshot, fault string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.published.Until, f.published.Fault = s.Time, fault
	f.published.Capsules = slices.DeleteFunc(slices.Clone(s.Capsules), func(c bridge.Capsule) bool {
		return c.Body < 0 || s.Bodies[c.Body].Kind != bridge.Dynamic
	})
	f.published.Meshes = slices.DeleteFunc(slices.Clone(s.Meshes), func(m bridge.Mesh) bool {
		return m.Body < 0 || s.Bodies[m.Body].Kind != bridge.Kinematic
	})
	f.published.Version++
}
