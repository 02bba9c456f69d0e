package ui

import (
	"path/filepath"
	"strings"

	"example.org/tumble/sim/bridge"
)

// exportIntervals are the choices of the export panel: simulated time between two moments
// [s]. The first is that of a new window.
var exportIntervals = []float64{0.02, 0.05, 0.1, 0.01, 0.005, 0.001}

// exportPanel writes what happens for other programs, or as a page.
func (g *gui) exportPanel() {
	folder := g.m.exporting()
	format := g.m.exportFormat()
	g.disabled(folder != "", func() {
		w := g.label("Format", "What is written: "+format.About+".")
		var names []string
		for _, f := range g.m.config.Exports {
			names = append(names, f.Name)
		}
		if i := g.combo("export format", names, g.m.exportAs, w); i >= 0 {
			g.m.exportAs = i
		}
		if format.About != "" {
			g.paragraph(g.fonts.small, colorSecondary, sentence(format.About)+".")
		}
	})
	g.disabled(folder != "", func() {
		w := g.label("Every", "Simulated time between two moments that are written.")
		if i := g.combo("export every", choices(exportIntervals, "%g s"), g.m.export, w); i >= 0 {
			g.m.export = i
		}
	})
	text := "Start export"
	if folder != "" {
		text = "Stop export"
	}
	if g.button("export", text, "", g.px(140), g.px(30), folder != "") {
		g.m.toggleExport()
	}
	g.tip("Writes what happens from now on, until it is stopped.")
	g.refusal("export")
	if wishes := g.m.snap.Wishes; len(wishes) > 0 && folder == "" {
		g.paragraph(g.fonts.small, colorSecondary, "The scene asks to write "+strings.Join(wishes, ", ")+", in a new folder.")
		if g.button("own export", "Write this", "", g.px(140), g.px(30), false) {
			g.m.allowExport(true)
		}
		g.tip("Writes what the scene asks for, from now on, into a new folder in the folder where pictures and videos go.")
	}
	if folder != "" {
		if whole, err := filepath.Abs(folder); err == nil {
			folder = whole
		}
		g.paragraph(g.fonts.small, colorSecondary, "Writing "+folder+".")
	}
}

// exporting returns the folder or file of the export that runs, or nothing.
func (m *model) exporting() string {
	return shown(&m.edits, "export", m.snap.Exporting)
}

// exportFormat returns the format that is chosen.
func (m *model) exportFormat() ExportFormat {
	if m.exportAs >= len(m.config.Exports) {
		return ExportFormat{}
	}
	return m.config.Exports[m.exportAs]
}

// toggleExport starts an export under a name of its own, or ends the one that runs.
func (m *model) toggleExport() {
	if m.exporting() != "" {
		m.set("export", "", bridge.StopExport{})
		return
	}
	f := m.exportFormat()
	path := m.recorder.names.next(m.snap.Scene) + f.Ext
	m.set("export", path, bridge.StartExport{Format: f.Name, Path: path, Every: exportIntervals[m.export]})
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
