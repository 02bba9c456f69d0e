package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Contract: run --again writes of a run file what the run itself would have written, also beyond its end, and has its
// hash; it takes nothing that would change the run, and nothing but run files.
func TestRunAgain(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	read := func(name string) string {
		b, err := os.ReadFile(in(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	end := runJSON(t, "clump", "--steps", "400", "--run-file", in("a.tumble"), "--csv", in("a.csv"), "--every", "40steps",
		"--state", in("a-end.csv"), "--save", in("state.tumble"))
	again := runJSON(t, in("a.tumble"), "--again", "--csv", in("b.csv"), "--every", "40steps", "--state", in("b-end.csv"))
	if again.Hash != end.Hash || again.Steps != end.Steps || again.MaxOverlapRatio != end.MaxOverlapRatio {
		t.Errorf("again it ends with %+v, at first %+v", again, end)
	}
	if a := read("a.csv"); a != read("b.csv") || strings.Count(a, "\n") < 11 {
		t.Errorf("the table of the run is %s, again it is %s", a, read("b.csv"))
	}
	if read("a-end.csv") != read("b-end.csv") {
		t.Error("the end is another one")
	}
	later := fmt.Sprintf("%.9gs", 1.5*end.Time)
	if a, b := runJSON(t, "clump", "--until", later), runJSON(t, in("a.tumble"), "--again", "--until", later); a.Hash !=
		b.Hash || b.Steps <= end.Steps {
		t.Errorf("beyond its end: %s after %d steps, want %s after %d", b.Hash, b.Steps, a.Hash, a.Steps)
	}
	for _, args := range [][]string{
		{in("a.tumble"), "--set", "damping=0.1"}, {in("a.tumble"), "--steps", "3"},
		{in("a.tumble"), "--save", in("c.tumble")}, {in("a.tumble"), "--stop-when", "time > 1"}, {"clump"},
		{in("state.tumble")},
	} {
		if o := tumble(append([]string{"run", "--again"}, args...)...); o.status != exitUsage ||
			!strings.Contains(o.stderr, "--again") {
			t.Errorf("%q: %+v", args, o)
		}
	}
}
