package chart

import (
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/plot"
	"example.org/tumble/ui/widget"
)

// Sheet lays a chart out on paper: the lines, below them the lines on an axis of their own, and a legend. Lines of
// the present track are solid, lines of the second world are dashed, and lines of other tracks are pale.
func (c *Chart) Sheet(d *Data, title string) *plot.Sheet {
	s := &plot.Sheet{Title: title, Single: true}
	add := func(curves []Curve, stacked bool) {
		if len(curves) == 0 {
			return
		}
		p := plot.Panel{X: "time [s]", Y: c.Title}
		if c.Of != bridge.OfWorld && len(curves) == 1 {
			p.Y = curves[0].Name
		}
		if u := curves[0].Unit; u != "" {
			p.Y += " [" + u + "]"
		}
		for i := range d.Series {
			if i != d.Present {
				addCurves(&p, curves, stacked, &d.Series[i], d, 0.4, false)
			}
		}
		if stacked {
			addBands(&p, curves, &d.Series[d.Present], d)
		} else {
			addCurves(&p, curves, false, &d.Series[d.Present], d, 1, false)
		}
		if d.Twin != nil {
			addCurves(&p, curves, stacked, d.Twin, d, 1, true)
		}
		s.Panels = append(s.Panels, p)
		for i := range curves {
			e := plot.Entry{Color: onPaper(curves[i].Color, 1), Text: curves[i].Name}
			if n := len(s.Legend); len(s.Panels) == 1 || s.Legend[min(i, n-1)].Text != e.Text {
				s.Legend = append(s.Legend, e)
			}
		}
	}
	add(c.Lines, c.Stacked)
	add(c.Under, false)
	return s
}

// inSight returns the range of the samples in the stretch of time of d.
func inSight(s *bridge.Series, d *Data) (first, last int) {
	return max(s.After(d.Begin)-1, 0), min(s.After(d.End)+1, len(s.Samples))
}

// addCurves adds curves of a series to a panel as lines.
func addCurves(p *plot.Panel, curves []Curve, stacked bool, s *bridge.Series, d *Data, share float32, broken bool) {
	first, last := inSight(s, d)
	for k := range curves {
		line := plot.Curve{Color: onPaper(curves[k].Color, share), Broken: broken}
		for i := first; i < last; i++ {
			if i > first && gap(s, i-1) {
				line.X, line.Y = append(line.X, s.Samples[i].Time), append(line.Y, math.NaN())
			}
			v, _, _ := sumOf(curves, k, stacked, s, i)
			line.X, line.Y = append(line.X, s.Samples[i].Time), append(line.Y, v)
		}
		p.Curves = append(p.Curves, line)
	}
}

// addBands adds curves of a series to a panel, one upon the other.
func addBands(p *plot.Panel, curves []Curve, s *bridge.Series, d *Data) {
	first, last := inSight(s, d)
	for k := range curves {
		band := plot.Band{Color: onPaper(curves[k].Color, 1)}
		for i := first; i < last; i++ {
			if i > first && gap(s, i-1) {
				band.X = append(band.X, s.Samples[i].Time)
				band.Low, band.High = append(band.Low, math.NaN()), append(band.High, math.NaN())
			}
			top, _, _ := sumOf(curves, k, true, s, i)
			v, _, _ := curves[k].of(s, i)
			band.X = append(band.X, s.Samples[i].Time)
			band.Low, band.High = append(band.Low, top-v), append(band.High, top)
		}
		p.Bands = append(p.Bands, band)
	}
}

// OnPaper returns the n-th colour of curves for a white background.
func OnPaper(n int) color.RGBA { return onPaper(seriesColor(n), 1) }

// onPaper returns a colour of the palette in its version for light panels; a share below 1 mixes it with white.
func onPaper(of *imgui.Vec4, share float32) color.RGBA {
	c := widget.LightColor(of)
	mix := func(x float32) uint8 { return uint8(255 * (1 - share*(1-x))) }
	return color.RGBA{mix(c.X), mix(c.Y), mix(c.Z), 255}
}
