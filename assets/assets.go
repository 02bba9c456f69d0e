// Package assets holds the files that ship inside the program. SOURCES.md says where
// each of them comes from.
package assets

import "embed"

// FS holds the shipped files under their names in this folder, such as
// "pill-bottle.stl".
//
//go:embed *.stl *.csv scenes
var FS embed.FS

// Licences are those of all that is built into the program, with the names of what they are of.
// They are collected by the command in the folder licences.
//
//go:embed licences.txt
var Licences string

// Replay holds the page of a replay and its scripts, Three the library that they draw with, as it was
// published. Their names are those in the folders replay and three.
var (
	//go:embed replay
	Replay embed.FS
	//go:embed three
	Three embed.FS
)

// Course holds the texts of the course in pages, and the scenes that are only in it, under their names in the folder
// course.
//
//go:embed course
var Course embed.FS

// Report holds the page of a report with its styles and script, under their names in the folder report.
//
//go:embed report
var Report embed.FS
