package scene

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
)

// packedScene is a box of balls under a lid that rests on them by a servo; a breeze acts on the balls.
const packedScene = `
gravity: [0, 0, -9.81]
materials: [{name: ball, young: 1 MPa, density: 2000, restitution: 0.4}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: lid, wall: {axis: z, position: 45 mm, sense: -1}}
  - {name: b, sphere: {radius: 10 mm}, position: [0, 0, 10 mm],
     copies: {lattice: {counts: [3, 3, 2], spacing: [20 mm, 20 mm, 20 mm]}}}
motions:
  - {name: press, body: lid, servo: {force: 50 N, axis: -z, limit: 0.1 m/s}}
  - {name: hold, body: lid, after: rest, constant: {}}
  - {name: rest, body: floor, start: 0.1, duration: 0.05, constant: {}}
forces: [{name: breeze, force: [1 mN, 0, 0]}]
`

// resumed writes a scene beside the saved state packed.tumble, loads it and returns it.
func resumed(t *testing.T, dir, text string, o Options) (run.Scene, error) {
	t.Helper()
	file := filepath.Join(dir, "s.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Load(file, o)
}

// packed saves the state of packedScene after 0.2 s as packed.tumble in a new folder.
func packed(t *testing.T) (dir string, time float64) {
	t.Helper()
	s, err := LoadText("packed", []byte(packedScene), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	until(s.World, 0.2)
	dir = t.TempDir()
	save(t, filepath.Join(dir, "packed.tumble"), s)
	return dir, s.World.Clock().Time
}

func until(w *sim.World, time float64) {
	for w.Clock().Time < time && w.Log().Fault() == "" {
		w.Step()
	}
}

func vertical(t *testing.T, w *sim.World, name string) (z, velocity, force float64) {
	t.Helper()
	for _, b := range w.State().Bodies {
		if b.Name == name {
			return b.Position[2], b.Velocity[2], b.Force[2]
		}
	}
	t.Fatalf("no body %s", name)
	return
}

// Contract: a scene that goes on from a state puts its motions and forces into the places of those of the same name,
// and adds the others and its bodies; they begin when it says, counted from the state. The energy is closed.
func TestSceneGoesOnFromState(t *testing.T) {
	dir, t0 := packed(t)
	for _, workers := range []int{1, 2} {
		s, err := resumed(t, dir, `
state: packed.tumble
change: ["gravity=0,0,-1", materials.ball.tanPhi=0.3]
end: 0.5
bodies:
  - {name: late, sphere: {radius: 5 mm}, position: [0, 0, 0.2], velocity: [0, 0, 0.1]}
motions:
  - {name: hold, body: lid, constant: {velocity: [0, 0, 0.1]}, duration: 0.1}
  - {name: press, body: lid, after: hold, delay: 0.1, servo: {force: 20 N, axis: -z, limit: 0.1 m/s}}
forces:
  - {name: breeze, force: [0, 0, 0]}
  - {name: lift, bodies: late, start: 0.1, force: [0, 0, 1 N], duration: 0.01}
`, Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		w := s.World
		if math.Abs(s.End-t0-0.5) > 1e-12 || w.Params().Gravity.Z != -1 || len(w.Plan().Motions) != 3 ||
			len(w.Plan().Forces) != 2 {
			t.Errorf("ends at %g, gravity %v, %d motions, %d forces", s.End, w.Params().Gravity, len(w.Plan().Motions),
				len(w.Plan().Forces))
		}
		z0, _, _ := vertical(t, w, "lid")
		until(w, t0+0.05)
		if z, v, _ := vertical(t, w, "lid"); math.Abs(z-z0-0.005) > 2e-5 || math.Abs(v-0.1) > 1e-9 {
			t.Errorf("the lid rose by %g m at %g m/s, want 0.005 at 0.1", z-z0, v)
		}
		until(w, t0+0.15)
		if z, v, _ := vertical(t, w, "lid"); math.Abs(z-z0-0.01) > 1e-9 || v != 0 {
			t.Errorf("the lid rose by %g m and moves at %g m/s, want 0.01 and rest", z-z0, v)
		}
		if _, v, _ := vertical(t, w, "late"); math.Abs(v-(0.1-0.15+0.01/(4./3*math.Pi*1.25e-7*2000))) > 0.1 {
			t.Errorf("the ball that was lifted has %g m/s", v) // gravity and the impulse, which is a step longer or shorter
		}
		until(w, t0+0.5)
		if _, _, f := vertical(t, w, "lid"); math.Abs(f-20) > 0.2 {
			t.Errorf("the lid bears %g N, want 20", f)
		}
		if e := w.Energy(); math.Abs(e.ClosureError) > 1e-3*e.Dissipated {
			t.Errorf("closure %g J of %g J dissipated", e.ClosureError, e.Dissipated)
		}
		if workers == 1 {
			defer func(want uint64) {
				if got := w.Hash(); got != want {
					t.Errorf("two workers: %016x, want %016x", got, want)
				}
			}(w.Hash())
		}
		w.Close()
	}
}

// Contract: a scene that adds nothing goes on with the bits of the state. What was done before lets begin at once
// what waits for it.
func TestSceneGoesOnWithTheSameBits(t *testing.T) {
	dir, t0 := packed(t)
	plain, err := Load(filepath.Join(dir, "packed.tumble"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer plain.World.Close()
	s, err := resumed(t, dir, "state: packed.tumble\n", Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	until(plain.World, t0+0.05)
	until(s.World, t0+0.05)
	if plain.World.Hash() != s.World.Hash() {
		t.Error("it goes on with other bits")
	}
	s, err = resumed(t, dir, "state: packed.tumble\nmotions: [{name: up, body: lid, after: rest, "+
		"constant: {velocity: [0, 0, 1]}}]", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	z0, _, _ := vertical(t, s.World, "lid")
	until(s.World, t0+0.01)
	if z, _, _ := vertical(t, s.World, "lid"); math.Abs(z-z0-0.01) > 1e-3 {
		t.Errorf("the lid rose by %g m, want 0.01", z-z0)
	}
}

// Contract: settings of such a scene reach its own entries and the state, also once it was written and read again;
// what the state has is refused with what would change it.
func TestSettingsOfScenesFromStates(t *testing.T) {
	dir, _ := packed(t)
	text := "state: packed.tumble\n" +
		"motions: [{name: shake, body: floor, harmonic: {shift: [0, 0, 1 mm], frequency: 9}}]\n"
	s, err := resumed(t, dir, text, Options{Set: []string{"gravity=0,0,-2", "materials.ball.tanPhi=0.7",
		"motions.shake.harmonic.frequency=5", "motions.press.servo.force=70 N"}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	_, m, _ := s.World.Material(0)
	if _, held, _ := s.World.Servo(0); held.Set != 70 || m.TanPhi != 0.7 || s.World.Params().Gravity.Z != -2 {
		t.Errorf("%+v, %+v, %v", held, m, s.World.Params().Gravity)
	}
	spec, err := ReadSpec(filepath.Join(dir, "s.yaml"), []string{"gravity=0,0,-2"})
	if err != nil {
		t.Fatal(err)
	}
	if spec, err = spec.With([]string{"end=3"}); err != nil || spec.End != 3 || len(spec.Change) != 1 {
		t.Errorf("%+v: %v", spec, err)
	}
	var b strings.Builder
	if err := WriteSpec(&b, spec); err != nil || strings.Contains(b.String(), "materials") {
		t.Errorf("%v\n%s", err, b.String())
	}
	for extra, want := range map[string]string{
		"gravity: [0, 0, 0]":                               `in the state, and only changed by change: ["gravity=..."]`,
		"materials: [{name: x}]":                           "materials: is in the state",
		"change: [end=3]":                                  "of a saved state, only",
		"motions: [{name: m, body: b}]":                    "must have exactly one of keys",
		"forces: [{name: breeze}]":                         "must have exactly one of force",
		"surfaces: [top=@none]":                            "none",
		"motions: [{name: press, body: ld, constant: {}}]": `no body "ld"`,
	} {
		if _, err := resumed(t, dir, "state: packed.tumble\n"+extra, Options{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", extra, err, want)
		}
	}
	if _, err := resumed(t, dir, "state: packed.tumble", Options{Seed: 3}); err == nil {
		t.Error("a seed was taken")
	}
}
