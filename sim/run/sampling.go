package run

import (
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
	"example.org/tumble/sim/run/runfile"
)

// columns returns what charts show of the present world, and how often it is read [s].
func (it *instance) columns() ([]bridge.Column, float64) {
	w := it.scene.World
	return it.reader.Columns(w), series.Every(it.scene.End, w.Clock().Dt)
}

// sample reads the world after a step that began at some time, if charts are to have it and do not: whatever way leads
// to a moment, they have the same numbers of it.
func (it *instance) sample(before contact.Clock) {
	w, s := it.scene.World, it.history.Series()
	now := w.Clock()
	if series.Past(now.Time, now.Dt, s.Every) == series.Past(before.Time, before.Dt, s.Every) || w.Log().Fault() != "" {
		return
	}
	i, found := s.At(now.Step)
	if found {
		return
	}
	m, last := it.sampled(), i == len(s.Samples)
	if it.history.Sampled(m); last {
		it.keepNow(func(file *runfile.Writer) { file.Sample(s, &m) })
	}
}

// sampled reads the world as it is now.
func (it *instance) sampled() bridge.Sample {
	m := it.reader.Read(it.scene.World)
	m.Stages = it.run.meter.stages
	return m
}

// follow makes the body that is selected the one that charts show; one that was selected before stays while there is no
// other.
func (it *instance) follow() {
	t := it.run.inspecting.thing
	if t.Kind != bridge.ThingBody || !it.remembers() {
		return
	}
	if had := it.history.Followed(bridge.OfBody); had.Columns == nil || had.Body != t.Body {
		it.history.Follow(bridge.OfBody, bridge.Followed{Body: t.Body, Columns: inspect.BodyColumns()})
		it.sampleFirst(bridge.OfBody)
	}
}

// setPlane makes a plane the one that charts show, in all worlds.
func (r *Runner) setPlane(c bridge.SetPlane) {
	var f bridge.Followed
	if !c.Off {
		reader := series.Reader{Planes: []bridge.Plane{c.Plane}}
		f = bridge.Followed{Plane: c.Plane, Columns: reader.PlaneColumns()}
		if names := series.Across(r.scene.World, c.Plane); len(names) > 0 {
			f.Note = bridge.WhyAcross(names)
		}
	}
	switch err := c.Plane.Check(); {
	case err != nil:
		r.say(bridge.Refused, "plane", "%v", err)
		return
	case !r.remembers():
		r.say(bridge.Refused, "plane", "a script looks at each step of this scene: it has no history of a flow")
		return
	}
	for _, it := range r.worlds {
		it.history.Follow(bridge.OfPlane, f)
		it.sampleFirst(bridge.OfPlane)
	}
}

// sampleFollowed reads what is followed, as sample reads the world.
func (it *instance) sampleFollowed(before contact.Clock) {
	it.follow()
	w := it.scene.World
	now := w.Clock()
	for of := range bridge.NumSeries {
		s := it.history.FollowedSeries(of)
		if s.Columns == nil || series.Past(now.Time, now.Dt, s.Every) == series.Past(before.Time, before.Dt, s.Every) ||
			w.Log().Fault() != "" {
			continue
		}
		it.sampleFollowedNow(of)
	}
}

// sampleFirst adds what is followed from now on, if the track begins here.
func (it *instance) sampleFirst(of bridge.SeriesOf) {
	if t, _ := it.history.Now(); t.Begin.Step == it.moment().Step {
		it.sampleFollowedNow(of)
	}
}

// sampleFollowedNow adds what is followed as it is now, if it is there.
func (it *instance) sampleFollowedNow(of bridge.SeriesOf) {
	if m, there := it.followedNow(of); there {
		it.history.SampledFollowed(of, m)
	}
}

// followedNow reads what is followed as it is now; ok is false if nothing is, or it is not there.
func (it *instance) followedNow(of bridge.SeriesOf) (s bridge.Sample, ok bool) {
	f := it.history.Followed(of)
	if f.Columns == nil {
		return s, false
	}
	w := it.scene.World
	if of == bridge.OfPlane {
		reader := series.Reader{Planes: []bridge.Plane{f.Plane}}
		return reader.ReadPlanes(w), true
	}
	m := inspect.Moment{Site: w.Inspect(), Clock: w.Clock(), Energy: w.Energy}
	return m.ReadBody(f.Body)
}

// fillFollowed fills in what is read of what is followed now.
func (it *instance) fillFollowed(s *bridge.Snapshot) {
	it.follow()
	for of := range bridge.NumSeries {
		s.Followed[of], _ = it.followedNow(of)
	}
}

// readPast goes the way from the beginning of the track to where the world is once more.
func (r *Runner) readPast() {
	r.finishSeek()
	until, present := r.moment(), r.controls.Paused
	t, _ := r.history.Now()
	if !r.remembers() || t.Begin.Step >= until.Step {
		return
	}
	r.follow()
	r.seek(bridge.Moment{Step: t.Begin.Step, Time: controls.End.Time}, false)
	if r.seeking == nil || r.moment().Step != t.Begin.Step {
		return // it said why
	}
	for of := range bridge.NumSeries {
		r.sampleFollowedNow(of)
	}
	r.seeking.to, r.controls.Paused = bridge.Moment{Step: until.Step, Time: controls.End.Time}, present
}
