package scene

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"example.org/tumble/sim"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
)

// SavedExt is the file name extension of saved states.
const SavedExt = ".tumble"

// IsSaved reports whether a scene of this name is a saved state.
func IsSaved(name string) bool { return strings.EqualFold(filepath.Ext(name), SavedExt) }

// savedMagic is the first line of a saved state of the first format, which is still read. The second line is a
// saved as a JSON object; the rest is a checkpoint of the world.
const savedMagic = "tumble state\n"

// saved is the data about a scene that files hold besides the state of its world.
type saved struct {
	Name    string          `json:"name,omitempty"`
	Title   string          `json:"title"`
	End     float64         `json:"end"` // [s]
	View    bridge.ViewHint `json:"view"`
	Outputs []run.Output    `json:"outputs,omitempty"`
	Regions []bridge.Region `json:"regions,omitempty"`
	Fields  []bridge.Field  `json:"fields,omitempty"`
	Collide bool            `json:"collisions,omitempty"` // they are followed
	Stops   []string        `json:"stopWhen,omitempty"`
	Watched bool            `json:"watched,omitempty"` // a script ran after each step; it is not part of the state
	Seed    uint64          `json:"seed,omitempty"`
	Set     []string        `json:"set,omitempty"`
	Slow    bridge.SetSlow  `json:"slow,omitzero"`     // the stretch of slow motion
	Program string          `json:"program"`           // program that saved the file
	Kernels string          `json:"kernels,omitempty"` // kernels that this program used
}

// check returns an error for values that no scene can have.
func (s *saved) check() error {
	for _, text := range []struct{ of, is string }{
		{"name", s.Name}, {"title", s.Title}, {"program", s.Program}, {"kernels", s.Kernels},
	} {
		if err := limit.Text.Check(len(text.is)); err != nil {
			return fmt.Errorf("%s: %w", text.of, err)
		}
	}
	_, err := checkStops(s.Stops, func(*run.Breakpoint) error { return nil })
	return cmp.Or(err, bridge.CheckRegions(s.Regions), bridge.CheckFields(s.Fields), fields.CheckSlice(s.View.Slice),
		limit.Settings.Check(len(s.Set)), limit.Exports.Check(len(s.Outputs)), s.Slow.Check())
}

// read reads the JSON object of a file.
func (s *saved) read(head []byte) error {
	if err := limit.BlockBytes.Check(len(head)); err != nil {
		return err
	}
	if err := json.Unmarshal(head, s); err != nil {
		return err
	}
	return s.check()
}

// open loads the file of a saved state or a run.
func open(name string, o Options) (run.Scene, error) {
	data, err := input.Read(name, limit.StateBytes)
	if err != nil {
		return run.Scene{}, fmt.Errorf("scene: %w", err)
	}
	return LoadSaved(name, data, o)
}

// follows is the setting of a saved state by which its collisions are followed from its moment on.
const follows = "collisions=true"

