package bridge

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// frozenWorld is a world that edits only read.
type frozenWorld struct {
	World
	params setting.Params
	pour   []MotionKey
	feed   InletFlow
}

func (s *frozenWorld) Params() setting.Params { return s.params }

func (s *frozenWorld) Material(i int) (name string, m law.Material, ok bool) {
	return "pill", law.Default, i == 0
}

func (s *frozenWorld) Motion(i int) (name string, keys []MotionKey, ok bool) {
	return "pour", s.pour, i == 0
}

func (s *frozenWorld) Inlet(i int) (name string, flow InletFlow, ok bool) {
	return "feed", s.feed, i == 0
}

func (s *frozenWorld) Servo(i int) (name string, held setting.Servo, ok bool) {
	return "press", setting.Servo{Set: 5, Limit: 1}, i == 0
}

func (s *frozenWorld) Force(i int) (name string, acts setting.Force, ok bool) {
	return "wind", setting.Force{Force: [3]float64{1, 0, 0}}, i == 0
}

func (s *frozenWorld) Joint(body int64) (name string, slides bool, acts setting.Joint, ok bool) {
	return "wheel", false, setting.Joint{Drive: 2, Stiffness: 3}, body == 4
}

func (s *frozenWorld) Velocity(body int64) (velocity, spin vec.Vec3, ok bool) {
	return vec.New(0, 0, -1), vec.Vec3{}, body == 7
}

func (s *frozenWorld) Body(number int64) (b NewBody, ok bool) {
	return ball(number), number == 7
}

func (s *frozenWorld) Imposed(body int64) (now Impose, ok bool) {
	return Impose{Body: body, Off: true}, body == 0
}

func (s *frozenWorld) Pushed(body int64) (now Push, ok bool) {
	return Push{Body: body, Force: vec.New(1, 0, 0)}, body == 7
}

// ball returns a ball with a number.
func ball(number int64) NewBody {
	return NewBody{Number: number, Name: "ball", Position: vec.New(0, 0.1, 1), Shapes: []NewShape{{Radius: 0.1}}}
}

