package figure

import (
	"bytes"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"example.org/tumble/render/glyph"
)

// pdf writes a figure as a PDF file, in points of 1/72 inch.
type pdf struct {
	*fpdf.Fpdf
	unit  float64 // points per pixel of the raster
	font  *sfnt.Font
	shape sfnt.Buffer
}

// pdfFont is the name of the letters in the file.
const pdfFont = "Go Medium"

// noDate is the date in files, since the format needs a date: the origin of Unix time.
var noDate = time.Unix(0, 0).UTC()

// PDF writes the figure as a PDF file of one page of the figure's size, with the letters that it uses embedded.
func (f *Figure) PDF(w io.Writer) error {
	picture, err := f.raster()
	if err != nil {
		return err
	}
	width, height := f.size()
	unit := 72 / f.DPI
	size := fpdf.SizeType{Wd: width * unit, Ht: height * unit}
	p := &pdf{Fpdf: fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: size}), unit: unit}
	if p.font, err = sfnt.Parse(gomedium.TTF); err != nil {
		return err
	}
	p.SetCatalogSort(true)
	p.SetCreationDate(noDate) // so that the same figure always gives the same bytes
	p.SetModificationDate(noDate)
	p.SetTitle(f.text("Title"), true)
	p.SetCreator(f.text("Software"), true)
	p.SetSubject(f.about(), true)
	p.SetAutoPageBreak(false, 0)
	p.AddUTF8FontFromBytes(pdfFont, "", gomedium.TTF)
	p.AddPageFormat("P", size)
	p.RegisterImageOptionsReader("picture", fpdf.ImageOptions{ImageType: "PNG"}, bytes.NewReader(picture))
	p.ImageOptions("picture", 0, 0, size.Wd, size.Ht, false, fpdf.ImageOptions{ImageType: "PNG"}, 0, "")
	for i := range f.Flat {
		p.part(&f.Flat[i])
	}
	return p.Output(w)
}

func (p *pdf) part(q *glyph.Part) {
	switch q.Kind {
	case glyph.KindText:
		p.text(q)
	case glyph.KindLine:
		p.stroke(q.Width, q.Color)
		p.Line(p.at(q.Points[0][0]), p.at(q.Points[0][1]), p.at(q.Points[1][0]), p.at(q.Points[1][1]))
	case glyph.KindArrow:
		p.polygon(q.ArrowOutline(), q)
	case glyph.KindGradient:
		p.ramp(q)
	case glyph.KindCircle:
		p.circle(q)
	case glyph.KindArea:
		p.polygon(q.Points[:], q)
	}
}

// polygon fills a shape, over its halo.
func (p *pdf) polygon(corners [][2]float32, q *glyph.Part) {
	points := make([]fpdf.PointType, len(corners))
	for i, c := range corners {
		points[i] = fpdf.PointType{X: p.at(c[0]), Y: p.at(c[1])}
	}
	if q.Halo[3] > 0 {
		p.stroke(2*q.HaloWidth, q.Halo)
		p.SetLineJoinStyle("round")
		p.Polygon(points, "D")
		p.SetLineJoinStyle("miter")
	}
	p.fill(q.Color)
	p.Polygon(points, "F")
}

// circle draws a disk, or a ring whose width lies within the circle.
func (p *pdf) circle(q *glyph.Part) {
	x, y := p.at(q.Points[0][0]), p.at(q.Points[0][1])
	if q.Width == 0 {
		p.fill(q.Halo)
		p.Circle(x, y, p.at(q.Radius+q.HaloWidth), "F")
		p.fill(q.Color)
		p.Circle(x, y, p.at(q.Radius), "F")
		return
	}
	middle := p.at(q.Radius - q.Width/2)
	p.stroke(q.Width+2*q.HaloWidth, q.Halo)
	p.Circle(x, y, middle, "D")
	p.stroke(q.Width, q.Color)
	p.Circle(x, y, middle, "D")
}

func (p *pdf) at(pixels float32) float64 { return float64(pixels) * p.unit }

