package bridge

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Edit is a command that changes the physics of a world from the next step on, also for contacts that
// exist. Undo, history and run files handle all edits through these methods alone.
type Edit interface {
	Command

	// Apply makes the change.
	//
	// Errors: a value that is not allowed, an object that does not exist. The world is then unchanged.
	Apply(to World) error

	// Inverse returns the edit that undoes this one; it is computed before Apply. It is nil if nothing
	// undoes the edit.
	Inverse(of World) Edit

	// Field names the edited quantity, so that an error can be shown beside it.
	Field(of World) string

	// Change describes in words what the edit changes, and returns the key of the edited value; inverse
	// is the edit's inverse from before the change. Consecutive edits with the same key are joined, like
	// one drag of a slider. An edit with an empty key is never joined.
	Change(of World, inverse Edit) (key, text string)

	// Lasts reports whether the edit is repeated when the run starts again. Edits of single bodies are
	// not repeated.
	Lasts() bool
}

// MakeEdit applies an edit to a world. An edit that is not possible changes nothing, and is reported in
// the log of the world beside the returned error.
//
// Errors: the errors of Edit.Apply.
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
	// SetMotionKey changes a key frame of a motion. The past stays: a body on its way continues from its
	// present place.
	SetMotionKey struct {
		Motion int // index into Snapshot.Motions
		Key    int // index into its Keys
		To     MotionKey
	}
	// AddMotionKey adds a key frame to a motion, at a time at which it has none. RemoveMotionKey removes
	// the key frame at a time [s], but not the last one of a motion.
	AddMotionKey struct {
		Motion int // index into Snapshot.Motions
		To     MotionKey
	}
	RemoveMotionKey struct {
		Motion int
		Time   float64
	}
	// SetInlet changes how much an inlet makes. An inlet that had reached its limits continues if the new
	// limits allow it.
	SetInlet struct {
		Inlet int // index
		Flow  InletFlow
	}
	// SetServo changes the load that a servo holds, and the limit of its speed.
	SetServo struct {
		Motion int // index into Snapshot.Motions
		To     setting.Servo
	}
	// SetForce changes how a force from outside acts.
	SetForce struct {
		Force int // index into Snapshot.Forces
		To    setting.Force
	}
	// SetJoint changes motor, spring and damper at the hinge or the slider of a body.
	SetJoint struct {
		Body int64 // its number, which it has again after a reset: bodies of the scene come first
		To   setting.Joint
	}
	// SetSeed restarts the random streams of all inlets with a seed.
	SetSeed struct{ Seed uint64 }

	// SetVelocity gives a body that forces move another velocity, and another angular velocity about the global
	// axes; blocked degrees of freedom keep them. It acts on the present run only: a reset removes it.
	SetVelocity struct {
		Body     int64    // its number
		Velocity vec.Vec3 // of its centre of mass, half a step older than its position [m/s]
		Spin     vec.Vec3 // [rad/s]
	}

	// AddBodies adds bodies that forces move, from the next step on. RemoveBodies takes such bodies away, with their
	// contacts. Both act on the present run only: a reset removes them.
	AddBodies    struct{ Bodies NewBodies }
	RemoveBodies struct{ Bodies NumberList }

	// Impose lets a body that forces do not move go on with a constant velocity and angular velocity, in the place of
	// the motion that it has, until the next Impose; with Off, it goes on along that motion from where it is, or stays
	// there without one. It acts on the present run only: a reset removes it.
	Impose struct {
		Body     int64    // its number
		Velocity vec.Vec3 // of the point about which it turns [m/s]
		Spin     vec.Vec3 // about the global axes [rad/s]
		At       vec.Vec3 // from its centre to that point, at present [m]
		Off      bool
	}

	// Push puts a force and a torque on a body that forces move, beside all others, for a while or until the next Push;
	// without force and torque it ends. It acts on the present run only: a reset removes it.
	Push struct {
		Body     int64    // its number
		Force    vec.Vec3 // [N]
		Torque   vec.Vec3 // about its centre of mass [N·m]
		Duration float64  // [s]; 0: without end
	}

	// Grab draws a point of a body toward a place, by a spring whose force is limited by the body's
	// weight, until Release. For the body that is held already it only changes the place. It acts on the
	// present run only: a reset removes it.
	Grab struct {
		Body int64    // its number
		At   vec.Vec3 // from its centre of mass to the point, in its present orientation; not read if the body is held [m]
		To   vec.Vec3 // the place to draw it to [m]
		Turn bool     // only turn the body
	}
	// Release lets the body go.
	Release struct{}
)

// edits has one value of every kind of edit. TestEditsAreComplete finds a kind that is missing.
var edits = []Edit{
	Number("damping", 0), SetMaterial{}, SetMotionKey{}, AddMotionKey{}, RemoveMotionKey{}, SetInlet{},
	SetServo{}, SetForce{}, SetJoint{}, SetSeed{}, SetVelocity{}, AddBodies{}, RemoveBodies{},
	Impose{}, Push{}, Grab{}, Release{},
}

