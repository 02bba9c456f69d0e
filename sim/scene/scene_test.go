package scene

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Contract: every built-in scene loads and names itself. How it goes on is in the golden values of package sim.
func TestEveryScene(t *testing.T) {
	list, err := List()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 13 {
		t.Fatalf("only %d built-in scenes", len(list))
	}
	for _, info := range list {
		if info.Title == "" || info.About == "" {
			t.Errorf("%s: no title or no sentence", info.Name)
		}
		s, err := Load(info.Name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.World.Close()
	}
}

// Contract: the pharmaceutical capsule has the sizes and mass of the reference
// (pharma_generator.json: default product).
func TestPharmaCapsule(t *testing.T) {
	p := PharmaCapsule{Length: 19.4e-3, CapLength: 9.78e-3, CapDiameter: 6.91e-3, BodyDiameter: 6.63e-3, CutCorrect: 0.5}
	m, err := p.members()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [2][3]float64{{0.003315, 0.006305, -0.0031525},
		{0.003455, 0.0058382248979251304, 0.003405887551037437}} {
		got := [3]float64{m[i].Capsule.Radius, m[i].Capsule.Shaft, m[i].Position[0]}
		for k := range got {
			if math.Abs(got[k]-want[k]) > 1e-15 {
				t.Errorf("part %d: radius, shaft, place %v, want %v", i, got, want)
			}
		}
	}
	s, err := Load("bottle", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	s.World.Step()
	for _, b := range s.World.State().Bodies {
		if b.Name == "feed" && math.Abs(b.Mass-0.0007619630441317166) > 1e-15 {
			t.Errorf("mass of a pill: %.17g kg, want 0.00076196304413171656", b.Mass)
		}
	}
}

// Contract: --set reaches keys, named entries and the entries themselves.
func TestSet(t *testing.T) {
	s, err := read("bottle", Options{Set: []string{
		"damping=0.1", "materials.pill.tanPhi=0.4", "gravity=0,0,-9.81", "bottle.mesh=other.stl",
		"timeStep.safety=0.3", "feed.maxMass=0.05", "pour.delay=1", "capsuleRule=documented",
	}})
	if err != nil {
		t.Fatal(err)
	}
	d := s.spec
	if d.Damping != 0.1 || *d.Materials[0].TanPhi != 0.4 || d.Gravity != (Vector{0, 0, -9.81}) ||
		d.Bodies[1].Mesh != "other.stl" ||
		d.TimeStep.Safety != 0.3 || d.Inlets[0].MaxMass != 0.05 || d.Motions[0].Delay != 1 || d.CapsuleRule != "documented" {
		t.Errorf("got %+v", d)
	}
}

// Contract: a scene can choose the contact law and give a pair of materials numbers of its
// own, and --set reaches both.
func TestLawAndPairs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.yaml")
	text := "title: t\ngravity: [0, 0, -10]\nlaw: hertz-mindlin\n" +
		"materials: [{name: m, poisson: 0.2, restitution: 0.5, rollingFriction: 0.1, twistingFriction: 0.2}, {name: n}]\n" +
		"pairs: [{a: m, b: n, tanPhi: 0.1}]\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	sets := []string{"law=frictional", "pairs.m+n.tanPhi=0.3", "pairs.m+n.restitution=0.9", "m.rollingFriction=0.4"}
	s, err := read(file, Options{Set: sets})
	if err != nil {
		t.Fatal(err)
	}
	p, m := s.spec.Pairs[0], s.spec.Materials[0]
	if s.spec.Law != "frictional" || *p.TanPhi != 0.3 || *p.Restitution != 0.9 || *m.RollingFriction != 0.4 ||
		*m.TwistingFriction != 0.2 {
		t.Errorf("got %+v", s.spec)
	}
	loaded, err := Load(file, Options{Set: sets})
	if err != nil {
		t.Fatal(err)
	}
	loaded.World.Close()
}

// Contract: what is wrong with a scene is said with the place, the value and the bound.
func TestBadScenes(t *testing.T) {
	good := "title: t\ngravity: [0, 0, -10]\nmaterials: [{name: m}]\nbodies:\n  - {name: b, sphere: {radius: 1}}\n"
	file := filepath.Join(t.TempDir(), "s.yaml")
	for _, c := range []struct{ from, to, want string }{
		{"", "", ""},
		{"gravity", "gravitie", "gravitie"},
		{"gravity: [0, 0, -10]", "gravity: down", "[2:"},
		{"radius: 1", "radius: -1", "bodies.b: shape 0: radius must be > 0 m, got -1"},
		{"sphere: {radius: 1}", "color: red, sphere: {radius: 1}", "#rrggbb"},
		{"sphere: {radius: 1}", "mesh: nowhere.stl", "nowhere.stl"},
		{"sphere: {radius: 1}", "blocked: '', facets: {plate: {size: [1, 1]}}",
			`bodies.b: blocked: a mesh has no mass, and forces cannot move it, got ""`},
		{"sphere: {radius: 1}", "blocked: xyXYZ, wall: {axis: z, position: 0, sense: 1}",
			`bodies.b: blocked: a wall has no mass, and forces cannot move it, got "xyXYZ"`},
		{"sphere: {radius: 1}", "blocked: xyXYZ, cylinder: {axis: [0, 1, 0], radius: 1}",
			`bodies.b: blocked: a cylinder has no mass, and forces cannot move it, got "xyXYZ"`},
		{"sphere: {radius: 1}", "blocked: xyz, mesh: pill-bottle.stl", `forces cannot move it, got "xyz" (leave blocked out`},
		{"sphere: {radius: 1}", "blocked: q, sphere: {radius: 1}", "xyzXYZ"},
		{"name: b,", "name: b, material: n,", "no \"n\" (there are m)"},
		{"[{name: m}]", "[]", "at least one"},
		{"[{name: m}]", "[{name: m, tanPhi: -1}]", "tanPhi must be ≥ 0, got -1"},
		{"title: t", "title: t\ndamping: 2", "damping must be in [0, 1), got 2"},
		{"title: t", "title: [", "s.yaml"},
		{"title: t", "title: t\nlaw: hertz", "law must be one of frictional, frictional-onset, "},
		{"[{name: m}]", "[{name: m, restitution: 0}]", "restitution must be ≥ 0.01, got 0"},
		{"[{name: m}]", "[{name: m, poisson: 0.6}]", "poisson must be ≤ 0.5, got 0.6"},
		{"title: t", "title: t\npairs: [{a: m, b: n}]", "pairs.m+n: material: no \"n\" (there are m)"},
		{"title: t", "title: t\npairs: [{a: m}]", "pairs.m+: needs b"},
		{"title: t", "title: t\npairs: [{a: m, b: m, tanPhi: -2}]", "pairs.m+m: \"m\" and \"m\": tanPhi must be ≥ 0, got -2"},
		{"title: t", "title: t\npairs: [{a: m, b: m, young: 3}]", "young"},
	} {
		if err := os.WriteFile(file, []byte(strings.Replace(good, c.from, c.to, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Load(file, Options{})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("the good scene: %v", err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s -> %s: got %v, want an error with %q", c.from, c.to, err, c.want)
		}
		if s.World != nil {
			s.World.Close()
		}
	}
	if _, err := Load("bottel", Options{}); err == nil || !strings.Contains(err.Error(), "bottle") {
		t.Errorf("unknown name: %v", err)
	}
	for _, set := range []string{"damping", "materials.none.tanPhi=1", "nothing=1", "damping=[", "gravity.x=1"} {
		if _, err := read("bottle", Options{Set: []string{set}}); err == nil {
			t.Errorf("--set %s is accepted", set)
		}
	}
}

// Contract: every built-in scene has a small picture; assets/gallery makes it.
func TestPictures(t *testing.T) {
	list, err := List()
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range list {
		data, err := Picture(info.Name)
		if err != nil {
			t.Error(err)
			continue
		}
		c, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || c.Width != 192 || c.Height != 120 || len(data) > 12<<10 {
			t.Errorf("%s: %d x %d, %d bytes, %v; want 192 x 120 in at most 12 KiB", info.Name, c.Width, c.Height, len(data), err)
		}
	}
	if _, err := Picture("none"); err == nil {
		t.Error("a scene that is not there has a picture")
	}
}
