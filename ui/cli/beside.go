//go:build !headless

package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/render"
	"example.org/tumble/render/view"
	"example.org/tumble/sim"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/input"
	"example.org/tumble/sim/playback"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/spell"
)

// besideFlags say of which worlds, or of which views of one, a picture shows a tile each.
type besideFlags struct {
	path   string // a setting, or seed or view; empty: there is one world and one view
	values []string
	views  []look  // of view
	fork   float64 // when the worlds get their values [s]; 0: at their start
	wipe   bool
}

// mostBeside is the most tiles of a picture.
const mostBeside = 6

func (b *besideFlags) declare(f *flags) {
	f.text("beside", "PATH=V,V", "2 to 6 worlds side by side on one clock, each with another value of a setting as --set "+
		"has it, of seed, or of view; semicolons part values that have commas: view=front;top;-60,30",
		func(text string) (err error) {
			b.path, b.values, b.views, err = parseBeside(text)
			return err
		})
	f.time("fork", "simulated time at which the worlds of --beside begin to differ; the setting must be one that can be "+
		"edited as a scene runs (their start)", &b.fork)
	f.toggle("wipe", "shows two worlds of --beside one over the other, each on its side of a line", &b.wipe)
}

// parseBeside reads "materials.pill.tanPhi=0.2,0.5".
func parseBeside(text string) (path string, values []string, views []look, err error) {
	s, err := parseSetting(text)
	if err != nil {
		return "", nil, nil, err
	}
	separator := ","
	if strings.Contains(s.value, ";") {
		separator = ";"
	}
	for _, v := range strings.Split(s.value, separator) {
		v = strings.TrimSpace(v)
		if v == "" || slices.Contains(values, v) {
			return "", nil, nil, fmt.Errorf("must have values that differ from each other, got %s", spell.Quote(s.value))
		}
		values = append(values, v)
		switch s.path {
		case "view":
			l, err := parseLook(v)
			if err != nil {
				return "", nil, nil, err
			}
			views = append(views, l)
		case "seed":
			if _, err := strconv.ParseUint(v, 10, 63); err != nil {
				return "", nil, nil, fmt.Errorf("seed must be a whole number ≥ 0, got %s", spell.Quote(v))
			}
		}
	}
	if len(values) < 2 || len(values) > mostBeside {
		return "", nil, nil, fmt.Errorf("must have 2 to %d values, got %d", mostBeside, len(values))
	}
	return s.path, values, views, nil
}

// check refuses flags that do not go together.
func (b *besideFlags) check(command, name string) error {
	bad := func(text string) error { return &usageError{command, command + ": " + text} }
	switch {
	case b.path == "" && (b.fork > 0 || b.wipe):
		return bad("--fork and --wipe go with --beside")
	case b.wipe && len(b.values) != 2:
		return bad(fmt.Sprintf("--wipe is for two worlds, --beside has %d", len(b.values)))
	case b.fork > 0 && b.path == "view":
		return bad("--fork is for settings: views are of one world")
	case b.worlds() > 1 && name == input.Standard:
		return bad("--beside reads the scene once for each world, which standard input cannot give: save it as a file")
	case b.path == "seed" && scene.IsSaved(name) && b.fork == 0:
		return bad("--beside seed: the random streams of a saved state go on where they were; --fork TIME gives other " +
			"seeds from then on")
	}
	return nil
}

// worlds returns how many worlds there are.
func (b *besideFlags) worlds() int {
	if b.path == "" || b.path == "view" {
		return 1
	}
	return len(b.values)
}

// load makes the worlds, as the scene is with each value.
func (b *besideFlags) load(s *simFlags, name string) (list []run.Scene, err error) {
	defer func() {
		if err != nil {
			closeAll(list)
		}
	}()
	for i := range b.worlds() {
		own := *s
		own.set = slices.Clone(s.set)
		switch {
		case b.worlds() == 1 || b.fork > 0:
		case b.path == "seed":
			own.seed, _ = strconv.ParseInt(b.values[i], 10, 64)
		default:
			own.set = append(own.set, b.path+"="+b.values[i])
		}
		sc, err := own.load(name)
		if err != nil {
			return list, err
		}
		s.reads = own.reads
		list = append(list, sc)
	}
	if b.fork > 0 {
		return list, b.tryFork(list[0])
	}
	return list, nil
}

// common returns a scene without what differs between the worlds.
func (b *besideFlags) common(sc run.Scene) *run.Scene {
	sc.Set = slices.DeleteFunc(slices.Clone(sc.Set), func(s string) bool {
		return b.worlds() > 1 && strings.HasPrefix(s, b.path+"=")
	})
	return &sc
}

func closeAll(list []run.Scene) {
	for _, sc := range list {
		sc.World.Close()
	}
}

// tryFork tells before the run whether the worlds will be able to begin to differ.
func (b *besideFlags) tryFork(sc run.Scene) error {
	if sc.Watch != nil {
		return errors.New("--fork: a script looks at each step of this scene")
	}
	if batch.Before(b.fork, sc.World) {
		return fmt.Errorf("--fork: must not be before the saved state, which is at %.9g s, got %.9g s",
			sc.World.Clock().Time, b.fork)
	}
	for i := range b.values {
		w, err := sim.Restore(sc.World.Checkpoint(), 1)
		if err != nil {
			return err
		}
		err = b.part(w, i)
		w.Close()
		if err != nil {
			return fmt.Errorf("--fork: %w", err)
		}
	}
	return nil
}