// --- settings ---

// Number returns the edit of a setting whose value is one number.
func Number(key string, x float64) Set { return Set{key, setting.Number(x)} }

// Vector returns the edit of a setting whose value is three numbers.
func Vector(key string, v vec.Vec3) Set { return Set{key, setting.Vector(v)} }

// Word returns the edit of a setting whose value is a word.
func Word(key, word string) Set { return Set{key, setting.Word(word)} }

func (Set) command() {}

// Lasts is true.
func (Set) Lasts() bool { return true }

// live returns the setting, or nil if no setting with this key is Live.
func (e Set) live() *setting.Setting {
	if s := setting.Of(e.Key); s != nil && s.Live {
		return s
	}
	return nil
}

// Apply sets the value in the parameters.
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

// Inverse returns the edit to the world's present value.
func (e Set) Inverse(of World) Edit {
	if s := e.live(); s != nil {
		p := of.Params()
		return Set{e.Key, s.Value(&p)}
	}
	return nil
}

// Field is the key of the setting.
func (e Set) Field(World) string { return e.Key }

// Change gives the value before and after.
func (e Set) Change(_ World, inverse Edit) (key, text string) {
	s, was := e.live(), inverse.(Set)
	return e.Key, said(strings.ToLower(s.Name), s.Text(was.To), s.Text(e.To))
}

// said describes the change of a value from one to another; field is the name of the value for people.
func said(field string, from, to any) string { return fmt.Sprintf("%s %v → %v", field, from, to) }

// --- materials ---

func (SetMaterial) command() {}

// Lasts is true.
func (SetMaterial) Lasts() bool { return true }

// Apply replaces the material.
func (e SetMaterial) Apply(to World) error { return to.SetMaterial(e.Index, e.Material) }

// Inverse returns the edit to the world's present material.
func (e SetMaterial) Inverse(of World) Edit {
	if _, m, ok := of.Material(e.Index); ok {
		return SetMaterial{e.Index, m}
	}
	return nil
}

// Field is the name of the material.
func (e SetMaterial) Field(of World) string {
	if name, _, ok := of.Material(e.Index); ok {
		return "materials." + name
	}
	return "materials"
}

