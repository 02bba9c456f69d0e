package sim

import (
	"path/filepath"
	"slices"

	"tumble/sim/bridge"
)

// Observer looks at a world as it runs, as an export.Session does. It must not change it.
type Observer interface {
	// Observe looks before the first step and after each. An error tells of what ended just
	// now; the rest goes on.
	Observe(*World) error
	// Ended reports whether there is nothing left that looks.
	Ended() bool
	// Finish looks a last time.
	Finish(*World) error
}

// Exporter starts writing what is asked.
type Exporter func([]Output) (Observer, error)

// exporting is an export at work; nil if none is.
type exporting struct {
	observer Observer
	into     string
}

func (e *exporting) folder() string {
	if e == nil {
		return ""
	}
	return e.into
}

// startExport begins the export that a person asked for in place of the one that runs.
func (r *Runner) startExport(c bridge.StartExport) {
	every := Interval{Time: c.Every}
	r.export([]Output{
		{Format: "vtk", Path: c.Folder, Every: every},
		{Format: "csv", Path: filepath.Join(c.Folder, "series.csv"), Every: every},
	}, c.Folder)
}

// exportOutputs begins what the scene itself asks for, in the working folder.
func (r *Runner) exportOutputs() {
	outputs := r.scene.Outputs
	if len(outputs) == 0 || r.exporter == nil {
		return
	}
	for _, o := range outputs {
		if err := o.Within(); err != nil {
			r.say(bridge.Refused, "export", "the scene's export: %v", err)
			return
		}
	}
	r.export(outputs, outputs[0].Path)
	if r.exporting != nil {
		r.say(bridge.Info, "export", "the scene exports to %s", outputs[0].Path)
	}
}

// export begins to write the outputs in place of those that are being written.
func (r *Runner) export(outputs []Output, into string) {
	r.stopExport()
	if r.exporter == nil {
		r.say(bridge.Refused, "export", "this program cannot export")
		return
	}
	outputs = slices.Clone(outputs)
	for i := range outputs {
		outputs[i].Origin = r.scene.Origin()
	}
	observer, err := r.exporter(outputs)
	if err != nil {
		r.say(bridge.Refused, "export", "%v", err)
		return
	}
	r.exporting = &exporting{observer, into}
	r.observe()
}

// observe shows the world to the export. What of it fails ends, and says why.
func (r *Runner) observe() {
	if r.exporting == nil {
		return
	}
	if err := r.exporting.observer.Observe(r.scene.World); err != nil {
		r.say(bridge.Warning, "export", "the export ended: %v", err)
	}
	if r.exporting.observer.Ended() {
		r.exporting = nil
	}
}

// stopExport writes the present moment and ends the export that runs.
func (r *Runner) stopExport() {
	e := r.exporting
	if e == nil {
		return
	}
	r.exporting = nil
	if err := e.observer.Finish(r.scene.World); err != nil {
		r.say(bridge.Warning, "export", "the end of the export is missing: %v", err)
		return
	}
	r.say(bridge.Info, "", "exported to %s", e.into)
}
