package mesh

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files of this package")

// TestCorpus reads every file of testdata/corpus and compares what is said about each
// with testdata/corpus.golden: the error of a bad file, the notices of an odd one, the
// report of a good one. Names begin with what they are. Change the golden file only when
// a message or a rule is meant to change.
func TestCorpus(t *testing.T) {
	files, err := os.ReadDir("testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join("testdata/corpus", f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		s, err := Read(f.Name(), data)
		if bad := strings.HasPrefix(f.Name(), "bad-"); bad != (err != nil) {
			t.Errorf("%s: got error %v", f.Name(), err)
		}
		if odd := strings.HasPrefix(f.Name(), "odd-"); odd != (len(s.Notices) > 0) {
			t.Errorf("%s: got notices %q", f.Name(), s.Notices)
		}
		fmt.Fprintf(&said, "== %s\n", f.Name())
		if err != nil {
			fmt.Fprintln(&said, err)
			continue
		}
		for _, n := range s.Notices {
			fmt.Fprintf(&said, "%s: notice: %s\n", s.Format, n)
		}
		_, r := Weld(s, DefaultTolerance)
		fmt.Fprintln(&said, strings.Join(Describe(s.Format, r), "\n"))
	}
	const golden = "testdata/corpus.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(said.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if said.String() != string(want) {
		t.Errorf("what is said about the corpus differs from %s:\n%s", golden, firstDifference(said.String(), string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return fmt.Sprintf("line %d\n got %s\nwant %s", i+1, g[i], strings.Join(w[min(i, len(w)):min(i+1, len(w))], ""))
		}
	}
	return "lines are missing"
}