func (p *pdf) fill(c glyph.RGBA) {
	p.SetFillColor(int(c[0]), int(c[1]), int(c[2]))
	p.SetAlpha(float64(c[3])/255, "Normal")
}

func (p *pdf) stroke(width float32, c glyph.RGBA) {
	p.SetDrawColor(int(c[0]), int(c[1]), int(c[2]))
	p.SetAlpha(float64(c[3])/255, "Normal")
	p.SetLineWidth(float64(width) * p.unit)
}

// steps is the number of stripes of a ramp: as many as a colour channel has values.
const steps = 256

// ramp draws the colours as stripes. Each stripe reaches to the end of the ramp and the next is drawn over it, so
// that no ground shows between stripes.
func (p *pdf) ramp(q *glyph.Part) {
	a, b := q.Points[0], q.Points[1]
	for i := range steps {
		part := float32(i) / steps
		p.fill(glyph.Ramp(q.Ramp, (float32(i)+0.5)/steps))
		x, y := a[0], a[1]
		if q.Sideways {
			x += part * (b[0] - a[0])
		} else {
			y += part * (b[1] - a[1])
		}
		p.Rect(p.at(x), p.at(y), p.at(b[0]-x), p.at(b[1]-y), "F")
	}
}

// text writes a text, over its halo, as wide as it is in the picture.
func (p *pdf) text(q *glyph.Part) {
	text := plain(q.Text)
	p.SetFont(pdfFont, "", float64(q.Size)*p.unit)
	size := float64(q.Size)
	if own := p.GetStringWidth(text); own > 0 {
		size *= float64(q.Advance) * p.unit / own
	}
	if q.Halo[3] > 0 {
		p.halo(q, text, size)
	}
	p.SetFont(pdfFont, "", size*p.unit)
	p.SetAlpha(float64(q.Color[3])/255, "Normal")
	p.SetTextColor(int(q.Color[0]), int(q.Color[1]), int(q.Color[2]))
	p.Text(p.at(q.Points[0][0]), p.at(q.Points[0][1]), text)
}

// halo draws the halo as a line along the outlines of letters, and not as text, so that a search finds each text
// once.
func (p *pdf) halo(q *glyph.Part, text string, size float64) {
	p.stroke(2*q.HaloWidth, q.Halo)
	p.SetLineJoinStyle("round")
	const em = 1024 // size at which outlines are loaded [px]; their coordinates are in 64ths of a pixel
	scale := size / (64 * em) * p.unit
	x, y := p.at(q.Points[0][0]), p.at(q.Points[0][1])
	drawn := false
	for _, r := range text {
		i, err := p.font.GlyphIndex(&p.shape, r)
		if err != nil {
			continue
		}
		outline, err := p.font.LoadGlyph(&p.shape, i, fixed.I(em), nil)
		if err == nil && len(outline) > 0 {
			p.outline(outline, x, y, scale)
			drawn = true
		}
		if wide, err := p.font.GlyphAdvance(&p.shape, i, fixed.I(em), font.HintingNone); err == nil {
			x += float64(wide) * scale
		}
	}
	if drawn {
		p.DrawPath("D")
	}
	p.SetLineJoinStyle("miter")
}

// outline adds the outline of a letter to the path.
func (p *pdf) outline(outline sfnt.Segments, x, y, scale float64) {
	at := func(q fixed.Point26_6) (float64, float64) { return x + float64(q.X)*scale, y + float64(q.Y)*scale }
	for i, s := range outline {
		if s.Op == sfnt.SegmentOpMoveTo && i > 0 {
			p.ClosePath()
		}
		x0, y0 := at(s.Args[0])
		x1, y1 := at(s.Args[1])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.MoveTo(x0, y0)
		case sfnt.SegmentOpLineTo:
			p.LineTo(x0, y0)
		case sfnt.SegmentOpQuadTo:
			p.CurveTo(x0, y0, x1, y1)
		case sfnt.SegmentOpCubeTo:
			x2, y2 := at(s.Args[2])
			p.CurveBezierCubicTo(x0, y0, x1, y1, x2, y2)
		}
	}
	p.ClosePath()
}
