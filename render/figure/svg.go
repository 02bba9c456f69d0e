package figure

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"

	"example.org/tumble/render/glyph"
)

// svgFonts lists the font of the program, and similar fonts for computers where it is not installed.
const svgFonts = "Go Medium,Go,Helvetica,Arial,sans-serif"

// SVG writes the figure as an SVG 1.1 document whose unit is a pixel of the raster.
func (f *Figure) SVG(w io.Writer) error {
	picture, err := f.raster()
	if err != nil {
		return err
	}
	width, height := f.size()
	var out bytes.Buffer
	fmt.Fprintf(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "+
		"xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%smm\" height=\"%smm\" viewBox=\"0 0 %s %s\">\n",
		number(width/f.DPI*25.4), number(height/f.DPI*25.4), number(width), number(height))
	fmt.Fprintf(&out, "<title>%s</title>\n<desc>%s</desc>\n", escape(f.text("Title")), escape(f.about()))
	fmt.Fprintf(&out, "<image width=\"%s\" height=\"%s\" preserveAspectRatio=\"none\" "+
		"xlink:href=\"data:image/png;base64,%s\"/>\n", number(width), number(height),
		base64.StdEncoding.EncodeToString(picture))
	for i := range f.Flat {
		svgPart(&out, &f.Flat[i], i)
	}
	out.WriteString("</svg>\n")
	_, err = w.Write(out.Bytes())
	return err
}

// svgPart writes one part; the index i of the part names its gradient.
func svgPart(out *bytes.Buffer, p *glyph.Part, i int) {
	at := p.Points
	switch p.Kind {
	case glyph.KindText:
		fmt.Fprintf(out, "<text x=\"%s\" y=\"%s\" font-family=\"%s\" font-weight=\"500\" font-size=\"%s\" "+
			"textLength=\"%s\" lengthAdjust=\"spacingAndGlyphs\" %s", place(at[0][0]), place(at[0][1]), svgFonts,
			place(p.Size), place(p.Advance), paint("fill", p.Color))
		if p.Halo[3] > 0 {
			fmt.Fprintf(out, " %s stroke-width=\"%s\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
				paint("stroke", p.Halo), place(2*p.HaloWidth))
		}
		fmt.Fprintf(out, ">%s</text>\n", escape(plain(p.Text)))
	case glyph.KindLine:
		fmt.Fprintf(out, "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke-width=\"%s\" %s/>\n", place(at[0][0]),
			place(at[0][1]), place(at[1][0]), place(at[1][1]), place(p.Width), paint("stroke", p.Color))
	case glyph.KindArrow:
		svgPolygon(out, p.ArrowOutline(), p)
	case glyph.KindGradient:
		svgRamp(out, p, i)
	case glyph.KindCircle:
		svgCircle(out, p)
	case glyph.KindArea:
		svgPolygon(out, at[:], p)
	}
}

// svgPolygon writes a filled shape, over its halo.
func svgPolygon(out *bytes.Buffer, corners [][2]float32, p *glyph.Part) {
	out.WriteString("<polygon points=\"")
	for k, q := range corners {
		if k > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(place(q[0]) + "," + place(q[1]))
	}
	fmt.Fprintf(out, "\" %s", paint("fill", p.Color))
	if p.Halo[3] > 0 {
		fmt.Fprintf(out, " %s stroke-width=\"%s\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
			paint("stroke", p.Halo), place(2*p.HaloWidth))
	}
	out.WriteString("/>\n")
}

// svgCircle writes a disk, or a ring whose width lies within the circle.
func svgCircle(out *bytes.Buffer, p *glyph.Part) {
	circle := func(radius float32, style string) {
		fmt.Fprintf(out, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" %s/>\n", place(p.Points[0][0]), place(p.Points[0][1]),
			place(radius), style)
	}
	stroke := func(width float32, c glyph.RGBA) string {
		return fmt.Sprintf("fill=\"none\" stroke-width=\"%s\" %s", place(width), paint("stroke", c))
	}
	if p.Width == 0 {
		circle(p.Radius+p.HaloWidth, paint("fill", p.Halo))
		circle(p.Radius, paint("fill", p.Color))
		return
	}
	middle := p.Radius - p.Width/2
	circle(middle, stroke(p.Width+2*p.HaloWidth, p.Halo))
	circle(middle, stroke(p.Width, p.Color))
}

func svgRamp(out *bytes.Buffer, p *glyph.Part, i int) {
	x2, y2 := 0, 1
	if p.Sideways {
		x2, y2 = 1, 0
	}
	fmt.Fprintf(out, "<linearGradient id=\"ramp%d\" x1=\"0\" y1=\"0\" x2=\"%d\" y2=\"%d\">", i, x2, y2)
	for k, c := range p.Ramp {
		fmt.Fprintf(out, "<stop offset=\"%s\" stop-color=\"%s\"/>", number(float64(k)/float64(max(len(p.Ramp)-1, 1))),
			hex(c))
	}
	a, b := p.Points[0], p.Points[1]
	fmt.Fprintf(out, "</linearGradient>\n<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"url(#ramp%d)\"/>\n",
		place(a[0]), place(a[1]), place(b[0]-a[0]), place(b[1]-a[1]), i)
}

// paint returns the attributes of a colour.
func paint(what string, c glyph.RGBA) string {
	s := fmt.Sprintf("%s=\"%s\"", what, hex(c))
	if c[3] < 255 {
		s += fmt.Sprintf(" %s-opacity=\"%s\"", what, number(float64(c[3])/255))
	}
	return s
}

func hex(c glyph.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

func place(x float32) string { return number(float64(x)) }

// number writes a number with at most three digits after the decimal point.
func number(x float64) string {
	s := strconv.FormatFloat(x, 'f', 3, 64)
	for s[len(s)-1] == '0' {
		s = s[:len(s)-1]
	}
	if s[len(s)-1] == '.' {
		s = s[:len(s)-1]
	}
	return s
}

func escape(s string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(s)) // cannot fail: it writes into memory
	return b.String()
}
