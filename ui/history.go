package ui

import (
	"math"
	"slices"
	"sort"

	"example.org/tumble/sim/bridge"
)

// history holds what charts show of the run: for each of its tracks one course, in the order of their numbers.
type history struct {
	courses []course
	now     sample // of the newest readings
	step    int64  // of those
	known   bool   // there were readings
}

// course is what was read along one track, in the order of simulated time, with what its parent has before it.
type course struct {
	track   int
	samples []sample
	spacing float64 // least time between two samples [s]; it grows with the run
}

// reading names one number of a sample.
type reading int

const (
	readKinetic    reading = iota // [J]
	readElastic                   // [J]
	readDissipated                // [J]
	readClosure                   // how much energy the ledger does not explain, without sign [J]
	readContacts
	readBodies
	readings
)

// sample is what was read at one moment, and how far the numbers went from there to the next sample.
type sample struct {
	time             float64 // simulated [s]
	value, low, high [readings]float64
}

// mostSamples is how many samples of a track are kept: more than a chart has pixels. Of a longer one each two
// become one, which keeps the extremes of both.
const mostSamples = 2000

// note takes a sample when there are new readings, as of their own moment. What was read of any track stays, however
// the run is moved along its line: the bits of a moment are always the same.
func (h *history) note(s *bridge.Snapshot) {
	h.follow(&s.Timeline)
	r := &s.Readings
	if r.Hash == 0 || h.known && r.Step == h.step {
		return
	}
	h.step = r.Step
	e := &r.Energy
	h.now = sample{time: r.Time, value: [readings]float64{e.Kinetic, e.Elastic, e.Dissipated,
		math.Abs(e.ClosureError), float64(r.Contacts), float64(r.Bodies)}}
	h.now.low, h.now.high, h.known = h.now.value, h.now.value, true
	c := h.course(s.Timeline.Present)
	if len(s.Timeline.Tracks) == 0 { // nothing says that what lay ahead will come again
		c.samples = c.samples[:c.after(r.Time)]
	}
	c.note(h.now)
}

// follow begins a course for each new track, with what its parent has up to where it leaves it, and drops those of
// tracks that are no more.
func (h *history) follow(t *bridge.Timeline) {
	if len(t.Tracks) == 0 {
		return
	}
	has := func(id int) bool {
		return slices.ContainsFunc(t.Tracks, func(t bridge.Track) bool { return t.ID == id })
	}
	for i := range t.Tracks {
		track := &t.Tracks[i]
		if h.find(track.ID) != nil {
			continue
		}
		c := h.course(track.ID)
		if parent := h.find(track.Parent); parent != nil {
			c.samples = slices.Clone(parent.samples[:parent.after(track.From.Time)])
			c.spacing = parent.spacing
		}
	}
	h.courses = slices.DeleteFunc(h.courses, func(c course) bool { return !has(c.track) })
}

// find returns the course of a track, nil if nothing was read of it.
func (h *history) find(track int) *course {
	i := slices.IndexFunc(h.courses, func(c course) bool { return c.track == track })
	if i < 0 {
		return nil
	}
	return &h.courses[i]
}

// course returns the course of a track, which it begins if there is none.
func (h *history) course(track int) *course {
	if c := h.find(track); c != nil {
		return c
	}
	i := sort.Search(len(h.courses), func(i int) bool { return h.courses[i].track > track })
	h.courses = slices.Insert(h.courses, i, course{track: track})
	return &h.courses[i]
}

// note puts a sample in its place, or makes the one before it wider if that is near.
func (c *course) note(s sample) {
	i := c.after(s.time)
	if i > 0 && (s.time == c.samples[i-1].time || s.time-c.samples[i-1].time < c.spacing) {
		c.samples[i-1].widen(&s)
		return
	}
	c.samples = slices.Insert(c.samples, i, s)
	if len(c.samples) > mostSamples {
		n := 0
		for i := 0; i < len(c.samples); i += 2 {
			c.samples[n] = c.samples[i]
			if i+1 < len(c.samples) {
				c.samples[n].widen(&c.samples[i+1])
			}
			n++
		}
		c.samples = c.samples[:n]
		c.spacing = 2 * (c.samples[n-1].time - c.samples[0].time) / mostSamples
	}
}

// widen takes in the extremes of another sample.
func (s *sample) widen(by *sample) {
	for i := range s.value {
		s.low[i], s.high[i] = min(s.low[i], by.low[i]), max(s.high[i], by.high[i])
	}
}

// after returns the index of the first sample after a time.
func (c *course) after(time float64) int {
	return sort.Search(len(c.samples), func(i int) bool { return c.samples[i].time > time })
}

// at returns the last sample at or before a time; the first one before there is any.
func (c *course) at(time float64) *sample { return &c.samples[max(c.after(time)-1, 0)] }
