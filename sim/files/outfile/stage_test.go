package outfile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/files/outfile"
)

// Contract: what is made on a stage comes to its place with all that belongs beside it, in the place of what is there,
// or not at all; errors call files as people know them.
func TestStage(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "new", "a.csv")
	staged := func(name, text string) *outfile.Stage {
		t.Helper()
		s, err := outfile.NewStage(name)
		if err != nil {
			t.Fatal(err)
		}
		put(t, s.Path(), text)
		put(t, s.Path()+"-metadata.json", "about "+text)
		return s
	}
	staged(name, "first").Discard()
	want(t, filepath.Dir(name))
	for _, text := range []string{"first", "second"} {
		s := staged(name, text)
		if path, err := s.Commit(); err != nil || path != name {
			t.Errorf("committed as %s: %v", path, err)
		}
		s.Discard() // has no effect any more
		if got := get(t, name) + ", " + get(t, name+"-metadata.json"); got != text+", about "+text {
			t.Errorf("there is %q", got)
		}
	}
	want(t, filepath.Dir(name), "a.csv", "a.csv-metadata.json")

	s, _ := outfile.NewStage(filepath.Join(dir, "film.mp4"))
	put(t, strings.TrimSuffix(s.Path(), ".mp4")+".avi", "another kind")
	if path, err := s.Commit(); err != nil || path != filepath.Join(dir, "film.avi") {
		t.Errorf("of another name: %s, %v", path, err)
	}
	s, _ = outfile.NewStage(filepath.Join(dir, "series"))
	if err := os.MkdirAll(filepath.Join(s.Path(), "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commit(); err != nil {
		t.Error(err)
	}
	s, _ = outfile.NewStage(filepath.Join(dir, "none"))
	if err := s.Err(errors.New("write " + s.Path() + ": full")); err.Error() != "write "+dir+"/none: full" {
		t.Errorf("the error is %q", err)
	}
	if _, err := s.Commit(); err == nil {
		t.Error("nothing was made, and no error")
	}
	want(t, dir, "new", "film.avi", "series")
	if _, err := outfile.NewStage(filepath.Join(dir, "film.avi", "a")); err == nil {
		t.Error("a stage in a file")
	}
}

// Contract: each process has a stage of its own, which goes with it, or with the next one after it was killed; no
// other folder does.
func TestStagesOfProcesses(t *testing.T) {
	if dir := os.Getenv("TUMBLE_TEST_STAGE"); dir != "" {
		s, err := outfile.NewStage(filepath.Join(dir, "a"))
		fmt.Println("made", filepath.Base(filepath.Dir(s.Path())), err)
		time.Sleep(time.Hour)
		s.Discard() // it is in use until here
	}
	dir := t.TempDir()
	child := started(t, "TUMBLE_TEST_STAGE", dir, "made .a.1.part")
	if err := os.Mkdir(dir+"/a.1.part", 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := outfile.NewStage(dir + "/a")
	if err != nil || s.Path() != dir+"/.a.2.part/a" {
		t.Errorf("%s: %v", s.Path(), err)
	}
	put(t, s.Path(), "")
	want(t, dir, ".a.1.part", ".a.2.part", "a.1.part")
	child.Process.Kill()
	child.Wait()
	s.Discard()
	if s, err = outfile.NewStage(dir + "/a"); err != nil {
		t.Error(err)
	}
	want(t, dir, ".a.1.part", "a.1.part") // another one
	s.Discard()
	want(t, dir, "a.1.part")
}
