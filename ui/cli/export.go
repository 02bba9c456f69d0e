package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/export"
	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/series"
	"example.org/tumble/sim/spell"
)

// exportFlags are the flags of what a run writes while it goes and at its end.
type exportFlags struct {
	outputs  []run.Output
	every    run.Interval // said before any output: for all that say nothing else
	encoding string
	parts    []string
	follow   []string
	through  []bridge.Plane
	forces   bool   // in replays
	folder   string // for what the scene itself exports
	state    string
	save     string
	runFile  string
	stl      string

	stopWhen []string // conditions that end a run, beside those of the scene
	stopped  string   // which of them ended it, and what made it so

	failed []error // of results that could not be written, by march
}

// declare declares the flags.
func (e *exportFlags) declare(f *flags) {
	for _, format := range export.Formats {
		takes, more := "FILE", "; - is standard output"
		if format.Ext == "" {
			takes, more = "DIR", ""
		}
		f.text(format.Name, takes, fmt.Sprintf("writes %s (every %s)%s", format.What, spell.Time(format.Every.Time), more),
			e.add(format.Name))
	}
	f.text("every", "TIME", "distance between moments of the series before it (--csv, --vtk and others), as a "+
		"time or as in 500steps", func(s string) error {
		i, err := parseInterval(s)
		if n := len(e.outputs); n > 0 {
			e.outputs[n-1].Every = i
		} else {
			e.every = i
		}
		return err
	})
	e.declareColumns(f)
	f.toggle("forces", "takes contact forces along in --replay", &e.forces)
	f.text("vtk-parts", "LIST", "what --vtk writes: "+strings.Join(export.PartNames(), ", ")+
		" ("+strings.Join(export.UsualParts(), ",")+")", func(s string) error {
		e.parts = splitList(s)
		for _, p := range e.parts {
			if _, err := oneOf(p, export.PartNames()); err != nil {
				return err
			}
		}
		return nil
	})
	f.text("vtk-encoding", "WORD", "of the numbers in --vtk: "+strings.Join(export.Encodings, ", ")+
		" ("+export.Encodings[0]+"; OVITO reads base64)", func(s string) error {
		i, err := oneOf(s, export.Encodings)
		if err == nil {
			e.encoding = export.Encodings[i]
		}
		return err
	})
	f.text("output", "DIR", "folder for what the scene itself exports (a new one, SCENE-export)", func(s string) error {
		e.folder = s
		return nil
	})
	var ways []string
	for _, m := range export.MomentFormats {
		ways = append(ways, m.Ext+" "+m.What)
	}
	f.file("state", "writes the state at the end, as its name asks: "+strings.Join(ways, "; "), &e.state)
	f.text("save", "FILE", "saves the whole state at the end, for any command to go on from; the name ends in "+
		scene.SavedExt,
		func(s string) error { return saveName(s, &e.save) })
	f.text("run-file", "FILE", "writes the run, so that any moment of it can be had again and others can reproduce "+
		"it; the name ends in "+scene.SavedExt, func(s string) error { return saveName(s, &e.runFile) })
	f.file("stl", "writes the meshes at the end, where they are then, as binary STL", &e.stl)
}

// declareColumns declares the flags that add columns to tables.
func (e *exportFlags) declareColumns(f *flags) {
	f.text("follow", "LIST", "bodies for --csv and --parquet-series to follow, by name (of one body) or number: bottle,17",
		func(s string) error {
			e.follow = splitList(s)
			return nil
		})
	f.text("through", "LIST", "planes through which --csv and --parquet-series count what flows, as axes (with a minus "+
		"for flow down the axis) and places in metres: -z=0.05,x=0.1", func(s string) (err error) {
		if e.through, err = parsePlanes(s, bridge.MostPlanes); err != nil {
			return err
		}
		return bridge.CheckPlanes(e.through)
	})
}

// saveName takes the name of a saved state or run file.
func saveName(s string, to *string) error {
	if !strings.EqualFold(filepath.Ext(s), scene.SavedExt) && !outfile.IsStream(s) {
		return fmt.Errorf("must be a name that ends in %s, got %s", scene.SavedExt, spell.Quote(s))
	}
	*to = s
	return nil
}

