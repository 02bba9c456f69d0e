//go:build !headless

package desktop

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"tumble/sim/run"
	"tumble/sim/scene"
)

// Contract: a run whose program was killed is offered to the next window, which goes on with the same bits under the
// name of its scene; one that is closed leaves nothing; that of a program which still runs is left alone.
func TestUnfinishedRuns(t *testing.T) {
	memory := filepath.Join(t.TempDir(), "window.json")
	k := openKeptRuns(memory)
	if k.offer() != nil {
		t.Fatal("there is a run at the first start")
	}
	s, err := scene.Load("clump", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	keeper, err := k.keep(s)
	if err != nil {
		t.Fatal(err)
	}
	for range 450 {
		s.World.Step()
		if err := keeper.Observe(s); err != nil {
			t.Fatal(err)
		}
	}
	other := filepath.Join(filepath.Dir(k.mine), fmt.Sprintf("%s%d%s", keptPrefix, os.Getppid(), scene.SavedExt))
	copyFile(t, k.mine, other)
	killed := filepath.Join(filepath.Dir(k.mine), fmt.Sprintf("%s%d%s", keptPrefix, 1<<30, scene.SavedExt))
	copyFile(t, k.mine, killed) // as that of a process that cannot be
	if err := keeper.Finish(s); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(k.mine); err == nil {
		t.Error("a window that is closed leaves its run")
	}
	next := openKeptRuns(memory)
	offer := next.offer()
	if offer == nil || offer.Step != 400 {
		t.Fatalf("offered: %+v, want step 400", offer)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("the run of a program that still runs is taken away")
	}
	again, err := next.loader(loadAny)(offer.Path, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer again.World.Close()
	for range 50 {
		again.World.Step()
	}
	if again.Name != "clump" || again.World.Hash() != s.World.Hash() {
		t.Errorf("gone on with %q to hash %016x, want clump, %016x", again.Name, again.World.Hash(), s.World.Hash())
	}
	if _, err := next.keep(again); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(killed); err == nil {
		t.Error("a run that is gone on with stays")
	}
}

func loadAny(name string, seed uint64) (run.Scene, error) {
	return scene.Load(name, scene.Options{Seed: seed})
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
