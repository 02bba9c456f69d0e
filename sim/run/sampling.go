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
	if t.Kind != bridge.ThingBody || !r.remembers() {
		return
	}
	if had := r.history.Followed(bridge.OfBody); had.Columns == nil || had.Body != t.Body {
		r.history.Follow(bridge.OfBody, bridge.Followed{Body: t.Body, Columns: inspect.BodyColumns()})
		r.takeFirst(bridge.OfBody)
	}
}

// setPlane makes a plane the one that charts show, in the twin too.
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
	follow := func() {
		r.history.Follow(bridge.OfPlane, f)
		r.takeFirst(bridge.OfPlane)
	}
	follow()
	if r.twin != nil {
		r.onTwin(follow)
	}
}

// sampleFollowed reads what is followed, as sample reads the world.
func (r *Runner) sampleFollowed(before contact.Clock) {
	r.follow()
	w := r.scene.World
	now := w.Clock()
	for of := range bridge.NumSeries {
		s := r.history.FollowedSeries(of)
		if s.Columns == nil || series.Past(now.Time, now.Dt, s.Every) == series.Past(before.Time, before.Dt, s.Every) ||
			w.Log().Fault() != "" {
			continue
		}
		r.takeFollowed(of)
	}
}

// takeFirst adds what is followed from now on, if the track begins here.
func (r *Runner) takeFirst(of bridge.SeriesOf) {
	if t, _ := r.history.Now(); t.Begin.Step == r.moment().Step {
		r.takeFollowed(of)
	}
}

// takeFollowed adds what is followed as it is now, if it is there.
func (r *Runner) takeFollowed(of bridge.SeriesOf) {
	if m, there := r.followedNow(of); there {
		r.history.SampledFollowed(of, m)
	}
}

// followedNow reads what is followed as it is now; ok is false if nothing is, or it is not there.
func (r *Runner) followedNow(of bridge.SeriesOf) (s bridge.Sample, ok bool) {
	f := r.history.Followed(of)
	if f.Columns == nil {
		return s, false
	}
	w := r.scene.World
	if of == bridge.OfPlane {
		reader := series.Reader{Planes: []bridge.Plane{f.Plane}}
		return reader.ReadPlanes(w), true
	}
	m := inspect.Moment{Site: w.Inspect(), Clock: w.Clock(), Energy: w.Energy}
	return m.ReadBody(f.Body)
}

// fillFollowed fills in what is read of what is followed now.
func (r *Runner) fillFollowed(s *bridge.Snapshot) {
	r.follow()
	for of := range bridge.NumSeries {
		s.Followed[of], _ = r.followedNow(of)
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
	for of := range bridge.NumSeries {
		r.takeFollowed(of)
	}
	r.seeking.step, r.seeking.time, r.paused = until.Step, end.Time, present
}
