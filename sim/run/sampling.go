package run

import (
	"slices"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
	"example.org/tumble/sim/run/runfile"
)

// columns returns the columns of charts of the present world, and their interval [s].
func (it *instance) columns() ([]bridge.Column, float64) {
	w := it.scene.World
	return it.reader.Columns(w), series.Every(it.scene.End, w.Clock().Dt)
}

// sample samples the world after a step that began at a time, if a sample is due and missing. The samples
// of a moment are the same on whatever way the world gets there.
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

// sampled returns a sample of the present state.
func (it *instance) sampled() bridge.Sample {
	m := it.reader.Read(it.scene.World)
	m.Stages = it.run.meter.stages
	return m
}

// follow makes the selected body the one in the charts; without a selection, the body before stays.
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

// setPlane chooses the plane in the charts, in all worlds.
func (r *Runner) setPlane(c bridge.SetPlane) {
	var f bridge.Followed
	if !c.Off {
		reader := series.Reader{Planes: []bridge.Plane{c.Plane}}
		f = bridge.Followed{Plane: c.Plane, Columns: reader.SensorColumns()}
		if names := series.Across(r.scene.World, c.Plane); len(names) > 0 {
			f.Note = bridge.WhyAcross(names)
		}
	}
	switch err := c.Plane.Check(); {
	case err != nil:
		r.notify(bridge.Refused, "plane", "%v", err)
		return
	case !r.remembers():
		r.notify(bridge.Refused, "plane", "a script looks at each step of this scene: it has no history of a flow")
		return
	}
	for _, it := range r.worlds {
		it.history.Follow(bridge.OfPlane, f)
		it.sampleFirst(bridge.OfPlane)
	}
}

// setRegions chooses the regions that are measured, in all worlds.
func (r *Runner) setRegions(c bridge.SetRegions) {
	switch err := CheckRegions(c.Regions, r.scene.World); {
	case err != nil:
		r.notify(bridge.Refused, "regions", "%v", err)
		return
	case !r.remembers():
		r.notify(bridge.Refused, "regions", "a script looks at each step of this scene: it has no history of regions")
		return
	}
	for _, it := range r.worlds {
		it.scene.Regions = c.Regions
		it.scene.World.Build().SetRegions(c.Regions)
		it.followRegions()
		it.sampleFirst(bridge.OfRegions)
		it.inRegions, _ = it.followedNow(bridge.OfRegions)
	}
	r.breakpoints.check(&r.scene)
}

// followRegions makes the regions of the scene those of its history.
func (it *instance) followRegions() {
	var f bridge.Followed
	if had := it.history.Followed(bridge.OfRegions); slices.Equal(had.Regions, it.scene.Regions) {
		return
	}
	if len(it.scene.Regions) > 0 {
		reader := series.Reader{Regions: it.scene.Regions}
		f = bridge.Followed{Regions: it.scene.Regions, Columns: reader.SensorColumns()}
	}
	it.history.Follow(bridge.OfRegions, f)
}

// sampleFollowed samples followed things, like sample.
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

// sampleFirst adds a sample of a newly followed thing, if the track begins here.
func (it *instance) sampleFirst(of bridge.SeriesOf) {
	if t, _ := it.history.Now(); t.Begin.Step == it.moment().Step {
		it.sampleFollowedNow(of)
	}
}

// sampleFollowedNow adds a sample of a followed thing, if it exists.
func (it *instance) sampleFollowedNow(of bridge.SeriesOf) {
	if m, ok := it.followedNow(of); ok {
		it.history.SampledFollowed(of, m)
	}
}

// followedNow returns a sample of a followed thing; ok is false if there is none or it does not exist
// now.
func (it *instance) followedNow(of bridge.SeriesOf) (s bridge.Sample, ok bool) {
	f := it.history.Followed(of)
	if f.Columns == nil {
		return s, false
	}
	w := it.scene.World
	switch of {
	case bridge.OfPlane:
		reader := series.Reader{Planes: []bridge.Plane{f.Plane}}
		return reader.ReadSensors(w), true
	case bridge.OfRegions:
		reader := series.Reader{Regions: f.Regions}
		return reader.ReadSensors(w), true
	}
	m := inspect.Moment{Site: w.Inspect(), Clock: w.Clock(), Energy: w.Energy}
	return m.ReadBody(f.Body)
}

// fillFollowed adds the present samples of followed things to a snapshot.
func (it *instance) fillFollowed(s *bridge.Snapshot) {
	it.follow()
	for of := range bridge.OfRegions { // the last of them
		s.Followed[of], _ = it.followedNow(of)
	}
	s.Followed[bridge.OfRegions] = it.inRegions
	fillFrames(s, it.scene.World, it.scene.Regions)
}

// readPast repeats the steps from the beginning of the track to the present moment.
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
		return // goTo has reported the reason
	}
	for of := range bridge.NumSeries {
		r.sampleFollowedNow(of)
	}
	r.seeking.to, r.controls.Paused = bridge.Moment{Step: until.Step, Time: controls.End.Time}, present
}