// LoadSaved is Load for the data of a saved state or a run file, which are given and not read from the file of
// that name. The world is at the end of the run or at the time o.At. Its random streams continue from the saved
// state, whatever the seed.
func LoadSaved(name string, data []byte, o Options) (run.Scene, error) {
	var s saved
	var w *sim.World
	var past *runfile.File
	var left []string
	var err error
	if runfile.Is(data) {
		var r *Recorded
		if r, err = ParseRecorded(name, data); err != nil {
			return run.Scene{}, err
		}
		time := math.Inf(1)
		if o.At != nil {
			time = *o.At
		}
		s, past, left = r.head, r.past(), r.Damage()
		w, err = r.at(time, o.Workers)
	} else {
		s, w, err = openSaved(name, data, o.Workers)
	}
	if err != nil {
		return run.Scene{}, err
	}
	if w.NumBodies() >= manyBodies {
		debug.FreeOSMemory()
	}
	set := slices.DeleteFunc(slices.Clone(o.Set), func(one string) bool { return one == follows })
	s.Collide = s.Collide || len(set) < len(o.Set)
	if err = Change(w, set); err != nil {
		w.Close()
		return run.Scene{}, fmt.Errorf("scene: %s: %w", name, err)
	}
	if len(set) > 0 && o.At == nil {
		past = nil // the past has not led to the changed world
	}
	if s.Collide { // those that the state does not have begin now
		w.Build().FollowCollisions()
	}
	if s.Watched {
		w.Log().Add(bridge.Warning, "", "the script that this state comes from ran commands between steps (PyRunner), which "+
			"are not saved: they do not run here")
	}
	if left != nil {
		w.Log().Add(bridge.Warning, "", "%s is damaged, and left out is: %s", name, strings.Join(left, "; "))
	}
	return run.Scene{World: w, Name: name, Title: spell.Line(s.Title), End: s.End, View: s.View, Set: o.Set,
		Regions: s.Regions, Fields: s.Fields, Collisions: s.Collide, StopWhen: s.Stops,
		Outputs: s.Outputs, Slow: s.Slow, Past: past}, nil
}

// manyBodies is from how many bodies on the memory in which a state was read is given back at once, which takes some
// milliseconds: it is as much as the world has, and steps, which allocate nothing, bring no collection for minutes.
const manyBodies = 50000

// openSaved restores a saved state of the first format.
func openSaved(name string, data []byte, workers int) (s saved, w *sim.World, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(savedMagic))
	head, state, more := bytes.Cut(rest, []byte("\n"))
	if !ok || !more {
		return s, nil, fmt.Errorf("scene: %s: this is no saved state", name)
	}
	if err := s.read(head); err != nil {
		return s, nil, fmt.Errorf("scene: %s: %w", name, err)
	}
	if w, err = sim.Restore(state, workers); err != nil {
		if s.Program != "" {
			err = fmt.Errorf("%w (it was saved by %s, which reads it)", err, spell.Line(s.Program))
		}
		return s, nil, fmt.Errorf("scene: %s: %w", name, err)
	}
	return s, w, nil
}

// ReadRecorded reads a run file.
//
// Errors name the file: it cannot be read, is not a run file, or is damaged.
func ReadRecorded(name string) (*Recorded, error) {
	data, err := input.Read(name, limit.StateBytes)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	return ParseRecorded(name, data)
}

// Change applies settings, each PATH=VALUE, to a world that runs. Only settings that can be edited during a run
// are allowed, and each is applied as an edit.
//
// Errors: any other setting, a value that is not allowed.
func Change(w *sim.World, set []string) error {
	edits, err := Edits(w, set)
	for _, e := range edits {
		if err := bridge.MakeEdit(w, e); err != nil {
			return fmt.Errorf("set: %s: %w", e.Field(w), err)
		}
	}
	return err
}

// Edits returns the edits by which settings, each PATH=VALUE, change a world that runs.
//
// Errors: a setting that cannot be edited during a run, a text that is not a value of the setting.
func Edits(w *sim.World, set []string) ([]bridge.Edit, error) {
	if len(set) == 0 {
		return nil, nil
	}
	spec := specOf(w)
	_, edits, err := spec.changed(w, set)
	return edits, err
}

// Value returns the present value of a setting that can be edited during a run, by its path: a float64, a string, a
// bool or a [3]float64.
//
// Errors: any other path.
func Value(w *sim.World, path string) (any, error) {
	spec := specOf(w)
	if !spec.editable(path) {
		return nil, spec.notEditable(path)
	}
	if of := setting.Of(path); of != nil {
		p := w.Params()
		v := of.Value(&p)
		switch {
		case of.IsWord():
			return v.Word, nil
		case of.IsVector():
			return v.Numbers, nil
		}
		return v.Numbers[0], nil
	}
	if x, ok := spec.servoValue(path); ok {
		return x, nil
	}
	if x, ok := spec.jointValue(path); ok {
		return x, nil
	}
	if x, ok := spec.forceValue(path); ok {
		return x, nil
	}
	name, number, _ := strings.Cut(strings.TrimPrefix(path, "materials."), ".")
	for i := range spec.Materials {
		m := spec.Materials[i].law()
		for _, f := range law.Fields {
			if spec.Materials[i].Name == name && f.Name == number {
				return *f.Of(&m), nil
			}
		}
	}
	return nil, spec.notEditable(path)
}

