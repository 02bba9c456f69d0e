package cli

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// points reads a table of numbers; the first line is the columns.
func points(t *testing.T, data []byte) (rows [][]float64) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		var row []float64
		for _, cell := range strings.Split(line, ",") {
			x, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, x)
		}
		rows = append(rows, row)
	}
	return rows
}

// Contract: a Latin hypercube of n rows has one value in each n-th of every range; Halton
// points fill the halves of the first range evenly; a grid has every combination, with both
// ends. The same seed gives the same table, another one a different table.
func TestSampleFillsTheRanges(t *testing.T) {
	for _, kind := range samplings {
		s := sampleFlags{kind: kind, points: 8, ranges: []sampleRange{{"a", -1, 3}, {"b", 0.1, 0.2}}}
		data, err := s.table(5)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := s.table(5)
		other, _ := s.table(6)
		if string(again) != string(data) || (string(other) == string(data)) != (kind == "grid") {
			t.Errorf("%s: seeds 5, 5, 6 give\n%s\n%s\n%s", kind, data, again, other)
		}
		rows := points(t, data)
		want, cells := 8, 8 // rows, and equal parts of the first range
		switch kind {
		case "grid":
			want = 64
		case "halton":
			cells = 2
		}
		if len(rows) != want {
			t.Fatalf("%s: %d rows, want %d", kind, len(rows), want)
		}
		for j, r := range s.ranges {
			count := make([]int, cells)
			for _, row := range rows {
				if row[j] < r.lo || row[j] > r.hi {
					t.Errorf("%s: %s = %g leaves its range", kind, r.path, row[j])
				}
				u := (row[j] - r.lo) / (r.hi - r.lo) * float64(cells)
				count[min(int(math.Floor(u)), cells-1)]++
			}
			for cell, n := range count {
				if kind != "grid" && (kind == "lhs" || j == 0) && n != want/cells {
					t.Errorf("%s: %s has %d values in part %d of %d", kind, r.path, n, cell+1, cells)
				}
			}
		}
		if first, last := rows[0], rows[len(rows)-1]; kind == "grid" && (first[0] != -1 || first[1] != 0.1 ||
			last[0] != 3 || last[1] != 0.2 || rows[1][0] != -1) {
			t.Errorf("grid: from %v, %v to %v", first, rows[1], last)
		}
	}
}

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
		"--sample lhs --n 3 --range damping=0.1":                       "--range: must be PATH=A..B",
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
