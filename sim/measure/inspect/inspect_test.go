package inspect_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// worlds are scenes with bodies of all kinds in contact, by the settings and after the steps given.
var worlds = []struct {
	name  string
	set   []string
	steps int
}{
	{"pile", nil, 600},
	{"pile", []string{"capsuleRule=integral"}, 600},
	{"pile", []string{"law=hertz-mindlin", "materials.m.restitution=0.6"}, 600},
	{"walls", nil, 600},
	{"tubes", nil, 600},
	{"tubes", []string{"capsuleRule=integral"}, 600},
	{"bumps", nil, 900},
	{"bumps", []string{"capsuleRule=integral"}, 900},
	{"seams", nil, 900},
	{"seams", []string{"capsuleRule=integral"}, 900},
	{"pile", []string{"law=jkr", "materials.m.surfaceEnergy=1"}, 600},
}

// load returns a world of the table; it is stepped.
func load(t *testing.T, n int) *sim.World {
	t.Helper()
	s, err := scene.Load(filepath.Join("..", "..", "testdata", "golden", worlds[n].name+".yaml"),
		scene.Options{Set: worlds[n].set})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.World.Close)
	return s.World
}

// digits writes a value as a saved state has it.
func digits(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func array(v vec.Vec3) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// Contract: the body that limits the time step is the one whose mass is least for its stiffness, not the smallest.
func TestLimitingBody(t *testing.T) {
	const balls = `gravity: [0, 0, -9.81]
timeStep: {fixed: 1e-6}
materials:
  - {name: light, young: 1e7, tanPhi: 0.4, density: 100}
  - {name: heavy, young: 1e7, tanPhi: 0.4, density: 10000}
bodies:
  - {name: floor, material: heavy, wall: {axis: z, position: 0, sense: 1}}
  - {name: small, material: heavy, sphere: {radius: 0.005}, position: [0.1, 0, 0.00499]}
  - {name: large, material: light, sphere: {radius: 0.01}, position: [0, 0, 0.00999]}
`
	path := filepath.Join(t.TempDir(), "balls.yaml")
	if err := os.WriteFile(path, []byte(balls), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scene.Load(path, scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	m := inspect.Moment{Site: s.World.Inspect()}
	if limit, by := m.Critical(); limit != 0 || by != (bridge.Thing{}) {
		t.Errorf("without contacts %+v limits the step to %g s", by, limit)
	}
	s.World.Step()
	if limit, by := m.Critical(); !(limit > 0) || by.Kind != bridge.ThingBody || by.Body != 2 {
		t.Errorf("body %+v limits the step to %g s, want the large one, 2", by, limit)
	}
}

// Contract: what the inspector is told of a body and of its contacts is what "run --state" writes, in
// every digit; a member of a clump has the force and torque of state.Contacts.ForceOnShape.
func TestNumbersAreThoseOfTheState(t *testing.T) {
	contacts := 0
	for n := range worlds {
		t.Run(fmt.Sprint(n, worlds[n].name), func(t *testing.T) {
			w := load(t, n)
			for range worlds[n].steps {
				w.Step()
			}
			now := w.State()
			var in bridge.Inspected
			for i := range now.Bodies {
				want := &now.Bodies[i]
				site := w.Inspect()
				site.Answer([2]bridge.Thing{{Kind: bridge.ThingBody, Body: int64(want.ID)}}, &in)
				compareBody(t, w, want, &in)
			}
			contacts += len(now.Contacts)
			compareContacts(t, w, now)
		})
	}
	if contacts < 500 {
		t.Errorf("only %d contacts were compared", contacts)
	}
}

func compareBody(t *testing.T, w *sim.World, want *state.Body, in *bridge.Inspected) {
	t.Helper()
	if in.Missing[0] {
		t.Fatalf("body %d is said to be gone", want.ID)
	}
	got := &in.Body
	kinds := []string{bridge.Dynamic: "dynamic", bridge.Kinematic: "kinematic", bridge.Static: "static"}
	q := got.Orientation
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"number", got.Number, want.ID}, {"name", got.Name, want.Name}, {"kind", kinds[got.Kind], want.Kind},
		{"position", array(got.Position), want.Position}, {"velocity", array(got.Velocity), want.Velocity},
		{"orientation", [4]float64{q.W, q.X, q.Y, q.Z}, want.Orientation}, {"spin", array(got.Spin), want.Spin},
		{"force", array(got.Force), want.Force}, {"torque", array(got.Torque), want.Torque},
		{"mass", got.Mass, want.Mass}, {"inertia", array(got.Inertia), want.Inertia},
		{"material", got.Material, want.Material}, {"members", len(got.Members), len(want.Shapes)},
	} {
		if g, w := digits(t, c.got), digits(t, c.want); g != w {
			t.Errorf("body %d: %s %s, the state has %s", want.ID, c.what, g, w)
		}
	}
	for k := range got.Members {
		m, s := &got.Members[k], &want.Shapes[k]
		if m.Kind != s.Kind || m.Radius != s.Radius || m.Shaft != s.Shaft {
			t.Errorf("body %d: shape %d is %+v, the state has %+v", want.ID, k, m, s)
		}
		force, torque := w.Contacts().ForceOnShape(body.ID(want.ID), k)
		if scale := force.Norm() + 1e-300; m.Force != force || m.Torque.Sub(torque).Norm() > 1e-12*scale {
			t.Errorf("body %d: shape %d has %v and %v, want %v and %v", want.ID, k, m.Force, m.Torque, force, torque)
		}
	}
}

// compareContacts looks each contact up as the bodies that have it name it.
func compareContacts(t *testing.T, w *sim.World, now state.State) {
	t.Helper()
	var a, in bridge.Inspected
	site := w.Inspect()
	for i, thing := range contactsOf(now) {
		want := &now.Contacts[i]
		site.Answer([2]bridge.Thing{thing}, &in)
		got := &in.Contact
		for _, c := range [][2]any{
			{got.Pair, want.Pair}, {array(got.Point), want.Point}, {array(got.Normal), want.Normal},
			{got.Overlap, want.Overlap}, {array(got.Force), want.Force}, {array(got.Torque), want.Torque},
			{got.NormalForce, want.NormalForce}, {got.TangentialForce, want.TangentialForce}, {got.Sliding, want.Sliding},
		} {
			if g, w := digits(t, c[0]), digits(t, c[1]); g != w || in.Missing[0] {
				t.Errorf("contact %+v: %s, the state has %s", thing, g, w)
			}
		}
		site.Answer([2]bridge.Thing{{Kind: bridge.ThingBody, Body: int64(want.BodyB), Shape: int32(want.ShapeB)}}, &a)
		found := false
		for _, of := range a.Body.Touching {
			found = found || of.Thing == thing && of.Partner.Body == int64(want.BodyA) && of.Overlap == want.Overlap
		}
		if !found {
			t.Errorf("body %d does not name its contact %+v", want.BodyB, thing)
		}
	}
}

// contactsOf names the contacts of a state.
func contactsOf(now state.State) (list []bridge.Thing) {
	seen := map[bridge.Thing]int32{}
	for i := range now.Contacts {
		c := &now.Contacts[i]
		thing := bridge.Thing{Kind: bridge.ThingContact, Body: int64(c.BodyA), Shape: int32(c.ShapeA),
			Other: int64(c.BodyB), OtherShape: int32(c.ShapeB)}
		nth := seen[thing]
		seen[thing]++
		thing.Nth = nth
		list = append(list, thing)
	}
	return list
}
