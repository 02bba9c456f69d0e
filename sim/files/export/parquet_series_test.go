package export

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: the table has the columns of the format csv in their order, with units and origin as metadata, whole
// numbers as such, and each number to the last bit; what is an empty cell there is null here.
func TestParquetSeries(t *testing.T) {
	dir, w := t.TempDir(), yard(t)
	err := w.Build().AddOutlet(insertion.OutletDef{Name: "hole, left", Every: 5, Volume: insertion.Volume{
		Kind: insertion.VolumeBox, Origin: vec.New(-0.3, 0.1, 0.2), Half: vec.New(0.1, 0.1, 0.1)}}) // the pair is in it
	if err != nil {
		t.Fatal(err)
	}
	table := run.Output{Format: "csv", Path: filepath.Join(dir, "a.csv"), Every: run.Interval{Steps: 3},
		Bodies: []string{"pill", "pair"}, Planes: []bridge.Plane{{Axis: 2, At: 0.1}},
		Regions: []bridge.Region{{Name: "all", Low: vec.New(-9, -9, -9), High: vec.New(9, 9, 9)},
			{Name: "none", Low: vec.New(8, 8, 8), High: vec.New(9, 9, 9)}}}
	columnar := table
	columnar.Format, columnar.Path, columnar.Origin.Scene = "parquet-series", filepath.Join(dir, "a.parquet"), "yard"
	write(t, w, 30, table, columnar)
	lines := readTable(t, table.Path)
	data, err := os.ReadFile(columnar.Path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := f.Lookup("units")
	origin, _ := f.Lookup("origin")
	units := map[string]string{}
	if err := json.Unmarshal([]byte(text), &units); err != nil || !strings.Contains(origin, `"yard"`) {
		t.Errorf("%v in the units; origin %s", err, origin)
	}
	rows := make([]parquet.Row, len(lines))
	n, _ := parquet.NewReader(f).ReadRows(rows)
	columns := f.Schema().Columns()
	if n != len(lines)-1 || n != 11 || len(columns) != len(lines[0]) {
		t.Fatalf("%d rows of %d columns, the other table has %d of %d", n, len(columns), len(lines)-1, len(lines[0]))
	}
	nulls := 0
	for c, path := range columns {
		name := strings.Replace(lines[0][c], "hole, left", "hole; left", 1)
		if series.WithUnit(path[0], units[path[0]]) != name {
			t.Errorf("column %d is %q [%s], want %q", c, path[0], units[path[0]], name)
		}
		for r, row := range rows[:n] {
			if row[c].IsNull() {
				nulls++
			}
			if have := cell(row[c]); have != lines[1+r][c] {
				t.Errorf("%s: row %d has %q, want %q", name, r, have, lines[1+r][c])
			}
		}
	}
	for _, name := range []string{"through z=0.1 mass [kg]", "in all stress zz [Pa]", "in none bodies"} {
		if !slices.Contains(lines[0], name) {
			t.Errorf("there is no column %s", name)
		}
	}
	if nulls < 1+19 { // the rate of the first moment, and all of the pair when it is gone
		t.Errorf("%d nulls", nulls)
	}
}

// cell is a value as tables write it.
func cell(v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.Int64:
		return integer(v.Int64())
	}
	return series.Decimal(v.Double())
}
