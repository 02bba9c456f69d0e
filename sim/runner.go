package sim

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tumble/sim/bridge"
	"tumble/sim/parallel"
)

// Scene is a world with what a person calls it.
type Scene struct {
	World *World
	Name  string
	Title string
	End   float64 // where the scene ends by itself [s], 0 if it does not
	View  bridge.ViewHint
	Set   []string // PATH=VALUE that were put in when it was loaded

	Outputs []Output // what the scene itself wants written as it runs

	// Watch looks at the world before the first step and after each, without changing it;
	// nil: nobody does. ErrEnough asks to stop there; any other error ends the watching.
	Watch func(*World) error
}

// ErrEnough is what a Scene's Watch returns to stop a run.
var ErrEnough = errors.New("sim: the scene asks to stop here")

// Loader makes the world of a scene from its name or file and a seed.
type Loader func(name string, seed uint64) (Scene, error)

// JournalEntry is a command with the step before which it was applied.
type JournalEntry struct {
	Step    int64
	Command bridge.Command
}

// Runner is the simulation goroutine: it owns the world, steps it at the asked pace,
// applies commands between steps and publishes snapshots. Pacing never changes results,
// only how many steps fit into a second.
type Runner struct {
	feed     *bridge.Feed
	commands <-chan bridge.Command
	load     Loader
	panicked func(*parallel.Panic)
	exporter Exporter
	saver    Saver

	ownExporter OwnExporter
	consents    map[string]consent // by name of the scene
	asking      bool               // the person has not answered yet
	waiting     bool               // the run is paused for that answer

	scene    Scene
	revision uint64
	seq      uint64
	applied  uint64
	paused   bool
	hold     string      // why the run paused by itself, empty if it did not
	deepest  float64     // overlap over radius that it last paused for
	from     [][2]string // what origin returned for the world of
	of       *World
	speed    float64 // asked [simulated s / s]; 0: as fast as possible
	wanted   bridge.Wanted
	journal  []JournalEntry

	pace      pace
	recording *recording
	exporting *exporting
	meter     meter
	readings  bridge.Readings
	read      time.Time
	reading   time.Duration // what readings take
	published time.Time
	filling   time.Duration // what a snapshot takes
}

// Limits of the time between two snapshots, and between two readings. In between it is such
// that each take a fiftieth of the time: large scenes are shown less often.
const (
	publishEvery  = time.Second / 60
	publishSeldom = time.Second / 10
	readEvery     = time.Second / 5
	readSeldom    = time.Second
	showShare     = 50
)

// batchTime is how long the runner steps before it looks at its commands again.
const batchTime = 2 * time.Millisecond

// NewRunner returns a runner that starts with the given scene.
func NewRunner(first Scene, load Loader, feed *bridge.Feed, commands <-chan bridge.Command) *Runner {
	return &Runner{feed: feed, commands: commands, load: load, scene: first, speed: 1, revision: 1, consents: map[string]consent{}}
}

// ExportWith says how exports are made, before Run; without it they are refused.
func (r *Runner) ExportWith(e Exporter) { r.exporter = e }

// ExportOwnWith says how what scenes themselves ask for is exported, before Run; without it
// they ask in vain. Each scene is asked about before.
func (r *Runner) ExportOwnWith(e OwnExporter) { r.ownExporter = e }

// PanicsTo says who is told of a panic, before Run. The world has stopped by then, and its fault
// says what happened; another scene may follow.
func (r *Runner) PanicsTo(f func(*parallel.Panic)) { r.panicked = f }

// Run steps the world until the context ends or the command channel is closed. It is the
// only function that touches the world while it runs. A panic becomes a fault of the world.
func (r *Runner) Run(ctx context.Context) {
	defer func() {
		r.guard(r.stopExport)
		r.scene.World.Close()
	}()
	r.guard(r.exportOwn)
	r.guard(r.publish)
	for more := true; more; {
		r.guard(func() { more = r.turn(ctx) })
	}
}

// guard does something, and makes a panic in it a fault of the world.
func (r *Runner) guard(do func()) {
	if p := r.attempt(do); p != nil {
		r.scene.World.stop("an error of the program itself: %v", p)
	}
}

// attempt does something, and returns the panic in it, or nil.
func (r *Runner) attempt(do func()) (p *parallel.Panic) {
	defer func() {
		if recovered := recover(); recovered != nil {
			if p = parallel.Recovered(recovered); r.panicked != nil {
				r.panicked(p)
			}
		}
	}()
	do()
	return nil
}

