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

// reporter collects the data of a report during a run. It is a batch.Watcher.
type reporter struct {
	what    *batch.Run
	moments []float64 // moments of the pictures still to be taken
	times   bool      // the moments are times [s], otherwise shares of the run
	every   run.Interval
	poses   run.Interval
	how     string // how to reproduce the report, if not by the command line

	session   *export.Session
	table     export.Table
	recording *replay.Recording // nil: not requested
	census    census
	album     Album
	tally     *batch.Tally
	share     float64 // largest time step over the critical one; NaN if nothing limited it

	over    bool // the fields below are set
	result  batch.Result
	last    bridge.Snapshot
	notices []bridge.Notice
	closure float64 // error over the dissipated energy
	deepest string  // the contact with the largest overlap at the end
	fault   string
}

// newReporter prepares for a run. It opens the album first, so that errors of drawing appear at once.
func newReporter(p *batch.Run, o *Options) (*reporter, error) {
	w := &reporter{what: p, every: o.Every, poses: o.Poses, session: &export.Session{}, share: math.NaN(),
		tally: batch.NewTally(&p.Scene), how: o.Reproduce}
	var err error
	if w.moments, w.times, err = o.moments(p); err != nil {
		return nil, err
	}
	if w.every == (run.Interval{}) {
		w.every = p.Goal.Interval(400)
	}
	w.table.Regions = p.Scene.Regions
	w.session.Add("charts", &w.table, w.every)
	w.session.Add("bodies", &w.census, w.every)
	if !o.NoReplay && o.Film == nil {
		if w.poses == (run.Interval{}) {
			if w.poses = p.Goal.Interval(200); w.poses.Time > 1.0/60 {
				w.poses.Time = 1.0 / 60
			}
		}
		w.recording = replay.New(p.Scene.Title, p.Scene.Origin(), p.Scene.View, o.Forces)
		w.recording.Light, w.recording.Regions = o.Light, p.Scene.Regions
		w.session.Add("replay", recorded{w.recording}, w.poses)
	}
	w.album, err = o.album(p.Scene)
	return w, err
}

// moments returns the moment of each picture as a share of the run, or as a time [s] if times is true.
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

// recorded adapts a recording to a session of exports.
type recorded struct{ *replay.Recording }

// Write adds a moment.
func (r recorded) Write(w state.Source) error { return r.Add(w) }

// Close does nothing, because the recording is still needed.
func (r recorded) Close() error { return nil }

// Observe handles a step.
func (w *reporter) Observe(world *sim.World) error {
	for len(w.moments) > 0 && w.reached(world, w.moments[0]) {
		w.album.Capture(world)
		w.moments = w.moments[1:]
	}
	w.sample(world)
	return w.session.Observe(world)
}

// reached reports whether the run has reached a moment.
func (w *reporter) reached(world *sim.World, moment float64) bool {
	if w.times {
		return world.Clock().Time >= moment-batch.Tolerance(world)
	}
	return moment < 1 && w.what.Goal.Progress(world).Done >= moment // Finish takes the picture of the end
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

// Finish takes the last moment, also for pictures of moments that the run has not reached.
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

// census counts all bodies that a run has had, by kind.
type census struct {
	seen   map[int64]bool
	groups []*bodyGroup
}

// bodyGroup is bodies of one kind.
type bodyGroup struct {
	What, Material string
	Moves          bool
	Count          int
	Radius, Length [2]float64 // smallest and largest [m]
	Mass           [2]float64 // [kg]
	All            float64    // total mass [kg]
}

// moving returns the number of bodies moved by forces.
func (n *census) moving() (count int64) {
	for _, g := range n.groups {
		if g.Moves {
			count += int64(g.Count)
		}
	}
	return count
}

// mass returns the total mass of bodies moved by forces [kg].
func (n *census) mass() (sum float64) {
	for _, g := range n.groups {
		sum += g.All
	}
	return sum
}

// Close does nothing, because the census is still needed.
func (n *census) Close() error { return nil }

// Write counts the bodies that it has not counted before.
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
