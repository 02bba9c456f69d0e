package bridge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"

	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Edit is a command that changes the physics of a world from the next step on, also for contacts that exist. Who gives
// edits, takes them back, keeps them and plays them again knows nothing else of them.
type Edit interface {
	Command

	// Apply makes the change.
	//
	// Errors: a value that is not allowed, something that is not there. The world is then as it was.
	Apply(to World) error

	// Inverse returns the edit that takes this one back from a world as it is before; nil if nothing does.
	Inverse(of World) Edit

	// Field names what the edit is about, for an error to stand beside it.
	Field(of World) string

	// Change says in words what the edit changes, before which its inverse was as given, and the key of the value that it
	// changes: edits that follow each other with one key go on with each other, as one drag of a slider does. An edit with
	// an empty key stands alone.
	Change(of World, inverse Edit) (key, text string)

	// Lasts reports whether the edit is made again when the run begins anew: what is done to a body is not.
	Lasts() bool
}

// World is what edits read and change.
type World interface {
	Params() setting.Params
	Material(i int) (name string, m law.Material, there bool)
	Motion(i int) (name string, keys []MotionKey, there bool)
	Inlet(i int) (name string, flow InletFlow, there bool)

	SetParams(p setting.Params) error
	SetMaterial(i int, m law.Material) error
	SetMotionKey(i, key int, to MotionKey) error
	AddMotionKey(i int, to MotionKey) error
	RemoveMotionKey(i int, time float64) error
	SetInlet(i int, flow InletFlow) error
	SetSeed(seed uint64)
	Grab(body int64, at, to vec.Vec3, turn bool) error
	Release()

	Log() *notice.Log
}

// MakeEdit makes an edit in a world. An edit that is not possible changes nothing, and a notice in the log of the world
// says so beside the error.
//
// Errors: those of Edit.Apply.
func MakeEdit(in World, e Edit) error {
	field, err := e.Field(in), e.Apply(in)
	in.Log().Refuse(field, err)
	return err
}

type (
	// Set changes a setting that is Live.
	Set struct {
		Key string // of setting.Table
		To  setting.Value
	}
	// SetMaterial replaces the material at an index of Snapshot.Materials.
	SetMaterial struct {
		Index    int
		Material law.Material
	}
	// SetMotionKey changes a key frame of a motion. What has happened stays: a body that is on its way
	// goes on from where it is.
	SetMotionKey struct {
		Motion int // index into Snapshot.Motions
		Key    int // index into its Keys
		To     MotionKey
	}
	// AddMotionKey puts a key frame into a motion, at a time at which it has none. RemoveMotionKey takes the one of
	// a time [s] away; the last one stays.
	AddMotionKey struct {
		Motion int // index into Snapshot.Motions
		To     MotionKey
	}
	RemoveMotionKey struct {
		Motion int
		Time   float64
	}
	// SetInlet changes how much an inlet of Snapshot.Inlets makes. One that was done for its limits goes
	// on if they allow.
	SetInlet struct {
		Inlet int // index
		Flow  InletFlow
	}
	// SetSeed makes the random streams of all inlets begin anew with a seed.
	SetSeed struct{ Seed uint64 }

	// Grab draws a point of a body that forces move toward a place, by a spring whose force is limited by
	// the body's weight, until Release. Of the body that is held already it changes the place. It acts on the run as it
	// is: a reset forgets it.
	Grab struct {
		Body int64    // its number
		At   vec.Vec3 // from its centre of mass to the point, as it lies now; not read if it is held [m]
		To   vec.Vec3 // where it is to go [m]
		Turn bool     // by turning the body alone
	}
	// Release lets the body go.
	Release struct{}
)

// edits has a value of every kind of edit. TestEditsAreComplete finds one that is missing.
var edits = []Edit{
	Number("damping", 0), SetMaterial{}, SetMotionKey{}, AddMotionKey{}, RemoveMotionKey{}, SetInlet{}, SetSeed{},
	Grab{}, Release{},
}

// --- settings ---

