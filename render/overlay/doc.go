// Package overlay makes the marks over and among the bodies of a picture: arrows of forces, trails, numbers,
// legends. Each overlay is a function from a Frame, which holds a snapshot and a view, to a glyph.List. The
// package uses neither OpenGL nor a file format, so that it can be tested without them.
//
// Table lists all overlays. A new overlay that a person can switch needs a bit in package view, a file here with
// its function, a row of Table, and a row of overlayTests.
package overlay
