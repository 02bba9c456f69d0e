package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/tumble/assets/manual"
	"example.org/tumble/render/view"
	"example.org/tumble/ui/remember"
)

// outcome is what a command line did.
type outcome struct {
	status         int
	stdout, stderr string
}

func tumble(args ...string) outcome {
	var out, err bytes.Buffer
	status := Main(args, Env{Stdout: &out, Stderr: &err, Open: func(r OpenRequest) error {
		r.First.World.Close()
		return nil
	}})
	return outcome{status, out.String(), err.String()}
}

// Errors go to standard error as "tumble: WHAT: WHY (what is allowed)". A wrong command
// line exits 2, anything else that fails 1; standard output stays empty.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.stl")
	if err := os.WriteFile(bad, []byte("solid x\nfacet normal 0 0 1\nouter loop\nvertex a b c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"run", 2, "run: needs a SCENE"},
		{"run bottle box", 2, "run: takes one SCENE, got bottle box"},
		{"run bottle --untl 4s", 2, "run: no flag --untl (did you mean until?)"},
		{"run bottle --until", 2, "run: --until: needs a value"},
		{"run bottle --until -3s", 2,
			`run: --until: must be a time > 0, in seconds or with a unit (4.1s, 200ms, 50us, 2min), got "-3s"`},
		{"run bottle --until 1s --steps 5", 2, "run: give --until or --steps, not both"},
		{"run bottle --steps 0", 2, `run: --steps: must be a whole number ≥ 1, got "0"`},
		{"run bottle --seed x", 2, `run: --seed: must be a whole number ≥ 0, got "x"`},
		{"run bottle --set damping", 2, `run: --set: must be PATH=VALUE, such as damping=0.1, got "damping"`},
		{"run bottle --set damping=2 --steps 1", 1, "damping must be in [0, 1), got 2"},
		{"run botle --steps 1", 1, `no built-in scene "botle": did you mean bottle?`},
		{"run bottle --steps 1 --state " + dir + "/no/end.json", 1, "no such file or directory"},
		{"run ../../assets/pill-bottle.stl", 2, "has no end of its own: give --until or --steps"},
		{"rnu bottle", 2, `no command "rnu" (did you mean run?)`},
		{"scens", 2, "nor is it a command (did you mean scenes?)"},
		{"open --size 1280", 2, `open: --size: must be WxH, each from 16 to 16384 pixels, got "1280"`},
		{"shot box --color-by wear", 2,
			"--color-by: wear: no surface is written with #triangles, as worn=@drum#triangles is"},
		{"open --color-by sped", 2,
			`shear-stress, wear, erosion, hits, got "sped" (did you mean speed?)`},
		{"open --overlays forces,netwrk", 2, `got "netwrk" (did you mean network?)`},
		{"open --view tpo", 2, "(did you mean top?)"},
		{"help frob", 2, `help: no command or topic "frob"`},
		{"help pictres", 2, `(did you mean pictures?)`},
		{"check", 2, "check: needs a FILE"},
		{"check " + bad, 1, "line 4"},
		{"check " + dir + "/none.stl", 1, "no such file or directory"},
		{"run clump --steps 1 --follow clump", 2, "run: --follow: needs a --csv"},
		{"run clump --steps 1 --csv " + dir + "/a.csv --follow clmp", 1, `no body is called "clmp" (did you mean clump?)`},
		{"run clump --steps 1 --csv " + dir + "/a.csv --follow 99", 1, `the last number is 1, got "99"`},
		{"run clump --steps 1 --csv " + dir + "/a.csv --follow clump,clump", 1, `each body once, got "clump" twice`},
		{"run clump --steps 1 --vtk-encoding ascii", 2, "need a --vtk"},
		{"run clump --steps 1 --every 1ms", 2, "needs a series to write"},
		{"scenes bottle", 2, "scenes: takes no argument"},
		{"run bottle -seed 3", 2, "run: no flag -seed (did you mean --seed?)"},
		{"run bottle -x", 2, "run: no flag -x\n"},
		{"run bottle --json=maybe", 2, `run: --json: must be true or false, got "maybe"`},
		{"shot bottle -o", 2, "shot: -o: needs a value"},
		{"--untl 4s", 2, "open: no flag --untl"},
		{"version 1", 2, "version: takes no argument, got 1"},
		{"completion", 2, "completion: needs a shell"},
		{"completion csh", 2, `completion: must be one of bash, zsh, fish, powershell, got "csh"`},
	} {
		got := tumble(strings.Fields(c.args)...)
		if got.status != c.status || !strings.HasPrefix(got.stderr, "tumble: ") || !strings.Contains(got.stderr, c.want) ||
			got.stdout != "" {
			t.Errorf("tumble %s: got %d, stdout %q, stderr\n  %s  want %d, %q", c.args, got.status, got.stdout, got.stderr,
				c.status, c.want)
		}
	}
}