// Contract: every edit is taken back by its inverse, or by none, and is told in words.
func TestEditsAreTakenBack(t *testing.T) {
	key := MotionKey{Time: 1, Position: vec.New(0, 0, 1), Orientation: vec.Identity}
	moved := key
	moved.Time, moved.Position.X, moved.Orientation = 2, 3, vec.FromAxisAngle(vec.AxisX, 1)
	w := &frozenWorld{params: setting.Defaults, pour: []MotionKey{{}, key}, feed: InletFlow{MaxMass: 0.12}}
	smooth := law.Default
	smooth.TanPhi, smooth.Young = 0.1, 2e7
	for _, c := range []struct {
		edit, back Edit
		key, text  string
	}{
		{Number("damping", 0.3), Number("damping", 0), "damping", "damping 0 → 0.3"},
		{Vector("gravity", vec.New(0, 1, 2)), Vector("gravity", vec.New(0, 0, -10)), "gravity",
			"gravity [0, 0, -10] → [0, 1, 2]"},
		{Word("law", "jkr"), Word("law", "frictional"), "law", "contact law frictional → jkr"},
		{Number("timeStep.fixed", 1), nil, "", ""}, // not as a world runs
		{Number("colour", 1), nil, "", ""},
		{SetMaterial{0, smooth}, SetMaterial{0, law.Default}, "materials.pill.young, materials.pill.tanPhi",
			"Young's modulus of pill 1e+07 → 2e+07, Friction of pill 0.5 → 0.1"},
		{SetMaterial{Index: 1}, nil, "", ""},
		{SetMotionKey{0, 1, moved}, SetMotionKey{0, 1, key}, "motions.pour.keys.1",
			"motions.pour.keys.1 time 1 → 2 position [0 0 1] → [3 0 1] turn 0° → 57.3°"},
		{SetMotionKey{0, 2, moved}, nil, "", ""},
		{AddMotionKey{0, moved}, RemoveMotionKey{0, 2}, "", "motions.pour: add a key frame at 2 s"},
		{AddMotionKey{0, key}, AddMotionKey{0, key}, "", "motions.pour: add a key frame at 1 s"},
		{RemoveMotionKey{0, 1}, AddMotionKey{0, key}, "", "motions.pour: remove the key frame at 1 s"},
		{RemoveMotionKey{1, 1}, nil, "", ""},
		{SetInlet{0, InletFlow{Off: true, MassRate: 2, MaxBodies: 5}}, SetInlet{0, w.feed}, "inlets.feed",
			"inlets.feed off massRate 0 → 2 maxMass 0.12 → 0 maxBodies 0 → 5"},
		{SetInlet{1, InletFlow{}}, nil, "", ""},
		{SetServo{0, setting.Servo{Set: 7, Limit: 2}}, SetServo{0, setting.Servo{Set: 5, Limit: 1}}, "motions.press.servo",
			"motions.press.servo load 5 → 7 limit 1 → 2"},
		{SetServo{Motion: 1}, nil, "", ""},
		{SetForce{0, setting.Force{Off: true, Force: [3]float64{2, 0, 0}}},
			SetForce{0, setting.Force{Force: [3]float64{1, 0, 0}}}, "forces.wind",
			"forces.wind off false → true force [1 0 0] → [2 0 0]"},
		{SetForce{Force: 1}, nil, "", ""},
		{SetJoint{4, setting.Joint{Holds: true, Speed: 6, Stiffness: 4}},
			SetJoint{4, setting.Joint{Drive: 2, Stiffness: 3}}, "bodies.wheel.hinge",
			"bodies.wheel.hinge speed 6 limit 0 stiffness 3 → 4"},
		{SetJoint{Body: 8}, nil, "", ""},
		{SetSeed{5}, nil, "", "random streams begin anew with seed 5"},
		{SetVelocity{7, vec.New(1, 0, 0.5), vec.Vec3{}}, SetVelocity{7, vec.New(0, 0, -1), vec.Vec3{}}, "velocity.7",
			"velocity of body 7 [0 0 -1] → [1 0 0.5]"},
		{SetVelocity{7, vec.New(0, 0, -1), vec.New(0, 3, 0)}, SetVelocity{7, vec.New(0, 0, -1), vec.Vec3{}}, "velocity.7",
			"velocity of body 7 [0 0 -1] → [0 0 -1], spin [0 0 0] → [0 3 0]"},
		{SetVelocity{Body: 8}, nil, "", ""},
		{AddBodies{Fresh(ball(8), ball(3))}, RemoveBodies{Numbers(8, 3)}, "", "add 2 bodies (3 to 8)"},
		{AddBodies{Fresh(ball(8), ball(7))}, nil, "", ""}, // 7 is there
		{RemoveBodies{Numbers(7)}, AddBodies{Fresh(ball(7))}, "", "remove body 7"},
		{RemoveBodies{Numbers(7, 8)}, nil, "", ""},
		{Impose{Body: 0, Velocity: vec.New(0, 0, 0.5)}, Impose{Body: 0, Off: true}, "impose.0",
			"motion of body 0 [0 0 0.5] m/s, [0 0 0] rad/s"},
		{Impose{Body: 0, Off: true}, Impose{Body: 0, Off: true}, "impose.0", "motion of body 0 as in the scene"},
		{Impose{Body: 8}, nil, "", ""},
		{Push{Body: 7, Torque: vec.New(0, 2, 0), Duration: 0.1}, Push{Body: 7, Force: vec.New(1, 0, 0)}, "push.7",
			"push on body 7 [0 0 0] N, [0 2 0] N·m for 0.1 s"},
		{Push{Body: 8}, nil, "", ""},
		{Grab{Body: 7}, nil, "grab.7", "drag body 7"},
	} {
		back := c.edit.Inverse(w)
		if back != c.back {
			t.Errorf("%+v is taken back by %+v, want %+v", c.edit, back, c.back)
		}
		if back == nil && c.text == "" {
			continue // it is refused
		}
		if key, text := c.edit.Change(w, back); key != c.key || text != c.text {
			t.Errorf("%+v: %q, %q, want %q, %q", c.edit, key, text, c.key, c.text)
		}
	}
}

