// Package export writes the moments of a run for other programs, such as ParaView and VTK,
// spreadsheets, and Python.
//
// A Writer takes one moment of a world after another and writes them in one format; a
// Session calls its writers whenever a moment is due. Writers only read the world: a run gives
// the same bits with and without them. All numbers are SI; orientations are w, x, y, z. Text
// has double precision, the binary numbers of VTK files single precision (polydata.go).
//
//	vtk   a folder for ParaView: PolyData files (.vtp), a series (.pvd) for each part, and
//	      open-in-paraview.pvsm, which opens, colours and plays them (vtk.go, parts.go,
//	      paraview.go). All data are points, lines and triangles: unstructured grids
//	      (.vtu) would need more text and add no information.
//	csv   a table of time series: one line per moment (csv.go)
//
// formats.go lists all formats of series, and the formats of single moments.
//
// Files appear whole under their names, or not at all: each is written under a hidden name in the same folder and
// then renamed. Time series and the lists of a folder (.csv, .pvd) grow by one line per moment, so that people can
// look at them during the run, and a run that is killed leaves valid files. Files with all particles or contacts
// of each moment (.dump, .gsd, .parquet) and pages (.html) appear when the run is over.
package export
