package ui

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/plot"
	"example.org/tumble/ui/widget"
)

// chartMenu shows the button by which a chart is saved.
func (ch *charts) chartMenu(u *widget.Context, at layout.Rect, c *chart, d *plotted) {
	w, h := u.Px(40), u.Px(20)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + at.Width - w - u.Px(10), Y: at.Y + u.Px(1)})
	if u.Button("save chart", "Save", "", w, h, false) {
		imgui.OpenPopup("save chart as")
	}
	u.Tip("Save this chart as a table or a picture.")
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(10, 8)) // the bar has none
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, u.Vec(6, 6))
	defer imgui.PopStyleVarV(2)
	if imgui.BeginPopup("save chart as") {
		what := "CSV: all numbers of the track"
		switch c.of {
		case bridge.OfBody:
			what = "CSV: all numbers of the body"
		case bridge.OfPlane:
			what = "CSV: all numbers of the plane"
		}
		if !c.wall && imgui.MenuItem(what) {
			ch.saveTable(c.of)
		}
		if imgui.MenuItem("SVG: as it is shown") {
			ch.savePlot(c, d, ".svg", (*plot.Sheet).WriteSVG)
		}
		if imgui.MenuItem("PNG: as it is shown") {
			ch.savePlot(c, d, ".png", (*plot.Sheet).WritePNG)
		}
		imgui.EndPopup()
	}
}

// saveTable asks the simulation to write what was read along the present track.
func (ch *charts) saveTable(of bridge.SeriesOf) {
	path, err := filepath.Abs(ch.names.next(ch.snap.Scene) + ".csv")
	if err != nil {
		ch.toasts.add(bridge.Warning, err.Error(), ch.now)
		return
	}
	ch.send(bridge.SaveSeries{Path: path, Of: of})
}

// savePlot writes a chart of the stretch that is shown as a picture.
func (ch *charts) savePlot(c *chart, d *plotted, ending string, write func(*plot.Sheet, io.Writer) error) {
	path := ch.names.next(ch.snap.Scene) + ending
	sheet := c.sheet(d, ch.title()+", "+ch.chartTitle(c))
	if err := outfile.Write(path, func(w io.Writer) error { return write(sheet, w) }); err != nil {
		ch.toasts.add(bridge.Warning, "The chart is not saved: "+err.Error(), ch.now)
		return
	}
	ch.toasts.addFile("Chart "+c.title, path, ch.now)
}

// chartTitle is what a chart is called on paper.
func (ch *charts) chartTitle(c *chart) string {
	switch c.of {
	case bridge.OfBody:
		return fmt.Sprintf("%s: number %d", c.title, ch.snap.Timeline.Followed[c.of].Body)
	case bridge.OfPlane:
		return fmt.Sprintf("%s: %s", c.title, planeName(ch.snap.Timeline.Followed[c.of].Plane))
	}
	return c.title
}

// sheet lays a chart out on paper: the lines, below them those on an axis of their own, and a legend. That of the
// present track is solid, that of the world beside it broken, those of other tracks are pale.
func (c *chart) sheet(d *plotted, title string) *plot.Sheet {
	s := &plot.Sheet{Title: title, Single: true}
	add := func(curves []curve, stacked bool) {
		if len(curves) == 0 {
			return
		}
		p := plot.Panel{X: "time [s]", Y: c.title}
		if c.of != bridge.OfWorld && len(curves) == 1 {
			p.Y = curves[0].name
		}
		if u := curves[0].unit; u != "" {
			p.Y += " [" + u + "]"
		}
		for i := range d.all {
			if i != d.present {
				addCurves(&p, curves, stacked, &d.all[i], d, 0.4, false)
			}
		}
		if stacked {
			addBands(&p, curves, &d.all[d.present], d)
		} else {
			addCurves(&p, curves, false, &d.all[d.present], d, 1, false)
		}
		if d.twin != nil {
			addCurves(&p, curves, stacked, d.twin, d, 1, true)
		}
		s.Panels = append(s.Panels, p)
		for i := range curves {
			e := plot.Entry{Color: onPaper(curves[i].color, 1), Text: curves[i].name}
			if n := len(s.Legend); len(s.Panels) == 1 || s.Legend[min(i, n-1)].Text != e.Text {
				s.Legend = append(s.Legend, e)
			}
		}
	}
	add(c.lines, c.stacked)
	add(c.under, false)
	return s
}

// inSight returns the samples of a stretch of time.
func inSight(s *bridge.Series, d *plotted) (first, last int) {
	return max(s.After(d.begin)-1, 0), min(s.After(d.end)+1, len(s.Samples))
}

// addCurves adds curves of a series to a panel as lines.
func addCurves(p *plot.Panel, curves []curve, stacked bool, s *bridge.Series, d *plotted, share float32, broken bool) {
	first, last := inSight(s, d)
	for k := range curves {
		line := plot.Curve{Color: onPaper(curves[k].color, share), Broken: broken}
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
func addBands(p *plot.Panel, curves []curve, s *bridge.Series, d *plotted) {
	first, last := inSight(s, d)
	for k := range curves {
		band := plot.Band{Color: onPaper(curves[k].color, 1)}
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

// onPaper returns a colour of the palette as it is on light panels, or a share of it on white.
func onPaper(of *imgui.Vec4, share float32) color.RGBA {
	c := widget.LightColor(of)
	mix := func(x float32) uint8 { return uint8(255 * (1 - share*(1-x))) }
	return color.RGBA{mix(c.X), mix(c.Y), mix(c.Z), 255}
}