// Change lists the numbers of the material that change.
func (e SetMaterial) Change(of World, inverse Edit) (key, text string) {
	var keys, texts []string
	name, _, _ := of.Material(e.Index)
	from := inverse.(SetMaterial).Material
	for _, f := range law.Fields {
		if a, b := *f.Of(&from), *f.Of(&e.Material); a != b {
			keys = append(keys, e.Field(of)+"."+f.Name)
			texts = append(texts, said(f.Word+" of "+name, a, b))
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

// Inverse returns the edit to the motion's present key frame.
func (e SetMotionKey) Inverse(of World) Edit {
	if _, keys, ok := of.Motion(e.Motion); ok && e.Key >= 0 && e.Key < len(keys) {
		return SetMotionKey{e.Motion, e.Key, keys[e.Key]}
	}
	return nil
}

// Field is "motions".
func (e SetMotionKey) Field(World) string { return "motions" }

// Change lists the values of the key frame that change.
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

// Apply adds the key frame.
func (e AddMotionKey) Apply(to World) error { return to.AddMotionKey(e.Motion, e.To) }

// Inverse returns the edit that restores the motion's present key frame at that time, or removes the new
// one.
func (e AddMotionKey) Inverse(of World) Edit { return keyAt(of, e.Motion, e.To.Time) }

// Field is "motions".
func (e AddMotionKey) Field(World) string { return "motions" }

// Change gives the time of the new key frame.
func (e AddMotionKey) Change(of World, _ Edit) (key, text string) {
	name, _, _ := of.Motion(e.Motion)
	return "", fmt.Sprintf("motions.%s: add a key frame at %v s", name, e.To.Time)
}

// Apply removes the key frame.
func (e RemoveMotionKey) Apply(to World) error { return to.RemoveMotionKey(e.Motion, e.Time) }

// Inverse returns the edit that restores the motion's present key frame at that time.
func (e RemoveMotionKey) Inverse(of World) Edit { return keyAt(of, e.Motion, e.Time) }

// Field is "motions".
func (e RemoveMotionKey) Field(World) string { return "motions" }

// Change gives the time of the removed key frame.
func (e RemoveMotionKey) Change(of World, _ Edit) (key, text string) {
	name, _, _ := of.Motion(e.Motion)
	return "", fmt.Sprintf("motions.%s: remove the key frame at %v s", name, e.Time)
}

// keyAt returns the edit that restores the present key frame of a motion at a time, or removes a key
// frame there.
func keyAt(of World, motion int, time float64) Edit {
	_, keys, ok := of.Motion(motion)
	if !ok {
		return nil
	}
	for _, k := range keys {
		if k.Time == time {
			return AddMotionKey{motion, k}
		}
	}
	return RemoveMotionKey{motion, time}
}

// --- servos ---

func (SetServo) command() {}

// Lasts is true.
func (SetServo) Lasts() bool { return true }

// Apply changes what the servo holds.
func (e SetServo) Apply(to World) error { return to.SetServo(e.Motion, e.To) }

// Inverse returns the edit to what the servo holds at present.
func (e SetServo) Inverse(of World) Edit {
	if _, held, ok := of.Servo(e.Motion); ok {
		return SetServo{e.Motion, held}
	}
	return nil
}

// Field is the key of the servo.
func (e SetServo) Field(of World) string {
	name, _, _ := of.Servo(e.Motion)
	return "motions." + name + ".servo"
}

// Change lists the values of the servo that change.
func (e SetServo) Change(of World, inverse Edit) (key, text string) {
	key = e.Field(of)
	text = key
	from, to := inverse.(SetServo).To, e.To
	if from.Set != to.Set {
		text += fmt.Sprintf(" load %v → %v", from.Set, to.Set)
	}
	if from.Limit != to.Limit {
		text += fmt.Sprintf(" limit %v → %v", from.Limit, to.Limit)
	}
	return key, text
}

// --- forces from outside ---

func (SetForce) command() {}

// Lasts is true.
func (SetForce) Lasts() bool { return true }

// Apply changes how the force acts.
func (e SetForce) Apply(to World) error { return to.SetForce(e.Force, e.To) }

// Inverse returns the edit to how the force acts at present.
func (e SetForce) Inverse(of World) Edit {
	if _, acts, ok := of.Force(e.Force); ok {
		return SetForce{e.Force, acts}
	}
	return nil
}

// Field is the key of the force.
func (e SetForce) Field(of World) string {
	name, _, _ := of.Force(e.Force)
	return "forces." + name
}

// Change lists the values of the force that change.
func (e SetForce) Change(of World, inverse Edit) (key, text string) {
	key = e.Field(of)
	text = key
	from, to := inverse.(SetForce).To, e.To
	was := from.Values()
	for i, v := range to.Values() {
		if v.Value != was[i].Value {
			text += fmt.Sprintf(" %s %v → %v", v.Key, was[i].Value, v.Value)
		}
	}
	return key, text
}

// --- hinges and sliders ---

func (SetJoint) command() {}

// Lasts is true.
func (SetJoint) Lasts() bool { return true }

// Apply changes motor, spring and damper.
func (e SetJoint) Apply(to World) error { return to.SetJoint(e.Body, e.To) }

// Inverse returns the edit to what acts at the joint at present.
func (e SetJoint) Inverse(of World) Edit {
	if _, _, acts, ok := of.Joint(e.Body); ok {
		return SetJoint{e.Body, acts}
	}
	return nil
}

// Field is the key of the hinge or the slider.
func (e SetJoint) Field(of World) string {
	name, slides, _, _ := of.Joint(e.Body)
	return "bodies." + name + "." + setting.JointKind(slides)
}

// Change lists the numbers of the joint that change.
func (e SetJoint) Change(of World, inverse Edit) (key, text string) {
	key = e.Field(of)
	text = key
	_, slides, _, _ := of.Joint(e.Body)
	from, to := inverse.(SetJoint).To, e.To
	was := from.Numbers(slides)
	for _, n := range to.Numbers(slides) {
		i := slices.IndexFunc(was, func(o setting.JointNumber) bool { return o.Key == n.Key })
		switch {
		case i < 0:
			text += fmt.Sprintf(" %s %v", n.Key, *n.Of)
		case *was[i].Of != *n.Of:
			text += fmt.Sprintf(" %s %v → %v", n.Key, *was[i].Of, *n.Of)
		}
	}
	return key, text
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

// Inverse returns the edit to the inlet's present flow.
func (e SetInlet) Inverse(of World) Edit {
	if _, flow, ok := of.Inlet(e.Inlet); ok {
		return SetInlet{e.Inlet, flow}
	}
	return nil
}

// Field is "inlets".
func (e SetInlet) Field(World) string { return "inlets" }

// Change lists the values of the flow that change.
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

// Apply restarts the streams.
func (e SetSeed) Apply(to World) error { to.SetSeed(e.Seed); return nil }

// Inverse is nil: numbers that the streams have given cannot be taken back.
func (SetSeed) Inverse(World) Edit { return nil }

// Field is "seed".
func (SetSeed) Field(World) string { return "seed" }

// Change gives the seed.
func (e SetSeed) Change(World, Edit) (key, text string) {
	return "", fmt.Sprintf("random streams begin anew with seed %d", e.Seed)
}