// The help lists all topics of the manual, and prints each as plain text with what it says at its beginning.
func TestHelpPrintsTopics(t *testing.T) {
	list := tumble("help").stdout
	for _, topic := range manual.Topics() {
		if !strings.Contains(list, topic.Name) || !strings.Contains(list, topic.About) {
			t.Errorf("tumble help does not list %s: %s", topic.Name, topic.About)
		}
		got := tumble("help", topic.Name)
		if got.status != 0 || got.stderr != "" || !strings.Contains(got.stdout, topic.About) ||
			strings.Contains(got.stdout, "![") || strings.Contains(got.stdout, "<!--") {
			t.Errorf("help %s: %+v", topic.Name, got)
		}
	}
}

// Every command has a help with its flags and an example that begins with the program's
// name, and the list of commands names them all.
func TestHelp(t *testing.T) {
	list := tumble("--help")
	for _, c := range commands() {
		if !strings.Contains(list.stdout, c.usage()) {
			t.Errorf("tumble --help does not name %q", c.usage())
		}
		for _, args := range [][]string{{c.name, "--help"}, {"help", c.name}} {
			if c.absent != "" && args[0] != "help" {
				continue
			}
			got := tumble(args...)
			if got.status != 0 || got.stderr != "" || !strings.Contains(got.stdout,
				"\nExample:\n  tumble "+strings.TrimSuffix(c.name, "open")) {
				t.Errorf("tumble %v: %+v", args, got)
			}
		}
		if c.prepare == nil {
			continue
		}
		f := newFlags(c.name, &cobra.Command{})
		c.prepare(f)
		f.set.VisitAll(func(r *pflag.Flag) {
			if r.Usage == "" {
				t.Errorf("%s: flag %s has no help", c.name, r.Name)
			}
		})
	}
}

// run --json prints one object with the names and types that scripts rely on, and nothing
// else; the same seed gives the same hash with any number of workers, another seed
// another one.
func TestRunJSON(t *testing.T) {
	state := filepath.Join(t.TempDir(), "end.json")
	run := func(args ...string) map[string]any {
		t.Helper()
		got := tumble(append([]string{"run", "bottle", "--steps", "1500", "--json"}, args...)...)
		var m map[string]any
		if err := json.Unmarshal([]byte(got.stdout), &m); err != nil || got.status != 0 || got.stderr != "" {
			t.Fatalf("%v: %+v", err, got)
		}
		return m
	}
	first := run("--seed", "7", "--workers", "1", "--state", state)
	checkJSON(t, "result", first, map[string]string{
		"version": "string", "commit": "string", "kernels": "string", "command": "string", "set": "list",
		"scene": "string", "seed": "number", "workers": "number", "steps": "number", "time": "number", "dt": "number",
		"bodies": "number", "contacts": "number", "hash": "string", "wall": "number", "realTimeFactor": "number",
		"stepsPerSecond": "number", "bodyStepsPerSecond": "number", "maxOverlapRatio": "number",
		"energy": "object", "inlets": "list", "outlets": "list", "notices": "list",
	})
	checkJSON(t, "energy", first["energy"], map[string]string{
		"kinetic": "number", "elastic": "number", "potential": "number", "dissipated": "number", "work": "number",
		"closureError": "number",
	})
	checkJSON(t, "inlet", first["inlets"].([]any)[0], map[string]string{
		"name": "string", "bodies": "number", "mass": "number", "finishedAt": "null",
	})
	if h := first["hash"].(string); len(h) != 16 || first["steps"] != 1500.0 || first["seed"] != 7.0 {
		t.Errorf("hash %q, steps %v, seed %v", h, first["steps"], first["seed"])
	}
	if second := run("--seed", "7", "--workers", "2"); second["hash"] != first["hash"] {
		t.Errorf("hash with 2 workers %v, with 1 %v", second["hash"], first["hash"])
	}
	if other := run("--seed", "8"); other["hash"] == first["hash"] {
		t.Error("another seed gave the same hash")
	}
	checkState(t, state, first)
}

