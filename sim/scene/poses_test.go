package scene

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// TestTableOfPoses: a table of key frames moves a body as the same key frames in the scene do, to the bit, in any unit
// and with any separator, also as a part of a sum; and a scene that is saved after an edit has them itself.
func TestTableOfPoses(t *testing.T) {
	dir := t.TempDir()
	save := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	save("si.csv", "time,x,y,z,qw,qx,qy,qz\n0,0,0,0.02,1,0,0,0\n0.001,0.01,0,0.02,0.8,0,0,0.6\n"+
		"0.002,0.01,0.005,0.03,,,,\n")
	save("mm.csv", "time [ms];position x [mm];position y [mm];position z [mm];orientation w;orientation x;"+
		"orientation y;orientation z\n0;0;0;20;1;0;0;0\n1;10;0;20;.8;0;0;.6\n2;10;5;30;;;;\n")
	scene := func(path string) string {
		return "gravity: [0, 0, -10]\ntimeStep: {fixed: 10 us}\nmaterials: [{name: m, young: 1e6, density: 1000}]\n" +
			"bodies:\n  - {name: hand, sphere: {radius: 0.01}, position: [0, 0, 0.02], blocked: xyzXYZ}\n" +
			"  - {name: ball, sphere: {radius: 0.005}, position: [0.0155, 0, 0.02]}\n" +
			"motions:\n  - {name: reach, body: hand, " + path + "}\n"
	}
	const keys = "keys: [{time: 0, position: [0, 0, 0.02]}, {time: 0.001, position: [0.01, 0, 0.02], orientation: " +
		"{quaternion: [0.8, 0, 0, 0.6]}}, {time: 0.002, position: [0.01, 0.005, 0.03]}]"
	hash := func(path string) string {
		s, err := Load(path, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer s.World.Close()
		for range 300 {
			s.World.Step()
		}
		return fmt.Sprintf("%016x", s.World.Hash())
	}
	for as, form := range map[string]string{
		"alone": "%s", "in a sum": "sum: [{%s}, {constant: {velocity: [0, 0, 0.1]}}]",
	} {
		want := hash(save("keys.yaml", scene(fmt.Sprintf(form, keys))))
		for _, table := range []string{"si.csv", "mm.csv"} {
			path := save("table.yaml", scene(fmt.Sprintf(form, "table: "+table)))
			if got := hash(path); got != want {
				t.Errorf("%s: %s gives %s, the key frames in the scene %s", as, table, got, want)
			}
			frozen, err := Frozen(path, nil)
			if err != nil {
				t.Fatal(err)
			}
			if files, err := Named(frozen); err != nil || len(files) != 1 || files[0] != filepath.Join(dir, table) {
				t.Errorf("%s: the frozen scene names %q, %v", as, files, err)
			}
		}
	}

	path := save("edited.yaml", scene("table: mm.csv"))
	s, err := Load(path, Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	spec, err := ReadSpec(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	var now bridge.Snapshot
	s.World.Fill(&now)
	if err := spec.Edit(&now); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := WriteSpec(&out, spec); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "table:") {
		t.Errorf("the edited scene still names its table:\n%s", &out)
	}
	if got, want := hash(save("saved.yaml", out.String())), hash(path); got != want {
		t.Errorf("the edited scene gives %s, want %s", got, want)
	}
}
