package run

import (
	"context"
	"errors"
	"time"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
	"example.org/tumble/sim/run/history"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/run/runfile"
)

// Runner is the simulation goroutine: it owns the world, steps it at the asked pace,
// applies commands between steps and publishes snapshots. Pacing never changes results,
// only how many steps fit into a second.
type Runner struct {
	feed     *bridge.Feed
	commands <-chan bridge.Command
	load     Loader
	panicked func(*Panic)
	exporter Exporter
	saver    Saver
	runSaver RunSaver

	seriesSaver SeriesSaver

	worlds     []*instance // of the run, side by side on one clock
	*instance              // the one of them that leads: edits, inspector and time line are about it
	comparison comparison  // what is known of worlds, while there are several
	trying     trying
	origin     [][2]string // where pictures of the scene come from
	controls   controls.Controls
	endMet     bool // the world has come to the scene's own end, where the run pauses once

	hold    string  // why the run paused by itself, empty if it did not
	deepest float64 // overlap over radius that it last paused for

	ownExporter OwnExporter
	consents    map[string]consent // by name of the scene
	asking      bool               // the person has not answered yet
	waiting     bool               // the run is paused for that answer

	breakpoints breakpoints
	toEvent     bool // the run pauses at the next event

	pace      pace
	slow      bool // steps take long
	exporting *exporting
	publishing
	inspecting inspecting
}

// instance is one world of a run, with the way that it took.
type instance struct {
	run     *Runner
	scene   Scene
	history *replayer.Replayer // of the scene's world
	seeking *seeking           // nil if no moment is sought
	keeping keeping
	last    edited // edit of the physics
	reader  series.Reader
	lastRead
}

// batchTime is how long the runner steps before it looks at its commands again.
const batchTime = 2 * time.Millisecond

// New returns a runner that starts with the given scene.
func New(first Scene, load Loader, feed *bridge.Feed, commands <-chan bridge.Command) *Runner {
	r := &Runner{feed: feed, commands: commands, load: load, consents: map[string]consent{},
		controls: controls.Controls{Speed: 1, Counts: bridge.Counts{Revision: 1}},
		trying:   trying{news: make(chan struct{}, 1)}}
	r.instance = &instance{run: r, history: &replayer.Replayer{History: history.New(history.DefaultBudget)}}
	r.worlds = []*instance{r.instance}
	r.enter(first, first.Past, false)
	return r
}

// enter makes a scene the one that runs, at the end of its past if it has one. With again it may go along the present
// track once more, and restarted says that it does.
func (r *Runner) enter(s Scene, past *runfile.File, again bool) (restarted bool) {
	r.stopsOf(&s)
	r.scene, r.endMet, r.controls.Loop, r.controls.Ended = s, false, bridge.SetLoop{}, false
	o := s.Origin()
	r.origin = o.Fields()
	restarted = r.begin(past, again)
	r.rearm()
	if past != nil && past.On().End != nil { // a run that was ended is looked at
		r.controls.Paused = true
	}
	return restarted
}

// CountOn makes snapshots count on from those of another who wrote into the feed, before Run.
func (r *Runner) CountOn(c bridge.Counts) {
	c.Revision++
	r.controls.Counts = c
}

// ExportWith says how exports are made, before Run; without it they are refused.
func (r *Runner) ExportWith(e Exporter) { r.exporter = e }

// ExportOwnWith says how what scenes themselves ask for is exported, before Run; without it
// they ask in vain. Each scene is asked about before.
func (r *Runner) ExportOwnWith(e OwnExporter) { r.ownExporter = e }

// PanicsTo says who is told of a panic, before Run. The world has stopped by then, and its fault
// says what happened; another scene may follow.
func (r *Runner) PanicsTo(f func(*Panic)) { r.panicked = f }

// Run steps the world until the context ends or the command channel is closed. It is the
// only function that touches the world while it runs. A panic becomes a fault of the world.
func (r *Runner) Run(ctx context.Context) {
	defer func() {
		r.guard(r.stopExport)
		r.guard(r.dropTried)
		r.guard(r.keepEnds)
		r.guard(r.dropOthers)
		r.guard(r.finishKeeping)
		r.guard(r.scene.World.Close)
	}()
	r.guard(r.exportOwn)
	r.guard(r.publish)
	for more := true; more; {
		r.guard(func() { more = r.turn(ctx) })
	}
}

// guard does something, and makes a panic in it a fault of the world. It reports whether there was none.
func (r *Runner) guard(do func()) bool {
	p := r.attempt(do)
	if p != nil {
		r.scene.World.Log().Stop("an error of the program itself: %v", p)
	}
	return p == nil
}

// attempt does something, and returns the panic in it, or nil, after it told of it.
func (r *Runner) attempt(do func()) *Panic {
	p := Attempt(do)
	if p != nil && r.panicked != nil {
		r.panicked(p)
	}
	return p
}

// turn does what comes next, and reports false when the run is over.
func (r *Runner) turn(ctx context.Context) bool {
	if !r.handleCommands(ctx) {
		return false
	}
	if r.onTheWay() {
		return true
	}
	if r.controls.Recording.Due(r.scene.World.Clock().Time) {
		return r.deliverFrame(ctx)
	}
	if r.idle() {
		r.publish() // once for each command: nothing else would show what it did
		return r.waitCommand(ctx, time.Hour)
	}
	if wait := r.pace.ahead(r.scene.World.Clock().Time, r.asked(), r.controls.Recording != nil); wait > 0 {
		r.publishIfDue()
		return r.waitCommand(ctx, wait)
	}
	r.stepBatch()
	r.publishIfDue()
	return true
}

// idle reports whether there is nothing to do but wait for a command.
func (r *Runner) idle() bool { return r.controls.Paused || r.scene.World.Log().Fault() != "" }

// stepBatch steps for a short while, but not past the next frame of a recording.
func (r *Runner) stepBatch() {
	w := r.scene.World
	begin := time.Now()
	for i := 1; r.step() && !r.controls.Recording.Due(w.Clock().Time); i++ {
		if (i%8 == 0 || r.slow) && (time.Since(begin) > batchTime || r.pace.reached(w.Clock().Time)) {
			break
		}
	}
	took := time.Since(begin)
	r.slow = took > 2*batchTime // then the clock is read after each step, which costs nothing beside it
	r.rememberAll(took)
}

// step does one step before the eyes of those who look, and reports whether another may
// follow.
func (r *Runner) step() bool {
	w := r.scene.World
	if w.Clock().Step == 0 && !r.watch() {
		return false
	}
	before, said := w.Clock(), len(w.Log().All())
	first := r.instance.step()
	r.note(r.instance)
	r.observe()
	r.stepOthers()
	pauses := r.happened(said, first)
	pauses = r.atBreakpoint(first) || pauses
	return r.watch() && w.Log().Fault() == "" && !pauses && !r.pauseForOverlap() && !r.atAnEnd(before.Time)
}

// watch lets the scene's own watcher look, and reports whether it wants to go on.
func (r *Runner) watch() bool {
	if r.scene.Watch == nil {
		return true
	}
	switch err := r.scene.Watch(r.scene.World); {
	case errors.Is(err, ErrEnough):
		r.controls.Paused = true
		r.say(bridge.Info, "", "the scene stops here")
		return false
	case err != nil:
		r.scene.Watch = nil
		r.say(bridge.Warning, "", "%v", err)
	}
	return true
}
