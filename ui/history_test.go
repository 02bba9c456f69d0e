package ui

import (
	"reflect"
	"slices"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/bridge"
)

// Charts show each track as a straight run of it would have, whatever order its moments came in: none twice, the
// extremes of all, a bounded number of samples. A branch begins with what its parent has before it.
func TestHistoryFollowsTheTracks(t *testing.T) {
	var h, straight history
	s := &bridge.Snapshot{}
	s.Readings.Hash = 1
	tracks := func(list ...bridge.Track) { s.Timeline.Tracks = list }
	note := func(h *history, track int, time float64, contacts int) {
		s.Readings.Time, s.Readings.Step, s.Timeline.Present = time, int64(time), track
		s.Readings.Contacts = contacts
		h.note(s)
	}
	whole := bridge.Track{ID: 3, Parent: -1}
	tracks(whole)
	const n = 5*mostSamples + 1
	spike := func(i int) int {
		if i == 3333 {
			return 1e6
		}
		return i
	}
	for i := range n {
		note(&h, 3, float64(i), spike(i))
		note(&straight, 3, float64(i), spike(i))
	}
	for _, i := range []int{700, 3333, 12, 9000, 0, n - 1} {
		note(&h, 3, float64(i), spike(i))
	}
	if !reflect.DeepEqual(h.courses, straight.courses) {
		t.Error("a run with jumps has other charts than a straight one")
	}
	c := h.find(3)
	if got := len(c.samples); got > mostSamples || got < mostSamples/2 {
		t.Errorf("%d samples are kept", got)
	}
	if _, high := charts[1].extent(h.courses); high != 1e6 {
		t.Errorf("the highest value of a long run is %g", high)
	}
	before := slices.Clone(c.samples)
	tracks(whole, bridge.Track{ID: 4, Parent: 3, From: bridge.Moment{Time: 5000}})
	note(&h, 4, 5000, 7)
	note(&h, 4, 6000, 8)
	branch := h.find(4)
	last := branch.samples[len(branch.samples)-1]
	if branch.samples[0].time != 0 || last.time != 6000 || last.value[readContacts] != 8 {
		t.Errorf("the branch goes from %g to %+v", branch.samples[0].time, last)
	}
	if got := branch.at(1000.5).value[readContacts]; got > 1000 || got < 980 {
		t.Errorf("at 1000.5 there were %g contacts", got)
	}
	if !slices.Equal(before, h.find(3).samples) {
		t.Error("the branch has changed the old future")
	}
	tracks(s.Timeline.Tracks[1])
	note(&h, 4, 6000, 8)
	if h.find(3) != nil {
		t.Error("a dropped track is still there")
	}
}

// The inspector opens for a selection and goes with it, but not if a person opened it; one that was closed stays
// closed for what it was closed on.
func TestInspectorFollowsTheSelection(t *testing.T) {
	m := newTestModel()
	a, b := bridge.Thing{Kind: bridge.ThingBody, Body: 1}, bridge.Thing{Kind: bridge.ThingBody, Body: 2}
	pick := func(things ...bridge.Thing) bool {
		m.view.Selected = nil
		if len(things) > 0 {
			m.view.Selected = view.NewThings(things...)
		}
		m.tick(m.now)
		m.tick(m.now)
		return m.shell.Inspector
	}
	if pick() || !pick(a) || pick() {
		t.Error("it does not follow the selection")
	}
	pick(a)
	m.do(actInspector)
	m.tick(m.now)
	if m.shell.Inspector {
		t.Error("it cannot be closed")
	}
	if !pick(b) {
		t.Error("it stays closed for another thing")
	}
	pick()
	m.do(actInspector)
	if !pick() || !pick(a) || !pick() {
		t.Error("it goes though a person opened it")
	}
}
