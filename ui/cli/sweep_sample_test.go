package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Contract: a sweep of samples is the sweep of the table that it writes: started again with
// --table, every row is done already.
func TestSweepOfSamplesIsThatOfItsTable(t *testing.T) {
	dir := makeTray(t, "")
	at := func(name string) string { return filepath.Join(dir, name) }
	common := []string{"sweep", at("tray.yaml"), "-o", at("out"), "--steps", "2", "--size", "16x16"}
	sampled := append(common[:len(common):len(common)], "--sample", "lhs", "--n", "3", "--range", "damping=0.1..0.4",
		"--range", "materials.m.tanPhi=0.1..0.6", "--write-table", at("points.csv"))
	if got := tumble(sampled...); got.status != 0 || !strings.HasPrefix(got.stdout, "3 of 3 rows are done") {
		t.Fatalf("%+v", got)
	}
	by := append(common[:len(common):len(common)], "--table", at("points.csv"))
	if got := tumble(by...); got.status != 0 || strings.Count(got.stderr, "done before") != 3 {
		t.Errorf("by hand: %+v", got)
	}
}

// What is wrong with samples is said before anything is written.
func TestSampleErrors(t *testing.T) {
	for args, want := range map[string]string{
		"--sample sobol":     "--sample: must be one of grid, lhs, halton",
		"--sample lhs --n 3": "needs --n and at least one --range",
		"--n 3":              "need a --sample",
		"--sample lhs --n 0 --range damping=0..1":                      "--n: must be a whole number from 1 to 10000",
		"--sample lhs --n 3 --range damping=0.4..0.1":                  `--range: damping: must have A < B`,
		"--sample lhs --n 3 --range damping=0.1":                       "must have two finite numbers A..B",
		"--sample lhs --n 3 --range 0.1..0.4":                          "--range: must be PATH=A..B",
		"--sample lhs --n 3 --range damping=0..inf":                    "two finite numbers",
		"--sample lhs --n 3 --range damping=0..1 --range damping=0..1": "must have one range",
		"--sample lhs --n 3 --range seed=1..9":                         "cannot be sampled",
		"--sample grid --n 101 --range damping=0..1 --range end=1..2":  "are 10201 rows, at most 10000",
		"--sample lhs --n 3 --range damping=0..1 --table a.csv":        "give one of them",
		"--sample lhs --n 3 --range damping=0..1 --write-table -":      "--write-table: must be a file",
	} {
		dir := makeTray(t, "")
		got := tumble(append([]string{"sweep", filepath.Join(dir, "tray.yaml"), "-o", filepath.Join(dir, "out")},
			strings.Fields(args)...)...)
		_, err := os.Stat(filepath.Join(dir, "out"))
		if got.status != 2 || !strings.Contains(got.stderr, want) || err == nil {
			t.Errorf("%s: %+v, want %q; a folder is there: %t", args, got, want, err == nil)
		}
	}
}
