package batch_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
)

// Contract: a run whose last edits fall at its end is the same again, and ends as the person left it, with them.
func TestAgainWithAnEditAtTheEnd(t *testing.T) {
	sc := load(t, "newton-row")
	path := filepath.Join(t.TempDir(), "r"+scene.SavedExt)
	to, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	now := func() runfile.Hash {
		c := sc.World.Clock()
		return runfile.Hash{Moment: bridge.Moment{Step: c.Step, Time: c.Time}, Hash: sc.World.Hash()}
	}
	file := scene.NewFile(to, sc)
	file.KeyFrame(now(), 0, sc.World.Checkpoint())
	for range 20 {
		sc.World.Step()
	}
	end, edit := now(), bridge.Number("damping", 0.7)
	file.Command(runfile.Command{Moment: end.Moment, Edit: edit})
	file.Last(end)
	bridge.MakeEdit(sc.World, edit)

	recorded, err := scene.ReadRecorded(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := batch.Again(recorded, run.Scene{}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	var w lastWatcher
	if err := again.March(context.Background(), &w, nil); err != nil {
		t.Errorf("done again it is another run: %v", err)
	}
	if left := now(); w.hash != left.Hash || w.looks != 21 {
		t.Errorf("after %d looks it ends with hash %016x, want %016x after 21", w.looks, w.hash, left.Hash)
	}
}

// lastWatcher takes the hash of a run at its end.
type lastWatcher struct {
	looks int
	hash  uint64
}

func (l *lastWatcher) Observe(*sim.World) error { l.looks++; return nil }

func (l *lastWatcher) Finish(w *sim.World) error { l.hash = w.Hash(); return nil }
