package ui

import (
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
)

// Numbers of the physics are tried while the run is paused, and only then; letting go makes the edit, Escape forgets
// it.
func TestWhatIf(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	last := func() bridge.Command { return m.out.waiting[len(m.out.waiting)-1] }
	if m.forecast.Begin() {
		t.Error("an edit is tried while the run goes on")
	}
	e.state.Paused = true
	e.publish()
	m.poll()
	if !m.forecast.Begin() || last() != (bridge.TryEdits{Span: 0.3}) || m.forecast.Begin() {
		t.Errorf("dragging a number sent %v", m.out.waiting)
	}
	m.forecast.Make()
	if last() != (bridge.MakeTried{}) || m.forecast.trying {
		t.Errorf("letting go sent %v", m.out.waiting)
	}
	m.forecast.Begin()
	m.do(keymap.Cancel)
	if last() != (bridge.DropTried{}) || m.forecast.trying {
		t.Errorf("Escape sent %v", m.out.waiting)
	}
	m.forecast.ahead = 0
	if m.forecast.Begin() {
		t.Error("an edit is tried though a person wants no forecast")
	}
	for key, want := range map[string]bool{"gravity.x": true, "damping": true, "materials.pill.tanPhi": true,
		"timeStep.safety": true, "view.opacity": false, "seed": false, "whatif": false} {
		if got := m.forecast.Tries(key); got != want {
			t.Errorf("%s is tried: %v", key, got)
		}
	}
}
