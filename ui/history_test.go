package ui

import (
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/bridge"
)

// Charts show the whole run in the order of time with a bounded number of samples, and a run that has
// gone back has no future.
func TestHistoryFollowsTheRun(t *testing.T) {
	var h history
	s := &bridge.Snapshot{}
	s.Readings.Hash = 1
	note := func(time float64) {
		s.Time = time
		s.Readings.Step++
		s.Stats.Contacts = int(time)
		h.note(s)
	}
	for i := range 5 * mostSamples {
		note(float64(i))
	}
	check := func(last float64) {
		t.Helper()
		for i := range h.samples[1:] {
			if h.samples[i+1].time <= h.samples[i].time {
				t.Fatalf("sample %d is at %g, after %g", i+1, h.samples[i+1].time, h.samples[i].time)
			}
		}
		n := len(h.samples)
		if n > mostSamples || n < mostSamples/2 || h.samples[0].time != 0 || last-h.samples[n-1].time > 10 {
			t.Errorf("%d samples from %g to %g", n, h.samples[0].time, h.samples[n-1].time)
		}
	}
	check(5*mostSamples - 1)
	note(4 * mostSamples)
	if n := len(h.samples); h.samples[n-1].time != 4*mostSamples {
		t.Errorf("after going back the last sample is at %g", h.samples[n-1].time)
	}
	check(4 * mostSamples)
	if got := h.at(1000.5); got.contacts > 1000 || got.contacts < 990 {
		t.Errorf("at 1000.5 there were %g contacts", got.contacts)
	}
	if got := h.at(-1); got.time != 0 {
		t.Errorf("before the begin: %+v", got)
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
