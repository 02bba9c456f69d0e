package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Contract: a replay leaves the run as it was, and of a run file it is the whole run, with what was edited.
func TestReplayOfRunFiles(t *testing.T) {
	dir := t.TempDir()
	file, page := filepath.Join(dir, "a.tumble"), filepath.Join(dir, "a.html")
	if o := tumble("run", "clump", "--steps", "400", "--run-file", file); o.status != 0 {
		t.Fatal(o)
	}
	end := runJSON(t, "clump", "--steps", "400")
	want := end.Hash
	for _, args := range [][]string{{"clump", "--steps", "400"}, {file}} {
		o := tumble(append([]string{"replay", "-o", page}, args...)...)
		text, err := os.ReadFile(page)
		if o.status != 0 || err != nil || !strings.Contains(string(text), "hash "+want) {
			t.Errorf("%v: %v %v: the page has not the hash %s", args, o, err, want)
		}
	}
	later := fmt.Sprintf("%.9gs", 1.5*end.Time) // it goes on, with the bits that it would have had
	want = runJSON(t, "clump", "--until", later).Hash
	o := tumble("replay", file, "--until", later, "-o", page)
	if text, err := os.ReadFile(page); o.status != 0 || err != nil || !strings.Contains(string(text), "hash "+want) {
		t.Errorf("beyond its end: %v %v: the page has not the hash %s", o, err, want)
	}
	if o := tumble("replay", file, "--set", "damping=0.1", "-o", page); o.status != exitUsage {
		t.Errorf("--set of a run file: %v", o)
	}
}
