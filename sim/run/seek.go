package run

import (
	"time"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
	"example.org/tumble/sim/run/history"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/run/runfile"
)

// seeking is the way to a moment of the history that was asked for: the first one that has so many steps or such a
// time.
type seeking struct {
	to    bridge.Moment
	from  bridge.Moment
	begun time.Time
}

// A way that takes longer than seekQuietly shows how far it has come, such that the picture never stands still for
// half a second.
const seekQuietly = 200 * time.Millisecond

// moment returns where the world is.
func (it *instance) moment() bridge.Moment { return replayer.Moment(it.scene.World) }

// begin makes the present world the first moment of a track of its own, or the end of the run that the scene comes
// with. With again, a world that begins as the present track did, and would have its edits, goes along that track, and
// restarted is true. What a scene's own watcher does to it is no part of a state, so that of a scene with one only
// edits are kept.
func (r *Runner) begin(past *runfile.File, again bool) (restarted bool) {
	r.seeking, r.keeping.file, r.keeping.failed = nil, nil, false
	columns, every := r.columns()
	r.history.World = r.scene.World
	if past != nil && r.remembers() {
		r.history.History = history.Resume(r.history.Budget(), past.Tracks, past.On().ID)
		r.history.Chart(columns, every)
	} else {
		at, state := runfile.Hash{Moment: r.moment()}, []byte(nil)
		if r.remembers() {
			state = r.scene.World.Checkpoint()
			at.Hash = r.scene.World.Hash()
		}
		r.history.Chart(columns, every)
		if restarted = again && r.history.Restart(state); restarted {
			r.history.Apply()
		} else {
			r.beginTrack(at, state)
		}
	}
	r.keepOn()
	return restarted
}

// beginTrack begins a track where the world is.
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

// seek shows the first moment that has so many steps or such a time, or the last one of the track. With
// jump the world is not on the track now. Worlds beside go to the same time once the one that leads is there.
func (r *Runner) seek(to bridge.Moment, jump bool) {
	r.controls.Paused, r.waiting, r.hold, r.controls.Ended = true, false, "", false
	if !r.remembers() {
		r.say(bridge.Refused, "history", "a script looks at each step of this scene: it has no history to go back in")
		return
	}
	moved, err := r.goTo(to, jump)
	if err != nil {
		r.say(bridge.Refused, "history", "%v", err)
		return
	}
	if moved {
		r.meter = meter{}
		r.inspecting.forget()
	}
	r.endRecording() // its frames follow each other
	r.stopExport()
}

// goTo makes a world seek a moment of its track, from the key frame before if that is nearer, and reports whether it is
// another one then.
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
	}
	until := it.history.Until()
	to = bridge.Moment{Step: min(to.Step, until.Step), Time: min(to.Time, until.Time)}
	it.seeking = &seeking{to, it.moment(), time.Now()}
	return left != nil, nil
}

// seekOn lets a world go a part of the way to the moment that it seeks.
func (it *instance) seekOn() {
	begin := time.Now()
	for time.Since(begin) <= batchTime {
		if it.history.Found(it.seeking.to) { // or cannot go on
			it.seeking = nil
			it.run.followSeek(it)
			break
		}
		it.step()
		it.run.note(it)
	}
	it.remember(time.Since(begin))
}

// followSeek lets the others follow a world that has found the moment that it sought, if it leads.
func (r *Runner) followSeek(it *instance) {
	if it != r.instance {
		return
	}
	r.rearm()
	r.read = time.Time{}
	to := bridge.Moment{Step: controls.End.Step, Time: it.scene.World.Clock().Time - tolerance(it.scene.World)}
	for _, other := range r.others() {
		if _, err := other.goTo(to, false); err != nil {
			r.say(bridge.Refused, "history", "%v", err)
		}
	}
}

// step lets a world make one step of its track, which is kept and read where it is due, and reports whether it was
// never made before.
func (it *instance) step() (first bool) {
	it.history.Apply()
	before := it.scene.World.Clock() // an edit may have changed the time step
	if first = it.history.Step(); first {
		it.keepStep()
	}
	it.sample(before)
	it.sampleFollowed(before)
	return first
}

// seeker returns a world that seeks a moment, the one that leads before the others; nil if none does.
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

// onTheWay goes a part of the way to a moment that is sought, and reports whether one is.
func (r *Runner) onTheWay() bool {
	it := r.seeker()
	if it == nil {
		return false
	}
	begun := it.seeking.begun
	it.seekOn()
	if r.seeker() == nil || time.Since(begun) > seekQuietly {
		r.publishIfDue()
	}
	return true
}

// finishSeek goes all of the way to the moment that is sought, for what is to happen there.
func (r *Runner) finishSeek() {
	for it := r.seeker(); it != nil; it = r.seeker() {
		it.seekOn()
	}
}

// remember takes a key frame if one is due, after steps that took some time.
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

// chooseTrack goes to the same time on another track.
func (r *Runner) chooseTrack(id int) {
	r.keepHash()
	if err := r.history.Choose(id); err != nil {
		r.refuse("history", err)
		return
	}
	r.seek(bridge.Moment{Step: controls.End.Step, Time: r.moment().Time}, true)
	r.keepNow(func(*runfile.Writer) {}) // that it is the present one
}

// dropTrack forgets a track.
func (r *Runner) dropTrack(id int) {
	r.refuse("history", r.history.Drop(id))
	r.keeping.file = nil // the next step begins it without the track
}
