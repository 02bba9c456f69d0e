package run

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
)

// Observer observes a world while it runs, like an export.Session. It must not change it.
type Observer interface {
	// Observe is called before the first step and after each. An error reports the part that has just
	// ended; the other parts continue.
	Observe(state.Source) error
	// Ended reports whether all parts have ended.
	Ended() bool
	// Finish is called a last time at the end.
	Finish(state.Source) error
}

// Exporter starts writing the requested outputs.
type Exporter func([]Output) (Observer, error)

// SceneExporter starts writing the outputs that a scene itself requests, in a safe place, and returns this
// place.
type SceneExporter func(scene string, outputs []Output) (o Observer, into string, err error)

// consent says whether a person lets a scene write its outputs.
type consent uint8

const (
	unknown consent = iota
	granted
	refused
)

// exporting is a running export; nil without one.
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

// startExport begins the export that a person requested, and ends the running one.
func (r *Runner) startExport(c bridge.StartExport) {
	every := Interval{Time: c.Every}
	outputs := []Output{{Format: c.Format, Path: c.Path, Every: every}}
	if c.Format == "vtk" {
		outputs = append(outputs, Output{Format: "csv", Path: filepath.Join(c.Path, "series.csv"), Every: every})
	}
	r.export(outputs, func(outputs []Output) (Observer, string, error) {
		if r.exporter == nil {
			return nil, "", errors.New("this program cannot export")
		}
		o, err := r.exporter(outputs)
		return o, c.Path, err
	})
}

// exportScene begins the outputs of the scene itself if the person has allowed them before. If the person
// has not been asked yet, the run waits for the answer, so that the beginning is not missing.
func (r *Runner) exportScene() {
	r.answered()
	if len(r.scene.Outputs) == 0 || r.sceneExporter == nil {
		return
	}
	switch r.consents[r.scene.Name] {
	case granted:
		r.beginSceneExport()
	case unknown:
		r.awaitingConsent = true
		r.waiting, r.controls.Paused = !r.controls.Paused, true
	}
}

// allowExport handles the person's answer.
func (r *Runner) allowExport(c bridge.AllowExport) {
	if len(r.scene.Outputs) == 0 || r.sceneExporter == nil {
		r.notify(bridge.Refused, "export", "the scene asks for no export")
		return
	}
	r.consents[r.scene.Name] = refused
	if c.Yes {
		r.consents[r.scene.Name] = granted
		r.beginSceneExport()
	}
	r.answered()
}

// answered resumes a run that was waiting for an answer.
func (r *Runner) answered() {
	if r.awaitingConsent = false; r.waiting {
		r.waiting, r.controls.Paused = false, false
		r.pace.restart()
	}
}

// beginSceneExport begins the outputs that the scene itself requests.
func (r *Runner) beginSceneExport() {
	r.export(r.scene.Outputs, func(outputs []Output) (Observer, string, error) {
		return r.sceneExporter(r.scene.Name, outputs)
	})
	if r.exporting != nil {
		r.notify(bridge.Info, "", "the scene exports to %s", r.exporting.into)
	}
}

// requestedExports describes the outputs that the scene itself requests.
func (r *Runner) requestedExports() (list []string) {
	if r.sceneExporter == nil {
		return nil
	}
	for _, o := range r.scene.Outputs {
		list = append(list, fmt.Sprintf("%q (%s)", o.Path, o.Format))
	}
	return list
}

// export begins to write outputs and ends the running export.
func (r *Runner) export(outputs []Output, open func([]Output) (o Observer, into string, err error)) {
	r.stopExport()
	outputs = slices.Clone(outputs)
	for i := range outputs {
		r.scene.Complete(&outputs[i])
	}
	observer, into, err := open(outputs)
	if err != nil {
		r.notify(bridge.Refused, "export", "%v", err)
		return
	}
	r.exporting = &exporting{observer, into}
	r.observe()
}

// observe shows the world to the export. If a part of it fails, this part ends with a notice of the
// reason.
func (r *Runner) observe() {
	if r.exporting == nil {
		return
	}
	if err := r.exporting.observer.Observe(r.scene.World); err != nil {
		r.notify(bridge.Warning, "export", "the export ended: %v", err)
	}
	if r.exporting.observer.Ended() {
		r.exporting = nil
	}
}

// stopExport writes the present moment and ends the running export.
func (r *Runner) stopExport() {
	e := r.exporting
	if e == nil {
		return
	}
	r.exporting = nil
	if err := e.observer.Finish(r.scene.World); err != nil {
		r.notify(bridge.Warning, "export", "the end of the export is missing: %v", err)
		return
	}
	r.notify(bridge.Info, "", "exported to %s", e.into)
}
