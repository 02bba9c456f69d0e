// Package plot lays out line plots as a sheet: panels in rows with one legend for all, for the summary of a parameter
// sweep and for charts. gonum/plot draws them.
package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Sheet is a page of panels, two in a row, with one legend for all panels.
type Sheet struct {
	Title  string
	Single bool // one panel in a row, twice as wide
	Panels []Panel
	Legend []Entry
}

// Entry gives the meaning of a colour in the legend.
type Entry struct {
	Color color.RGBA
	Text  string
}

// Panel is one plot.
type Panel struct {
	X, Y   string // what the axes show, with units
	Bands  []Band
	Curves []Curve
	Names  []string // names of the values 0, 1, 2... of x, instead of numbers
}

// Band is an area between two lines with the same x values.
type Band struct {
	Color     color.RGBA
	X         []float64
	Low, High []float64
}

// Curve is a line through points. Points that are no finite number leave a gap.
type Curve struct {
	Color  color.RGBA
	X, Y   []float64
	Dots   bool // points are marked
	Alone  bool // the points are not connected by a line
	Broken bool // the line is dashed
}

// Sizes of a sheet.
const (
	panelWidth  vg.Length = 345
	panelHeight vg.Length = 225
	titleHeight vg.Length = 27
	legendLine  vg.Length = 14
	margin      vg.Length = 12
	entries               = 4 // number of entries in a line of the legend
)

var (
	ink  = color.RGBA{0x22, 0x25, 0x2a, 0xff}
	grid = color.RGBA{0xd8, 0xda, 0xdd, 0xff}
	sans = font.Font{Typeface: "Liberation", Variant: "Sans"}
)

// WriteSVG writes the sheet.
func (s *Sheet) WriteSVG(w io.Writer) error {
	svg := vgsvg.New(s.size())
	if err := s.draw(svg); err != nil {
		return err
	}
	text, err := finish(svg)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// dense is the resolution of a picture [pixels per inch].
const dense = 192

// WritePNG writes the sheet as a picture.
func (s *Sheet) WritePNG(w io.Writer) error {
	width, height := s.size()
	img := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dense))}
	if err := s.draw(img); err != nil {
		return err
	}
	if _, err := img.WriteTo(w); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	return nil
}

// row returns the number of panels beside each other.
func (s *Sheet) row() int {
	if s.Single {
		return 1
	}
	return 2
}

// size returns the width and the height of the page.
func (s *Sheet) size() (width, height vg.Length) {
	rows, lines := (len(s.Panels)+s.row()-1)/s.row(), (len(s.Legend)+entries-1)/entries
	return 2 * panelWidth, titleHeight + vg.Length(rows)*panelHeight + vg.Length(lines)*legendLine + margin
}

// draw draws the sheet on a page of its size.
func (s *Sheet) draw(to vg.CanvasSizer) error {
	width, height := s.size()
	page, lines := draw.New(to), (len(s.Legend)+entries-1)/entries
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	page.FillText(style(12), vg.Point{X: margin, Y: height - 18}, plain(s.Title))
	for i := range s.Panels {
		across := width / vg.Length(s.row())
		left, top := vg.Length(i%s.row())*across, height-titleHeight-vg.Length(i/s.row())*panelHeight
		if err := s.Panels[i].draw(draw.Canvas{Canvas: to, Rectangle: vg.Rectangle{
			Min: vg.Point{X: left + margin, Y: top - panelHeight + margin},
			Max: vg.Point{X: left + across - margin, Y: top - margin/2},
		}}); err != nil {
			return err
		}
	}
	for i, e := range s.Legend {
		x, y := margin+vg.Length(i%entries)*width/entries, vg.Length(lines-i/entries)*legendLine
		page.StrokeLine2(draw.LineStyle{Color: e.Color, Width: 2}, x, y, x+14, y)
		page.FillText(style(9), vg.Point{X: x + 18, Y: y - 3}, plain(e.Text))
	}
	return nil
}

