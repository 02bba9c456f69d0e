package sweep

import (
	"math"
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
	for _, kind := range Samplings {
		s := Sample{Kind: kind, Points: 8, Spans: []Span{{Path: "a", Lo: -1, Hi: 3}, {Path: "b", Lo: 0.1, Hi: 0.2}}}
		data, err := s.Table(5)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := s.Table(5)
		other, _ := s.Table(6)
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
		for j, r := range s.Spans {
			count := make([]int, cells)
			for _, row := range rows {
				if row[j] < r.Lo || row[j] > r.Hi {
					t.Errorf("%s: %s = %g leaves its range", kind, r.Path, row[j])
				}
				u := (row[j] - r.Lo) / (r.Hi - r.Lo) * float64(cells)
				count[min(int(math.Floor(u)), cells-1)]++
			}
			for cell, n := range count {
				if kind != "grid" && (kind == "lhs" || j == 0) && n != want/cells {
					t.Errorf("%s: %s has %d values in part %d of %d", kind, r.Path, n, cell+1, cells)
				}
			}
		}
		if first, last := rows[0], rows[len(rows)-1]; kind == "grid" && (first[0] != -1 || first[1] != 0.1 ||
			last[0] != 3 || last[1] != 0.2 || rows[1][0] != -1) {
			t.Errorf("grid: from %v, %v to %v", first, rows[1], last)
		}
	}
}
