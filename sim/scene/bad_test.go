package scene

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/limit"
)

var update = flag.Bool("update", false, "write the messages of bad scenes anew")

// Contract: each bad scene of the corpus is refused with exactly the message that stands
// in messages.txt: it names the line, the key, the value and what is allowed.
// go test ./sim/scene -run BadCorpus -update writes the messages; read them.
func TestBadCorpus(t *testing.T) {
	const golden = "testdata/bad/messages.txt"
	files, err := filepath.Glob("testdata/bad/*.yaml")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d bad scenes (%v), want at least 30", len(files), err)
	}
	var got strings.Builder
	for _, file := range files {
		name := filepath.Base(file)
		s, err := Load(file, Options{Workers: 1})
		if err == nil {
			s.World.Close()
			t.Errorf("%s is accepted", name)
			continue
		}
		text := strings.ReplaceAll(err.Error(), file, name)
		fmt.Fprintf(&got, "%s\n\n", text)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		a, b := strings.Split(got.String(), "\n\n"), strings.Split(string(want), "\n\n")
		for i := range a {
			if i >= len(b) || a[i] != b[i] {
				t.Errorf("message %d changed:\n%s", i, a[i])
			}
		}
	}
}

// build makes the world of a scene, if it is one, and does some steps.
func build(t *testing.T, spec Spec) {
	for i := range spec.Inlets { // an inlet may ask for a million trials
		spec.Inlets[i].Attempts = min(spec.Inlets[i].Attempts, 20)
	}
	s, err := Build("fuzz", spec, func(string) ([]byte, error) { return nil, os.ErrNotExist }, Options{Workers: 1})
	if err != nil {
		return
	}
	defer s.World.Close()
	for range 3 {
		s.World.Step()
	}
	again, err := sim.Restore(s.World.Checkpoint(), 1)
	if err != nil {
		t.Fatalf("what was saved is refused: %v", err)
	}
	again.Close()
}

// Contract: no text makes the reader panic or hang; a scene that is read, written and read
// again is the same; one that makes a world can be stepped, saved and restored.
func FuzzScene(f *testing.F) {
	for _, pattern := range []string{"testdata/bad/*.yaml", "../../assets/scenes/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data, "gravity=0,0,-9.81 m/s2")
		}
	}
	for bound, most := range map[*limit.Bound]int{limit.Bodies: 300, limit.Members: 50, limit.SampledCells: 100_000,
		limit.Copies: 300, limit.Segments: 100} {
		was := bound.Most
		bound.Most = most
		f.Cleanup(func() { bound.Most = was })
	}
	f.Fuzz(func(t *testing.T, data []byte, set string) {
		spec, _, err := parse("fuzz", data, nil)
		if err != nil {
			return
		}
		var b strings.Builder
		if err := WriteSpec(&b, spec); err != nil {
			t.Fatal(err)
		}
		again, _, err := parse("again", []byte(b.String()), nil)
		if err != nil {
			t.Fatalf("what was written is refused: %v\n%s", err, b.String())
		}
		var c strings.Builder
		if err := WriteSpec(&c, again); err != nil || c.String() != b.String() {
			t.Fatalf("written, read and written again:\n%s\ninstead of\n%s(%v)", c.String(), b.String(), err)
		}
		parse("set", data, []string{set})
		build(t, spec)
	})
}
