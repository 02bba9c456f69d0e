package run

import (
	"time"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
	"example.org/tumble/sim/run/history"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/run/runfile"
)

// seeking is a request for a moment of the history: the first one with a number of steps, or at a time.
type seeking struct {
	to      bridge.Moment
	from    bridge.Moment
	started time.Time
}

// A seek that takes longer than seekQuietly shows its progress, so that the picture never stops for half
// a second.
const seekQuietly = 200 * time.Millisecond

// moment returns the present moment of the world.
func (it *instance) moment() bridge.Moment { return replayer.Moment(it.scene.World) }

// begin starts a track with the present world, or continues at the end of the run that comes with the
// scene. With again, it follows the present track once more if a world with the same beginning would have
// the same edits; restarted is then true. A scene's own watcher may change the world in ways that no
// state contains, so such a scene only keeps its edits.
func (r *Runner) begin(past *runfile.File, again bool) (restarted bool) {
	r.seeking, r.keeping.file, r.keeping.failed, r.inRegions = nil, nil, false, bridge.Sample{}
	columns, every := r.columns()
	r.history.World = r.scene.World
	if past != nil && r.remembers() {
		r.history.History = history.Resume(r.history.Budget(), past.Tracks, past.On().ID)
		r.history.Chart(columns, every)
		r.followRegions()
	} else {
		at, state := runfile.Hash{Moment: r.moment()}, []byte(nil)
		if r.remembers() {
			state = r.scene.World.Checkpoint()
			at.Hash = r.scene.World.Hash()
		}
		r.history.Chart(columns, every)
		r.followRegions()
		if restarted = again && r.history.Restart(state); restarted {
			r.history.Apply()
		} else {
			r.beginTrack(at, state)
		}
	}
	r.keepOn()
	return restarted
}

// beginTrack begins a track at the present moment.
func (r *Runner) beginTrack(at runfile.Hash, state []byte) {
	r.history.Begin(at, state)
	for of := range bridge.NumSeries {
		r.sampleFollowedNow(of)
	}
	r.keepHash()
	r.history.Sampled(r.reader.Read(r.scene.World))
}

// remembers reports whether the present scene has a history.
func (it *instance) remembers() bool { return it.scene.Watch == nil }

// seek shows the first moment with a number of steps or at a time, or the last one of the track. With
// jump, the world is not on the track now. When the leading world has arrived, the others seek the same
// time.
func (r *Runner) seek(to bridge.Moment, jump bool) {
	r.controls.Paused, r.waiting, r.hold, r.controls.Ended = true, false, "", false
	if !r.remembers() {
		r.notify(bridge.Refused, "history", "a script looks at each step of this scene: it has no history to go back in")
		return
	}
	moved, err := r.goTo(to, jump)
	if err != nil {
		r.notify(bridge.Refused, "history", "%v", err)
		return
	}
	if moved {
		r.meter = meter{}
		r.inspecting.forget()
	}
	r.endRecording() // its frames must be consecutive
	r.stopExport()
}

// goTo makes a world seek a moment of its track, from the key frame before it if this is nearer, and
// reports whether it has moved to a key frame.
//
// Errors: a key frame that cannot be read.
func (it *instance) goTo(to bridge.Moment, jump bool) (moved bool, err error) {
	if !jump {
		it.keepHash()
	}
	left, err := it.history.Go(to, jump, it.workers())
	if err != nil {
		return false, err
	}
	if left != nil {
		it.run.guard(left.Close)
		it.scene.World = it.history.World
		build := it.scene.World.Build()
		build.SetRegions(it.scene.Regions) // those that were chosen since begin there
		if it.scene.Collisions {           // which states of earlier programs do not have
			build.FollowCollisions()
		}
	}
	until := it.history.Until()
	to = bridge.Moment{Step: min(to.Step, until.Step), Time: min(to.Time, until.Time)}
	it.seeking = &seeking{to, it.moment(), time.Now()}
	return left != nil, nil
}

// seekOn does a part of the steps to the moment that a world seeks.
func (it *instance) seekOn() {
	begin := time.Now()
	for time.Since(begin) <= batchTime {
		if it.history.Found(it.seeking.to) { // or it cannot continue
			it.seeking = nil
			it.run.followSeek(it)
			break
		}
		it.step()
		it.run.note(it)
	}
	it.remember(time.Since(begin))
}

// followSeek makes the other worlds seek the moment that the leading world has found.
func (r *Runner) followSeek(it *instance) {
	if it != r.instance {
		return
	}
	r.rearm()
	r.read = time.Time{}
	to := bridge.Moment{Step: controls.End.Step, Time: it.scene.World.Clock().Time - tolerance(it.scene.World)}
	for _, other := range r.others() {
		if _, err := other.goTo(to, false); err != nil {
			r.notify(bridge.Refused, "history", "%v", err)
		}
	}
}

// step makes one step of a world on its track, with the key frames and samples that are due. It reports
// whether the step was done for the first time.
func (it *instance) step() (first bool) {
	it.history.Apply()
	before := it.scene.World.Clock() // before the step, because an edit may change the time step
	if first = it.history.Step(); first {
		it.keepStep()
	}
	it.sample(before)
	it.sampleFollowed(before)
	return first
}

// seeker returns a world that seeks a moment, the leading one first; nil if there is none.
func (r *Runner) seeker() *instance {
	if r.seeking != nil {
		return r.instance
	}
	for _, other := range r.others() {
		if other.seeking != nil {
			return other
		}
	}
	return nil
}

// onTheWay does a part of the steps to a requested moment, and reports whether there is one.
func (r *Runner) onTheWay() bool {
	it := r.seeker()
	if it == nil {
		return false
	}
	started := it.seeking.started
	it.seekOn()
	if r.seeker() == nil || time.Since(started) > seekQuietly {
		r.publishIfDue()
	}
	return true
}

// finishSeek does all steps to the requested moment, before a command that acts there.
func (r *Runner) finishSeek() {
	for it := r.seeker(); it != nil; it = r.seeker() {
		it.seekOn()
	}
}

// remember saves a key frame if one is due; took is the wall time of the last steps.
func (it *instance) remember(took time.Duration) {
	if !it.remembers() {
		return
	}
	it.history.Worked(took.Seconds())
	if it.history.Due() && it.scene.World.Log().Fault() == "" {
		begin := time.Now()
		state := it.scene.World.Checkpoint()
		it.history.Keep(it.scene.World.Hash(), state, time.Since(begin).Seconds())
	}
	it.keepFrame()
}

// chooseTrack shows the same time on another track.
func (r *Runner) chooseTrack(id int) {
	r.keepHash()
	if err := r.history.Choose(id); err != nil {
		r.refuse("history", err)
		return
	}
	r.seek(bridge.Moment{Step: controls.End.Step, Time: r.moment().Time}, true)
	r.keepNow(func(*runfile.Writer) {}) // record which track is the present one
}

// dropTrack deletes a track.
func (r *Runner) dropTrack(id int) {
	r.refuse("history", r.history.Drop(id))
	r.keeping.file = nil // the next step writes the file again without the track
}
