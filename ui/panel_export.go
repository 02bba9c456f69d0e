package ui

import (
	"path/filepath"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// exportIntervals are the choices of the export panel: simulated time between two moments
// [s]. The first is that of a new window.
var exportIntervals = []float64{0.02, 0.05, 0.1, 0.01, 0.005, 0.001}

// jobExport is the job that exports a run or a moment.
const jobExport = "Export"

// exportOf is what the export panel writes.
type exportOf int

const (
	exportLive   exportOf = iota // what happens from now on
	exportRun                    // the run as far as it has come
	exportWhole                  // the run to the end of its scene
	exportMoment                 // what is shown now
)

// exportsOf says that to people.
var exportsOf = []struct{ name, about string }{
	exportLive:   {"from now on", "Writes what happens from now on, until it is stopped."},
	exportRun:    {"run so far", "Does the run again in the background, and writes all of it."},
	exportWhole:  {"whole scene", "Does the run again in the background, to the end of the scene, and writes all of it."},
	exportMoment: {"this moment", "Writes what is shown now."},
}

// exportChoices is what the export panel has chosen.
type exportChoices struct {
	of     exportOf
	every  int    // index into exportIntervals
	as     [2]int // indices into the formats of runs and of moments
	option bool   // that of the format
}

// exportPanel writes a run for other programs, or as a page: as it goes on, or of what has been in the background.
func (g *gui) exportPanel() {
	m, folder := g.m, g.m.exporting()
	g.Disabled(folder != "", g.exportChoices)
	about := exportsOf[m.export.of].about
	if folder != "" || m.export.of == exportLive {
		g.exportButton(folder != "", about)
	} else {
		why := ""
		if m.config.Work == nil || m.export.of != exportMoment {
			why = m.whyNoJob()
		}
		g.jobButton(jobExport, "Export", strings.TrimSpace(about+" "+why), why == "", func() {
			m.makeOfRun(jobExport, m.exportTask())
		})
	}
	g.Refusal("export")
	if wishes := m.snap.Wishes; len(wishes) > 0 && folder == "" {
		g.Paragraph(g.Fonts.Small, widget.ColorSecondary, "The scene asks to write "+strings.Join(wishes,
			", ")+", in a new folder.")
		if g.Button("own export", "Write this", "", g.Px(140), g.Px(30), false) {
			m.allowExport(true)
		}
		g.Tip("Writes what the scene asks for, from now on, into a new folder in the folder where pictures and videos go.")
	}
	if folder != "" {
		if whole, err := filepath.Abs(folder); err == nil {
			folder = whole
		}
		g.Paragraph(g.Fonts.Small, widget.ColorSecondary, "Writing "+folder+".")
	}
}

// exportChoices chooses what is written, and how.
func (g *gui) exportChoices() {
	e, chosen := &g.m.export, g.m.exportFormat()
	var names []string
	for _, o := range exportsOf {
		names = append(names, o.name)
	}
	w := g.Label("Of", "What is written: "+exportsOf[e.of].about)
	if i := g.Combo("export of", names, int(e.of), w); i >= 0 {
		e.of = exportOf(i)
	}
	w = g.Label("Format", "How it is written: "+chosen.About+".")
	names = nil
	for _, f := range g.m.exportFormats() {
		names = append(names, f.Name)
	}
	if i := g.Combo("export format", names, e.as[e.kind()], w); i >= 0 {
		e.as[e.kind()] = i
	}
	if chosen.About != "" {
		g.Paragraph(g.Fonts.Small, widget.ColorSecondary, format.Sentence(chosen.About)+".")
	}
	if !chosen.Moment {
		w := g.Label("Every", "Simulated time between two moments that are written.")
		if i := g.Combo("export every", choices(exportIntervals, "%g s"), e.every, w); i >= 0 {
			e.every = i
		}
	}
	if o := chosen.Option; o.Text != "" {
		if g.Toggle(o.Text, "", e.option) {
			e.option = !e.option
		}
		g.Tip(o.About)
	}
}

// exportButton starts and stops the export of what happens.
func (g *gui) exportButton(on bool, tip string) {
	text := "Start export"
	if on {
		text = "Stop export"
	}
	if g.Button("export", text, "", imgui.ContentRegionAvail().X, g.Px(28), on) {
		g.m.toggleExport()
	}
	g.Tip(tip)
}

// exporting returns the folder or file of the export that runs, or nothing.
func (m *model) exporting() string {
	return shown(&m.edits, "export", m.snap.Exporting)
}

// kind is 1 for formats of moments, 0 for those of runs.
func (e *exportChoices) kind() int {
	if e.of == exportMoment {
		return 1
	}
	return 0
}

// exportFormats returns the formats to choose from.
func (m *model) exportFormats() (list []ExportFormat) {
	for _, f := range m.config.Exports {
		if f.Moment == (m.export.of == exportMoment) {
			list = append(list, f)
		}
	}
	return list
}

// exportFormat returns the format that is chosen.
func (m *model) exportFormat() ExportFormat {
	list, i := m.exportFormats(), m.export.as[m.export.kind()]
	if i >= len(list) {
		return ExportFormat{}
	}
	return list[i]
}

// exportTask is what writes a run, or a moment, in the format that is chosen.
func (m *model) exportTask() Task {
	f, e := m.exportFormat(), &m.export
	t := Task{Path: m.names.next(m.snap.Scene) + f.Ext}
	if f.Moment {
		t.Make = MakeMoment{Format: f.Name, Option: e.option && f.Option.Text != ""}
	} else {
		t.Make = MakeSeries{Format: f.Name, Until: m.until(e.of == exportWhole), Every: exportIntervals[e.every]}
	}
	return t
}

// toggleExport starts an export under a name of its own, or ends the one that runs.
func (m *model) toggleExport() {
	if m.exporting() != "" {
		m.set("export", "", bridge.StopExport{})
		return
	}
	f := m.exportFormat()
	path := m.names.next(m.snap.Scene) + f.Ext
	m.set("export", path, bridge.StartExport{Format: f.Name, Path: path, Every: exportIntervals[m.export.every]})
}

// askExport asks whether the scene may write what it asks for.
func (m *model) askExport(s *bridge.Snapshot) {
	if !s.Asking {
		return
	}
	m.ask(question{
		about: "export",
		text: "The scene asks to write " + strings.Join(s.Wishes, ", ") + ". It goes into a new folder, and over no " +
			"file. The run waits for the answer.",
		yes: "Write",
		do:  func() { m.allowExport(true) },
		no:  func() { m.allowExport(false) },
	})
}

// allowExport answers the scene.
func (m *model) allowExport(yes bool) {
	m.withdraw("export")
	m.send(bridge.AllowExport{Yes: yes})
}
