package ui

import (
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
)

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
	m.do(keymap.Inspector)
	m.tick(m.now)
	if m.shell.Inspector {
		t.Error("it cannot be closed")
	}
	if !pick(b) {
		t.Error("it stays closed for another thing")
	}
	pick()
	m.do(keymap.Inspector)
	if !pick() || !pick(a) || !pick() {
		t.Error("it goes though a person opened it")
	}
}
