package export_test

import (
	"fmt"
	"os"
	"path/filepath"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
)

// A table of energies, contacts and inlets, one line every tenth of a second.
func ExampleOpen() {
	folder, err := os.MkdirTemp("", "tumble")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	s, err := scene.Load("newton-row", scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.World.Close()
	table := run.Output{Format: "csv", Path: filepath.Join(folder, "row.csv"), Every: run.Interval{Time: 0.1}}
	series, err := export.Open([]run.Output{table}, "")
	for err == nil && s.World.Clock().Time < 0.25 {
		s.World.Step()
		err = series.Observe(s.World)
	}
	if err == nil {
		err = series.Finish(s.World)
	}
	if err == nil {
		err = series.Close()
	}
	info, _ := os.Stat(table.Path)
	fmt.Println(err, info.Size() > 0)
	// Output: <nil> true
}
