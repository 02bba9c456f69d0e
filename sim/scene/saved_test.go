package scene

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/sim"
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

func save(t *testing.T, file string, s sim.Scene) {
	t.Helper()
	var b bytes.Buffer
	if err := Save(&b, s); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Contract: what is no saved state is refused with the reason, and so are settings.
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
		"damaged":        good[:len(good)-1],
	} {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(file, Options{}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("got %v, want an error with %q and the file", err, want)
		}
	}
	if _, err := Load(file, Options{Set: []string{"damping=0"}}); err == nil || !strings.Contains(err.Error(), "damping=0") {
		t.Errorf("settings of a saved state: %v", err)
	}
	if _, err := Load(filepath.Join(dir, "none"+SavedExt), Options{}); err == nil {
		t.Error("a file that is not there is loaded")
	}
}
