package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/run/batch"
)

// falling is a scene in which two balls fall on a floor, one of them later.
const falling = `title: Falling
gravity: [0, 0, -10]
end: 0.2
materials: [{name: m, young: 1e7, density: 1000}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: low, sphere: {radius: 0.01}, position: [0, 0, 0.03]}
  - {name: high, sphere: {radius: 0.01}, position: [0.1, 0, 0.06]}
`

// Contract: conditions of a scene end its run in the step in which those of --stop-when do, with the same bits and
// words, also that of a saved state; and what ends early can be kept in a run file.
func TestScenesStopWhen(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	end := func(args ...string) (r batch.Result) {
		t.Helper()
		got := tumble(append([]string{"run", "--json"}, args...)...)
		if err := json.Unmarshal([]byte(got.stdout), &r); got.status != 0 || err != nil {
			t.Fatalf("%v: %+v, %v", args, got, err)
		}
		return r
	}
	plain := put("plain.yaml", falling)
	own := put("own.yaml", falling+"stopWhen:\n  - contact(low, floor)\n  - contact(high, floor)\n")
	saved, recorded := filepath.Join(dir, "a.tumble"), filepath.Join(dir, "b.tumble")
	first := end(plain, "--stop-when", "contact(low, floor)", "--run-file", recorded)
	if !(first.Time > 0.06 && first.Time < 0.07) || !strings.Contains(first.Stopped, "contact(low, floor) in step") {
		t.Errorf("stopped at %g s: %q", first.Time, first.Stopped)
	}
	if got := tumble("check", recorded); got.status != 0 || !strings.Contains(got.stdout, first.Hash) {
		t.Errorf("the run file of %s: %+v", first.Hash, got)
	}
	for _, workers := range []string{"1", "3"} {
		if r := end(own, "--workers", workers, "--save", saved); r.Hash != first.Hash || r.Stopped != first.Stopped {
			t.Errorf("the scene stops at %g s with %s: %q", r.Time, r.Hash, r.Stopped)
		}
	}
	later := end(plain, "--stop-when", "contact(high, floor)")
	if r := end(saved); r.Hash != later.Hash || r.Stopped != later.Stopped || r.Steps <= first.Steps {
		t.Errorf("the saved state stops at %g s: %q, want %g s", r.Time, r.Stopped, later.Time)
	}
	if r := end(put("never.yaml", falling+"stopWhen: [overlap > 50%]\n")); r.Stopped != "" || !(r.Time >= 0.2) {
		t.Errorf("it stops at %g s: %q", r.Time, r.Stopped)
	}
	for condition, want := range map[string]string{
		"contact(lo, floor)": `no body or inlet is called "lo" (did you mean low?)`,
		"slip(3)":            "no body has the number 3: the last one is 2",
	} {
		if got := tumble("run", plain, "--stop-when", condition); got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %s", condition, got, want)
		}
	}
}

// pressed is a scene in which a wall and a mesh carry a ball of 10 N each.
const pressed = `title: Pressed
gravity: [0, 0, -10]
damping: 0.9
end: 0.5
materials: [{name: m, young: 1e8, density: 1000}, {name: steel, young: 1e8, density: 8000}]
bodies:
  - {name: top, material: steel, wall: {axis: z, position: 0.07, sense: 1}}
  - {name: plate, material: steel, mesh: band.stl, scale: 0.01, shift: [0, 5, 1]}
  - {name: a, sphere: {radius: 0.062}, position: [0, 0, 0.133]}
  - {name: b, sphere: {radius: 0.062}, position: [0.3, 5, 1.063]}
`

