package scene

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Contract: a scene that is read, saved and read again is the same: it runs to the same
// hash, and saving it again gives the same text.
func TestWriteEveryScene(t *testing.T) {
	list, err := List()
	if err != nil {
		t.Fatal(err)
	}
	save := func(name string, set ...string) string {
		spec, err := ReadSpec(name, set)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := WriteSpec(&b, spec); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	run := func(name string) uint64 {
		s, err := Load(name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.World.Close()
		for s.World.Clock().Step < 500 {
			s.World.Step()
		}
		return s.World.Hash()
	}
	for _, info := range list {
		text := save(info.Name)
		file := filepath.Join(t.TempDir(), "saved.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if again := save(file); again != text {
			t.Errorf("%s: saved again it is\n%s\ninstead of\n%s", info.Name, again, text)
		}
		if a, b := run(info.Name), run(file); a != b {
			t.Errorf("%s: hash %x, saved and read again %x", info.Name, a, b)
		}
	}
	if text := save("bottle", "timeStep.every=0", "damping=0.125"); !strings.Contains(text, "every: 0") ||
		!strings.Contains(text, "damping: 0.125") {
		t.Errorf("settings are not saved:\n%s", text)
	}
}

// Contract: a scene moved to another folder still names its meshes; shipped ones keep
// their names.
func TestMove(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "own.stl"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := Spec{Bodies: []Body{{Mesh: "own.stl"}, {Mesh: "pill-bottle.stl"}, {Mesh: "/abs.stl"}, {}}}
	outside, err := s.Move(dir, filepath.Join(dir, "a", "b"))
	if err != nil || !slices.Equal(outside, []string{"../../own.stl", "/abs.stl"}) {
		t.Errorf("outside of the new folder: %q, %v", outside, err)
	}
	for i, want := range []string{"../../own.stl", "pill-bottle.stl", "/abs.stl", ""} {
		if s.Bodies[i].Mesh != want {
			t.Errorf("mesh %d is %q, want %q", i, s.Bodies[i].Mesh, want)
		}
	}
}
