//go:build !headless

package desktop

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
)

// Contract: a run whose program was killed is offered to the next window, which goes on with the same bits under the
// name of its scene; one that is closed leaves nothing; that of a program which still runs is left alone.
func TestUnfinishedRuns(t *testing.T) {
	memory := filepath.Join(t.TempDir(), "window.json")
	k := openKeptRuns(memory)
	if offer, unread := k.offer(); offer != nil || unread != nil {
		t.Fatal("there is a run at the first start")
	}
	s, err := scene.Load("clump", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	file := keep(t, k, s)
	for i := range 450 {
		if s.World.Step(); i == 399 {
			file.Hash(hashOf(s))
		}
	}
	other := filepath.Join(filepath.Dir(k.mine), fmt.Sprintf("%s%d-1%s", keptPrefix, os.Getppid(), scene.SavedExt))
	copyFile(t, k.mine, other)
	killed := filepath.Join(k.folder, fmt.Sprintf("%s%d-1%s", keptPrefix, 1<<30, scene.SavedExt))
	var older []string
	for i := range 7 { // as those of processes that cannot be
		older = append(older, filepath.Join(k.folder, fmt.Sprintf("%s%d-1%s", keptPrefix, 1<<30+1+i, scene.SavedExt)))
		copyFile(t, k.mine, older[i])
		was := time.Now().Add(-time.Hour)
		os.Chtimes(older[i], was, was)
	}
	copyFile(t, k.mine, killed)
	before := time.Now().Add(-time.Minute) // else the file that is written next may seem as old
	os.Chtimes(killed, before, before)
	if err := k.Finish(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(k.mine); err == nil {
		t.Error("a window that is closed leaves its run")
	}
	damaged := filepath.Join(k.folder, fmt.Sprintf("%s%d-2%s", keptPrefix, 1<<30, scene.SavedExt))
	if err := os.WriteFile(damaged, []byte("tumble run\n"), 0o600); err != nil { // the newest
		t.Fatal(err)
	}
	defer func() {
		if _, err := os.Stat(damaged); err != nil {
			t.Error("a file that cannot be read is taken away")
		}
	}()
	next := openKeptRuns(memory)
	offer, unread := next.offer()
	if offer == nil || offer.Step != 400 || offer.Older != 7 || offer.OlderBytes < 5000 {
		t.Fatalf("offered: %+v, want step 400, and seven older ones", offer)
	}
	if len(unread) != 1 || !strings.Contains(unread[0].Error(), damaged) {
		t.Errorf("cannot be read: %v, want %s", unread, damaged)
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
	keep(t, next, again)
	if _, err := os.Stat(killed); err != nil {
		t.Error("a run that is gone on with is taken away before the window is closed")
	}
	if err := next.Finish(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(killed); err == nil {
		t.Error("a run that was gone on with stays")
	}
	for _, path := range older {
		if _, err := os.Stat(path); err != nil {
			t.Error("an older run is taken away")
		}
	}
}

// keep begins to keep a scene, as a runner does.
func keep(t *testing.T, k *keptRuns, s run.Scene) *runfile.Writer {
	t.Helper()
	file, err := k.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	file.KeyFrame(hashOf(s), 0, s.World.Checkpoint())
	if file.Err() != nil {
		t.Fatal(file.Err())
	}
	return file
}

func hashOf(s run.Scene) runfile.Hash {
	c := s.World.Clock()
	return runfile.Hash{Moment: bridge.Moment{Step: c.Step, Time: c.Time}, Hash: s.World.Hash()}
}

// Contract: a run that a person does not go on with is there until the window is closed, by a person.
func TestDeclinedRun(t *testing.T) {
	k := openKeptRuns(filepath.Join(t.TempDir(), "window.json"))
	s, err := scene.Load("clump", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	keep(t, k, s)
	next := openKeptRuns(filepath.Join(filepath.Dir(k.folder), "window.json")) // as if k were killed
	offer, _ := next.offer()
	offer.Decline()
	keep(t, next, s)
	if _, err := os.Stat(k.mine); err != nil {
		t.Error("a declined run is taken away at once")
	}
	next.killed = true
	if err := next.Finish(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(k.mine); err != nil {
		t.Error("a declined run is taken away at a logout")
	}
	next = openKeptRuns(filepath.Join(filepath.Dir(k.folder), "window.json"))
	keep(t, next, s)
	next.found, next.chosen = k.mine, true
	if err := next.Finish(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(k.mine); err == nil {
		t.Error("a declined run stays when the window is closed")
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