// Number returns the edit of a setting that has one number.
func Number(key string, x float64) Set { return Set{key, setting.Number(x)} }

// Vector returns the edit of a setting that has three numbers.
func Vector(key string, v vec.Vec3) Set { return Set{key, setting.Vector(v)} }

// Word returns the edit of a setting that has a word.
func Word(key, word string) Set { return Set{key, setting.Word(word)} }

func (Set) command() {}

// Lasts is true.
func (Set) Lasts() bool { return true }

// live returns the setting, nil if there is none of that key that is Live.
func (e Set) live() *setting.Setting {
	if s := setting.Of(e.Key); s != nil && s.Live {
		return s
	}
	return nil
}

// Apply puts the value into the parameters.
func (e Set) Apply(to World) error {
	s, p := e.live(), to.Params()
	if s == nil {
		return fmt.Errorf("as a world runs only %s can be set, got %s", strings.Join(setting.LiveKeys(), ", "),
			spell.Quote(e.Key))
	}
	if err := s.Check(e.To); err != nil {
		return err
	}
	s.Put(&p, e.To)
	return to.SetParams(p)
}

// Inverse returns the edit of the value that the world has.
func (e Set) Inverse(of World) Edit {
	if s := e.live(); s != nil {
		p := of.Params()
		return Set{e.Key, s.Value(&p)}
	}
	return nil
}

// Field is the key of the setting.
func (e Set) Field(World) string { return e.Key }

// Change says the value before and after.
func (e Set) Change(_ World, inverse Edit) (key, text string) {
	s, was := e.live(), inverse.(Set)
	return e.Key, said(e.Key, s.Text(was.To), s.Text(e.To))
}

func said(field string, from, to any) string { return fmt.Sprintf("%s %v → %v", field, from, to) }

// --- materials ---

func (SetMaterial) command() {}

// Lasts is true.
func (SetMaterial) Lasts() bool { return true }

// Apply replaces the material.
func (e SetMaterial) Apply(to World) error { return to.SetMaterial(e.Index, e.Material) }

// Inverse returns the edit of the material that the world has.
func (e SetMaterial) Inverse(of World) Edit {
	if _, m, there := of.Material(e.Index); there {
		return SetMaterial{e.Index, m}
	}
	return nil
}

// Field is the name of the material.
func (e SetMaterial) Field(of World) string {
	if name, _, there := of.Material(e.Index); there {
		return "materials." + name
	}
	return "materials"
}

// Change says which numbers of the material change.
func (e SetMaterial) Change(of World, inverse Edit) (key, text string) {
	var keys, texts []string
	from := inverse.(SetMaterial).Material
	for _, f := range law.Fields {
		if a, b := *f.Of(&from), *f.Of(&e.Material); a != b {
			key := e.Field(of) + "." + f.Name
			keys, texts = append(keys, key), append(texts, said(key, a, b))
		}
	}
	return strings.Join(keys, ", "), strings.Join(texts, ", ")
}

// --- key frames of motions ---

func (SetMotionKey) command()    {}
func (AddMotionKey) command()    {}
func (RemoveMotionKey) command() {}

// Lasts is true.
func (SetMotionKey) Lasts() bool { return true }

// Lasts is true.
func (AddMotionKey) Lasts() bool { return true }

// Lasts is true.
func (RemoveMotionKey) Lasts() bool { return true }

// Apply changes the key frame.
func (e SetMotionKey) Apply(to World) error { return to.SetMotionKey(e.Motion, e.Key, e.To) }

// Inverse returns the edit of the key frame that the world has.
func (e SetMotionKey) Inverse(of World) Edit {
	if _, keys, there := of.Motion(e.Motion); there && e.Key >= 0 && e.Key < len(keys) {
		return SetMotionKey{e.Motion, e.Key, keys[e.Key]}
	}
	return nil
}

// Field is "motions".
func (e SetMotionKey) Field(World) string { return "motions" }