// checkState checks the file of run --state against the contract and the result.
func checkState(t *testing.T, path string, result map[string]any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var state map[string]any
	if err := json.Unmarshal(data, &state); err != nil {
		t.Fatal(err)
	}
	checkJSON(t, "state", state, map[string]string{
		"version": "string", "commit": "string", "kernels": "string", "command": "string", "scene": "string",
		"seed": "number", "set": "list",
		"time": "number", "step": "number", "hash": "string", "notes": "list", "bodies": "list", "contacts": "list",
	})
	bodies, contacts := state["bodies"].([]any), state["contacts"].([]any)
	if float64(len(bodies)) != result["bodies"] || float64(len(contacts)) != result["contacts"] ||
		state["hash"] != result["hash"] {
		t.Errorf("state has %d bodies, %d contacts, hash %v; the result %v, %v, %v",
			len(bodies), len(contacts), state["hash"], result["bodies"], result["contacts"], result["hash"])
	}
	last := bodies[len(bodies)-1].(map[string]any)
	checkJSON(t, "body", last, map[string]string{
		"id": "number", "name": "string", "kind": "string", "position": "list 3", "orientation": "list 4",
		"velocity": "list 3",
		"spin":     "list 3", "force": "list 3", "torque": "list 3", "mass": "number", "inertia": "list 3", "age": "number",
		"material": "string",
		"shapes":   "list 2",
	})
	checkJSON(t, "shape", last["shapes"].([]any)[1], map[string]string{
		"kind": "string", "radius": "number", "shaft": "number", "position": "list 3", "orientation": "list 4",
		"id": "number",
	})
	if len(contacts) > 0 {
		checkJSON(t, "contact", contacts[0], map[string]string{
			"bodyA": "number", "shapeA": "number", "bodyB": "number", "shapeB": "number", "pair": "string", "point": "list 3",
			"normal": "list 3", "overlap": "number",
			"force": "list 3", "torque": "list 3", "normalForce": "number", "shearForce": "number", "sliding": "bool",
		})
	}
}

// checkJSON compares the keys of an object and the types of their values.
func checkJSON(t *testing.T, what string, value any, want map[string]string) {
	t.Helper()
	m, ok := value.(map[string]any)
	if !ok {
		t.Fatalf("%s: not an object: %v", what, value)
	}
	for key, kind := range want {
		got := "nothing"
		switch v := m[key].(type) {
		case string:
			got = "string"
		case float64:
			got = "number"
		case bool:
			got = "bool"
		case map[string]any:
			got = "object"
		case []any:
			if got = "list"; strings.HasPrefix(kind, "list ") {
				got = "list " + string(rune('0'+len(v)))
			}
		case nil:
			if _, ok := m[key]; ok {
				got = "null"
			}
		}
		if got != kind {
			t.Errorf("%s.%s: %s, want %s", what, key, got, kind)
		}
	}
	for key := range m {
		if want[key] == "" {
			t.Errorf("%s.%s: not in the contract", what, key)
		}
	}
}

// Without --json a run is told in words, ending in the hash.
func TestRunText(t *testing.T) {
	got := tumble("run", "--steps=300", "bottle", "--set", "damping=0.1", "--set", "materials.pill.tanPhi=0.4")
	if got.status != 0 || !strings.HasPrefix(got.stdout, "bottle, seed 0: ") || !strings.Contains(got.stdout, "\nhash ") {
		t.Errorf("%+v", got)
	}
}

