package scene

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/run/runfile"
)

// recordedRun writes the run of a built-in scene with edits on the way, of which the damping is given.
func recordedRun(t *testing.T, name string, steps int, damping float64) []byte {
	t.Helper()
	s, err := Load(name, Options{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	s.End = 0.02 // key frames by and by
	var b bytes.Buffer
	r, err := NewRecorder(&b, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range steps {
		if i == steps/2 {
			r.Command(s.World, bridge.Number("damping", 0.25))
			bridge.MakeEdit(s.World, bridge.Number("damping", damping))
		}
		s.World.Step()
		if err := r.Observe(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Finish(s.World); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func reproduced(t *testing.T, data []byte, workers int) Verdict {
	t.Helper()
	r, err := ParseRecorded("test", data)
	if err != nil {
		t.Fatal(err)
	}
	v, err := r.Reproduce(workers, func(done, all int64) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Contract: a run with edits is reproduced on any number of workers; one whose file tells of another edit is not, and
// the verdict says between which steps it differs and which body does.
func TestReproduce(t *testing.T) {
	data := recordedRun(t, "rain", 1000, 0.25)
	for _, workers := range []int{1, 3} {
		if v := reproduced(t, data, workers); !v.Reproduced {
			t.Errorf("%d workers: %+v", workers, v)
		}
	}
	v := reproduced(t, recordedRun(t, "rain", 1000, 0.26), 1)
	if v.Reproduced || v.Good < 500 || v.End.Step > 700 || !strings.Contains(v.What, "of body ") {
		t.Errorf("a run with another edit than the file says: %+v", v)
	}
}

// Contract: a run file gives the world of any moment, with the hash it had, and its end.
func TestMomentsOfARunFile(t *testing.T) {
	data := recordedRun(t, "rain", 1000, 0.25)
	r, err := ParseRecorded("test", data)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.file.On().KeyFrames) < 5 {
		t.Fatalf("%d key frames", len(r.file.On().KeyFrames))
	}
	last, _ := r.End()
	for _, h := range append([]runfile.Hash{last}, r.file.On().Hashes...) {
		w, err := r.at(h.Time, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := hashOf(w); got != h {
			t.Errorf("at %g s: %+v, want %+v", h.Time, got, h)
		}
		w.Close()
	}
}

// Contract: a world at the beginning of a run that is given its commands again comes to the end of the run.
func TestReplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r"+SavedExt)
	if err := os.WriteFile(path, recordedRun(t, "rain", 600, 0.25), 0o600); err != nil {
		t.Fatal(err)
	}
	begin := 0.0
	s, err := Load(path, Options{At: &begin})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	last := s.Past.On().Last()
	for p := replayer.Of(s.Past, s.World); s.World.Clock().Step < last.Step; p.Step() {
	}
	if got := hashOf(s.World); got != last {
		t.Errorf("ends at %+v, want %+v", got, last)
	}
}
