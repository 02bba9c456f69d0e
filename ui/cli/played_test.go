package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/playback"
	"example.org/tumble/sim/vec"
)

// Contract: the dumps of an exported scene are played as the bodies of that scene: a multisphere has its template's
// shapes, colours, mass and inertia, and the pose that its spheres tell; a single sphere the mass of its material; and
// the mesh stands where its motion has it, which begins when the log says.
func TestExportedSceneIsPlayed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	if o := tumble("export", "bottle", "--to", "liggghts", "--damping-as", "restitution", "-o", dir); o.status != 0 {
		t.Fatal(o.stderr)
	}
	record, err := deck.ReadRecord(dir)
	if err != nil {
		t.Fatal(err)
	}
	pill := &record.Templates[0]
	want := []vec.Quat{vec.Identity, vec.FromAxisAngle(vec.New(1, 2, 3).Unit(), 2)}
	center := vec.New(0.01, -0.02, 0.05)
	const step = 30_000
	var dumps strings.Builder
	for k, q := range want {
		fmt.Fprintf(&dumps, "ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n%d\nITEM: BOX BOUNDS ff ff ff\n-1 1\n-1 1\n-1 1\n"+
			"ITEM: ATOMS %s\n", step*k, len(pill.Spheres)+1, deck.DumpColumns)
		for i, s := range pill.Spheres {
			p := center.Add(q.Rotate(vec.New(s.Position[0], s.Position[1], s.Position[2])))
			fmt.Fprintf(&dumps, "%d 1 %d %.6g %.6g %.6g %g 0 0 0 0 0 5 0 0 0\n", i+1, pill.Type, p.X, p.Y, p.Z, s.Radius)
		}
		fmt.Fprintf(&dumps, "99 0 %d 0.1 0 0.1 0.003 1 0 0 0 0 0 0 0 0\n", pill.Type)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("post/atoms.txt", dumps.String())
	write("log.liggghts", "tumble: phase pour begins at step 10000\ntumble: phase pour begins at step 20000\n")

	r, err := (&playFlags{}).read(dir)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Read(1)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(m.Time-step*record.TimeStep) > 1e-12 || r.Note != "" {
		t.Errorf("%g s, %q", m.Time, r.Note)
	}
	s := m.State()
	named := func(name string) *state.Body {
		for i := range s.Bodies {
			if s.Bodies[i].Name == name {
				return &s.Bodies[i]
			}
		}
		t.Fatalf("no %s among %d bodies", name, len(s.Bodies))
		return nil
	}
	b := named(pill.Name)
	turned := vec.Quat{W: b.Orientation[0], X: b.Orientation[1], Y: b.Orientation[2], Z: b.Orientation[3]}
	if off := vec.New(b.Position[0], b.Position[1], b.Position[2]).Sub(center).Norm(); off > 1e-7 { // six digits
		t.Errorf("the pill is %g m off", off)
	}
	// Spheres on a line do not tell the turn about it.
	off := turned.Rotate(vec.AxisX).Sub(want[1].Rotate(vec.AxisX)).Norm()
	if off > 1e-4 || b.Mass != pill.Mass || len(b.Shapes) != len(pill.Shapes) {
		t.Errorf("axis %g off; %g kg, %d shapes", off, b.Mass, len(b.Shapes))
	}
	if a := named("atom"); math.Abs(a.Mass-1000*4*math.Pi/3*27e-9) > 1e-12 || a.Material != "pill" {
		t.Errorf("a sphere of %g kg, of %s", a.Mass, a.Material)
	}
	testStage(t, m, named("bottle"), record)
	testGoneOnWith(t, dir, b)
}

