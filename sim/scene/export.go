package scene

import (
	"cmp"
	"fmt"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// Export is what the scene wants written as it runs: series for ParaView, a table of time
// series. Paths are relative to the folder that the person chose and stay in it.
type Export struct {
	VTK *VTKExport `yaml:"vtk,omitempty"` // series for ParaView
	CSV *CSVExport `yaml:"csv,omitempty"` // a table
	// series in other formats
	Series []SeriesExport `yaml:"series,omitempty"`
}

// SeriesExport asks for a series in any format. Of Every and EverySteps one may be given.
type SeriesExport struct {
	Format     string   `yaml:"format"`                   // as flags of run are called: replay, lammps, gsd, parquet, ...
	Path       string   `yaml:"path"`                     // file or folder
	Every      float64  `yaml:"every,omitempty" unit:"s"` // between two moments; the format's own if not given [s]
	EverySteps int64    `yaml:"everySteps,omitempty"`     // steps between two moments
	Parts      []string `yaml:"parts,omitempty,flow"`     // for replay: forces
	Bodies     []string `yaml:"bodies,omitempty,flow"`    // for parquet-series: to follow, by name or number
	Through    []string `yaml:"through,omitempty,flow"`   // for parquet-series: planes whose flow is counted, as -z=0.05
}

// VTKExport asks for series for ParaView. Of Every and EverySteps one may be given.
type VTKExport struct {
	Folder     string  `yaml:"folder"`                   // what is written is below it
	Every      float64 `yaml:"every,omitempty" unit:"s"` // between two moments; 0.02 if everySteps is not given [s]
	EverySteps int64   `yaml:"everySteps,omitempty"`     // steps between two moments
	// of particles, meshes, walls (these if not given), surfaces, contacts
	Parts []string `yaml:"parts,omitempty,flow"`
	// of numbers: compressed (if not given), base64 (for OVITO) or ascii
	Encoding string `yaml:"encoding,omitempty"`
}

// CSVExport asks for a table of time series. Of Every and EverySteps one may be given.
type CSVExport struct {
	File       string   `yaml:"file"`                     // its name ends in .csv
	Every      float64  `yaml:"every,omitempty" unit:"s"` // between two lines; 0.01 if everySteps is not given [s]
	EverySteps int64    `yaml:"everySteps,omitempty"`     // steps between two lines
	Bodies     []string `yaml:"bodies,omitempty,flow"`    // to follow, by name or number
	Through    []string `yaml:"through,omitempty,flow"`   // planes whose flow is counted, as -z=0.05: down at 5 cm
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
