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

// Runner is the simulation goroutine: it owns the world, steps it at the requested pace, applies commands
// between steps and publishes snapshots. Pacing never changes results, only how many steps are done per
// second.
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
	*instance              // the leading world: edits, inspector and time line refer to it
	comparison comparison  // facts about the worlds, if there are several
	trying     trying
	origin     [][2]string // where pictures of the scene come from
	controls   controls.Controls
	endMet     bool // the world has reached the scene's own end, at which the run pauses once

	hold    string  // why the run paused by itself, empty if it did not
	deepest float64 // overlap over radius of its last pause

	sceneExporter   SceneExporter
	consents        map[string]consent // by name of the scene
	awaitingConsent bool               // the person has not answered yet
	waiting         bool               // the run is paused until the answer

	breakpoints breakpoints
	toEvent     bool // the run pauses at the next event
	addedUp

	access    *Access     // of others to the run; nil: none
	calls     <-chan call // of the access; nil without one
	request   *request    // what another program waits for; nil: none waits
	unchanged bool        // the run is paused, and the last call has changed nothing that a snapshot shows

	pace      pace
	slow      bool // each step takes long
	exporting *exporting
	publishing
	inspecting inspecting
	colliding  colliding
	slicing    slicing
}

// instance is one world of a run, with its history.
type instance struct {
	run     *Runner
	scene   Scene
	history *replayer.Replayer // of the scene's world
	seeking *seeking           // nil without a requested moment
	keeping keeping
	last    edited // last edit of the physics
	reader  series.Reader
	// inRegions is what was in regions as of the last readings: it costs too much for each snapshot.
	inRegions bridge.Sample
	lastRead
}

// batchTime is how long the runner steps before it handles commands again.
const batchTime = 2 * time.Millisecond

// New returns a runner that starts with a scene.
func New(first Scene, load Loader, feed *bridge.Feed, commands <-chan bridge.Command) *Runner {
	r := &Runner{feed: feed, commands: commands, load: load, consents: map[string]consent{},
		controls: controls.Controls{Speed: 1, Counts: bridge.Counts{Revision: 1}},
		trying:   trying{updates: make(chan struct{}, 1)}}
	r.instance = &instance{run: r, history: &replayer.Replayer{History: history.New(history.DefaultBudget)}}
	r.worlds = []*instance{r.instance}
	r.enter(first, first.Past, false)
	return r
}

// enter makes a scene the running one, at the end of its past if it has one. With again it may follow the
// present track once more; restarted says that it does.
func (r *Runner) enter(s Scene, past *runfile.File, again bool) (restarted bool) {
	r.stopsOf(&s)
	if s.Name == r.scene.Name { // those that a person chose stay, as the plane and the conditions do
		s.Regions = r.scene.Regions
		s.World.Build().SetRegions(s.Regions)
	}
	r.scene, r.endMet, r.controls.Loop, r.controls.Ended = s, false, bridge.SetLoop{}, false
	o := s.Origin()
	r.origin = o.Fields()
	restarted = r.begin(past, again)
	r.rearm()
	if past != nil && past.On().End != nil { // a run that has ended is opened to be viewed
		r.controls.Paused = true
	}
	return restarted
}

// CountOn makes snapshots continue the counters of an earlier writer to the feed. Call it before Run.
func (r *Runner) CountOn(c bridge.Counts) {
	c.Revision++
	r.controls.Counts = c
}

// ExportWith sets how exports are made, before Run; without it they are refused.
func (r *Runner) ExportWith(e Exporter) { r.exporter = e }

// ExportSceneWith sets how the outputs that scenes themselves request are exported, before Run; without it
// they are ignored. The person is asked about each scene first.
func (r *Runner) ExportSceneWith(e SceneExporter) { r.sceneExporter = e }

// PanicsTo sets a function that is called with each panic, before Run. At that time the world has
// stopped, and its fault describes the panic; another scene can follow.
func (r *Runner) PanicsTo(f func(*Panic)) { r.panicked = f }

