package export

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// Format is a way to write a run. Flags of commands, the export panel and scenes read the table of formats.
type Format struct {
	Name  string
	What  string                                 // a description for people
	Ext   string                                 // file name extension; empty for a folder
	Every run.Interval                           // the interval if the Output gives none
	try   func(path string, o run.Output) error  // returns the error of open, but leaves no trace
	allow func(root *os.Root, path string) error // refuses a path that a scene may not write to, see Below
	open  func(path string, o run.Output) (Writer, error)
	table bool // it has columns for the bodies, planes and regions of an Output
}

// Formats lists all formats of series.
var Formats = []Format{
	{"vtk", "series for ParaView, in a folder; its open-in-paraview.pvsm shows them", "", run.Interval{Time: 0.02},
		tryVTK, allowVTK, openVTK, false},
	{"csv", "time series: energies, contacts, inlets, outlets", ".csv", run.Interval{Time: 0.01}, tryCSV, allowCSV,
		openCSV, true},
	{"replay", "the run as a page that any browser plays", ".html", run.Interval{Time: 1.0 / 60}, tryReplay, allowReplay,
		openReplay, false},
	{"lammps", "particles as LAMMPS dumps them, for OVITO", ".dump", run.Interval{Time: 0.02}, tryFile,
		allowFile(".dump", lammpsHead), openLAMMPS, false},
	{"gsd", "particles in the format of HOOMD-blue, for OVITO and Python", ".gsd", run.Interval{Time: 0.02}, tryFile,
		allowFile(".gsd", "Tumble"), openGSD, false},
	{"parquet", "particles of all moments as one table, for pandas, DuckDB and others", ".parquet",
		run.Interval{Time: 0.02}, tryFile, allowNew(".parquet"), openParquet, false},
	{"parquet-series", "time series as a table for pandas, DuckDB and others", ".parquet", run.Interval{Time: 0.01},
		tryFile, allowNew(".parquet"), openParquetSeries, true},
	{"contacts", "contacts of all moments as one table, as CSV", ".csv", run.Interval{Time: 0.02}, tryFile,
		allowFile(".csv", beginning(contactHead)), openContacts, false},
	{"collisions", "each collision that ended (speeds at first touch, duration, energies lost), as CSV",
		".csv", run.Interval{Steps: 1}, tryCollisions, allowFile(".csv", beginning(collisionHead())), openCollisions, false},
	{"spectra", "collisions of each pair of materials, counted by the energy that they lost, as CSV",
		".csv", run.Interval{Steps: 1}, tryCollisions, allowFile(".csv", beginning(collisions.Head(0))), openSpectra, false},
	{"ply", "bodies and meshes as triangles, numbered PLY files in a folder, for Blender", "", run.Interval{Time: 0.02},
		func(folder string, _ run.Output) error { return outfile.TryFolder(folder) }, allowPLY, openPLY, false},
	{"field-files", "fields on grids (density, velocity, stress and others) for each moment and in the mean, in a folder",
		"", run.Interval{Time: 0.02}, tryFields, allowFields, openFields, false},
}

// tryFile returns an error if a file could not be written.
func tryFile(path string, _ run.Output) error { return outfile.Try(path) }

// tryCSV returns an error if a table, or the metadata file beside the table, could not be written.
func tryCSV(path string, o run.Output) error {
	if err := outfile.Try(path); err != nil || o.Origin.Version == "" || outfile.IsStream(path) {
		return err
	}
	return outfile.Try(MetadataOf(path))
}

// format returns the format of a name.
func format(name string) (Format, error) {
	var names []string
	for _, f := range Formats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("must be %s, got %q", strings.Join(names, " or "), name)
}

// HasColumns reports whether a format has columns for the bodies, planes and regions of a run.Output.
func HasColumns(name string) bool {
	return slices.ContainsFunc(Formats, func(f Format) bool { return f.Name == name && f.table })
}

// IsFolder reports whether a format writes a folder.
func IsFolder(name string) bool {
	return slices.ContainsFunc(Formats, func(f Format) bool { return f.Name == name && f.Ext == "" })
}

// MomentFormat is a way to write one state.
type MomentFormat struct {
	Ext   string
	What  string // a description for people
	Write func(w io.Writer, s *state.State, o run.Origin) error
}

// MomentFormats lists all formats of one state, by the extension of the file name. The first format is used for
// every other extension.
var MomentFormats = []MomentFormat{
	{".json", "all bodies and contacts, as JSON", writeJSON},
	{".csv", "spheres and capsules, as a table", func(w io.Writer, s *state.State, _ run.Origin) error {
		return WriteParticles(w, s)
	}},
	{".parquet", "spheres and capsules, as a table with units", WriteParquet},
	{".glb", "bodies and meshes, as binary glTF", WriteGLB},
	{".ply", "bodies and meshes, as triangles", WritePLY},
}

// WriteMoment writes a state into a file, in the format that belongs to the extension of its name.
func WriteMoment(path string, s *state.State, o run.Origin) error {
	f := MomentFormats[0]
	for _, g := range MomentFormats {
		if strings.EqualFold(filepath.Ext(path), g.Ext) {
			f = g
		}
	}
	err := outfile.Write(path, func(w io.Writer) error { return f.Write(w, s, o) })
	if err == nil && f.Ext == ".csv" {
		err = WriteMetadata(path, o)
	}
	return err
}

// writeJSON writes a state and its origin.
func writeJSON(w io.Writer, s *state.State, o run.Origin) error {
	text, err := json.MarshalIndent(struct {
		run.Origin
		*state.State
	}{o, s}, "", "  ")
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	return err
}
