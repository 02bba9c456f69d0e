// Package export writes what a run did for other programs: ParaView and VTK, spreadsheets
// and Python.
//
// A Writer takes one moment of a world after another and writes them in one format; a
// Session asks its writers for a moment whenever one is due. Formats lists them. Writers
// only look: a run gives the same bits with and without them. All numbers are SI; orientations
// are w, x, y, z. Text has double precision, VTK's bytes single precision (polydata.go).
//
//	vtk   a folder for ParaView: PolyData files (.vtp), a series (.pvd) for each part, and
//	      open-in-paraview.pvsm, which opens, colours and plays them (vtk.go, parts.go,
//	      paraview.go). Everything is points, lines and triangles, which unstructured
//	      grids (.vtu) would hold with more words and no more meaning.
//	csv   a table of time series: one line a moment (csv.go)
//
// formats.go lists all of them, and those of single moments.
//
// Files appear whole under their names, or not at all: they are written beside and
// renamed. Time series and lists of a folder (.csv, .pvd) grow by one line a moment, so that they can be looked at
// and a run that is killed leaves valid ones; files that have all particles or contacts of a moment (.dump, .gsd,
// .parquet) and pages (.html) appear when the run is over.
package export
