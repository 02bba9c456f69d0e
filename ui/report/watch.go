package report

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim"
	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/export/replay"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
)

// reporter keeps of a run what its report needs. It is a watcher.
type reporter struct {
	what    *batch.Run
	moments []float64 // of pictures that are to come
	times   bool      // these are times [s], else shares of the way
	every   run.Interval
	poses   run.Interval
	how     string // it is had again, if not by the command line

	session   *export.Session
	table     export.Table
	recording *replay.Recording // nil: it is not asked for
	census    census
	album     Album
	tally     *batch.Tally
	share     float64 // largest time step over the critical one; NaN: nothing limited it

	over    bool // what follows is there
	result  batch.Result
	last    bridge.Snapshot
	notices []bridge.Notice
	closure float64 // error over what was dissipated
	deepest string  // the contact with the largest overlap at the end
	fault   string
}

// newReporter makes ready for a run. It opens the album before, so that what cannot be drawn is known at once.
func newReporter(p *batch.Run, o *Options) (*reporter, error) {
	w := &reporter{what: p, every: o.Every, poses: o.Poses, session: &export.Session{}, share: math.NaN(),
		tally: batch.NewTally(p.Scene.World), how: o.Again}
	var err error
	if w.moments, w.times, err = o.moments(p); err != nil {
		return nil, err
	}
	if w.every == (run.Interval{}) {
		w.every = p.Goal.Interval(400)
	}
	w.session.Add("charts", &w.table, w.every)
	w.session.Add("bodies", &w.census, w.every)
	if !o.NoReplay && o.Film == nil {
		if w.poses == (run.Interval{}) {
			if w.poses = p.Goal.Interval(200); w.poses.Time > 1.0/60 {
				w.poses.Time = 1.0 / 60
			}
		}
		w.recording = replay.New(p.Scene.Title, p.Scene.Origin(), p.Scene.View, o.Forces)
		w.recording.Light = o.Light
		w.session.Add("replay", recorded{w.recording}, w.poses)
	}
	w.album, err = o.album(p.Scene)
	return w, err
}

// moments returns how far on the way to its goal a run is to be for each picture, and whether these are times [s].
func (o *Options) moments(p *batch.Run) (list []float64, times bool, err error) {
	if o.At == nil {
		return []float64{0, 1.0 / 3, 2.0 / 3, 1}, false, nil
	}
	slack := batch.Tolerance(p.Scene.World)
	for _, at := range o.At {
		if at < p.Goal.Begin.Time-slack || p.Goal.Steps == 0 && at > p.Goal.Until+slack {
			return nil, true, &batch.OptionError{Option: "at", Err: fmt.Errorf("must be within the run, from %.9g s to "+
				"%.9g s, got %.9g s", p.Goal.Begin.Time, p.Goal.Until, at)}
		}
	}
	return o.At, true, nil
}

// recorded has a recording take part in a session.
type recorded struct{ *replay.Recording }

// Write takes a moment.
func (r recorded) Write(w state.Source) error { return r.Add(w) }

// Close does nothing: the recording stays.
func (r recorded) Close() error { return nil }

// Observe looks at a step.
func (w *reporter) Observe(world *sim.World) error {
	for len(w.moments) > 0 && w.there(world, w.moments[0]) {
		w.album.Capture(world)
		w.moments = w.moments[1:]
	}
	w.sample(world)
	return w.session.Observe(world)
}

// there reports whether the run has come to a moment.
func (w *reporter) there(world *sim.World, moment float64) bool {
	if w.times {
		return world.Clock().Time >= moment-batch.Tolerance(world)
	}
	return moment < 1 && w.what.Goal.Progress(world).Done >= moment // Finish takes the last one
}

// sample reads the numbers of a step.
func (w *reporter) sample(world *sim.World) {
	w.tally.Add(world)
	if world.Clock().Step%64 != 0 {
		return
	}
	m := inspect.Moment{Site: world.Inspect(), Clock: world.Clock()}
	if c, _ := m.Critical(); c > 0 && !(world.Clock().Dt/c <= w.share) {
		w.share = world.Clock().Dt / c
	}
}

// Finish takes the last moment, in place of pictures that the run has not come to.
func (w *reporter) Finish(world *sim.World) error {
	err := w.session.Finish(world)
	if len(w.moments) > 0 {
		w.album.Capture(world)
	}
	world.Audit()
	w.sample(world)
	sc := w.what.Scene
	sc.World = world
	w.result = w.tally.Result(sc)
	world.Fill(&w.last)
	w.notices, w.fault = world.Log().All(), world.Log().Fault()
	m := inspect.Moment{Site: world.Inspect(), Clock: world.Clock(), Energy: world.Energy}
	w.closure = m.Closure()
	if world.Contacts().Count() > 0 {
		w.deepest = world.Contacts().DeepestPair()
	}
	w.over = true
	return err
}

// census counts the bodies that a run has had, by what they are.
type census struct {
	seen   map[int64]bool
	groups []*bodyGroup
}

// bodyGroup is bodies of one kind.
type bodyGroup struct {
	What, Material string
	Moves          bool
	Count          int
	Radius, Length [2]float64 // least and most [m]
	Mass           [2]float64 // [kg]
	All            float64    // mass of all [kg]
}

// moving returns how many bodies that forces move there were.
func (n *census) moving() (count int64) {
	for _, g := range n.groups {
		if g.Moves {
			count += int64(g.Count)
		}
	}
	return count
}

// mass returns the mass of all bodies that forces move [kg].
func (n *census) mass() (sum float64) {
	for _, g := range n.groups {
		sum += g.All
	}
	return sum
}

// Close does nothing: the census stays.
func (n *census) Close() error { return nil }

// Write counts the bodies that are new.
func (n *census) Write(w state.Source) error {
	if n.seen == nil {
		n.seen = map[int64]bool{}
	}
	s := w.State()
	for i := range s.Bodies {
		if b := &s.Bodies[i]; !n.seen[int64(b.ID)] {
			n.seen[int64(b.ID)] = true
			n.group(b).add(b)
		}
	}
	return nil
}

// group returns the group of a body.
func (n *census) group(b *state.Body) *bodyGroup {
	what := b.Shapes[0].Kind
	if len(b.Shapes) > 1 {
		if slices.ContainsFunc(b.Shapes, func(h state.Shape) bool { return h.Kind != what }) {
			what = "shape"
		}
		what = fmt.Sprintf("clump of %d %ss", len(b.Shapes), what)
	}
	moves := b.Mass > 0
	if !moves && b.Name != "" {
		what += " " + b.Name
	}
	for _, g := range n.groups {
		if g.What == what && g.Material == b.Material && g.Moves == moves {
			return g
		}
	}
	none := [2]float64{math.Inf(1), 0}
	g := &bodyGroup{What: what, Material: b.Material, Moves: moves, Radius: none, Length: none, Mass: none}
	n.groups = append(n.groups, g)
	return g
}

// add counts a body.
func (g *bodyGroup) add(b *state.Body) {
	grow := func(to *[2]float64, x float64) { to[0], to[1] = min(to[0], x), max(to[1], x) }
	g.Count++
	g.All += b.Mass
	grow(&g.Mass, b.Mass)
	for i := range b.Shapes {
		if h := &b.Shapes[i]; h.Radius > 0 {
			grow(&g.Radius, h.Radius)
			grow(&g.Length, h.Shaft+2*h.Radius)
		}
	}
}
