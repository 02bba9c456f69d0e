package run

import (
	"context"
	"time"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/inspect"
)

// Limits of the time between two snapshots, and between two readings. In between it is such
// that each take a fiftieth of the time: large scenes are shown less often.
const (
	publishEvery  = time.Second / 60
	publishSeldom = time.Second / 10
	readEvery     = time.Second / 5
	readSeldom    = time.Second
	showShare     = 50
)

// publishing is how the snapshots of a run come about.
type publishing struct {
	seq       uint64 // counts snapshots
	published time.Time
	filling   time.Duration // what a snapshot takes
	readings  bridge.Readings
	now       bridge.Sample // as of readings
	read      time.Time
	reading   time.Duration // what readings take
	meter     meter
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
		r.answer(s)
		r.fillTwin(s)
		r.fillForecast(s)
		whole = true
	})
	if !whole {
		now := w.Clock()
		*s = bridge.Snapshot{Step: now.Step, Time: now.Time, Seed: w.Seed(), Fault: w.Log().Fault(), Wanted: r.wanted}
	}
	r.seq++
	s.Seq, s.Revision, s.Applied = r.seq, r.revision, r.applied
	s.Scene, s.Title, s.End = r.scene.Name, r.scene.Title, r.scene.End
	s.Origin = r.origin
	s.View, s.Paused, s.Exporting = r.scene.View, r.paused, r.exporting.folder()
	s.Wishes, s.Asking = r.wishes(), r.asking
	s.Hold = r.hold
	r.breakpoints.fill(s)
	s.Recording = r.recording != nil && w.Log().Fault() == ""
	s.Params.Speed = r.speed
	r.history.Fill(&s.Timeline)
	s.Timeline.Seeking, s.Timeline.Ended = !r.arrived(), r.ends.held
	s.Timeline.Slow = r.ends.slow
	s.Timeline.Loop = [2]float64{r.ends.loop.Begin, r.ends.loop.End}
	if r.seeking != nil {
		s.Timeline.Target, s.Timeline.From = bridge.Moment{Step: r.seeking.step, Time: r.seeking.time}, r.seeking.from
	}
	s.Share()
}

// readWorld adds what the world is asked for less often.
func (r *Runner) readWorld(s *bridge.Snapshot) {
	w := r.scene.World
	if now := time.Now(); r.idle() || now.Sub(r.read) >= min(max(showShare*r.reading, readEvery), readSeldom) {
		m := inspect.Moment{Site: w.Inspect()}
		r.readings, r.read = bridge.Readings{Step: w.Clock().Step, Time: w.Clock().Time, Hash: w.Hash(),
			Energy: w.Energy(), Contacts: s.Stats.Contacts, Bodies: s.Stats.Bodies,
			Deepest: m.Deepest(), Critical: m.Critical()}, now
		r.now = r.sampled()
		r.reading = time.Since(now)
	}
	s.Readings, s.Sample = r.readings, r.now
	r.meter.read(w, r.revision)
	s.Stats.StepsPerSecond, s.Stats.RealTimeFactor, s.Stats.Stages = r.meter.rate, r.meter.factor, r.meter.stages
	if r.idle() {
		s.Stats.StepsPerSecond, s.Stats.RealTimeFactor = 0, 0
	}
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
		now := r.scene.World.Clock().Time
		r.recording.delivered(r.ends.slowed(now, r.recording.speed))
		r.history.Filmed(bridge.Film{Begin: r.recording.first, End: now})
		// Never blocks: there are as many places as buffers.
		r.feed.Frames <- s
		r.publishIfDue()
	}
	return true
}
