package run

import (
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/contact"
	"example.org/tumble/sim/inspect"
	"example.org/tumble/sim/runfile"
	"example.org/tumble/sim/series"
)

// columns returns what charts show of the present world, and how often it is read [s].
func (r *Runner) columns() ([]bridge.Column, float64) {
	w := r.scene.World
	return r.reader.Columns(w), series.Every(r.scene.End, w.Clock().Dt)
}

// sample reads the world after a step that began at some time, if charts are to have it and do not: whatever way leads
// to a moment, they have the same numbers of it.
func (r *Runner) sample(before contact.Clock) {
	w, s := r.scene.World, r.history.Series()
	now := w.Clock()
	if series.Past(now.Time, now.Dt, s.Every) == series.Past(before.Time, before.Dt, s.Every) || w.Log().Fault() != "" {
		return
	}
	i, found := s.At(now.Step)
	if found {
		return
	}
	m, last := r.sampled(), i == len(s.Samples)
	if r.history.Sampled(m); last {
		r.keepNow(func(file *runfile.Writer) { file.Sample(s, &m) })
	}
}

// sampled reads the world as it is now.
func (r *Runner) sampled() bridge.Sample {
	m := r.reader.Read(r.scene.World)
	m.Stages = r.meter.stages
	return m
}

// follow makes the body that is selected the one that charts show; one that was selected before stays while there is no
// other.
func (r *Runner) follow() {
	t := r.inspecting.thing
	if now, ok := r.history.Followed(); t.Kind == bridge.ThingBody && r.remembers() && !(ok && now == t.Body) {
		r.history.Follow(t.Body, inspect.BodyColumns())
	}
}

// sampleBody reads the body that is followed, as sample reads the world.
func (r *Runner) sampleBody(before contact.Clock) {
	r.follow()
	number, ok := r.history.Followed()
	w := r.scene.World
	now, s := w.Clock(), r.history.FollowedSeries()
	if !ok || series.Past(now.Time, now.Dt, s.Every) == series.Past(before.Time, before.Dt, s.Every) ||
		w.Log().Fault() != "" {
		return
	}
	if m, there := r.bodyNow(number); there {
		r.history.SampledBody(m)
	}
}

// bodyNow reads a body as it is now.
func (r *Runner) bodyNow(number int64) (bridge.Sample, bool) {
	w := r.scene.World
	m := inspect.Moment{Site: w.Inspect(), Clock: w.Clock(), Energy: w.Energy}
	return m.ReadBody(number)
}

// tellBody fills in what is read of the body that is followed now.
func (r *Runner) tellBody(s *bridge.Snapshot) {
	s.Followed = bridge.Sample{}
	r.follow()
	if number, ok := r.history.Followed(); ok {
		s.Followed, _ = r.bodyNow(number)
	}
}

// readPast goes the way from the beginning of the track to where the world is once more.
func (r *Runner) readPast() {
	r.arrive()
	until, present := r.moment(), r.paused
	t, _ := r.history.Now()
	if !r.remembers() || t.Begin.Step >= until.Step {
		return
	}
	r.follow()
	r.seek(bridge.Moment{Step: t.Begin.Step, Time: end.Time}, false)
	if r.seeking == nil || r.moment().Step != t.Begin.Step {
		return // it said why
	}
	if number, ok := r.history.Followed(); ok {
		if m, there := r.bodyNow(number); there {
			r.history.SampledBody(m)
		}
	}
	r.seeking.step, r.seeking.time, r.paused = until.Step, end.Time, present
}