// notEditable is the error of a path that is not editable.
func (s *Spec) notEditable(path string) error {
	return fmt.Errorf("set %q: as a scene runs, and of a saved state, only %s, the numbers of "+
		"materials (materials.NAME.NUMBER), what servos hold (motions.NAME.servo.force), how forces act "+
		"(forces.NAME.force) and what acts at hinges and sliders (bodies.NAME.hinge.speed) can be set, and of a saved "+
		"state "+follows, path, strings.Join(setting.LiveKeys(), ", "))
}

// changed applies settings, each PATH=VALUE, to the scene that specOf made of a world, and returns the changed scene
// and the edits that make the same changes in the world.
//
// Errors: a setting that cannot be changed, a text that is not a value of the setting.
func (s *Spec) changed(w *sim.World, set []string) (next Spec, edits []bridge.Edit, err error) {
	for _, one := range set {
		if path, _, _ := strings.Cut(one, "="); !s.editable(path) {
			return next, nil, s.notEditable(one)
		}
	}
	data, err := yaml.Marshal(s)
	if err == nil {
		data, err = applySets(data, set)
	}
	if err != nil {
		return next, nil, err
	}
	if next, _, err = decode(data); err != nil {
		return next, nil, fmt.Errorf("set %s: %w", spell.Quote(strings.Join(set, " ")), err)
	}
	was := s.edits(w)
	for i, e := range next.edits(w) {
		if e != was[i] {
			edits = append(edits, e)
		}
	}
	return next, edits, nil
}

// specOf returns a scene with the values of a world that can be changed while it runs, and with the keys that a
// scene needs.
func specOf(w *sim.World) (spec Spec) {
	e := w
	p := e.Params()
	for i := range setting.Table {
		if row := &setting.Table[i]; !row.Begins {
			spec.putSetting(row, row.Value(&p))
		}
	}
	for i := 0; ; i++ {
		name, m, ok := e.Material(i)
		if !ok {
			spec.Motions, spec.Forces, spec.Bodies = motionsOf(w), forcesOf(w), jointsOf(w)
			return spec
		}
		material := Material{Name: name}
		for k, given := range materialNumbers(&material) {
			*given = law.Fields[k].Of(&m)
		}
		spec.Materials = append(spec.Materials, material)
	}
}

// editable reports whether the value at a path can be edited while the scene runs.
func (s *Spec) editable(path string) bool {
	if of := setting.Of(path); of != nil {
		return of.Live
	}
	if _, ok := s.servoValue(path); ok {
		return true
	}
	if _, ok := s.jointValue(path); ok {
		return true
	}
	if _, ok := s.forceValue(path); ok {
		return true
	}
	name, number, _ := strings.Cut(strings.TrimPrefix(path, "materials."), ".")
	return number != "name" && slices.ContainsFunc(s.Materials, func(m Material) bool { return m.Name == name })
}

// edits returns the edits that set all values of a world that can be changed while a scene runs.
func (s *Spec) edits(w *sim.World) (list []bridge.Edit) {
	for i := range setting.Table {
		if row := &setting.Table[i]; row.Live {
			list = append(list, bridge.Set{Key: row.Key, To: s.settingValue(row)})
		}
	}
	for i := range s.Materials {
		list = append(list, bridge.SetMaterial{Index: i, Material: s.Materials[i].law()})
	}
	return slices.Concat(list, s.servoEdits(), s.forceEdits(), s.jointEdits(w))
}
