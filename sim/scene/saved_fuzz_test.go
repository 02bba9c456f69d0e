package scene

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// FuzzSaved: whatever the head of a saved state says, it is refused or gives a scene that can
// be saved again. What follows the head is tested with right checksums in package sim.
func FuzzSaved(f *testing.F) {
	s, err := Load("box", Options{Workers: 1})
	if err != nil {
		f.Fatal(err)
	}
	defer s.World.Close()
	var b bytes.Buffer
	if err := Save(&b, s); err != nil {
		f.Fatal(err)
	}
	head, state, _ := bytes.Cut(b.Bytes()[len(savedMagic):], []byte("\n"))
	f.Add(head)
	f.Add([]byte(`{"title":"t","end":1,"outputs":[{"format":"csv","path":"a.csv","every":{"time":1}}]}`))
	path := filepath.Join(f.TempDir(), "s.tumble")
	f.Fuzz(func(t *testing.T, head []byte) {
		data := bytes.Join([][]byte{[]byte(savedMagic), head, []byte("\n"), state}, nil)
		if err := os.WriteFile(path, data, 0o666); err != nil {
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
