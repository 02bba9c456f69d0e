// Package assets holds the files that ship inside the program. SOURCES.md says where
// each of them comes from.
package assets

import "embed"

// FS holds the shipped files under their names in this folder, such as
// "pill-bottle.stl".
//
//go:embed *.stl scenes
var FS embed.FS