// Contract: a condition that says by name, number, material or mass which bodies it is about sees walls and meshes,
// too; others do not. What could never become true, as a wall is not there or has no such quantity, is refused by name.
func TestStopAtAWall(t *testing.T) {
	band, err := filepath.Abs("../../assets/band.stl")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "pressed.yaml")
	text := strings.ReplaceAll(pressed, "band.stl", band)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	read := "--allow-read=" + filepath.Dir(band)
	for condition, want := range map[string]string{
		"name == 'top' && force > 5": "body 0 (top)", "name == 'plate' && force > 5": "body 1 (plate)",
		"id == 0 && contacts > 0": "body 0 (top)", "mass == 0 && force > 5": "body 0 (top)",
		"material == 'steel' && force > 5": "body 0 (top)", "force > 5": "body 2 (a)",
		"name == 'top' && force > 5 && z > 0.069": "body 0 (top)",
	} {
		var r batch.Result
		got := tumble("run", path, read, "--json", "--stop-when", condition)
		if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || !strings.HasSuffix(r.Stopped, want) {
			t.Errorf("%s: stopped by %q, want %s; %s", condition, r.Stopped, want, got.stderr)
		}
	}
	for condition, want := range map[string]string{
		"name == 'tops' && force > 5":     `no body or inlet is called "tops" (did you mean top?)`,
		"id == 4 && force > 5":            "no body has the number 4",
		"name == 'top' && kinetic > 1e-9": "kinetic makes no sense of body top: forces do not move it",
		"name == 'plate' && radius > 0.1": "radius makes no sense of body plate: it has no sphere or capsule",
	} {
		got := tumble("run", path, read, "--stop-when", condition)
		if got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %s", condition, got, want)
		}
		scene := filepath.Join(filepath.Dir(path), "own.yaml")
		if err := os.WriteFile(scene, []byte(text+"stopWhen: [\""+condition+"\"]\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := tumble("check", scene, read); got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("stopWhen: %s: %+v, want %s", condition, got, want)
		}
	}
}

// squeezed is a scene in which a lid comes down on a ball and presses on it.
const squeezed = `title: Squeezed
gravity: [0, 0, 0]
end: 0.1
materials: [{name: m, young: 1e7, density: 2500, restitution: 0.5}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: lid, wall: {axis: z, position: 0.0101, sense: -1}}
  - {name: side, wall: {axis: x, position: 0.01, sense: -1}}
  - {name: ball, sphere: {radius: 0.005}, position: [0, 0, 0.005]}
motions:
  - {name: press, body: lid, servo: {force: 5 N, axis: -z, limit: 0.1 m/s}}
  - {name: hold, body: lid, start: 1 s, servo: {force: 1 N, axis: -z, limit: 0.1 m/s}}
  - {name: slide, body: side, constant: {velocity: [0.001, 0, 0]}}
`

// Contract: conditions ask about servos by the names of motions; those of what is no servo are refused by name.
func TestStopAtAServo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "squeezed.yaml")
	if err := os.WriteFile(path, []byte(squeezed), 0o600); err != nil {
		t.Fatal(err)
	}
	end := func(condition string) (r batch.Result) {
		got := tumble("run", path, "--json", "--stop-when", condition)
		if err := json.Unmarshal([]byte(got.stdout), &r); got.status != 0 || err != nil {
			t.Fatalf("%s: %+v, %v", condition, got, err)
		}
		return r
	}
	passed, settled := end("load(press) > 4.99"), end("settled(press)")
	for _, r := range []batch.Result{passed, settled} {
		if !strings.HasSuffix(r.Stopped, "body 1 (lid)") {
			t.Errorf("stopped by %q, want body 1 (lid)", r.Stopped)
		}
	}
	if !(passed.Steps > 0 && passed.Steps < settled.Steps && settled.Time < 0.05) {
		t.Errorf("the load is reached at %g s and settled at %g s", passed.Time, settled.Time)
	}
	if r := end("settled(hold) or load(hold) > 0"); r.Stopped != "" {
		t.Errorf("a servo that has not begun: %q", r.Stopped)
	}
	for condition, want := range map[string]string{
		"settled(pres)":   `no motion that is a servo is called "pres" (did you mean press?)`,
		"settled(lid)":    `no motion that is a servo is called "lid"`,
		"load(slide) > 1": `no motion that is a servo is called "slide"`,
		"load(press)":     "true or false",
	} {
		if got := tumble("run", path, "--stop-when", condition); got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %s", condition, got, want)
		}
	}
}