// check returns an error for flags that have no effect without others.
func (e *exportFlags) check() error {
	has := func(format string) bool {
		return slices.ContainsFunc(e.outputs, func(o run.Output) bool { return o.Format == format })
	}
	switch {
	case len(e.through) > 0 && !has("csv") && !has("parquet-series"):
		return errors.New("--through: needs a --csv or --parquet-series, whose columns show the flow")
	case len(e.follow) > 0 && !has("csv") && !has("parquet-series"):
		return errors.New("--follow: needs a --csv or --parquet-series, whose columns show the bodies")
	case (len(e.parts) > 0 || e.encoding != "") && !has("vtk"):
		return errors.New("--vtk-parts and --vtk-encoding: need a --vtk")
	case e.every != (run.Interval{}) && len(e.outputs) == 0:
		return errors.New("--every: needs a series to write, such as --vtk or --csv")
	case e.forces && !has("replay"):
		return errors.New("--forces: needs a --replay")
	}
	return nil
}

// add returns how to read a flag that asks for an output.
func (e *exportFlags) add(format string) func(string) error {
	return func(path string) error {
		if path == "" {
			return errors.New("must be a name, got nothing")
		}
		e.outputs = append(e.outputs, run.Output{Format: format, Path: path})
		return nil
	}
}

// wanted lists all that the flags ask for.
func (e *exportFlags) wanted() []wanted {
	list := []wanted{{flag: "--state", name: e.state}, {flag: "--save", name: e.save},
		{flag: "--run-file", name: e.runFile}, {flag: "--stl", name: e.stl}}
	for _, o := range e.outputs {
		list = append(list, wanted{flag: "--" + o.Format, name: o.Path, folder: export.IsFolder(o.Format)})
	}
	return append(list, wanted{flag: "-o", name: e.folder, folder: true})
}

// open starts all series of a run: those of the command line, relative to the working
// folder, and those that the scene asks for, which export.Below keeps below a folder: the one
// that the person named, or a new one. None is begun before all have been tried.
func (e *exportFlags) open(c *call, sc run.Scene) (s *export.Session, err error) {
	if err := sc.World.CheckFollowed(e.follow); err != nil {
		return nil, fmt.Errorf("--follow: %w", err)
	}
	if e.stl != "" {
		if state := sc.World.State(); !export.HasMesh(&state) {
			return nil, fmt.Errorf("--stl: scene %s has no mesh", sc.Name)
		}
	}
	for _, p := range e.through {
		if names := series.Across(sc.World, p); len(names) > 0 {
			fmt.Fprintf(c.note(), "tumble: --through %s: %s\n", p, bridge.WhyAcross(names))
		}
	}
	var all []run.Output
	for _, o := range e.outputs {
		if o.Every == (run.Interval{}) {
			o.Every = e.every
		}
		o.Bodies, o.Planes, o.Origin = e.follow, e.through, sc.Origin()
		if o.Format == "vtk" {
			o.Encoding, o.Parts = e.encoding, e.parts
		}
		if e.forces && o.Format == "replay" {
			o.Parts = []string{export.Forces}
		}
		o.View, o.Title = sc.View, sc.Title
		all = append(all, o)
	}
	if len(sc.Outputs) > 0 {
		folder := e.folder
		if folder == "" {
			if folder, err = export.NewFolder("", sc.Name); err != nil {
				return nil, err
			}
			defer func() {
				if err != nil {
					os.RemoveAll(folder)
				}
			}()
			fmt.Fprintf(c.note(), "tumble: the scene itself exports: see %s (-o DIR names another folder)\n", folder)
		}
		own, err := e.openOwn(sc, folder)
		if err != nil {
			return nil, err
		}
		all = append(all, own...)
	}
	if err := export.Try(all, ""); err != nil {
		return nil, err
	}
	return export.Open(all, "")
}

// openOwn returns what the scene itself asks for, in its places below a folder.
func (e *exportFlags) openOwn(sc run.Scene, folder string) ([]run.Output, error) {
	if err := outfile.MakeFolder(folder); err != nil {
		return nil, err
	}
	own, err := export.Below(folder, sc.Outputs)
	if err != nil {
		return nil, fmt.Errorf("scene %s: %w", sc.Name, err)
	}
	for i := range own {
		o := &own[i]
		o.Origin, o.View, o.Title = sc.Origin(), sc.View, sc.Title
		for _, w := range e.wanted() {
			if w.name != "" && w.name != e.folder && sameFile(o.Path, w.name) {
				return nil, fmt.Errorf("%s: %s is what the scene itself exports: give another name", w.flag, w.name)
			}
		}
		if err := outfile.MakeFolder(filepath.Dir(o.Path)); err != nil {
			return nil, err
		}
	}
	return own, nil
}

