// Package glyph holds what overlays draw as plain data: marks at places of the world, such as arrows and points, whose
// sizes are given on the screen, and a sheet of flat parts, such as text, over the whole picture. It knows nothing of
// OpenGL; package render draws glyphs with it, package figure writes them as SVG and PDF.
package glyph
