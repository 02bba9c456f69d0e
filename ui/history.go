package ui

import (
	"slices"
	"sort"

	"example.org/tumble/sim/bridge"
)

// history holds what charts show of the run so far, in the order of simulated time.
type history struct {
	samples []sample
	spacing float64 // least time between two samples [s]; it grows with the run
	step    int64   // of the readings that were noted last
}

// sample is what was read at one moment.
type sample struct {
	time                           float64 // simulated [s]
	kinetic, elastic, dissipated   float64 // [J]
	contacts, bodies, closureError float64 // the last in [J]
}

// mostSamples is how many samples are kept: more than a chart has pixels. Of a longer run each second one goes.
const mostSamples = 2000

// note takes a sample when there are new readings. A run that has gone back forgets what lay ahead.
func (h *history) note(s *bridge.Snapshot) {
	if n := len(h.samples); n > 0 && s.Time < h.samples[n-1].time {
		h.samples = h.samples[:sort.Search(n, func(i int) bool { return h.samples[i].time > s.Time })]
		h.step = -1
	}
	if s.Readings.Step == h.step || s.Readings.Hash == 0 {
		return
	}
	if n := len(h.samples); n > 0 && s.Time-h.samples[n-1].time < h.spacing {
		return
	}
	h.step = s.Readings.Step
	e := &s.Readings.Energy
	h.samples = append(h.samples, sample{s.Time, e.Kinetic, e.Elastic, e.Dissipated, float64(s.Stats.Contacts),
		float64(s.Stats.Bodies), e.ClosureError})
	if len(h.samples) > mostSamples {
		i := 0
		h.samples = slices.DeleteFunc(h.samples, func(sample) bool { i++; return i%2 == 0 })
		h.spacing = (h.samples[len(h.samples)-1].time - h.samples[0].time) / mostSamples
	}
}

// at returns the last sample at or before a time; the first one before there is any.
func (h *history) at(time float64) sample {
	i := sort.Search(len(h.samples), func(i int) bool { return h.samples[i].time > time })
	return h.samples[max(i-1, 0)]
}
