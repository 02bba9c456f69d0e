package plot

import (
	"image/color"
	"io"
	"math"
	"sort"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Parallel is a plot of parallel coordinates (Inselberg 1985): an axis for each quantity, a line for each row of a
// table, coloured by its place on the last axis.
type Parallel struct {
	Title string
	Axes  []Axis
}

// Axis is one quantity of a plot of parallel coordinates.
type Axis struct {
	Name   string    // with its unit
	Values []float64 // one for each row, equally many for all axes; a value that is not finite leaves a gap
	Words  []string  // words for the values 0, 1, ...; nil: the values are numbers
}

// Sizes of a plot of parallel coordinates.
const (
	parallelHeight vg.Length = 420
	axisDistance   vg.Length = 130
	axisTop        vg.Length = 70 // below the title and the names
	axisBottom     vg.Length = 24
	axisSide       vg.Length = 70
)

// WriteSVG writes the plot. The rows whose value on the last axis is large are drawn over the others.
func (p *Parallel) WriteSVG(w io.Writer) error {
	width := 2*axisSide + axisDistance*vg.Length(max(len(p.Axes)-1, 1))
	svg := vgsvg.New(width, parallelHeight)
	page := draw.New(svg)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	page.FillText(style(12), vg.Point{X: margin, Y: parallelHeight - 18}, plain(p.Title))
	if len(p.Axes) > 0 {
		p.lines(&page)
	}
	for i := range p.Axes {
		p.axis(&page, i)
	}
	text, err := finish(svg)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// place returns the point on the page at a share, 0 to 1, of the length of axis i.
func place(i int, share float64) vg.Point {
	return vg.Point{X: axisSide + axisDistance*vg.Length(i),
		Y: axisBottom + vg.Length(share)*(parallelHeight-axisTop-axisBottom)}
}

// lines draws the rows.
func (p *Parallel) lines(page *draw.Canvas) {
	last := &p.Axes[len(p.Axes)-1]
	lo, hi := last.ends()
	share := func(row int) float64 { return (last.Values[row] - lo) / (hi - lo) }
	order := make([]int, len(last.Values))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { // rows without a value first
		a, b := share(order[i]), share(order[j])
		return !finite(a) && finite(b) || a < b
	})
	line := draw.LineStyle{Width: 1}
	opacity := p.opacity(share)
	for _, row := range order {
		c := color.RGBA{0x9a, 0x9e, 0xa5, 0xff}
		if s := share(row); finite(s) {
			c = Ramp(s)
		}
		line.Color = color.NRGBA{c.R, c.G, c.B, uint8(255 * opacity(row))}
		var run []vg.Point
		for i := range p.Axes {
			a := &p.Axes[i]
			from, to := a.ends()
			if x := a.Values[row]; finite(x) {
				run = append(run, place(i, (x-from)/(to-from)))
				continue
			}
			page.StrokeLines(line, run)
			run = nil
		}
		if len(run) > 1 {
			page.StrokeLines(line, run)
		}
	}
}

// opacity returns the opacity of the line of a row. Among thousands of rows, lines with common outcomes are nearly
// transparent, so that dense regions show, while lines with rare outcomes are still visible.
func (p *Parallel) opacity(share func(row int) float64) func(row int) float64 {
	const parts, ink = 20, 30 // parts of the last axis; sum of the opacities of the lines in one part
	part := func(row int) int {
		if s := share(row); finite(s) {
			return min(int(s*parts), parts-1)
		}
		return parts
	}
	var count [parts + 1]int
	for row := range p.Axes[0].Values {
		count[part(row)]++
	}
	return func(row int) float64 { return min(0.8, max(0.04, ink/float64(count[part(row)]))) }
}

// axis draws an axis with its name and its ticks.
func (p *Parallel) axis(page *draw.Canvas, i int) {
	a := &p.Axes[i]
	bottom, top := place(i, 0), place(i, 1)
	page.StrokeLine2(draw.LineStyle{Color: ink, Width: 1}, bottom.X, bottom.Y, top.X, top.Y)
	name := style(9)
	name.XAlign = draw.XCenter
	text := []rune(plain(a.Name))
	if len(text) > 26 { // the end says more: "materials.pill.tanPhi"
		text = append([]rune("…"), text[len(text)-25:]...)
	}
	page.FillText(name, vg.Point{X: top.X, Y: top.Y + 10 + 11*vg.Length(i%2)}, string(text))
	lo, hi := a.ends()
	for _, t := range a.ticks() {
		at := place(i, (t.Value-lo)/(hi-lo))
		page.StrokeLine2(draw.LineStyle{Color: ink, Width: 1}, at.X-3, at.Y, at.X+3, at.Y)
		page.FillText(style(8), vg.Point{X: at.X + 5, Y: at.Y - 3}, t.Label)
	}
}

// ends returns the values at the lower and the upper end of the axis.
func (a *Axis) ends() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range a.Values {
		if finite(x) {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if !(lo < hi) { // no value, or one value, which is in the middle
		middle := lo
		if !finite(lo) {
			middle = 0
		}
		pad := max(math.Abs(middle)/10, 1e-12)
		return middle - pad, middle + pad
	}
	return lo, hi
}

// ticks returns the marks of the axis with their labels.
func (a *Axis) ticks() (list []plot.Tick) {
	for i, word := range a.Words {
		text := []rune(plain(word))
		if len(text) > 14 {
			text = append(text[:13], '…')
		}
		list = append(list, plot.Tick{Value: float64(i), Label: string(text)})
	}
	if list != nil {
		return list
	}
	lo, hi := a.ends()
	for _, t := range (round{}).Ticks(lo, hi) {
		if !t.IsMinor() && t.Value >= lo && t.Value <= hi {
			list = append(list, t)
		}
	}
	if len(list) < 2 {
		for _, x := range []float64{lo, hi} {
			list = append(list, plot.Tick{Value: x, Label: strconv.FormatFloat(x, 'g', 4, 64)})
		}
	}
	return list
}

// Ramp returns the colour of a share from 0 to 1, from dark blue over green to orange: colour-blind people can
// distinguish these hues.
func Ramp(share float64) color.RGBA {
	stops := [][3]float64{{0x35, 0x2a, 0x87}, {0x1f, 0x96, 0x8b}, {0xe6, 0x9f, 0x00}}
	x := 2 * min(max(share, 0), 1)
	k := min(int(x), 1)
	t := x - float64(k)
	var c [3]uint8
	for j := range c {
		c[j] = uint8(math.Round(stops[k][j]*(1-t) + stops[k+1][j]*t))
	}
	return color.RGBA{c[0], c[1], c[2], 0xff}
}
