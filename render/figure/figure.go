// Package figure writes pictures for print: a raster image with the flat parts over it as lines, areas and text,
// which stay sharp at any size and can be searched and edited.
package figure

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/files/outfile"
)

// Figure is a picture with the flat parts that lie over it.
type Figure struct {
	Picture image.Image
	Flat    []glyph.Part // in pixels of the picture
	DPI     float64      // pixels of the picture per inch of paper, > 0
	Texts   [][2]string  // metadata of the file: names, such as Title and Software, and texts
}

// Formats lists the file formats by the extensions of their names.
var Formats = []struct {
	Ext   string
	write func(*Figure, io.Writer) error
}{
	{".svg", (*Figure).SVG},
	{".pdf", (*Figure).PDF},
}

// Is reports whether the extension of a file name is that of a figure.
func Is(name string) bool {
	for _, f := range Formats {
		if strings.EqualFold(filepath.Ext(name), f.Ext) {
			return true
		}
	}
	return false
}

// Write writes the figure in the format that the extension of the path chooses. It writes the whole file or none.
func (f *Figure) Write(path string) error {
	for _, format := range Formats {
		if !strings.EqualFold(filepath.Ext(path), format.Ext) {
			continue
		}
		if !(f.DPI > 0) {
			return fmt.Errorf("figure: dots per inch must be > 0, got %g", f.DPI)
		}
		var out bytes.Buffer
		err := format.write(f, &out)
		if err == nil {
			err = outfile.WriteBytes(path, out.Bytes())
		}
		if err != nil {
			return fmt.Errorf("figure: %w", err)
		}
		return nil
	}
	return errors.New("figure: the name must end in .svg or .pdf, got " + path)
}

// size returns the width and height of the picture [px].
func (f *Figure) size() (width, height float64) {
	s := f.Picture.Bounds().Size()
	return float64(s.X), float64(s.Y)
}

// raster returns the picture as a PNG file.
func (f *Figure) raster() ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, f.Picture)
	return out.Bytes(), err
}

// text returns the text with a name, empty if there is none.
func (f *Figure) text(name string) string {
	for _, t := range f.Texts {
		if t[0] == name {
			return plain(t[1])
		}
	}
	return ""
}

// about returns all texts except the title, one line for each.
func (f *Figure) about() string {
	var lines []string
	for _, t := range f.Texts {
		if t[0] != "Title" && t[1] != "" {
			lines = append(lines, t[0]+": "+plain(t[1]))
		}
	}
	return strings.Join(lines, "\n")
}

// plain turns a text into one line of characters that both formats can hold.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}
