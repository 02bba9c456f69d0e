package run

import (
	"context"
	"time"

	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/run/bridge"
)

// Limits of the time between two snapshots, and between two readings.
const (
	publishEvery  = time.Second / 60
	publishSeldom = time.Second / 15
	readEvery     = time.Second / 5
	readSeldom    = time.Second
)

// interval returns the time from the beginning of one snapshot to that of the next. Snapshots come every so often
// while they take at most a fiftieth of the time. In larger scenes they come less often, but not more seldom than
// given, until they take a tenth of the time: a run that nobody can see move is not watched.
func interval(takes, every, seldom time.Duration) time.Duration {
	return max(every, min(50*takes, max(seldom, 10*takes)))
}

// publishing is how the snapshots of a run come about.
type publishing struct {
	published time.Time
	filling   time.Duration // mean wall time of filling a snapshot
	readings  bridge.Readings
	now       bridge.Sample // as of the last readings
	read      time.Time
	reading   time.Duration // mean wall time of readings
	meter     meter

	// As of the last readings.
	collisions bridge.Collisions
	heaps      []bridge.HeapFit
}

func (r *Runner) publishIfDue() {
	if time.Since(r.published) >= interval(r.filling, publishEvery, publishSeldom) {
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
		r.filling += (took - r.filling) / 8 // a mean, because other programs delay single ones
	}
	r.feed.Publish(s)
}

// fill adds the values that only the runner knows to a snapshot. It must return also after a panic,
// because the buffer would be lost and the feed has few. After a panic the snapshot only says where the
// run stopped, and why.
func (r *Runner) fill(s *bridge.Snapshot) {
	w := r.scene.World
	for _, part := range []func(*bridge.Snapshot){r.fillWorld, r.fillRun} {
		if !r.guard(func() { part(s) }) {
			now := w.Clock()
			*s = bridge.Snapshot{Step: now.Step, Time: now.Time, Seed: w.Params().Seed, Fault: w.Log().Fault(),
				Wanted: r.controls.Wanted}
		}
	}
	r.controls.Fill(s)
	s.Scene, s.Title, s.End, s.Origin, s.View = r.scene.Name, r.scene.Title, r.scene.End, r.origin, r.scene.View
	s.StopWhen, s.Guide = r.scene.StopWhen, r.scene.Guide
	s.Hold, s.AwaitingConsent = r.hold, r.awaitingConsent
	s.Share()
}

// fillWorld adds values of the worlds.
func (r *Runner) fillWorld(s *bridge.Snapshot) {
	s.Wanted = r.controls.Wanted
	r.scene.World.Fill(s)
	r.readWorld(s)
	r.updateSlice(false)
	s.Slice = r.slicing.last
	r.answer(s)
	r.fillFollowed(s)
	r.fillComparison(s)
	r.fillForecast(s)
}

// fillRun adds values of the run.
func (r *Runner) fillRun(s *bridge.Snapshot) {
	s.Exporting, s.RequestedExports = r.exporting.folder(), r.requestedExports()
	r.breakpoints.fill(s)
	r.history.Fill(&s.Timeline)
	s.Timeline.Seeking = r.seeker() != nil
	s.Timeline.Slow = r.scene.Slow
	if r.seeking != nil {
		s.Timeline.Target, s.Timeline.From = r.seeking.to, r.seeking.from
	}
}

// readWorld adds values of the world that are read less often.
func (r *Runner) readWorld(s *bridge.Snapshot) {
	w := r.scene.World
	if now := time.Now(); r.idle() || now.Sub(r.read) >= interval(r.reading, readEvery, readSeldom) {
		m := inspect.Moment{Site: w.Inspect()}
		critical, by := m.Critical()
		r.readings, r.read = bridge.Readings{Step: w.Clock().Step, Time: w.Clock().Time, Hash: w.Hash(),
			Energy: w.Energy(), Contacts: s.Stats.Contacts, Bodies: s.Stats.Bodies,
			Deepest: m.Deepest(), Critical: critical, Limiting: by}, now
		r.now = r.sampled()
		r.inRegions, _ = r.followedNow(bridge.OfRegions)
		r.collisions = r.collided()
		r.heaps = heaps(r.controls.Wanted.Heaps, w, r.scene.Regions)
		r.reading = time.Since(now)
	}
	s.Readings, s.Sample, s.Collisions, s.Heaps = r.readings, r.now, r.collisions, r.heaps
	r.meter.read(w, r.controls.Revision)
	s.Stats.StepsPerSecond, s.Stats.RealTimeFactor, s.Stats.Stages = r.meter.rate, r.meter.factor, r.meter.stages
	if r.idle() {
		s.Stats.StepsPerSecond, s.Stats.RealTimeFactor = 0, 0
	}
}

// deliverFrame hands over one frame of a recording, and handles commands while it waits.
func (r *Runner) deliverFrame(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case c, ok := <-r.commands:
		return r.handle(c, ok)
	case v := <-r.calls:
		r.receive(v)
	case s := <-r.feed.Spare():
		r.guard(func() { r.updateSlice(true) })
		if r.controls.Wanted.Regions {
			r.read = time.Time{}
		}
		r.fill(s)
		// This never blocks, because the channel has room for all buffers. It comes first, so that no
		// panic loses the buffer.
		r.feed.Frames <- s
		now := r.scene.World.Clock().Time
		r.controls.Recording.Delivered(now)
		r.history.Filmed(bridge.Film{Begin: r.controls.Recording.First, End: now})
		r.publishIfDue()
	}
	return true
}
