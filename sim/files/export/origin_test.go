package export

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/run"
)

// Exports say where they come from: VTK files in their field data, a table in a file beside
// it, so that its first line stays the header.
func TestOrigin(t *testing.T) {
	w, dir := yard(t), t.TempDir()
	o := (&run.Scene{World: w, Name: "yard <1>", Set: []string{"damping=0.1"}}).Origin()
	vtk, table := filepath.Join(dir, "vtk"), filepath.Join(dir, "series.csv")
	write(t, w, 2, run.Output{Format: "vtk", Path: vtk, Every: run.Interval{Steps: 1}, Origin: o},
		run.Output{Format: "csv", Path: table, Origin: o})

	files, err := filepath.Glob(filepath.Join(vtk, "particles.*.vtp"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %d files", err, len(files))
	}
	for _, f := range files {
		lines := strings.Join(readVTP(t, f).words["origin"], "\n")
		for _, want := range []string{"Scene: yard <1>", "Set: damping=0.1", "Command: tumble", "Seed: 0"} {
			if !strings.Contains(lines, want) {
				t.Errorf("%s: no %q in\n%s", f, want, lines)
			}
		}
	}

	text, err := os.ReadFile(table)
	if err != nil || !strings.HasPrefix(string(text), "time [s],step,") {
		t.Errorf("%v, %.30q", err, text)
	}
	var m metadata
	data, err := os.ReadFile(table + "-metadata.json")
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil || m.URL != "series.csv" || m.Context != "http://www.w3.org/ns/csvw" || m.Origin.Scene != "yard <1>" ||
		m.Origin.Set[0] != "damping=0.1" {
		t.Errorf("%v, %+v", err, m)
	}

	if err := WriteMetadata("/dev/null", o); err != nil {
		t.Errorf("beside a device: %v", err)
	}
}
