package sweep

import (
	"os"
	"path/filepath"
	"testing"
)

// Contract: the legend of a sweep tells every row from the others, also rows that differ in
// their seed only, and whatever else they have.
func TestSweepLabels(t *testing.T) {
	for text, want := range map[string][]string{
		"seed\n1\n7\n":                    {"1: seed 1", "2: seed 7"},
		"damping,seed\n0.1,1\n0.1,7\n":    {"1: seed 1 damping=0.1", "2: seed 7 damping=0.1"},
		"damping\n0.1\n0.2\n":             {"1: damping=0.1", "2: damping=0.2"},
		"damping\n0.1\n\"\"\n":            {"1: damping=0.1", "2: seed 3"},
		"end,damping,seed\n0.1,,1\n,,4\n": {"1: seed 1 end=0.1", "2: seed 4"},
	} {
		path := filepath.Join(t.TempDir(), "runs.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := ReadTable(path, 3)
		if err != nil {
			t.Fatal(err)
		}
		s := &Sweep{Table: table}
		for i := range table.rows {
			if got := s.describe(&table.rows[i]); got != want[i] {
				t.Errorf("%q: row %d is called %q, want %q", text, i+1, got, want[i])
			}
		}
	}
}