// testGoneOnWith takes the last moment out of dumps, and makes a scene of it, in which a pill is what it was.
func testGoneOnWith(t *testing.T, dumps string, pill *state.Body) {
	t.Helper()
	dir := t.TempDir()
	table, mesh := filepath.Join(dir, "end.csv"), filepath.Join(dir, "end.stl")
	curves, moment := filepath.Join(dir, "curves.csv"), filepath.Join(dir, "moment.json")
	if o := tumble("state", dumps, "--state", table, "--stl", mesh, "--csv", curves); o.status != 0 {
		t.Fatal(o.stderr)
	}
	if data, err := os.ReadFile(curves); err != nil || strings.Count(string(data), "\n") != 3 {
		t.Errorf("curves of two moments: %q %v", data, err)
	}
	next := filepath.Join(dir, "next.yaml")
	if err := os.WriteFile(next, []byte("gravity: [0, 0, -10]\n"+
		"materials: [{name: pill, young: 1e7, tanPhi: 0.2, density: 1000}]\n"+
		"bodies: [{name: bottle, mesh: end.stl}]\nparticles: {file: end.csv}\nend: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if o := tumble("run", next, "--steps", "1", "--state", moment); o.status != 0 {
		t.Fatal(o.stderr)
	}
	var s state.State
	data, err := os.ReadFile(moment)
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil || len(s.Bodies) != 3 {
		t.Fatalf("%d bodies, %v", len(s.Bodies), err)
	}
	for i := range s.Bodies {
		if b := &s.Bodies[i]; b.Name == pill.Name && (math.Abs(b.Mass/pill.Mass-1) > 1e-12 || len(b.Shapes) != 2) {
			t.Errorf("%g kg in %d shapes, want %g kg", b.Mass, len(b.Shapes), pill.Mass)
		}
	}
	for _, c := range []struct{ flag, value, want string }{
		{"--contacts", "c.csv", bridge.WhyNoContacts}, {"--save", "s.tumble", "cannot be changed"},
	} {
		if o := tumble("state", dumps, c.flag, filepath.Join(dir, c.value)); !strings.Contains(o.stderr, c.want) {
			t.Errorf("%s: %s", c.flag, o.stderr)
		}
	}
}

// testStage checks the bottle in what is drawn of a moment, and in its state: the motion began at step 10,000.
func testStage(t *testing.T, m *playback.Moment, bottle *state.Body, record *deck.Record) {
	t.Helper()
	at := 20_000*record.TimeStep - 0.5 // after the third key
	place := vec.New(0, 0.05-0.01*at/1.1, 0.09+0.04*at/1.1)
	if off := vec.New(bottle.Position[0], bottle.Position[1], bottle.Position[2]).Sub(place).Norm(); off > 1e-12 {
		t.Errorf("the bottle is %g m off", off)
	}
	var s bridge.Snapshot
	s.Wanted.Details = true
	m.Fill(&s)
	if len(s.Meshes) != 1 || len(s.Walls) != 1 || len(s.Capsules) != 3 || len(s.Details) != len(s.Bodies) {
		t.Fatalf("%d meshes, %d walls, %d capsules, %d bodies", len(s.Meshes), len(s.Walls), len(s.Capsules),
			len(s.Bodies))
	}
	// The mesh's frame is the global one as the scene was loaded: what was in the middle of the bottle still is.
	q := vec.Quat{W: float64(s.Meshes[0].Rotation[0]), X: float64(s.Meshes[0].Rotation[1]),
		Y: float64(s.Meshes[0].Rotation[2]), Z: float64(s.Meshes[0].Rotation[3])}
	if want := vec.FromAxisAngle(vec.AxisX, (153+9*at/1.1)*math.Pi/180); math.Abs(q.Dot(want)) < 1-1e-6 {
		t.Errorf("the mesh is turned by %v, want %v", q, want)
	}
	if c := s.Capsules[0]; c.Colors[0] == c.Colors[1] && c.Colors[0] == s.Capsules[1].Colors[0] {
		t.Errorf("the pill is plain: %v", c.Colors)
	}
}

// TestFolderOfABuiltInScene checks that a folder with the name of a built-in scene, as an export may have, does not
// stand in the way of the scene.
func TestFolderOfABuiltInScene(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("clump", 0o755); err != nil {
		t.Fatal(err)
	}
	if got := tumble("replay", "clump", "--until", "10ms", "-o", "clump.html"); got.status != 0 {
		t.Errorf("the scene: %+v", got)
	}
	if got := tumble("replay", "./clump", "-o", "b.html"); !strings.Contains(got.stderr, "./clump: has no text dumps") {
		t.Errorf("the folder: %+v", got)
	}
}
