package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
)

// The button of the export panel starts and ends, at once and for good; each export gets
// a folder of its own.
func TestExportToggles(t *testing.T) {
	e := newEngine(64)
	m := newTestModelOf(e)
	m.names.dir = t.TempDir()
	seen := map[string]bool{}
	for i := range 3 {
		m.export.exportChoices.as[0] = i % 2
		m.export.toggleExport()
		folder := m.export.exporting()
		if !strings.HasSuffix(folder, testExports[m.export.exportChoices.as[0]].Ext) {
			t.Errorf("%s: the name is %q", testExports[m.export.exportChoices.as[0]].Name, folder)
		}
		if seen[folder] || !strings.HasPrefix(folder, m.names.dir) {
			t.Errorf("folder %q", folder)
		}
		seen[folder] = true
		m.out.flush()
		e.step(1)
		e.publish()
		m.poll()
		if m.snap.Exporting != folder || m.export.exporting() != folder {
			t.Errorf("shown %q, running %q, want %q", m.export.exporting(), m.snap.Exporting, folder)
		}
		m.export.toggleExport()
		if got := m.export.exporting(); got != "" {
			t.Errorf("stopped, but %q is shown", got)
		}
		m.out.flush()
		e.step(1)
		e.publish()
		m.poll()
		if m.export.exporting() != "" {
			t.Errorf("%q is shown again", m.export.exporting())
		}
	}
}

// A run or a moment that was is exported by a job: the whole of it, with the option that was chosen.
func TestExportTasks(t *testing.T) {
	e := newEngine(64)
	e.state.End, e.state.Scene = 4, "bottle"
	m := newTestModelOf(e)
	m.names.dir = t.TempDir()
	m.config.Work = func(context.Context, Task, []byte, func(Progress)) (string, error) { return "", nil }
	for i, c := range []struct {
		of   exportOf
		want Making
	}{
		{exportRun, MakeSeries{Format: "vtk", Every: 0.02}},
		{exportWhole, MakeSeries{Format: "vtk", Every: 0.02, Until: 4}},
		{exportMoment, MakeMoment{Format: "deck", Option: true}},
	} {
		m.export.exportChoices.of, m.export.exportChoices.option = c.of, true
		task := m.export.exportTask()
		if name := fmt.Sprintf("tumble-bottle-%d", i+1); task.Make != c.want || filepath.Base(task.Path) != name {
			t.Errorf("%+v, want %+v as %s", task, c.want, name)
		}
		m.jobs.makeOfRun(jobExport, task)
		asks := func(c bridge.Command) bool {
			g, ok := c.(bridge.GiveRun)
			return ok && g.Moment == (m.export.exportChoices.of == exportMoment)
		}
		if !slices.ContainsFunc(m.out.waiting, asks) {
			t.Errorf("%+v: what it is made of is not asked for: %v", task, m.out.waiting)
		}
		m.out.flush()
		e.step(64)
		waitJobs(t, m, "the end", func() bool { return m.jobs.job(jobExport) == nil })
	}
}

// What a scene asks to write is asked about once; both answers, and Escape, are sent, and
// another scene takes the question away.
func TestOwnExportIsAskedAbout(t *testing.T) {
	for _, c := range []struct {
		answer func(*model)
		want   bridge.AllowExport
	}{
		{func(m *model) { m.questions.answer(true) }, bridge.AllowExport{Yes: true}},
		{func(m *model) { m.questions.answer(false) }, bridge.AllowExport{}},
		{func(m *model) { m.do(keymap.Cancel) }, bridge.AllowExport{}},
		{func(m *model) { m.export.allowExport(true) }, bridge.AllowExport{Yes: true}},
	} {
		e := newEngine(8)
		e.state.Revision, e.state.AwaitingConsent = 1, true
		e.state.RequestedExports = []string{`"pour.csv" (csv)`, `"pour" (vtk)`}
		m := newTestModelOf(e)
		e.publish()
		m.poll()
		if len(m.questions.list) != 1 || !strings.Contains(m.questions.list[0].text, `"pour.csv" (csv), "pour" (vtk)`) {
			t.Fatalf("asked %+v", m.questions.list)
		}
		c.answer(m)
		if len(m.questions.list) != 0 || len(m.out.waiting) != 1 || m.out.waiting[0] != c.want {
			t.Errorf("%d questions left, sent %v, want %v", len(m.questions.list), m.out.waiting, c.want)
		}
		e.state.Revision, e.state.AwaitingConsent, e.state.RequestedExports = 2, false, nil
		e.publish()
		m.poll()
		if len(m.questions.list) != 0 {
			t.Error("another scene asks, too")
		}
	}
}
