// Package overlay says what lies over and among the bodies of a picture: arrows of forces, trails, numbers, legends.
// Each overlay is a function from a Frame, which holds a snapshot and a view, to a glyph.List. Nothing here knows
// OpenGL or a format of files, so that all of it is tested without either.
//
// Table lists all overlays. A new one that a person can switch is a bit in package view, a file here with its function,
// a row of that table, and a row of overlayTests.
package overlay
