package ui

import (
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
)

// Finding asks snapshots for what the expression needs, finds bodies by number and by what they do, hidden ones
// too, and selects and frames them with Enter; what cannot be read says where.
func TestFind(t *testing.T) {
	m := newTestModel()
	s := m.snap
	s.Bodies = []bridge.Body{{Number: 5, Velocity: [3]float32{0, 0, -2}}, {Number: 17},
		{Number: 18, Velocity: [3]float32{3}}}
	s.Capsules = []bridge.Capsule{{Body: 0, Radius: 0.1}, {Body: 1, Radius: 0.2}, {Body: 2, Radius: 0.1}}
	m.groups.hide(bridge.Thing{Kind: bridge.ThingBody, Body: 17})
	m.do(keymap.Find)
	look := func(text string) int {
		m.search.text = text
		m.search.findBodies()
		return len(m.search.found)
	}
	if n := look("v > 1"); n != 2 || m.search.why != "" || m.view.Selected.Len() != 0 {
		t.Errorf("v > 1: %d, %q", n, m.search.why)
	}
	if n := look("v >"); n != 0 || m.search.why == "" {
		t.Errorf("v >: %d found, %q", n, m.search.why)
	}
	m.search.frames = true
	if n := look("17"); n != 1 || !m.view.Selected.HasBody(17) || m.view.Hidden.HasBody(17) || !m.camera.flight.flying {
		t.Errorf("17: %d found, selected %v, hidden %v", n, m.view.Selected.List(), m.view.Hidden.List())
	}
	if n := look("radius > 0.15 || contacts > 0"); n != 0 {
		t.Error("a snapshot without contacts was searched for them")
	}
	var w bridge.Wanted
	if m.search.wants(&w); !w.Contacts || w.Details {
		t.Errorf("wanted %+v", w)
	}
	s.Wanted.Contacts, s.Contacts = true, []bridge.Contact{{A: 0, B: 2}}
	s.Seq++
	if m.search.findBodies(); len(m.search.found) != 3 {
		t.Errorf("%d found with contacts, want 3", len(m.search.found))
	}
	m.do(keymap.Cancel)
	if m.search.open {
		t.Error("Esc leaves the search open")
	}
}
