// Package glyph defines the marks of overlays as plain data: marks at places of the world, such as arrows and
// points, whose sizes are given on the screen, and a sheet of flat parts, such as text, over the whole picture. It
// does not use OpenGL; package render draws glyphs with OpenGL, package figure writes them as SVG and PDF.
package glyph
