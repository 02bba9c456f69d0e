package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/run/batch"
	"example.org/tumble/ui/studio"
	"example.org/tumble/ui/sweep"
)

// tray is a small scene with a file beside it, for sweeps.
const tray = `title: tray
gravity: [0, 0, -10]
end: 0.01
materials: [{name: m}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1, rectangle: [[-0.1, -0.1], [0.1, 0.1]]}}
  - {name: ball, sphere: {radius: 0.01}, position: [0, 0, 0.0099], velocity: [1, 0, 0]}
particles: {file: grains.csv}
`

// makeTray writes the scene, its grains and a table.
func makeTray(t *testing.T, table string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{"tray.yaml": tray, "grains.csv": "x [mm],y,z,radius [mm]\n30,0,0.01,5\n",
		"runs.csv": table} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Each row of a sweep is the run that run would make of its settings, told in a folder of
// its own; the scene in it gives the same run again. A sweep started again does what is
// missing, broken or asked differently, and nothing else.
func TestSweep(t *testing.T) {
	dir := makeTray(t, "materials.m.tanPhi, ball.velocity ,seed\n0.1,,\n0.2,,5\n0.3,\"0.5,0,0\",\n")
	at := func(name string) string { return filepath.Join(dir, name) }
	sweep := func(args ...string) outcome {
		t.Helper()
		got := tumble(append([]string{"sweep", at("tray.yaml"), "--table", at("runs.csv"), "-o", at("out"), "--set",
			"damping=0.1", "--size", "64x36", "--every", "1ms"}, args...)...)
		if got.status != 0 {
			t.Fatalf("%v: %+v", args, got)
		}
		return got
	}
	got := sweep()
	if !strings.HasPrefix(got.stdout, "3 of 3 rows are done: ") {
		t.Errorf("%q", got.stdout)
	}
	want := []string{"row", "materials.m.tanPhi", "ball.velocity", "seed", "hash"}
	lines := table(t, at("out/summary.csv"))
	if len(lines) != 4 || lines[1][4] == lines[2][4] || lines[2][4] == lines[3][4] || !slices.Equal(lines[0][:5], want) ||
		!slices.Equal(lines[2][:4], []string{"2", "0.2", "", "5"}) {
		t.Errorf("summary %v", lines)
	}
	for row, args := range map[string][]string{
		"row-0001": {"--set", "materials.m.tanPhi=0.1"},
		"row-0002": {"--set", "materials.m.tanPhi=0.2", "--seed", "5"},
		"row-0003": {"--set", "materials.m.tanPhi=0.3", "--set", "ball.velocity=0.5,0,0"},
	} {
		r := readResult(t, at("out/"+row))
		plain := runJSON(t, append([]string{at("tray.yaml"), "--set", "damping=0.1"}, args...)...)
		frozen := runJSON(t, at("out/"+row+"/scene.yaml"), "--allow-read", dir)
		if r.Hash != plain.Hash || r.Hash != frozen.Hash || r.Hash != lines[r.Row][4] || r.Bodies != 3 {
			t.Errorf("%s: hash %s, of run %s, of its scene %s, in the summary %s", row, r.Hash, plain.Hash, frozen.Hash,
				lines[r.Row][4])
		}
		if series := table(t, at("out/"+row+"/series.csv")); len(series) < 11 || len(series) > 13 {
			t.Errorf("%s: %d lines of time series", row, len(series))
		}
		if _, err := os.Stat(at("out/" + row + "/picture.png")); err != nil &&
			!strings.Contains(got.stderr, "no pictures: ") {
			t.Error(err)
		}
	}
	if again := sweep(); strings.Count(again.stderr, "done before") != 3 {
		t.Errorf("started again: %q", again.stderr)
	}

	// Half a result, as after a kill; a row asked differently; an end asked differently.
	if err := os.WriteFile(at("out/row-0001/result.json"), []byte(`{"row": 1, "hash": "00`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at("runs.csv"), []byte("materials.m.tanPhi,ball.velocity,seed\n0.1,,\n0.2,,6\n"+
		"0.3,\"0.5,0,0\",\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again := sweep(); strings.Count(again.stderr, "done before") != 1 ||
		!strings.Contains(again.stderr, "row 3: done before") {
		t.Errorf("after changes: %q", again.stderr)
	}
	if one := sweep("--row", "2", "--until", "5ms"); one.stdout != "" || !strings.Contains(one.stderr, "row 2 of 3") ||
		strings.Contains(one.stderr, "row 1") {
		t.Errorf("--row 2: %+v", one)
	}
	if r := readResult(t, at("out/row-0002")); r.Time < 0.00499 || r.Time > 0.006 || r.Seed != 6 {
		t.Errorf("row 2: %+v", r)
	}
	// The colour of the second of three rows: a curve in each of two panels, and the legend.
	plotted, err := os.ReadFile(at("out/summary.svg"))
	if err != nil || strings.Count(string(plotted), "stroke:#1F968B") != 2+1 ||
		!strings.Contains(string(plotted), "kinetic energy [J], at the end") {
		t.Errorf("plot: %v, %d curves", err, strings.Count(string(plotted), "stroke:#1F968B"))
	}
}

func runJSON(t *testing.T, args ...string) (r batch.Result) {
	t.Helper()
	got := tumble(append([]string{"run", "--json"}, args...)...)
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || got.status != 0 {
		t.Fatalf("%v: %v, %+v", args, err, got)
	}
	return r
}

func readResult(t *testing.T, folder string) (r sweep.Result) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "result.json"))
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What a row depends on counts by its content: a table or a script that changed is run again,
// one that was only touched is not, and so is a row whose picture failed where one can be drawn.
func TestSweepDependsOnContent(t *testing.T) {
	dir := makeTray(t, "damping\n0.1\n0.2\n")
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	again := func(what string, want int, args ...string) {
		t.Helper()
		got := tumble(append([]string{"sweep", at("tray.yaml"), "--table", at("runs.csv"), "-o", at("out"), "--steps", "20",
			"--size", "64x36"}, args...)...)
		if done := strings.Count(got.stderr, "done before"); got.status != 0 || done != want {
			t.Errorf("%s: %d rows were done before, want %d: %+v", what, done, want, got)
		}
	}
	again("first", 0)
	again("the same", 2)
	write("grains.csv", "x [mm],y,z,radius [mm]\n30,0,0.01,5\n")
	again("written again", 2)
	write("grains.csv", "x [mm],y,z,radius [mm]\n30,0,0.01,6\n")
	again("larger grains", 0)
	again("more lines of the series", 0, "--every", "1ms")
	again("the same lines", 2, "--every", "1ms")

	// A row without its picture.
	path := at("out/row-0002/result.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "{", `{"pictureError": "the disk was full",`, 1)),
		0o600); err != nil {
		t.Fatal(err)
	}
	want := 2
	if studio.CanDraw() {
		want = 1
	}
	again("a picture that failed", want, "--every", "1ms")
	if studio.CanDraw() {
		again("a picture that was made", 2, "--every", "1ms")
	}

	const pills = "from woo.core import *\nfrom woo.dem import *\nimport woo\n" +
		"S=woo.master.scene=Scene(fields=[DemField(gravity=(0,0,-10))])\n" +
		"S.dem.par.add(Sphere.make((0,0,1),radius=.1))\nS.engines=DemField.minimalEngines(damping=.2)+[PyRunner(5," +
		"'look(S)')]\ndef look(S):\n  if S.step > STOP: S.stop()\n"
	script := func(stop string, want int) {
		t.Helper()
		write("s.py", strings.Replace(pills, "STOP", stop, 1))
		got := tumble("sweep", at("s.py"), "--table", at("runs.csv"), "-o", at("script"), "--steps", "20", "--size", "64x36")
		if done := strings.Count(got.stderr, "done before"); got.status != 0 || done != want {
			t.Errorf("a script that stops after step %s: %d rows were done before, want %d: %+v", stop, done, want, got)
		}
	}
	script("8", 0)
	script("8", 2)
	script("12", 0) // the scene is the same, what runs with it is not
}

// What is wrong with a sweep is said before anything runs.
func TestSweepErrors(t *testing.T) {
	for _, c := range []struct{ table, args, want string }{
		{"damping\n0.1\n", "--row 2", "--row: "},
		{"damping\n0.1\n", "--plot speed", `sweep: --plot: there is no column "speed"`},
		{"damping\n0.1\n", "--plot contcts",
			`there is no column "contcts" (did you mean contacts?) (there are time, step, dt, bodies, contacts, `},
		{"damping\n0.1\n", "--every never", "--every: must be a time > 0"},
		{"damping\n", "", "must have a line of column names and at least one row, got 1 lines"},
		{"damping,damping\n1,2\n", "", `line 1, column 2: must be seed or a path as --set has it, each once, got "damping"`},
		{"damping,seed\n0.1,-1\n", "", `row 1: seed must be a whole number ≥ 0, got "-1"`},
		{"damping\n0.1\n0.1,2\n", "", "line 3: wrong number of fields"},
		{"damping,dampign\n0.1,\n0.2,0.2\n", "", "runs.csv: row 2: scene: "},
		{"damping\n0.1\n2\n", "", "row 2: scene: "},
	} {
		dir := makeTray(t, c.table)
		args := append([]string{"sweep", filepath.Join(dir, "tray.yaml"), "--table", filepath.Join(dir, "runs.csv"), "-o",
			filepath.Join(dir, "out"), "--steps", "2", "--size", "16x16"}, strings.Fields(c.args)...)
		if got := tumble(args...); got.status == 0 || !strings.Contains(got.stderr, c.want) {
			t.Errorf("%q %s: %+v, want %q", c.table, c.args, got, c.want)
		}
	}
	dir := makeTray(t, "damping\n0.1\n")
	out := filepath.Join(dir, "out")
	got := tumble("sweep", filepath.Join(dir, "tray.yaml"), "--table", filepath.Join(dir, "runs.csv"), "-o", out, "--plot",
		"contacts,speed")
	if _, err := os.Stat(out); got.status != 2 || err == nil {
		t.Errorf("a wrong --plot: %+v, and a folder is there: %t", got, err == nil)
	}
	if got := tumble("sweep", "bottle"); got.status != 2 ||
		!strings.Contains(got.stderr, "needs a --table or a --sample") {
		t.Errorf("%+v", got)
	}
}