// Run steps the world until the context ends or the command channel is closed. It is the
// only function that touches the world while it runs. A panic becomes a fault of the world.
func (r *Runner) Run(ctx context.Context) {
	if r.access != nil {
		defer r.access.begin()()
	}
	defer func() {
		r.endRequest("", ErrNoRun)
		r.guard(r.stopExport)
		r.guard(r.dropTried)
		r.guard(r.keepEnds)
		r.guard(r.dropOthers)
		r.guard(r.finishKeeping)
		r.guard(r.scene.World.Close)
	}()
	r.guard(r.exportScene)
	r.guard(r.publish)
	for more := true; more; {
		r.guard(func() { more = r.turn(ctx) })
	}
}

// guard calls a function and turns a panic into a fault of the world. It reports whether there was none.
func (r *Runner) guard(do func()) bool {
	p := r.attempt(do)
	if p != nil {
		r.scene.World.Log().Stop("an error of the program itself: %v", p)
	}
	return p == nil
}

// attempt calls a function and returns its panic, or nil, after reporting it.
func (r *Runner) attempt(do func()) *Panic {
	p := Attempt(do)
	if p != nil && r.panicked != nil {
		r.panicked(p)
	}
	return p
}

// turn does the next piece of work, and reports false when the run is over.
func (r *Runner) turn(ctx context.Context) bool {
	if !r.handleCommands(ctx) {
		return false
	}
	if r.onTheWay() {
		return true
	}
	r.settle()
	if r.controls.Recording.Due(r.scene.World.Clock().Time) {
		return r.deliverFrame(ctx)
	}
	if r.idle() {
		if !r.unchanged {
			r.publish() // once for each command, because nothing else would show its effect
		}
		r.unchanged = false
		return r.waitCommand(ctx, time.Hour)
	}
	free := r.controls.Recording != nil || r.request != nil
	if wait := r.pace.ahead(r.scene.World.Clock().Time, r.asked(), free); wait > 0 {
		r.publishIfDue()
		return r.waitCommand(ctx, wait)
	}
	r.stepBatch()
	r.publishIfDue()
	return true
}

// idle reports whether the runner can only wait for a command.
func (r *Runner) idle() bool { return r.controls.Paused || r.scene.World.Log().Fault() != "" }

// stepBatch steps for a short while, but not past the next frame of a recording.
func (r *Runner) stepBatch() {
	if len(r.worlds) > 1 { // they step in turn, and while one does a helper of another, which spins, would hold a core
		defer bridge.LendCore().GiveBack()
	}
	w := r.scene.World
	begin := time.Now()
	for i := 1; r.step() && !r.controls.Recording.Due(w.Clock().Time); i++ {
		if (i%8 == 0 || r.slow) && (time.Since(begin) > batchTime || r.pace.reached(w.Clock().Time)) {
			break
		}
	}
	took := time.Since(begin)
	r.slow = took > 2*batchTime // the clock is then read after each step, which costs little against the step
	r.rememberAll(took)
}

// step does one step and everything that follows a step, and reports whether another may follow.
func (r *Runner) step() bool {
	w := r.scene.World
	if w.Clock().Step == 0 && !r.watch() {
		return false
	}
	before, said := w.Clock(), len(w.Log().All())
	first := r.instance.step()
	r.note(r.instance)
	r.collide()
	r.observe()
	r.stepOthers()
	pauses := r.happened(said, first)
	pauses = r.atBreakpoint(first) || pauses
	arrived := r.arrive()
	return r.watch() && w.Log().Fault() == "" && !pauses && !r.pauseForOverlap() && !r.atAnEnd(before.Time) && !arrived
}

// watch calls the scene's own watcher, and reports whether the run continues.
func (r *Runner) watch() bool {
	if r.scene.Watch == nil {
		return true
	}
	switch err := r.scene.Watch(r.scene.World); {
	case errors.Is(err, ErrEnough):
		r.controls.Paused = true
		r.notify(bridge.Info, "", "the scene stops here")
		return false
	case err != nil:
		r.scene.Watch = nil
		r.notify(bridge.Warning, "", "%v", err)
	}
	return true
}