// turn does what comes next, and reports false when the run is over.
func (r *Runner) turn(ctx context.Context) bool {
	if !r.takeCommands(ctx) {
		return false
	}
	if r.recording.due(r.scene.World.Time()) {
		return r.deliverFrame(ctx)
	}
	if r.idle() {
		r.publish() // once for each command: nothing else would show what it did
		return r.waitCommand(ctx, time.Hour)
	}
	if wait := r.pace.ahead(r.scene.World.Time(), r.speed, r.recording != nil); wait > 0 {
		r.publishIfDue()
		return r.waitCommand(ctx, wait)
	}
	r.stepBatch()
	r.publishIfDue()
	return true
}

// idle reports whether there is nothing to do but wait for a command.
func (r *Runner) idle() bool { return r.paused || r.scene.World.Fault() != "" }

// stepBatch steps for a short while, but not past the next frame of a recording.
func (r *Runner) stepBatch() {
	w := r.scene.World
	begin := time.Now()
	for i := 1; ; i++ {
		if !r.step() || r.recording.due(w.Time()) {
			return
		}
		if i%8 == 0 && (time.Since(begin) > batchTime || r.pace.reached(w.Time())) {
			return
		}
	}
}

// step does one step before the eyes of those who look, and reports whether another may
// follow.
func (r *Runner) step() bool {
	w := r.scene.World
	if w.StepCount() == 0 && !r.watch() {
		return false
	}
	w.Step()
	r.observe()
	return r.watch() && w.Fault() == "" && !r.pauseForOverlap()
}

// pauseOverlap is the overlap, over the smaller radius, at which the run pauses for a person to
// look. Contact laws are meant for a few per cent. From the whole radius on, the middle of one
// body lies beyond the surface of the other, and the contact soon pushes to the wrong side: half
// of it leaves time to do something. The deepest overlaps of all built-in scenes and examples are
// 35 % in "rain" and 23 % in "facet-edge".
const pauseOverlap = 0.5

// pauseForOverlap pauses a world in which bodies overlap so much, and reports whether it did. It
// pauses again only when two overlap deeper by half, so that a person can go on. That hangs
// on the steps alone, and changes nothing in the world.
func (r *Runner) pauseForOverlap() bool {
	w := r.scene.World
	ratio := w.stats.maxOverlapRatio
	if !(ratio >= pauseOverlap && ratio > 1.5*r.deepest) {
		return false
	}
	r.deepest, r.paused = ratio, true
	r.hold = fmt.Sprintf("In step %d %s overlap by %.0f %% of the smaller radius; contact laws are meant for a few per cent. "+
		"Stiffer materials (young), a shorter time step or slower bodies keep them apart.", w.StepCount()-1, w.overlapping(ratio), 100*ratio)
	return true
}

// watch lets the scene's own watcher look, and reports whether it wants to go on.
func (r *Runner) watch() bool {
	if r.scene.Watch == nil {
		return true
	}
	switch err := r.scene.Watch(r.scene.World); {
	case errors.Is(err, ErrEnough):
		r.paused = true
		r.say(bridge.Info, "", "the scene stops here")
		return false
	case err != nil:
		r.scene.Watch = nil
		r.say(bridge.Warning, "", "%v", err)
	}
	return true
}

// takeCommands applies the commands that are waiting. It reports false when the run is
// over.
func (r *Runner) takeCommands(ctx context.Context) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case c, ok := <-r.commands:
			if !r.take(c, ok) {
				return false
			}
		default:
			return true
		}
	}
}

// take applies a command that was received, unless the channel was closed, which ends the
// run.
func (r *Runner) take(c bridge.Command, ok bool) bool {
	if ok {
		r.apply(c)
	}
	return ok
}

// waitCommand waits for one command, at most so long.
func (r *Runner) waitCommand(ctx context.Context, most time.Duration) bool {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case c, ok := <-r.commands:
		return r.take(c, ok)
	case <-timer.C:
	}
	return true
}

// deliverFrame hands one frame of a recording over, taking commands while it waits.
func (r *Runner) deliverFrame(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case c, ok := <-r.commands:
		return r.take(c, ok)
	case s := <-r.feed.Spare():
		r.fill(s)
		r.recording.frames++
		// Never blocks: there are as many places as buffers.
		r.feed.Frames <- s
		r.publishIfDue()
	}
	return true
}

// apply carries out one command, whatever it is about.
func (r *Runner) apply(c bridge.Command) {
	w := r.scene.World
	r.applied++
	switch c := c.(type) {
	case bridge.Pause:
		r.paused, r.waiting = true, false
	case bridge.Resume:
		r.paused, r.waiting, r.hold = false, false, ""
		r.pace.restart()
		r.meter.restart(w)
	case bridge.StepOnce:
		r.paused, r.waiting, r.hold = true, false, ""
		for i := 0; i < c.N && w.Fault() == "" && r.step(); i++ {
		}
	case bridge.Reset:
		r.reload(r.scene.Name, w.seed, true)
	case bridge.LoadScene:
		r.reload(c.Name, c.Seed, false)
	case bridge.SetSpeed:
		r.setSpeed(c.Factor)
	case bridge.SetWanted:
		r.wanted = c.Wanted
	case bridge.StartRecording:
		r.startRecording(c)
	case bridge.StopRecording:
		r.recording = nil
		r.pace.restart()
	case bridge.StartExport:
		r.startExport(c)
	case bridge.StopExport:
		r.stopExport()
	case bridge.AllowExport:
		r.allowExport(c)
	case bridge.SaveScene:
		r.saveScene(c)
	default:
		r.journal = append(r.journal, JournalEntry{w.StepCount(), c})
		if !w.Apply(c) {
			panic("sim: command without effect")
		}
	}
}

