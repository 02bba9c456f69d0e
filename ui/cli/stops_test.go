package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	end := func(args ...string) (r Result) {
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