// finish returns the text of an SVG picture.
func finish(svg *vgsvg.Canvas) ([]byte, error) {
	var out bytes.Buffer
	if _, err := svg.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("plot: %w", err)
	}
	// The layout used the widths of Liberation Sans. Readers without this font fall back to similar fonts.
	return bytes.ReplaceAll(out.Bytes(), []byte("font-family:Liberation Sans"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif")), nil
}

// Inline returns the panel as the element svg of an HTML page, of a width and height [pt] that the page may scale.
func (p *Panel) Inline(width, height float64) (string, error) {
	svg := vgsvg.New(vg.Length(width), vg.Length(height))
	if err := p.draw(draw.New(svg)); err != nil {
		return "", err
	}
	text, err := finish(svg)
	if err != nil {
		return "", err
	}
	// The HTML page declares the document type, so that the element needs no header and no namespaces.
	_, body, _ := strings.Cut(string(text), "xlink\">")
	body = strings.ReplaceAll(body, "font-variant:normal;font-weight:normal;font-style:normal;", "")
	return fmt.Sprintf("<svg viewBox=\"0 0 %g %g\" role=\"img\">%s", width, height, body), nil
}

func style(size vg.Length) draw.TextStyle {
	return draw.TextStyle{Color: ink, Font: font.From(sans, size), Handler: plot.DefaultTextHandler}
}

// plain replaces all characters that XML cannot have in one line.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// draw draws a panel.
func (p *Panel) draw(c draw.Canvas) error {
	out := plot.New()
	out.X.Label.Text, out.Y.Label.Text = plain(p.X), plain(p.Y)
	for _, a := range []*plot.Axis{&out.X, &out.Y} {
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = font.From(sans, 9), ink
		a.Tick.Label.Font, a.Tick.Label.Color = font.From(sans, 9), ink
	}
	out.X.Tick.Marker, out.Y.Tick.Marker = round{}, round{}
	if p.Names != nil {
		out.X.Tick.Marker = named(p.Names)
	}
	for i := range p.Bands {
		if err := p.Bands[i].add(out); err != nil {
			return fmt.Errorf("plot: %w", err)
		}
	}
	lines := plotter.NewGrid()
	lines.Horizontal.Color, lines.Vertical.Color = grid, grid
	out.Add(lines)
	for i := range p.Curves {
		if err := p.Curves[i].add(out); err != nil {
			return fmt.Errorf("plot: %w", err)
		}
	}
	widen(&out.X)
	widen(&out.Y)
	out.Draw(c)
	return nil
}

// named marks the places 0, 1, 2... of an axis with names.
type named []string

// Ticks returns the marks in a range.
func (n named) Ticks(lo, hi float64) (list []plot.Tick) {
	for i, name := range n {
		if x := float64(i); lo <= x && x <= hi {
			list = append(list, plot.Tick{Value: x, Label: plain(name)})
		}
	}
	return list
}

// add adds an area for each run of finite points.
func (b *Band) add(out *plot.Plot) error {
	for from := 0; from < len(b.X); {
		to := from
		for to < len(b.X) && finite(b.X[to]) && finite(b.Low[to]) && finite(b.High[to]) {
			to++
		}
		if to-from > 1 {
			var around plotter.XYs
			for i := from; i < to; i++ {
				around = append(around, plotter.XY{X: b.X[i], Y: b.High[i]})
			}
			for i := to - 1; i >= from; i-- {
				around = append(around, plotter.XY{X: b.X[i], Y: b.Low[i]})
			}
			area, err := plotter.NewPolygon(around)
			if err != nil {
				return err
			}
			area.Color, area.LineStyle.Width = b.Color, 0
			out.Add(area)
		}
		from = to + 1
	}
	return nil
}

// widen makes the range of an axis a little larger than the range of the numbers. The range never becomes empty,
// nor so small that ticks could not be distinguished.
func widen(a *plot.Axis) {
	if a.Min > a.Max {
		a.Min, a.Max = 0, 1
	}
	pad := 0.04 * (a.Max - a.Min)
	if size := max(math.Abs(a.Min), math.Abs(a.Max)); a.Max-a.Min < 1e-9*size || size < 1e-30 {
		if pad = 0.1 * size; pad < 1e-30 {
			pad = 1
		}
	}
	a.Min, a.Max = a.Min-pad, a.Max+pad
}

// crowd is the number of marks from which on large marks would cover each other.
const crowd = 200

// add adds a line for each run of finite points, and the marks.
func (c *Curve) add(out *plot.Plot) error {
	var run plotter.XYs
	end := func() error {
		if len(run) == 0 {
			return nil
		}
		line, dots, err := plotter.NewLinePoints(run)
		if err != nil {
			return err
		}
		line.Color, line.Width = c.Color, 1.2
		if c.Broken {
			line.Dashes = []vg.Length{4, 3}
		}
		if !c.Alone {
			out.Add(line)
		}
		if c.Dots || c.Alone || len(run) == 1 { // a single point has no line
			dots.GlyphStyle = draw.GlyphStyle{Color: c.Color, Radius: 3, Shape: draw.CircleGlyph{}}
			if len(run) > crowd { // small marks show where points are dense
				dots.GlyphStyle.Radius = 1.2
				dots.GlyphStyle.Color = color.NRGBA{c.Color.R, c.Color.G, c.Color.B, 0x60}
			}
			out.Add(dots)
		}
		run = nil
		return nil
	}
	for i := range c.X {
		if finite(c.X[i]) && finite(c.Y[i]) {
			run = append(run, plotter.XY{X: c.X[i], Y: c.Y[i]})
		} else if err := end(); err != nil {
			return err
		}
	}
	return end()
}

// finite reports whether a number can be drawn; differences of larger numbers could overflow.
func finite(x float64) bool { return math.Abs(x) < 1e300 }