// part gives a world its value as it runs.
func (b *besideFlags) part(w *sim.World, i int) error {
	if b.path == "seed" {
		seed, _ := strconv.ParseUint(b.values[i], 10, 64)
		w.Apply(bridge.SetSeed{Seed: seed})
		return nil
	}
	return scene.Change(w, []string{b.path + "=" + b.values[i]})
}

// beside is the worlds at work.
type beside struct {
	flags    *besideFlags
	scenes   []run.Scene
	partings []bridge.Parting // of each from the first
	parted   bool             // the worlds have their values
	moment   *playback.Moment // of another program, in place of a world
}

func newBeside(b *besideFlags, scenes []run.Scene) *beside {
	w := &beside{flags: b, scenes: scenes, partings: make([]bridge.Parting, len(scenes)), parted: b.fork == 0}
	for i := range w.partings {
		w.partings[i].Bound = run.PartingBound
	}
	return w
}

// follow brings the others to the time of the first world, after each of its steps, and looks whether they part.
func (b *beside) follow(lead *sim.World) error {
	for i := range b.scenes[1:] {
		w := b.scenes[i+1].World
		for w.Clock().Time < lead.Clock().Time-batch.Tolerance(w) {
			if w.Step(); w.Log().Fault() != "" {
				return fmt.Errorf("%s: %w", b.label(i+1), batch.Fault(w))
			}
		}
		run.Look(&b.partings[i+1], lead, w)
	}
	if b.parted || lead.Clock().Time < b.flags.fork-batch.Tolerance(lead) {
		return nil
	}
	b.parted = true
	for i, sc := range b.scenes {
		if err := b.flags.part(sc.World, i); err != nil {
			return err
		}
	}
	return nil
}

// label says what a tile has that others have not; nothing if it is alone.
func (b *beside) label(i int) string {
	switch f := b.flags; {
	case f.path == "":
		return ""
	case !b.parted:
		return f.path
	default:
		return f.path + " " + f.values[i]
	}
}

// fill fills the snapshot of the first world, with those of the others beside it.
func (b *beside) fill(s *bridge.Snapshot) {
	if b.moment != nil {
		b.moment.Fill(s)
		return
	}
	worlds := []*bridge.Snapshot{s}
	s.Beside.Others = slices.Grow(s.Beside.Others[:0], len(b.scenes)-1)[:len(b.scenes)-1]
	for i := range s.Beside.Others {
		o := &s.Beside.Others[i]
		o.Wanted = s.Wanted
		worlds = append(worlds, o)
	}
	for i, one := range worlds {
		b.scenes[i].World.Fill(one)
		one.Beside.Place, one.Beside.Label, one.Beside.Parting = i, b.label(i), b.partings[i]
	}
	s.Share()
	if len(worlds) > 1 {
		bridge.MarkApart(worlds)
	}
}

// viewParts returns the tiles of several views of one world, with their cameras.
func (b *beside) viewParts(s *bridge.Snapshot, v *view.View, cameras []view.Camera) (list []render.Part) {
	for i := range b.flags.values {
		own, one := *v, *s
		own.Camera, own.NoLegend = cameras[i], v.NoLegend || i < len(b.flags.values)-1
		one.Beside = bridge.Beside{Place: i, Label: b.flags.values[i]}
		list = append(list, render.Part{Snapshot: &one, View: &own})
	}
	return list
}

// cameras returns the cameras of several views; none if there is one.
func (b *beside) cameras(p *pictureFlags, s *bridge.Snapshot) (list []view.Camera) {
	if len(b.flags.views) == 0 {
		return nil
	}
	for i, t := range p.view.Beside.Tiles(len(b.flags.views), p.width, p.height) {
		own := *p
		own.look, own.width, own.height = b.flags.views[i], t.Width, t.Height
		list = append(list, own.camera(s))
	}
	return list
}

func newParted(p bridge.Parted) *PartedResult {
	if !p.Yes {
		return nil
	}
	r := &PartedResult{Step: p.At.Step, Time: p.At.Time, What: p.What, Body: p.Body}
	if p.Radius > 0 && !math.IsInf(p.Distance, 0) {
		r.Distance = &p.Distance
	}
	return r
}

// results says what became of the worlds; nothing if there is only one.
func (b *beside) results() (list []WorldResult) {
	if len(b.scenes) < 2 {
		return nil
	}
	for i, sc := range b.scenes {
		w := sc.World
		one := WorldResult{Label: b.label(i), Step: w.Clock().Step, Time: w.Clock().Time,
			Hash: fmt.Sprintf("%016x", w.Hash())}
		if p := b.partings[i]; i > 0 {
			one.Parting = &PartingResult{Bits: newParted(p.Bits), Bound: p.Bound, Apart: newParted(p.Bodies)}
		}
		list = append(list, one)
	}
	return list
}

// say tells people when the worlds parted.
func (b *beside) say(to io.Writer) (err error) {
	for i := range b.scenes[1:] {
		_, e := fmt.Fprintf(to, "%s and %s: %s\n", b.label(0), b.label(i+1), b.partings[i+1])
		err = errors.Join(err, e)
	}
	return err
}
