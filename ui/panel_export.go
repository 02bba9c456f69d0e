package ui

import (
	"path/filepath"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// exportIntervals are the choices of the export panel: simulated time between two exported moments [s]. The first
// is the choice of a new window.
var exportIntervals = []float64{0.02, 0.05, 0.1, 0.01, 0.005, 0.001}

// jobExport is the name of the job that exports a run or a moment.
const jobExport = "Export"

// exportOf is the part of the run that the export panel writes.
type exportOf int

const (
	exportLive   exportOf = iota // the run from now on
	exportRun                    // the run so far
	exportWhole                  // the run to the end of its scene
	exportMoment                 // the moment that is shown now
)

// exportsOf are the names of these choices for people.
var exportsOf = []struct{ name, about string }{
	exportLive:   {"from now on", "Writes what happens from now on, until it is stopped."},
	exportRun:    {"run so far", "Does the run again in the background, and writes all of it."},
	exportWhole:  {"whole scene", "Does the run again in the background, to the end of the scene, and writes all of it."},
	exportMoment: {"this moment", "Writes what is shown now."},
}

// exportChoices are the choices of the export panel.
type exportChoices struct {
	of     exportOf
	every  int    // index into exportIntervals
	as     [2]int // indices into the formats of runs and of moments
	option bool   // the format's own option is on
}

// exporter writes the run, or a moment, for other programs.
type exporter struct {
	*shared
	questions *questions
	jobs      *jobs
	exportChoices
}

// draw lets a person write the run for other programs: while it goes on, or by repeating it from its beginning in
// the background.
func (ex *exporter) draw(u *widget.Context) {
	folder := ex.exporting()
	u.Disabled(folder != "", func() { ex.choose(u) })
	about := exportsOf[ex.exportChoices.of].about
	if folder != "" || ex.exportChoices.of == exportLive {
		ex.exportButton(u, folder != "", about)
	} else {
		why := ""
		if ex.config.Work == nil || ex.exportChoices.of != exportMoment {
			why = ex.jobs.whyNoJob()
		}
		ex.jobs.jobButton(u, jobExport, "Export", strings.TrimSpace(about+" "+why), why == "", func() {
			ex.jobs.makeOfRun(jobExport, ex.exportTask())
		})
	}
	u.Refusal("export")
	if wishes := ex.snap.RequestedExports; len(wishes) > 0 && folder == "" {
		u.Paragraph(u.Fonts.Small, widget.ColorSecondary, "The scene asks to write "+strings.Join(wishes,
			", ")+", in a new folder.")
		if u.Button("own export", "Write this", "", u.Px(140), u.Px(30), false) {
			ex.allowExport(true)
		}
		u.Tip("Writes what the scene asks for, from now on, into a new folder in the folder where pictures and videos go.")
	}
	if folder != "" {
		if whole, err := filepath.Abs(folder); err == nil {
			folder = whole
		}
		u.Paragraph(u.Fonts.Small, widget.ColorSecondary, "Writing "+folder+".")
	}
}

// choose shows the choices of what is written, and in which format.
func (ex *exporter) choose(u *widget.Context) {
	e, chosen := &ex.exportChoices, ex.exportFormat()
	var names []string
	for _, o := range exportsOf {
		names = append(names, o.name)
	}
	w := u.Label("Of", "What is written: "+exportsOf[e.of].about)
	if i := u.Combo("export of", names, int(e.of), w); i >= 0 {
		e.of = exportOf(i)
	}
	w = u.Label("Format", "How it is written: "+chosen.About+".")
	names = nil
	for _, f := range ex.exportFormats() {
		names = append(names, f.Name)
	}
	if i := u.Combo("export format", names, e.as[e.kind()], w); i >= 0 {
		e.as[e.kind()] = i
	}
	if chosen.About != "" {
		u.Paragraph(u.Fonts.Small, widget.ColorSecondary, format.Sentence(chosen.About)+".")
	}
	if !chosen.Moment {
		w := u.Label("Every", "Simulated time between two moments that are written.")
		if i := u.Combo("export every", format.Each(exportIntervals, "%g s"), e.every, w); i >= 0 {
			e.every = i
		}
	}
	if o := chosen.Option; o.Text != "" {
		if u.Toggle(o.Text, "", e.option) {
			e.option = !e.option
		}
		u.Tip(o.About)
	}
}

// exportButton shows the button that starts and stops the export of the run as it goes on.
func (ex *exporter) exportButton(u *widget.Context, on bool, tip string) {
	text := "Start export"
	if on {
		text = "Stop export"
	}
	if u.Button("export", text, "", imgui.ContentRegionAvail().X, u.Px(28), on) {
		ex.toggleExport()
	}
	u.Tip(tip)
}

// exporting returns the folder or file of the export that is running, or "".
func (ex *exporter) exporting() string {
	return shown(&ex.edits, "export", ex.snap.Exporting)
}

// kind returns 1 for formats of moments, and 0 for formats of runs.
func (e *exportChoices) kind() int {
	if e.of == exportMoment {
		return 1
	}
	return 0
}

// exportFormats returns the formats of runs or of moments, as chosen.
func (ex *exporter) exportFormats() (list []ExportFormat) {
	for _, f := range ex.config.Exports {
		if f.Moment == (ex.exportChoices.of == exportMoment) {
			list = append(list, f)
		}
	}
	return list
}

// exportFormat returns the format that is chosen.
func (ex *exporter) exportFormat() ExportFormat {
	list, i := ex.exportFormats(), ex.exportChoices.as[ex.exportChoices.kind()]
	if i >= len(list) {
		return ExportFormat{}
	}
	return list[i]
}

// exportTask returns the task that writes a run, or a moment, in the chosen format.
func (ex *exporter) exportTask() Task {
	f, e := ex.exportFormat(), &ex.exportChoices
	t := Task{Path: ex.names.next(ex.snap.Scene) + f.Ext}
	if f.Moment {
		t.Make = MakeMoment{Format: f.Name, Option: e.option && f.Option.Text != ""}
	} else {
		t.Make = MakeSeries{Format: f.Name, Until: ex.until(e.of == exportWhole), Every: exportIntervals[e.every]}
	}
	return t
}

// toggleExport starts an export under a new name, or ends the export that is running.
func (ex *exporter) toggleExport() {
	if ex.exporting() != "" {
		ex.set("export", "", bridge.StopExport{})
		return
	}
	f := ex.exportFormat()
	path := ex.names.next(ex.snap.Scene) + f.Ext
	ex.set("export", path, bridge.StartExport{Format: f.Name, Path: path, Every: exportIntervals[ex.exportChoices.every]})
}

// askExport asks the person whether the scene may write the export that it requests.
func (ex *exporter) askExport(s *bridge.Snapshot) {
	if !s.AwaitingConsent {
		return
	}
	ex.questions.ask(question{
		about: "export",
		text: "The scene asks to write " + strings.Join(s.RequestedExports, ", ") +
			". It goes into a new folder, and over no " +
			"file. The run waits for the answer.",
		yes: "Write",
		do:  func() { ex.allowExport(true) },
		no:  func() { ex.allowExport(false) },
	})
}

// allowExport sends the answer of the person to the simulation.
func (ex *exporter) allowExport(yes bool) {
	ex.questions.withdraw("export")
	ex.send(bridge.AllowExport{Yes: yes})
}
