package ui

import (
	"strings"
	"testing"
)

// The button of the export panel starts and ends, at once and for good; each export gets
// a folder of its own.
func TestExportToggles(t *testing.T) {
	e := newEngine(64)
	m := newTestModelOf(e)
	m.recorder.names.dir = t.TempDir()
	seen := map[string]bool{}
	for range 3 {
		m.toggleExport()
		folder := m.exporting()
		if seen[folder] || !strings.HasPrefix(folder, m.recorder.names.dir) {
			t.Errorf("folder %q", folder)
		}
		seen[folder] = true
		m.out.flush()
		e.step(1)
		e.publish()
		m.poll()
		if m.snap.Exporting != folder || m.exporting() != folder {
			t.Errorf("shown %q, running %q, want %q", m.exporting(), m.snap.Exporting, folder)
		}
		m.toggleExport()
		if got := m.exporting(); got != "" {
			t.Errorf("stopped, but %q is shown", got)
		}
		m.out.flush()
		e.step(1)
		e.publish()
		m.poll()
		if m.exporting() != "" {
			t.Errorf("%q is shown again", m.exporting())
		}
	}
}