func TestScenesAndCheck(t *testing.T) {
	got := tumble("scenes")
	if got.status != 0 || !strings.Contains("\n"+got.stdout, "\nbottle ") {
		t.Errorf("scenes: %+v", got)
	}
	if got := tumble("check", "bottle"); got.status != 0 || !strings.Contains(got.stdout, "Pill bottle") {
		t.Errorf("check bottle: %+v", got)
	}
	for _, kind := range []string{"frictional", "jkr"} {
		file := filepath.Join(t.TempDir(), "sticky.yaml")
		text := "gravity: [0, 0, -9.81]\ntimeStep: {safety: 0.3, every: 0}\nlaw: " + kind +
			"\nmaterials: [{name: m, surfaceEnergy: 1}]\nbodies: [{name: b, sphere: {radius: 1}}]\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		got := tumble("check", file)
		if told := strings.Contains(got.stdout, "notice: materials.m.surfaceEnergy has no effect"); got.status != 0 ||
			told != (kind == "frictional") {
			t.Errorf("check of a surfaceEnergy under the law %s: %+v", kind, got)
		}
	}
	deep := filepath.Join(t.TempDir(), "deep.yaml")
	text := "gravity: [0, 0, 0]\nmaterials: [{name: m}]\nbodies:\n  - {name: big, sphere: {radius: 1}}\n" +
		"  - {name: small, sphere: {radius: 0.3}, position: [0.361, 0, 0]}\n"
	if err := os.WriteFile(deep, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	want := "2 bodies at the start, no end of its own\nnotice: step 0: bodies 0 (big) and 1 (small) overlap by 313 % of"
	if got := tumble("check", deep); got.status != 0 || !strings.Contains(got.stdout, want) {
		t.Errorf("check of what overlaps: %+v", got)
	}
	stl := "../../assets/pill-bottle.stl"
	if got := tumble("check", stl); got.status != 0 || !strings.Contains(got.stdout, "in 1 rim") {
		t.Errorf("check %s: %+v", stl, got)
	}
	var r MeshResult
	got = tumble("check", "--json", stl)
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || r.Rims != 1 || r.Closed ||
		r.Box[1][1]-r.Box[0][1] != 113 {
		t.Errorf("check --json: %v, %+v", err, got)
	}
}

// What the window is asked for carries the scene, the view and the camera of --view.
func TestOpen(t *testing.T) {
	var got OpenRequest
	env := Env{Stdout: new(bytes.Buffer), Stderr: new(bytes.Buffer), Open: func(r OpenRequest) error {
		got = r
		r.First.World.Close()
		return nil
	}}
	args := strings.Fields("clump --view 30,45,0.5 --overlays none,forces --wire --size 800x600 --seed 3")
	if status := Main(args, env); status != 0 {
		t.Fatalf("status %d: %s", status, env.Stderr)
	}
	c := got.View.Camera
	if got.First.Name != "clump" || got.Width != 800 || !got.Framed || c.Azimuth != 30 || c.Elevation != 45 ||
		c.Distance != 0.5 {
		t.Errorf("%+v", got)
	}
	if again, err := got.Load("clump", 9); err != nil || again.Name != "clump" {
		t.Errorf("Load: %+v, %v", again, err)
	} else {
		again.World.Close()
	}
	if status := Main(nil, env); status != 0 || got.First.Name != "bottle" || got.Framed {
		t.Errorf("without arguments: status %d, %+v", status, got)
	}
	// The window comes up as it was closed, with the last scene; flags win, and another scene has its own camera.
	env.MemoryFile = filepath.Join(t.TempDir(), "window.json")
	kept := remember.Memory{Width: 1000, Height: 700, Scene: "box"}
	v := view.Default()
	v.Theme, v.Style, v.Camera.Distance = view.Light, view.Wire, 7
	kept.Keep(&v)
	if err := kept.Write(env.MemoryFile); err != nil {
		t.Fatal(err)
	}
	if Main(nil, env); got.First.Name != "box" || got.Width != 1000 || !got.Framed || got.View.Camera.Distance != 7 ||
		got.View.Style != view.Wire || got.MemoryTrouble != "" {
		t.Errorf("again: %+v", got)
	}
	args = []string{"clump", "--theme", "dark", "--size", "800x600"}
	if Main(args, env); got.First.Name != "clump" || got.Width != 800 || got.Framed || got.View.Theme != view.Dark ||
		got.View.Style != view.Solid {
		t.Errorf("another scene: %+v", got)
	}
	kept.Scene = "/no/such/scene.yaml"
	kept.Write(env.MemoryFile)
	if Main(nil, env); got.First.Name != "bottle" || !strings.Contains(got.MemoryTrouble, "scene.yaml") {
		t.Errorf("a scene that is gone: %+v", got)
	}
	os.WriteFile(env.MemoryFile, []byte("{\"Width\": 1e99"), 0o644)
	if Main(nil, env); got.First.Name != "bottle" || got.Width != 1280 ||
		!strings.Contains(got.MemoryTrouble, "window.json") {
		t.Errorf("a damaged memory: %+v", got)
	}
	env.Open = nil
	if status := Main(nil, env); status != 1 {
		t.Errorf("without graphics: status %d", status)
	}
}
