package run

import (
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/contact"
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
