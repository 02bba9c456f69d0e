// Package plot draws line plots as SVG: a sheet of panels, each with axes, curves and
// points. It is made for the summary of a parameter sweep: small, without choices.
package plot

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
)

// Sheet is a page of panels, two in a row, with one legend for all.
type Sheet struct {
	Title  string
	Panels []Panel
	Legend []Entry
}

// Entry names the colour of a curve.
type Entry struct {
	Color string // #rrggbb
	Text  string
}

// Panel is one plot.
type Panel struct {
	X, Y   string // what the axes show, with units
	Curves []Curve
}

// Curve is a line through points. Points that are no finite number leave a gap.
type Curve struct {
	Color string // #rrggbb
	X, Y  []float64
	Dots  bool // points are marked
}

// Sizes of a sheet [px].
const (
	panelWidth  = 460
	panelHeight = 300
	left        = 84 // of a panel, to its axis
	right       = 20
	above       = 20
	below       = 50
	titleHeight = 36
	legendLine  = 18
	legendWidth = panelWidth / 2
)

// WriteSVG writes the sheet.
func (s *Sheet) WriteSVG(w io.Writer) error {
	rows := (len(s.Panels) + 1) / 2
	lines := (len(s.Legend) + 3) / 4
	width, height := 2*panelWidth, titleHeight+rows*panelHeight+lines*legendLine+10
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="12" fill="#22252a">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	text(&b, 16, 24, `font-size="16"`, s.Title)
	for i := range s.Panels {
		fmt.Fprintf(&b, `<g transform="translate(%d %d)">`+"\n", i%2*panelWidth, titleHeight+i/2*panelHeight)
		s.Panels[i].draw(&b)
		b.WriteString("</g>\n")
	}
	for i, e := range s.Legend {
		x, y := float64(16+i%4*legendWidth), float64(titleHeight+rows*panelHeight+i/4*legendLine+12)
		fmt.Fprintf(&b, `<line x1="%g" y1="%g" x2="%g" y2="%g" stroke="%s" stroke-width="3"/>`+"\n", x, y-4, x+18, y-4, html.EscapeString(e.Color))
		text(&b, x+24, y, "", e.Text)
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func text(b *bytes.Buffer, x, y float64, attributes, s string) {
	fmt.Fprintf(b, `<text x="%s" y="%s" %s>%s</text>`+"\n", px(x), px(y), attributes, html.EscapeString(s))
}

// px writes a coordinate to a tenth of a pixel.
func px(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

// draw draws a panel with its corner at the origin.
func (p *Panel) draw(b *bytes.Buffer) {
	xs, ys := newAxis(), newAxis()
	for _, c := range p.Curves {
		for i := range c.X {
			if finite(c.X[i]) && finite(c.Y[i]) {
				xs.include(c.X[i])
				ys.include(c.Y[i])
			}
		}
	}
	xs.place(left, panelWidth-right)
	ys.place(panelHeight-below, above)
	const grid, ink = `stroke="#d8dadd" stroke-width="1"`, `fill="none" stroke="#5a606a" stroke-width="1"`
	for _, t := range xs.ticks {
		x := px(xs.at(t))
		fmt.Fprintf(b, `<line x1="%s" y1="%d" x2="%s" y2="%d" %s/>`+"\n", x, above, x, panelHeight-below, grid)
		text(b, xs.at(t), panelHeight-below+16, `text-anchor="middle"`, xs.label(t))
	}
	for _, t := range ys.ticks {
		y := px(ys.at(t))
		fmt.Fprintf(b, `<line x1="%d" y1="%s" x2="%d" y2="%s" %s/>`+"\n", left, y, panelWidth-right, y, grid)
		text(b, left-6, ys.at(t)+4, `text-anchor="end"`, ys.label(t))
	}
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" %s/>`+"\n", left, above, panelWidth-left-right, panelHeight-above-below, ink)
	text(b, (left+panelWidth-right)/2, panelHeight-below+36, `text-anchor="middle"`, p.X)
	text(b, 0, 0, fmt.Sprintf(`text-anchor="middle" transform="translate(14 %d) rotate(-90)"`, (above+panelHeight-below)/2), p.Y)
	for _, c := range p.Curves {
		c.draw(b, xs, ys)
	}
}

// draw draws the line, broken at gaps, and the marks.
func (c *Curve) draw(b *bytes.Buffer, xs, ys *axis) {
	color := html.EscapeString(c.Color)
	path, pen := "", "M"
	for i := range c.X {
		if !finite(c.X[i]) || !finite(c.Y[i]) {
			pen = "M"
			continue
		}
		x, y := px(xs.at(c.X[i])), px(ys.at(c.Y[i]))
		path += pen + x + " " + y
		pen = "L"
		if c.Dots {
			fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="4" fill="%s"/>`+"\n", x, y, color)
		}
	}
	if path != "" {
		fmt.Fprintf(b, `<path d="%s" fill="none" stroke="%s" stroke-width="1.5" stroke-linejoin="round"/>`+"\n", path, color)
	}
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