func (r *Runner) setSpeed(factor float64) {
	if !(factor >= 0 && factor <= 1e6) {
		r.say(bridge.Refused, "speed", "speed must be in [0, 1e6], got %g", factor)
		return
	}
	r.speed = factor
	r.pace.restart()
}

func (r *Runner) startRecording(c bridge.StartRecording) {
	if !(c.FPS > 0 && c.FPS <= 1000 && c.Speed > 0 && c.Speed <= 1e6) {
		r.say(bridge.Refused, "recording", "frames per second must be in (0, 1000] and speed in (0, 1e6], got %g and %g", c.FPS, c.Speed)
		return
	}
	r.recording = &recording{begin: r.scene.World.Time(), every: c.Speed / c.FPS}
}

// reload makes a fresh world. A reset keeps the edits of the person; if the scene cannot
// be made, the present one stays.
func (r *Runner) reload(name string, seed uint64, keepEdits bool) {
	var next Scene
	var err error
	if p := r.attempt(func() { next, err = r.load(name, seed) }); p != nil {
		err = fmt.Errorf("an error of the program itself: %w", p)
	}
	if err != nil {
		r.say(bridge.Refused, "scene", "%v", err)
		return
	}
	r.stopExport()
	r.scene.World.Close()
	r.scene = next
	r.revision++
	r.read = time.Time{}
	r.recording = nil // a video shows one run
	r.hold, r.deepest = "", 0
	r.pace.restart()
	edits := r.journal
	r.journal = nil
	if keepEdits {
		for _, e := range edits {
			next.World.Apply(e.Command)
			r.journal = append(r.journal, JournalEntry{0, e.Command})
		}
	}
	r.exportOwn()
}

func (r *Runner) say(level bridge.Level, field, format string, args ...any) {
	r.scene.World.notice(level, field, "%s", fmt.Sprintf(format, args...))
}

func (r *Runner) publishIfDue() {
	if time.Since(r.published) >= min(max(showShare*r.filling, publishEvery), publishSeldom) {
		r.publish()
	}
}

func (r *Runner) publish() {
	r.published = time.Now()
	s := r.feed.Writer()
	r.fill(s)
	if took := time.Since(r.published); took < r.filling {
		r.filling = took
	} else {
		r.filling += (took - r.filling) / 8 // others at work hold one up now and then
	}
	r.feed.Publish(s)
}

// fill completes a snapshot with what only the runner knows. Of a world that a panic has left in
// pieces it may hold no more than that.
func (r *Runner) fill(s *bridge.Snapshot) {
	w := r.scene.World
	whole := false
	r.guard(func() {
		s.Wanted = r.wanted
		w.Fill(s)
		r.readWorld(s)
		whole = true
	})
	if !whole {
		*s = bridge.Snapshot{Step: w.StepCount(), Time: w.Time(), Seed: w.seed, Fault: w.fault, Wanted: r.wanted}
	}
	r.seq++
	s.Seq, s.Revision, s.Applied = r.seq, r.revision, r.applied
	s.Scene, s.Title, s.End = r.scene.Name, r.scene.Title, r.scene.End
	s.Origin = r.origin()
	s.View, s.Paused, s.Exporting = r.scene.View, r.paused, r.exporting.folder()
	s.Wishes, s.Asking = r.wishes(), r.asking
	s.Hold = r.hold
	s.Recording = r.recording != nil && w.Fault() == ""
	s.Params.Speed = r.speed
}

// readWorld adds what the world is asked for less often.
func (r *Runner) readWorld(s *bridge.Snapshot) {
	w := r.scene.World
	if now := time.Now(); r.idle() || now.Sub(r.read) >= min(max(showShare*r.reading, readEvery), readSeldom) {
		r.readings, r.read = bridge.Readings{Step: w.StepCount(), Hash: w.Hash(), Energy: w.Energy()}, now
		r.reading = time.Since(now)
	}
	s.Readings = r.readings
	r.meter.read(w, r.revision)
	s.Stats.StepsPerSecond, s.Stats.RealTimeFactor, s.Stats.Stages = r.meter.rate, r.meter.factor, r.meter.stages
	if r.idle() {
		s.Stats.StepsPerSecond, s.Stats.RealTimeFactor = 0, 0
	}
}