// Change says what of the key frame changes.
func (e SetMotionKey) Change(of World, inverse Edit) (key, text string) {
	name, _, _ := of.Motion(e.Motion)
	key = fmt.Sprintf("motions.%s.keys.%d", name, e.Key)
	from, to := inverse.(SetMotionKey).To, e.To
	text = key
	if from.Time != to.Time {
		text += fmt.Sprintf(" time %v → %v", from.Time, to.Time)
	}
	if p, q := from.Position, to.Position; p != q {
		text += fmt.Sprintf(" position %v → %v", []float64{p.X, p.Y, p.Z}, []float64{q.X, q.Y, q.Z})
	}
	if from.Orientation != to.Orientation {
		degrees := func(k MotionKey) float64 { return k.Orientation.RotationVector().Norm() * 180 / math.Pi }
		text += fmt.Sprintf(" turn %.4g° → %.4g°", degrees(from), degrees(to))
	}
	return key, text
}

// Apply puts the key frame in.
func (e AddMotionKey) Apply(to World) error { return to.AddMotionKey(e.Motion, e.To) }

// Inverse returns the edit that leaves the motion with the key frame that it has at that time, or with none.
func (e AddMotionKey) Inverse(of World) Edit { return keyAt(of, e.Motion, e.To.Time) }

// Field is "motions".
func (e AddMotionKey) Field(World) string { return "motions" }

// Change says where the key frame comes.
func (e AddMotionKey) Change(of World, _ Edit) (key, text string) {
	name, _, _ := of.Motion(e.Motion)
	return "", fmt.Sprintf("motions.%s: add a key frame at %v s", name, e.To.Time)
}

// Apply takes the key frame away.
func (e RemoveMotionKey) Apply(to World) error { return to.RemoveMotionKey(e.Motion, e.Time) }

// Inverse returns the edit that leaves the motion with the key frame that it has at that time, or with none.
func (e RemoveMotionKey) Inverse(of World) Edit { return keyAt(of, e.Motion, e.Time) }

// Field is "motions".
func (e RemoveMotionKey) Field(World) string { return "motions" }

// Change says where the key frame was.
func (e RemoveMotionKey) Change(of World, _ Edit) (key, text string) {
	name, _, _ := of.Motion(e.Motion)
	return "", fmt.Sprintf("motions.%s: remove the key frame at %v s", name, e.Time)
}

// keyAt returns the edit that leaves a motion with the key frame that it has at a time, or with none there.
func keyAt(of World, motion int, time float64) Edit {
	_, keys, there := of.Motion(motion)
	if !there {
		return nil
	}
	for _, k := range keys {
		if k.Time == time {
			return AddMotionKey{motion, k}
		}
	}
	return RemoveMotionKey{motion, time}
}

// --- inlets and random streams ---

func (SetInlet) command() {}
func (SetSeed) command()  {}

// Lasts is true.
func (SetInlet) Lasts() bool { return true }

// Lasts is true.
func (SetSeed) Lasts() bool { return true }

// Apply changes the flow.
func (e SetInlet) Apply(to World) error { return to.SetInlet(e.Inlet, e.Flow) }

// Inverse returns the edit of the flow that the world has.
func (e SetInlet) Inverse(of World) Edit {
	if _, flow, there := of.Inlet(e.Inlet); there {
		return SetInlet{e.Inlet, flow}
	}
	return nil
}

// Field is "inlets".
func (e SetInlet) Field(World) string { return "inlets" }

// Change says what of the flow changes.
func (e SetInlet) Change(of World, inverse Edit) (key, text string) {
	name, _, _ := of.Inlet(e.Inlet)
	key = "inlets." + name
	from, to := inverse.(SetInlet).Flow, e.Flow
	text = key
	if from.Off != to.Off {
		text += map[bool]string{true: " off", false: " on"}[to.Off]
	}
	if from.MassRate != to.MassRate {
		text += fmt.Sprintf(" massRate %v → %v", from.MassRate, to.MassRate)
	}
	if from.MaxMass != to.MaxMass {
		text += fmt.Sprintf(" maxMass %v → %v", from.MaxMass, to.MaxMass)
	}
	if from.MaxBodies != to.MaxBodies {
		text += fmt.Sprintf(" maxBodies %v → %v", from.MaxBodies, to.MaxBodies)
	}
	return key, text
}

