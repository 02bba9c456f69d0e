package scene

import (
	"cmp"
	"fmt"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// Export lists the files that a run of the scene writes. Paths are relative to the folder that the person chose
// and cannot lead out of it.
type Export struct {
	VTK    *VTKExport     `yaml:"vtk,omitempty"`    // series of files for ParaView
	CSV    *CSVExport     `yaml:"csv,omitempty"`    // table of time series
	Series []SeriesExport `yaml:"series,omitempty"` // series in other formats
}

// SeriesExport asks for a series in any format. At most one of every and everySteps is given.
type SeriesExport struct {
	Format string `yaml:"format"` // format, named as its flag of run: replay, lammps, gsd, parquet, ...
	Path   string `yaml:"path"`   // path of the file or folder
	// time between two moments of the series; the format's own if not given [s]
	Every      float64  `yaml:"every,omitempty" unit:"s"`
	EverySteps int64    `yaml:"everySteps,omitempty"`  // steps between two moments of the series
	Parts      []string `yaml:"parts,omitempty,flow"`  // replay only: optional data: forces
	Bodies     []string `yaml:"bodies,omitempty,flow"` // parquet-series only: bodies to follow, by name or number
	// parquet-series only: planes through which the flow of bodies is counted, such as -z=0.05
	Through []string `yaml:"through,omitempty,flow"`
}

// VTKExport asks for series for ParaView. At most one of every and everySteps is given.
type VTKExport struct {
	Folder string `yaml:"folder"` // folder for the files of the series
	// time between two moments of the series; 0.02 if everySteps is not given [s]
	Every      float64 `yaml:"every,omitempty" unit:"s"`
	EverySteps int64   `yaml:"everySteps,omitempty"` // steps between two moments of the series
	// data to write: particles, meshes, walls (these three if not given), surfaces, contacts
	Parts []string `yaml:"parts,omitempty,flow"`
	// encoding of the numbers: compressed (if not given), base64 (for OVITO) or ascii
	Encoding string `yaml:"encoding,omitempty"`
}

// CSVExport asks for a table of time series. At most one of every and everySteps is given.
type CSVExport struct {
	File string `yaml:"file"` // path of the table; its name ends in .csv
	// time between two lines of the table; 0.01 if everySteps is not given [s]
	Every      float64  `yaml:"every,omitempty" unit:"s"`
	EverySteps int64    `yaml:"everySteps,omitempty"`  // steps between two lines of the table
	Bodies     []string `yaml:"bodies,omitempty,flow"` // bodies to follow, by name or number
	// planes through which the flow of bodies is counted, such as -z=0.05: downward at z = 5 cm
	Through []string `yaml:"through,omitempty,flow"`
}

// outputs returns the outputs that the scene asks for, in the engine's form. Only their planes and their number
// are checked: only a run that writes the outputs needs the rest to be right.
func (e *Export) outputs() (list []run.Output, err error) {
	if e == nil {
		return nil, nil
	}
	if v := e.VTK; v != nil {
		list = append(list, run.Output{
			Format: "vtk", Path: v.Folder, Every: run.Interval{Time: v.Every, Steps: v.EverySteps}, Parts: v.Parts,
			Encoding: v.Encoding,
		})
	}
	if c := e.CSV; c != nil {
		planes, wrong := planesOf("csv", c.Through)
		list, err = append(list, run.Output{
			Format: "csv", Path: c.File, Every: run.Interval{Time: c.Every, Steps: c.EverySteps}, Bodies: c.Bodies,
			Planes: planes,
		}), wrong
	}
	for _, s := range e.Series {
		planes, wrong := planesOf(s.Format, s.Through)
		list, err = append(list, run.Output{
			Format: s.Format, Path: s.Path, Every: run.Interval{Time: s.Every, Steps: s.EverySteps}, Parts: s.Parts,
			Bodies: s.Bodies, Planes: planes,
		}), cmp.Or(err, wrong)
	}
	return list, cmp.Or(err, limit.Exports.Check(len(list)))
}

// planesOf reads the planes of a format.
func planesOf(format string, list []string) (planes []bridge.Plane, err error) {
	for _, text := range list {
		p, wrong := bridge.ParsePlane(text)
		planes, err = append(planes, p), cmp.Or(err, wrong)
	}
	if err = cmp.Or(err, bridge.CheckPlanes(planes)); err != nil {
		return nil, fmt.Errorf("%s: through: %w", format, err)
	}
	return planes, nil
}
