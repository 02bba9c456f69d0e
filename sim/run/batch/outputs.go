package batch

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"example.org/tumble/sim"
	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
)

// Outputs are what is asked of a run: series while it goes on, files of its end. Empty names ask for nothing.
type Outputs struct {
	Series  []run.Output
	RunFile string // the run, from which any moment can be restored
	Save    string // the whole state at the end, from which a run can continue
	State   string // the state at the end, in the format of the name
	STL     string // the meshes at the end, at their places then

	// Trouble is called at once when a result cannot be written; the run continues without this result.
	// It may be nil.
	Trouble func(error)
	// Alone says that the run has no other purpose: it ends when none of its results can be written.
	Alone bool
}

// RequestedOutputs returns the outputs that a scene itself requests, with their paths below a folder, which is created
// if needed.
func RequestedOutputs(sc run.Scene, folder string) ([]run.Output, error) {
	if err := outfile.MakeFolder(folder); err != nil {
		return nil, err
	}
	own, err := export.Below(folder, sc.Outputs)
	if err != nil {
		return nil, err
	}
	for i := range own {
		o := &own[i]
		sc.Complete(o)
		if err := outfile.MakeFolder(filepath.Dir(o.Path)); err != nil {
			return nil, err
		}
	}
	return own, nil
}

// Writer writes the requested results of a run. It is a Watcher.
type Writer struct {
	Result Result  // after Finish
	Failed []error // of results that could not be written; the others are still written

	outputs Outputs
	run     *Run
	session *export.Session
	record  *record // nil: no run file is requested, or writing it has failed
	tally   *Tally
}

// Open begins all requested results. It creates no file before it has checked all of them.
func (o Outputs) Open(r *Run) (*Writer, error) {
	if err := export.Try(o.Series, ""); err != nil {
		return nil, err
	}
	session, err := export.Open(o.Series, "")
	if err != nil {
		return nil, err
	}
	w := &Writer{outputs: o, run: r, session: session, tally: NewTally(&r.Scene)}
	if o.RunFile != "" {
		if w.record, err = newRecord(o.RunFile, r.Scene); err != nil {
			return nil, errors.Join(err, session.Close())
		}
	}
	return w, nil
}

// errNothingLeft ends a run when none of its results can be written any more.
var errNothingLeft = errors.New("nothing is left to write")

// Observe writes a moment if one is due.
func (w *Writer) Observe(world *sim.World) error {
	w.tally.Add(world)
	if w.record != nil {
		if err := w.record.observe(w.run.Scene); err != nil {
			w.record = nil // the blocks written before stay
			w.fail(err, fmt.Errorf("%w; no more is written to it", err))
		}
	}
	if err := w.session.Observe(world); err != nil {
		w.fail(err, err)
		o := &w.outputs
		if o.Alone && w.session.Ended() && o.State == "" && o.Save == "" && o.STL == "" {
			return errNothingLeft
		}
	}
	return nil
}

// fail records why a result could not be written, and reports the error with its consequence.
func (w *Writer) fail(err, reported error) {
	w.Failed = append(w.Failed, err)
	if w.outputs.Trouble != nil {
		w.outputs.Trouble(reported)
	}
}

// Finish writes the last moment, and the results of the end.
func (w *Writer) Finish(world *sim.World) error {
	w.tally.Add(world)
	sc := w.run.Scene
	sc.World = world
	note := func(err error) {
		if err != nil {
			w.Failed = append(w.Failed, err)
		}
	}
	note(w.session.Finish(world))
	if w.record != nil {
		note(w.record.finish(world))
	}
	o := &w.outputs
	if o.Save != "" {
		note(outfile.Write(o.Save, func(to io.Writer) error { return scene.Save(to, sc) }))
	}
	if o.State != "" || o.STL != "" { // the copy takes as much memory as the world itself
		state := world.State()
		if o.State != "" {
			note(export.WriteMoment(o.State, &state, sc.Origin()))
		}
		if o.STL != "" {
			note(outfile.Write(o.STL, func(to io.Writer) error { return export.WriteSTL(to, &state) }))
		}
	}
	w.Result = w.tally.Result(sc)
	if w.run.Stops != nil {
		w.Result.Stopped = w.run.Stops.Hit
	}
	return nil
}

// record writes a run file while the run continues.
type record struct {
	log      *outfile.Log
	recorder *scene.Recorder
}

// newRecord begins a run file.
func newRecord(path string, sc run.Scene) (*record, error) {
	log, err := outfile.NewLog(path, "", "")
	if err != nil {
		return nil, err
	}
	r, err := scene.NewRecorder(appender{log}, sc)
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return &record{log, r}, nil
}

// appender writes each piece to a log.
type appender struct{ log *outfile.Log }

func (a appender) Write(piece []byte) (int, error) { return len(piece), a.log.Append(piece) }

func (r *record) observe(sc run.Scene) error { return r.recorder.Observe(sc) }

func (r *record) finish(w *sim.World) error { return errors.Join(r.recorder.Finish(w), r.log.Close()) }