// Apply lets the streams begin anew.
func (e SetSeed) Apply(to World) error { to.SetSeed(e.Seed); return nil }

// Inverse is nil: what the streams have given is not taken back.
func (SetSeed) Inverse(World) Edit { return nil }

// Field is "seed".
func (SetSeed) Field(World) string { return "seed" }

// Change says the seed.
func (e SetSeed) Change(World, Edit) (key, text string) {
	return "", fmt.Sprintf("random streams begin anew with seed %d", e.Seed)
}

// --- a body that is dragged ---

func (Grab) command()    {}
func (Release) command() {}

// Lasts is false: after a reset there is another body.
func (Grab) Lasts() bool { return false }

// Lasts is false.
func (Release) Lasts() bool { return false }

// Apply holds the body.
func (e Grab) Apply(to World) error { return to.Grab(e.Body, e.At, e.To, e.Turn) }

// Inverse is nil: where a body was dragged to it stays.
func (Grab) Inverse(World) Edit { return nil }

// Field is "grab".
func (Grab) Field(World) string { return "grab" }

// Change says which body is dragged.
func (e Grab) Change(World, Edit) (key, text string) {
	return fmt.Sprintf("grab.%d", e.Body), fmt.Sprintf("drag body %d", e.Body)
}

// Apply lets the body go.
func (Release) Apply(to World) error { to.Release(); return nil }

// Inverse is nil.
func (Release) Inverse(World) Edit { return nil }

// Field is "grab".
func (Release) Field(World) string { return "grab" }

// Change says that the body is released.
func (Release) Change(World, Edit) (key, text string) { return "", "release the body" }

// --- files ---

// kinds are the types of all edits by their names.
var kinds = func() map[string]reflect.Type {
	m := map[string]reflect.Type{}
	for _, e := range edits {
		m[reflect.TypeOf(e).Name()] = reflect.TypeOf(e)
	}
	return m
}()

// former are the edits that settings had of their own in files of before: the setting, and what its value was called.
var former = map[string]struct{ key, value string }{
	"SetGravity":        {"gravity", "Gravity"},
	"SetDamping":        {"damping", "Damping"},
	"SetTimeStepSafety": {"timeStep.safety", "Safety"},
	"SetCapsuleRule":    {"capsuleRule", "Rule"},
	"SetLaw":            {"law", "Law"},
}

// EncodeEdit returns an edit as files have it: the name of its kind and its values as JSON.
func EncodeEdit(e Edit) (kind string, with []byte, err error) {
	with, err = json.Marshal(e)
	return reflect.TypeOf(e).Name(), with, err
}

// DecodeEdit returns what EncodeEdit wrote.
//
// Errors: a kind of edit or a value of one that this program does not know.
func DecodeEdit(kind string, with []byte) (Edit, error) {
	if was, there := former[kind]; there {
		var value map[string]setting.Value
		if err := json.Unmarshal(with, &value); err != nil {
			return nil, fmt.Errorf("edit %s: %w", kind, err)
		}
		if to, given := value[was.value]; given && len(value) == 1 {
			return Set{was.key, to}, nil
		}
		return nil, fmt.Errorf("edit %s must have %s alone", kind, was.value)
	}
	t, known := kinds[kind]
	if !known {
		return nil, fmt.Errorf("there is no edit %q", kind)
	}
	value := reflect.New(t)
	d := json.NewDecoder(bytes.NewReader(with))
	d.DisallowUnknownFields()
	if err := d.Decode(value.Interface()); err != nil {
		return nil, fmt.Errorf("edit %s: %w", kind, err)
	}
	e := value.Elem().Interface().(Edit)
	if set, ok := e.(Set); ok && set.live() == nil {
		return nil, fmt.Errorf("edit %s: there is no setting %s that can be changed as a world runs", kind,
			spell.Quote(set.Key))
	}
	return e, nil
}
