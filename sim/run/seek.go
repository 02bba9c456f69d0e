package run

import (
	"math"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/history"
	"example.org/tumble/sim/runfile"
)

// seeking is the way to a moment of the history that was asked for.
type seeking struct {
	step  int64   // reached after so many steps,
	time  float64 // or at such a time [s]
	from  bridge.Moment
	begun time.Time
}

// A way that takes longer than seekQuietly shows how far it has come, such that the picture never stands still for
// half a second.
const seekQuietly = 200 * time.Millisecond

// end stands for the last moment of a track.
var end = bridge.Moment{Step: math.MaxInt64, Time: math.Inf(1)}

// moment returns where the world is.
func (r *Runner) moment() bridge.Moment {
	return bridge.Moment{Step: r.scene.World.Clock().Step, Time: r.scene.World.Clock().Time}
}

// begin makes the present world the first moment of a track of its own, or the end of the run that the scene comes
// with. What a scene's own watcher does to it is no part of a state, so that of a scene with one only edits are kept.
func (r *Runner) begin(past *runfile.File) {
	r.seeking, r.keeping.file, r.keeping.failed = nil, nil, false
	columns, every := r.columns()
	if past != nil && r.remembers() {
		r.history = history.Resume(r.history.Budget(), past.Tracks, past.On().ID)
		r.history.Chart(columns, every)
	} else {
		at, state := runfile.Hash{Moment: r.moment()}, []byte(nil)
		if r.remembers() {
			state = r.scene.World.Checkpoint()
			at.Hash = r.scene.World.Hash()
		}
		r.history.Chart(columns, every)
		r.history.Begin(at, state)
		for of := range bridge.NumSeries {
			r.takeFollowed(of)
		}
		r.keepHash()
		r.history.Sampled(r.reader.Read(r.scene.World))
	}
	r.keepOn()
}

// remembers reports whether the present scene has a history.
func (r *Runner) remembers() bool { return r.scene.Watch == nil }

// seek shows the first moment that has so many steps or such a time, or the last one of the track. With
// jump the world is not on the track now.
func (r *Runner) seek(to bridge.Moment, jump bool) {
	r.paused, r.waiting, r.hold, r.ends.held = true, false, "", false
	if !r.remembers() {
		r.say(bridge.Refused, "history", "a script looks at each step of this scene: it has no history to go back in")
		return
	}
	if !jump {
		r.keepHash()
	}
	state, moved, err := r.history.Return(to, jump)
	var w *sim.World
	if err == nil && moved {
		w, err = r.restore(state)
	}
	if err != nil {
		r.say(bridge.Refused, "history", "%v", err)
		return
	}
	if moved {
		r.guard(r.scene.World.Close)
		r.scene.World = w
		r.meter = meter{}
		r.inspecting.forget()
	}
	until := r.history.Until()
	r.seeking = &seeking{min(to.Step, until.Step), min(to.Time, until.Time), r.moment(), time.Now()}
	r.endRecording() // its frames follow each other
	r.stopExport()
}

// seekOn goes a part of the way to the moment that is sought.
func (r *Runner) seekOn() {
	begin, s := time.Now(), r.seeking
	for {
		if m := r.moment(); m.Step >= s.step || m.Time >= s.time || r.scene.World.Log().Fault() != "" {
			if m.Step >= r.history.Until().Step {
				r.replay() // the end is as the person left it
			}
			r.seeking = nil
			r.rearm()
			r.read = time.Time{}
			r.seekTwin()
			break
		}
		r.replay()
		before := r.scene.World.Clock()
		r.scene.World.Step()
		r.history.Reached(r.moment())
		r.sample(before)
		r.sampleFollowed(before)
		r.note()
		if time.Since(begin) > batchTime {
			break
		}
	}
	r.remember(time.Since(begin))
}

// onTheWay goes a part of the way to a moment that is sought, by the twin after the world that leads, and reports
// whether one is.
func (r *Runner) onTheWay() bool {
	s := r.seeking
	switch {
	case s != nil:
		r.seekOn()
	case r.twin != nil && r.twin.seeking != nil:
		s = r.twin.seeking
		r.onTwin(r.seekOn)
	default:
		return false
	}
	if r.arrived() || time.Since(s.begun) > seekQuietly {
		r.publishIfDue()
	}
	return true
}

// arrived reports whether no moment is sought.
func (r *Runner) arrived() bool { return r.seeking == nil && (r.twin == nil || r.twin.seeking == nil) }

// arrive goes all of the way to the moment that is sought, for what is to happen there.
func (r *Runner) arrive() {
	for !r.arrived() {
		if r.seeking != nil {
			r.seekOn()
		} else {
			r.onTwin(r.seekOn)
		}
	}
}

// replay gives the world the commands of its track that it had here.
func (r *Runner) replay() {
	for c, due := r.history.Pending(); due; c, due = r.history.Pending() {
		r.scene.World.Apply(c)
		r.history.Applied()
	}
}

// remember takes a key frame if one is due, after steps that took some time.
func (r *Runner) remember(took time.Duration) {
	if !r.remembers() {
		return
	}
	r.history.Worked(took.Seconds())
	if r.history.Due() && r.scene.World.Log().Fault() == "" {
		begin := time.Now()
		state := r.scene.World.Checkpoint()
		r.history.Keep(r.scene.World.Hash(), state, time.Since(begin).Seconds())
	}
	r.keepFrame()
}

// chooseTrack goes to the same time on another track.
func (r *Runner) chooseTrack(id int) {
	r.keepHash()
	if err := r.history.Choose(id); err != nil {
		r.refuse("history", err)
		return
	}
	r.seek(bridge.Moment{Step: end.Step, Time: r.moment().Time}, true)
	r.keepNow(func(*runfile.Writer) {}) // that it is the present one
}

// dropTrack forgets a track.
func (r *Runner) dropTrack(id int) {
	r.refuse("history", r.history.Drop(id))
	r.keeping.file = nil // the next step begins it without the track
}
