package scene

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/vec"
)

// Contract: every built-in scene, saved and loaded again, goes on with the same bits, on
// another number of workers, and is called the same.
func TestEverySceneSavedGoesOnAlike(t *testing.T) {
	list, err := List()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "s"+SavedExt)
	for _, info := range list {
		s, err := Load(info.Name, Options{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			s.World.Step()
		}
		save(t, file, s)
		r, err := Load(file, Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 300 {
			s.World.Step()
			r.World.Step()
			if s.World.Hash() != r.World.Hash() {
				t.Errorf("%s: differs %d steps after it was loaded", info.Name, i+1)
				break
			}
		}
		if r.Title != s.Title || r.End != s.End || r.View != s.View || r.Name != file {
			t.Errorf("%s: is called %+v", info.Name, r)
		}
		s.World.Close()
		r.World.Close()
	}
}

func save(t *testing.T, file string, s run.Scene) {
	t.Helper()
	var b bytes.Buffer
	if err := Save(&b, s); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Contract: settings of a saved state are the edits that a person can make while it runs, and
// give the same bits; others are refused with those that are allowed.
func TestSettingsOfSavedStates(t *testing.T) {
	s, err := Load("rain", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	for range 2000 {
		s.World.Step()
	}
	file := filepath.Join(t.TempDir(), "s"+SavedExt)
	save(t, file, s)
	var shown bridge.Snapshot
	s.World.Fill(&shown)
	name, m := shown.Materials[0].Name, shown.Materials[0].Law
	m.TanPhi, m.Density = 0.7, 3210
	for _, c := range []bridge.Edit{
		bridge.Vector("gravity", vec.New(0, 0.5, -1.62)), bridge.Number("damping", 0.3),
		bridge.Number("timeStep.safety", 0.25),
		bridge.Word("law", "hertz-mindlin"), bridge.SetMaterial{Index: 0, Material: m},
	} {
		bridge.MakeEdit(s.World, c)
	}
	r, err := Load(file, Options{Workers: 2, Set: []string{
		"gravity=0,0.5,-1.62", "damping=0.3", "timeStep.safety=0.25", "law=hertz-mindlin",
		"materials." + name + ".tanPhi=0.7", name + ".density=3.21 g/cm3",
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.World.Close()
	for range 500 {
		s.World.Step()
		r.World.Step()
	}
	if a, b := s.World.Hash(), r.World.Hash(); a != b || s.World.Energy().Edits != r.World.Energy().Edits {
		t.Errorf("edited: %016x, loaded with settings: %016x, edits %g and %g J", a, b, s.World.Energy().Edits,
			r.World.Energy().Edits)
	}
	for set, want := range map[string]string{
		"end=3": "of a saved state, only gravity", "bodies.floor.position=0,0,1": "of a saved state, only",
		"materials." + name + ".name=x": "of a saved state, only",
		"timeStep.fixed=1e-5":           "of a saved state, only", "damping=2": "damping must be in [0, 1), got 2",
		"damping=1 kg": "damping", "law=hooke": "hooke",
		"materials." + name + ".tanPi=1": "tanPi", "gravity": "must be PATH=VALUE",
		"materials.none.tanPhi=1": "of a saved state, only",
	} {
		if _, err := Load(file, Options{Set: []string{set}}); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), file) {
			t.Errorf("--set %q: got %v, want %q", set, err, want)
		}
	}
}

// savedWith returns a file that says the same of a scene, with another state of its world.
func savedWith(s run.Scene, checkpoint []byte) []byte {
	var b bytes.Buffer
	w := runfile.NewWriter(&b, newSaved(s))
	w.KeyFrame(hashOf(s.World), 0, checkpoint)
	return b.Bytes()
}

// Contract: a state that was saved in the first form is still read.
func TestFirstFormOfSavedStates(t *testing.T) {
	s, err := Load("clump", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	file := filepath.Join(t.TempDir(), "s"+SavedExt)
	text := savedMagic + `{"title":"Old","end":2,"view":{},"program":"Tumble 0.1"}` + "\n" + string(s.World.Checkpoint())
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := Load(file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.World.Close()
	if again.Title != "Old" || again.End != 2 || again.World.Hash() != s.World.Hash() {
		t.Errorf("loaded %q, %g s, hash %016x; want hash %016x", again.Title, again.End, again.World.Hash(),
			s.World.Hash())
	}
}

// Contract: what is no saved state is refused with the reason.
func TestBadSavedStates(t *testing.T) {
	dir := t.TempDir()
	s, err := Load("clump", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	file := filepath.Join(dir, "s"+SavedExt)
	save(t, file, s)
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for want, data := range map[string][]byte{
		"no saved state": []byte("title: x\n"),
		"invalid":        []byte(savedMagic + "no json\n"),
		"damaged":        bytes.Replace(good, []byte("STAT"), []byte("STAR"), 1),
		"ends before":    good[:len(good)/2],
		// A state of another version.
		"(it was saved by Tumble ": savedWith(s, bytes.Replace(s.World.Checkpoint(), []byte("tumble\x00"),
			[]byte("tumble\x00\xff"), 1)),
	} {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(file, Options{}); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), file) {
			t.Errorf("got %v, want an error with %q and the file", err, want)
		}
	}
	if _, err := Load(filepath.Join(dir, "none"+SavedExt), Options{}); err == nil {
		t.Error("a file that is not there is loaded")
	}
}

// Contract: a scene can give each number of a material, and to a pair each that two materials share.
func TestEveryNumberOfMaterialsHasAKey(t *testing.T) {
	material, pair := materialNumbers(&Material{}), materialNumbers(&Pair{})
	for i := range law.Fields {
		f := &law.Fields[i]
		if material[i] == nil {
			t.Errorf("scene.Material has no key %s", f.Name)
		}
		if (pair[i] == nil) != (f.Shared == nil) {
			t.Errorf("scene.Pair has a key %s: %v, want %v", f.Name, pair[i] != nil, f.Shared != nil)
		}
	}
}

// Contract: once a large state is read, the memory that this took is the system's again.
func TestReadStatesLeaveNoMemory(t *testing.T) {
	s, err := LoadText("many", fmt.Appendf(nil, `title: Many
gravity: [0, 0, -9.81]
end: 1
materials: [{name: m, young: 1e7, density: 2500}]
bodies: [{name: b, sphere: {radius: 0.005}, copies: {lattice: {counts: [50, 50, %d], spacing: [0.01, 0.01, 0.01]}}}]
`, manyBodies/2500), Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "s"+SavedExt)
	save(t, file, s)
	s.World.Close()
	r, err := Load(file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.World.Close()
	var m, used runtime.MemStats
	runtime.ReadMemStats(&m)
	runtime.GC()
	runtime.ReadMemStats(&used)
	// Reading leaves some 40 MB that nobody uses; up to 5 MB come back a moment later.
	held := m.HeapSys - m.HeapReleased
	if held > used.HeapAlloc+(14<<20) { // the state has 14 MB
		t.Errorf("%d bytes are held, of which %d are used", held, used.HeapAlloc)
	}
}
