package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/spell"
)

// exportFlags are the flags for the files that a run writes during its steps and at its end.
type exportFlags struct {
	outputs  []run.Output
	every    run.Interval // from an --every before all outputs: for all outputs without their own
	encoding string
	parts    []string
	follow   []string
	through  []bridge.Plane
	regions  []bridge.Region
	fields   []bridge.Field
	kinds    []string // of files of fields
	planes   []bridge.Plane
	surfaces []bridge.Surface
	forces   bool   // in replays
	folder   string // for outputs that the scene itself asks for
	made     string // the new folder if none was named
	state    string
	save     string
	runFile  string
	stl      string

	stopWhen []string // conditions that end a run, in addition to the conditions of the scene
}

// fieldFiles is the format of files of fields.
const fieldFiles = "field-files"

// declare declares the flags.
func (e *exportFlags) declare(f *flags) {
	for _, format := range export.Formats {
		takes, more := "FILE", "; - is standard output"
		if format.Ext == "" {
			takes, more = "DIR", ""
		}
		every := "every step"
		if format.Every.Steps == 0 {
			every = "every " + spell.Time(format.Every.Time)
		}
		f.text(format.Name, takes, fmt.Sprintf("writes %s (%s)%s", format.What, every, more), e.add(format.Name))
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
	e.declareFields(f)
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
	f.text("regions", "LIST", "regions whose bodies are measured (mass, solid fraction, velocity, granular temperature, "+
		"coordination, stress), for tables, conditions and the result, in metres, apart by spaces: "+
		"\"core=box/0,0,0/0.1,0.1,0.04 tip=sphere/0,0,0.05/0.02 pipe=cylinder/0,0,0/0,0,0.1/0.03\"", func(s string) error {
		var err error
		e.regions, err = bridge.ParseRegions(strings.Fields(s))
		return err
	})
	f.text("planes", "LIST", "named planes whose crossings are counted step by step, forward and back, for tables, "+
		"conditions and the result, in metres, apart by spaces: \"mouth=disc/0,0,0.05/0,0,-1/0.02 "+
		"gate=rectangle/0,0,0.1/0.05,0,0/0,0.02,0\"", func(s string) error {
		var err error
		e.planes, err = bridge.ParsePlanes(strings.Fields(s))
		return err
	})
	f.text("surfaces", "LIST", "surfaces of bodies on which forces, torques, powers, pressures and wear are measured "+
		"step by step, for tables (means over their intervals, and sums), conditions and the result, apart by spaces: "+
		"\"blade=@mixer lip=box/-1,-1,0.09/1,1,0.11@bottle floor=facing/0,0,1/30@bottle\"", func(s string) error {
		var err error
		e.surfaces, err = bridge.ParseSurfaces(strings.Fields(s))
		return err
	})
}

// declareFields declares the flags of fields.
func (e *exportFlags) declareFields(f *flags) {
	f.text("fields", "LIST", "fields for --field-files, each over the cells of a box with a kernel (gaussian, lucy) and "+
		"its width in metres, apart by spaces: bed=box/0,0,0/0.1,0.1,0.04#20x20x8#gaussian/0.005; /FROM behind it: means "+
		"from this time on", func(s string) (err error) {
		e.fields, err = bridge.ParseFields(strings.Fields(s))
		return err
	})
	f.text("field-kinds", "LIST", "what --field-files writes: "+strings.Join(export.FieldKinds(), ", ")+
		" ("+export.FieldKinds()[0]+")", func(s string) error {
		e.kinds = splitList(s)
		for _, k := range e.kinds {
			if _, err := oneOf(k, export.FieldKinds()); err != nil {
				return err
			}
		}
		return nil
	})
}

// saveName checks and keeps the name of a saved state or run file.
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
	columns := slices.ContainsFunc(e.outputs, func(o run.Output) bool { return export.HasColumns(o.Format) })
	switch {
	case len(e.through) > 0 && !columns:
		return errors.New("--through: needs a --csv or --parquet-series, whose columns show the flow")
	case len(e.follow) > 0 && !columns:
		return errors.New("--follow: needs a --csv or --parquet-series, whose columns show the bodies")
	case (len(e.parts) > 0 || e.encoding != "") && !has("vtk"):
		return errors.New("--vtk-parts and --vtk-encoding: need a --vtk")
	case e.every != (run.Interval{}) && len(e.outputs) == 0:
		return errors.New("--every: needs a series to write, such as --vtk or --csv")
	case (len(e.fields) > 0 || len(e.kinds) > 0) && !has(fieldFiles):
		return errors.New("--fields and --field-kinds: need a --field-files")
	case e.forces && !has("replay"):
		return errors.New("--forces: needs a --replay")
	}
	return nil
}

// add returns the function that reads a flag for an output of a format.
func (e *exportFlags) add(format string) func(string) error {
	return func(path string) error {
		if path == "" {
			return errors.New("must be a name, got nothing")
		}
		e.outputs = append(e.outputs, run.Output{Format: format, Path: path})
		return nil
	}
}

// wanted lists all files and folders that the flags ask for.
func (e *exportFlags) wanted() []wanted {
	list := []wanted{{flag: "--state", name: e.state}, {flag: "--save", name: e.save},
		{flag: "--run-file", name: e.runFile}, {flag: "--stl", name: e.stl}}
	for _, o := range e.outputs {
		list = append(list, wanted{flag: "--" + o.Format, name: o.Path, folder: export.IsFolder(o.Format)})
	}
	return append(list, wanted{flag: "-o", name: e.folder, folder: true})
}