// Contract: every kind of edit can be written and read again, and nothing else.
func TestEditsRoundTrip(t *testing.T) {
	list := slices.Concat(edits, []Edit{Number("damping", 0.25), Vector("gravity", vec.New(0.1, 1e-300, -9.81)),
		Vector("gravity", vec.New(3, 0, 0)), Word("law", "jkr"), AddBodies{Fresh(ball(3), ball(1<<60))},
		RemoveBodies{Numbers(4, 1)}})
	for _, want := range list {
		kind, with, err := EncodeEdit(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodeEdit(kind, with); err != nil || got != want {
			t.Errorf("%#v is read as %#v, %v", want, got, err)
		}
	}
	for _, c := range [][2]string{{"Explode", "{}"}, {"Pause", "{}"}, {"Set", `{"x":1}`},
		{"Set", `{"Key":"damping","To":[1]}`}, {"Set", `{"Key":"timeStep.fixed","To":1}`}, {"Set", `{"Key":"","To":1}`},
		{"SetLaw", "{}"}, {"SetLaw", `{"Law":"jkr","x":1}`}, {"SetGravity", `{"Gravity":{"W":1}}`}, {"SetMaterial", "7"},
		{"AddBodies", `{"Bodies":7}`}, {"AddBodies", `{"Bodies":[{"Number":1e99}]}`},
		{"AddBodies", `{"Bodies":[{"Mass":1}]}`},
		{"AddBodies", `{"Bodies":[{"Position":{"X":1e999}}]}`}, {"RemoveBodies", `{"Bodies":[1.5]}`},
		{"RemoveBodies", `{"Bodies":[0` + strings.Repeat(",0", limit.Edited.Most) + `]}`}} {
		if e, err := DecodeEdit(c[0], []byte(c[1])); err == nil {
			t.Errorf("%v is read as %#v", c, e)
		}
	}
}

// Contract: the edits of settings in files of before are read.
func TestFormerEditsAreRead(t *testing.T) {
	for _, c := range []struct {
		kind, with string
		want       Edit
	}{
		{"SetGravity", `{"Gravity":{"X":0.1,"Y":0,"Z":-9.81}}`, Vector("gravity", vec.New(0.1, 0, -9.81))},
		{"SetDamping", `{"Damping":0.3}`, Number("damping", 0.3)},
		{"SetTimeStepSafety", `{"Safety":0.25}`, Number("timeStep.safety", 0.25)},
		{"SetCapsuleRule", `{"Rule":"integral"}`, Word("capsuleRule", "integral")},
		{"SetLaw", `{"Law":"jkr"}`, Word("law", "jkr")},
	} {
		if got, err := DecodeEdit(c.kind, []byte(c.with)); err != nil || got != c.want {
			t.Errorf("%s %s is read as %#v, %v", c.kind, c.with, got, err)
		}
	}
}

// Contract: commands are plain values, so that they cannot share memory, and edits can be compared.
func TestEditsCarryNoReferences(t *testing.T) {
	for _, e := range edits {
		checkPlain(t, reflect.TypeOf(e))
	}
}

func checkPlain(t *testing.T, typ reflect.Type) {
	switch typ.Kind() {
	case reflect.Struct:
		for i := 0; i < typ.NumField(); i++ {
			checkPlain(t, typ.Field(i).Type)
		}
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface:
		t.Errorf("%v is not a plain value", typ)
	}
}
