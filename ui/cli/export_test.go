package cli

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/run/batch"
)

// Exports are written where and as often as the flags and the scene say; the run itself is
// the same to the last bit. --every belongs to the output before it.
func TestRunExports(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	const text = `title: one pill
gravity: [0, 0, -10]
materials: [{name: m}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1, rectangle: [[-1, -1], [1, 1]]}}
  - {name: pill, capsule: {radius: 0.01, shaft: 0.02}, position: [0, 0, 0.03]}
  - {name: cup, mesh: pill-bottle.stl, scale: 0.001, blocked: xyzXYZ}
`
	const export = `export:
  vtk: {folder: own, everySteps: 100, parts: [particles]}
  csv: {file: own.csv, every: 0.001, bodies: [pill]}
`
	for name, data := range map[string]string{"plain.yaml": text, "asks.yaml": text + export,
		"bad.yaml": text + strings.Replace(export, "own,", "../own,", 1)} {
		if err := os.WriteFile(at(name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hash := func(args ...string) string {
		t.Helper()
		got := tumble(append([]string{"run", "--steps", "200", "--json"}, args...)...)
		var r batch.Result
		if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || got.status != 0 {
			t.Fatalf("%v: %v, %+v", args, err, got)
		}
		return r.Hash
	}
	want := hash(at("plain.yaml"))
	got := hash(at("plain.yaml"), "--every", "50steps", "--vtk", at("p"), "--vtk-parts", "particles,walls", "--csv",
		at("s.csv"), "--every", "20steps",
		"--follow", "pill", "--stl", at("cup.stl"), "--state", at("end.csv"))
	if got != want {
		t.Errorf("hash %s with exports, %s without", got, want)
	}
	if own := hash(at("asks.yaml"), "-o", dir); own != want {
		t.Errorf("hash %s with the scene's exports, %s without", own, want)
	}
	for pattern, want := range map[string]int{"p/particles.*.vtp": 5, "p/walls.*.vtp": 5, "p/*.pvd": 2, "own/*.vtp": 3,
		"cup.stl": 1} {
		if files, _ := filepath.Glob(at(pattern)); len(files) != want {
			t.Errorf("%s: %d files, want %d", pattern, len(files), want)
		}
	}
	for name, want := range map[string]int{"s.csv": 12, "end.csv": 2} {
		if lines := table(t, at(name)); len(lines) != want {
			t.Errorf("%s: %d lines, want %d", name, len(lines), want)
		}
	}
	if head := strings.Join(table(t, at("own.csv"))[0], ","); !strings.HasPrefix(head, "time [s],step,") ||
		!strings.Contains(head, "pill position z [m]") {
		t.Errorf("header %s", head)
	}
	for args, want := range map[string]string{
		"--vtk-parts hulls":            `run: --vtk-parts: must be one of particles,`,
		"--every 0steps":               `number of steps ≥ 1 as in 500steps, got "0steps"`,
		"--csv " + at("no") + "/s.csv": "no such file",
		"--stl " + at("no") + "/s.stl": "no such file",
	} {
		if got := tumble(append([]string{"run", "--steps", "1", at("plain.yaml")},
			strings.Fields(args)...)...); got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
	if got := tumble("run", "--steps", "1", at("bad.yaml"), "-o", dir); got.status != 1 ||
		!strings.Contains(got.stderr, `must stay within the folder of the exports, got "../own"`) {
		t.Errorf("a scene that leaves its folder: %+v", got)
	}
}

// TestSTLOfNothing checks that the meshes of a scene without any are refused before the run.
func TestSTLOfNothing(t *testing.T) {
	dir := t.TempDir()
	got := tumble("run", "clump", "--steps", "1", "--stl", filepath.Join(dir, "a.stl"), "--state",
		filepath.Join(dir, "a.json"))
	left, _ := os.ReadDir(dir)
	if got.status != 1 || len(left) > 0 || got.stderr != "tumble: run: --stl: scene clump has no mesh\n" {
		t.Errorf("%+v, and %v", got, left)
	}
}

func table(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return lines
}
