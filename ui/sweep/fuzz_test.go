package sweep

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzSweepTable: whatever a table holds, it is refused or has rows whose settings can be
// told.
func FuzzSweepTable(f *testing.F) {
	for _, l := range []string{"damping,seed\n0.1,3\n", "\ufeffa.b, c\n\"1,2\", \n,\n", "seed\n-1\n"} {
		f.Add([]byte(l))
	}
	path := filepath.Join(f.TempDir(), "t.csv")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		table, err := ReadTable(path, 1)
		if err != nil {
			return
		}
		for i := range table.rows {
			if r := &table.rows[i]; r.number != i+1 || len(r.set(table.columns)) > len(table.columns) {
				t.Errorf("row %d: %v", i, r)
			}
		}
	})
}
