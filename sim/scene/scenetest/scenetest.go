// Package scenetest makes run files for tests.
package scenetest

import (
	"bytes"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
)

// Record runs a scene for a number of steps, and returns its run file and its last hash. The file has the hashes of
// every so many steps, 0 for none, and the edits that are made before a step, or at the end.
func Record(t testing.TB, name string, steps, every int64, edits map[int64]bridge.Edit) (data []byte, hash uint64) {
	t.Helper()
	sc, err := scene.Load(name, scene.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	w := sc.World
	defer w.Close()
	var b bytes.Buffer
	f := scene.NewFile(&b, sc)
	at := func() runfile.Hash { return runfile.Hash{Moment: replayer.Moment(w), Hash: w.Hash()} }
	f.KeyFrame(at(), 0, w.Checkpoint())
	for step := int64(0); ; step++ {
		if step > 0 && every > 0 && step%every == 0 {
			f.Hash(at())
		}
		if step == steps {
			hash = w.Hash()
			f.Last(at())
		}
		if edit := edits[step]; edit != nil {
			f.Command(runfile.Command{Moment: replayer.Moment(w), Edit: edit})
			if err := bridge.MakeEdit(w, edit); err != nil {
				t.Fatal(err)
			}
		}
		if step == steps {
			return b.Bytes(), hash
		}
		w.Step()
	}
}
