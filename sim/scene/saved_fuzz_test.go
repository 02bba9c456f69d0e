package scene

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/run/runfile"
)

// FuzzSaved: whatever the head of a saved state says, it is refused or gives a scene that can
// be saved again. What follows the head is tested with right checksums in package sim.
func FuzzSaved(f *testing.F) {
	s, err := Load("box", Options{Workers: 1})
	if err != nil {
		f.Fatal(err)
	}
	defer s.World.Close()
	head, err := json.Marshal(newSaved(s))
	if err != nil {
		f.Fatal(err)
	}
	at, state := hashOf(s.World), s.World.Checkpoint()
	f.Add(head)
	f.Add([]byte(`{"title":"t","end":1,"outputs":[{"format":"csv","path":"a.csv","every":{"time":1}}]}`))
	path := filepath.Join(f.TempDir(), "s.tumble")
	f.Fuzz(func(t *testing.T, head []byte) {
		var b bytes.Buffer
		w := runfile.NewWriter(&b, json.RawMessage(head))
		if w.KeyFrame(at, 0, state); w.Err() != nil {
			return // the head is no JSON
		}
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := Load(path, Options{Workers: 1})
		if err != nil {
			return
		}
		defer s.World.Close()
		if err := Save(&bytes.Buffer{}, s); err != nil {
			t.Errorf("cannot be saved again: %v", err)
		}
	})
}