// march steps the world of a scene to the goal, writing what is asked. What was done until
// then is written too when it ends early; how, the error says. A result that cannot be
// written keeps no other from being written: e.failed tells of those.
func (e *exportFlags) march(c *call, sc run.Scene, g batch.Goal, p *progress, t *batch.Tally) error {
	stops, err := batch.NewStops(sc, e.stopWhen)
	if err != nil {
		return err
	}
	session, err := e.open(c, sc)
	if err != nil {
		return err
	}
	recorder, err := e.openRunFile(sc)
	if err != nil {
		return err
	}
	ended := batch.March(c, sc.World, g, g, p.tell, func(w *sim.World) error {
		t.Look(w)
		if err := recorder.observe(sc); err != nil {
			e.failed = append(e.failed, err)
			p.clear()
			fmt.Fprintf(c.env.Stderr, "tumble: %v; no more is written to it, and the run goes on without it\n", err)
		}
		if err := session.Observe(w); err != nil {
			e.failed = append(e.failed, err)
			if c.taken && session.Ended() && e.state == "" && e.save == "" && e.stl == "" {
				return errNothingLeft
			}
			p.clear()
			fmt.Fprintf(c.env.Stderr, "tumble: %v; the run goes on without it\n", err)
		}
		enough := stops.Look(w)
		if sc.Watch != nil {
			if err := sc.Watch(w); err != nil {
				return err
			}
		}
		return enough
	})
	p.clear()
	e.stopped = stops.Hit
	switch {
	case errors.Is(ended, run.ErrEnough) && e.stopped != "":
		ended = nil
	case errors.Is(ended, run.ErrEnough):
		sc.World.Log().Add(bridge.Info, "", "the scene stops here")
		ended = nil
	case errors.Is(ended, errNothingLeft):
		ended = nil
	}
	e.failed = append(e.failed, session.Finish(sc.World), recorder.finish(sc.World))
	e.failed = append(e.failed, e.final(sc)...)
	e.failed = slices.DeleteFunc(e.failed, func(err error) bool { return err == nil })
	return ended
}

// runRecorder writes a run file as a run goes on; nil writes none.
type runRecorder struct {
	log      *outfile.Log
	recorder *scene.Recorder // nil once it has failed
}

// openRunFile begins the run file, if one is asked for.
func (e *exportFlags) openRunFile(sc run.Scene) (*runRecorder, error) {
	if e.runFile == "" {
		return nil, nil
	}
	log, err := outfile.NewLog(e.runFile, "", "")
	if err != nil {
		return nil, err
	}
	r, err := scene.NewRecorder(appender{log}, sc)
	if err != nil {
		return nil, fmt.Errorf("--run-file: %w", err)
	}
	return &runRecorder{log, r}, nil
}

// appender writes each piece to a log.
type appender struct{ log *outfile.Log }

func (a appender) Write(piece []byte) (int, error) { return len(piece), a.log.Append(piece) }

func (r *runRecorder) observe(sc run.Scene) error {
	if r == nil || r.recorder == nil {
		return nil
	}
	err := r.recorder.Observe(sc)
	if err != nil {
		r.recorder = nil // what was written stays
	}
	return err
}

func (r *runRecorder) finish(w *sim.World) error {
	if r == nil || r.recorder == nil {
		return nil
	}
	return errors.Join(r.recorder.Finish(w), r.log.Close())
}

// errNothingLeft ends a run none of whose results can be written any more.
var errNothingLeft = errors.New("nothing is left to write")

// final writes what is asked of the end of a run.
func (e *exportFlags) final(sc run.Scene) (errs []error) {
	if e.save != "" {
		errs = append(errs, outfile.Write(e.save, func(w io.Writer) error { return scene.Save(w, sc) }))
	}
	if e.state == "" && e.stl == "" {
		return errs
	}
	state := sc.World.State()
	if e.state != "" {
		errs = append(errs, export.WriteMoment(e.state, &state, sc.Origin()))
	}
	if e.stl != "" {
		errs = append(errs, outfile.Write(e.stl, func(w io.Writer) error { return export.WriteSTL(w, &state) }))
	}
	return errs
}

// parseInterval reads a time, or a number of steps as in 500steps.
func parseInterval(s string) (run.Interval, error) {
	if number, ok := strings.CutSuffix(strings.TrimSuffix(s, "s"), "step"); ok {
		n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if err != nil || n < 1 {
			return run.Interval{}, fmt.Errorf("must be a time, or a number of steps ≥ 1 as in 500steps, got %s",
				spell.Quote(s))
		}
		return run.Interval{Steps: n}, nil
	}
	t, err := parseTime(s)
	return run.Interval{Time: t}, err
}

// splitList reads names separated by commas.
func splitList(s string) []string {
	list := strings.Split(s, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}