// allOutputs returns all outputs of a run. Series and final files of the command line have names relative to the
// working folder. Series that the scene asks for stay below a folder: the folder that the person named, or a new
// one.
func (e *exportFlags) allOutputs(c *call, sc run.Scene) (o batch.Outputs, err error) {
	if err := sc.World.CheckFollowed(e.follow); err != nil {
		return o, fmt.Errorf("--follow: %w", err)
	}
	if e.stl != "" {
		if state := sc.World.State(); !export.HasMesh(&state) {
			return o, fmt.Errorf("--stl: scene %s has no mesh", sc.Name)
		}
	}
	for _, p := range e.through {
		if names := series.Across(sc.World, p); len(names) > 0 {
			fmt.Fprintf(c.note(), "tumble: --through %s: %s\n", p, bridge.WhyAcross(names))
		}
	}
	o = batch.Outputs{Series: e.series(sc), RunFile: e.runFile, Save: e.save, State: e.state, STL: e.stl,
		Alone: c.resultOnStdout}
	if len(sc.Outputs) == 0 {
		return o, nil
	}
	folder := e.folder
	if folder == "" {
		if folder, err = export.NewFolder("", sc.Name); err != nil {
			return o, err
		}
		e.made = folder
		fmt.Fprintf(c.note(), "tumble: the scene itself exports: see %s (-o DIR names another folder)\n", folder)
	}
	own, err := e.own(sc, folder)
	o.Series = append(o.Series, own...)
	return o, err
}

// series returns the series that the command line asks for.
func (e *exportFlags) series(sc run.Scene) (all []run.Output) {
	for _, o := range e.outputs {
		if o = e.asked(o, sc); e.forces && o.Format == "replay" {
			o.Parts = []string{export.Forces}
		}
		all = append(all, o)
	}
	return all
}

// asked completes an output of a scene with what other flags say of it.
func (e *exportFlags) asked(o run.Output, sc run.Scene) run.Output {
	if o.Every == (run.Interval{}) {
		o.Every = e.every
	}
	if o.Format == "vtk" {
		o.Encoding, o.Parts = e.encoding, e.parts
	}
	if o.Format == fieldFiles {
		o.Parts = e.kinds
	}
	if export.HasColumns(o.Format) {
		o.Bodies, o.Planes = e.follow, e.through
	}
	sc.Complete(&o)
	return o
}

// own returns the outputs that the scene itself asks for, with their paths below a folder.
func (e *exportFlags) own(sc run.Scene, folder string) ([]run.Output, error) {
	own, err := batch.RequestedOutputs(sc, folder)
	if err != nil {
		return nil, fmt.Errorf("scene %s: %w", sc.Name, err)
	}
	for _, o := range own {
		for _, w := range e.wanted() {
			if w.name != "" && w.name != e.folder && sameFile(o.Path, w.name) {
				return nil, fmt.Errorf("%s: %s is what the scene itself exports: give another name", w.flag, w.name)
			}
		}
	}
	return own, nil
}

// stops returns the conditions that end a run, from the scene and from the command line.
func (e *exportFlags) stops(sc run.Scene) (*batch.Stops, error) {
	s, err := batch.NewStops(sc)
	for _, text := range e.stopWhen {
		if err != nil {
			break
		}
		if err = s.Add(text, sc.World); err != nil {
			err = fmt.Errorf("--stop-when: %w", err)
		}
	}
	return s, err
}

// addSensors measures surfaces and counts at planes in a run.
func (e *exportFlags) addSensors(r *batch.Run) error {
	onSurfaces, atPlanes := r.Scene.AddSurfaces, r.Scene.AddPlanes
	if r.Recorded != nil { // it begins anew, with a world of its own
		r.Surfaces, r.Planes = e.surfaces, e.planes
		onSurfaces = func(list []bridge.Surface) error { return run.AddSurfaces(r.Scene.World, list) }
		atPlanes = r.Scene.World.Build().AddPlanes
	}
	if err := onSurfaces(e.surfaces); err != nil {
		return fmt.Errorf("--surfaces: %w", err)
	}
	if err := atPlanes(e.planes); err != nil {
		return fmt.Errorf("--planes: %w", err)
	}
	return nil
}

// write carries a run out and writes all its outputs, also if the run ends early. The writer is nil if no output
// was begun.
func (e *exportFlags) write(c *call, r *batch.Run) (w *batch.Writer, ended error) {
	if err := r.Scene.Measure(e.regions); err != nil {
		return nil, fmt.Errorf("--regions: %w", err)
	}
	if err := r.Scene.AddFields(e.fields); err != nil {
		return nil, fmt.Errorf("--fields: %w", err)
	}
	if err := e.addSensors(r); err != nil {
		return nil, err
	}
	var err error
	if r.Recorded == nil {
		r.Stops, err = e.stops(r.Scene)
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if w == nil && e.made != "" {
			os.RemoveAll(e.made)
		}
	}()
	o, err := e.allOutputs(c, r.Scene)
	if err != nil {
		return nil, err
	}
	p := newProgress(c.env)
	defer p.clear()
	o.Trouble = func(err error) {
		p.clear()
		fmt.Fprintf(c.env.Stderr, "tumble: %v; the run goes on without it\n", err)
	}
	if w, err = o.Open(r); err != nil {
		return nil, err
	}
	return w, r.March(c, w, p.show)
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
