package ui

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/chart"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/plot"
	"example.org/tumble/ui/widget"
)

// chartMenu shows the button by which a chart is saved.
func (ch *charts) chartMenu(u *widget.Context, at layout.Rect, c *chart.Chart, d *chart.Data) {
	w, h := u.Px(40), u.Px(20)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + at.Width - w - u.Px(10), Y: at.Y + u.Px(1)})
	if u.Button("save chart", "Save", "", w, h, false) {
		u.OpenList(ch.savings(c, d)...)
	}
	u.Tip("Save this chart as a table or a picture.")
}

// savings returns a menu of the files that a chart can be saved as.
func (ch *charts) savings(c *chart.Chart, d *chart.Data) (list []widget.MenuItem) {
	what := "of the track"
	switch c.Of {
	case bridge.OfBody:
		what = "of the body"
	case bridge.OfPlane:
		what = "of the plane"
	case bridge.OfRegions:
		what = "of all regions"
	}
	if !c.Wall {
		list = append(list, widget.MenuItem{Text: "CSV", Hint: "all numbers " + what, Do: func() { ch.saveTable(c.Of) }})
	}
	const shown = "as it is shown"
	return append(list,
		widget.MenuItem{Text: "SVG", Hint: shown, Do: func() { ch.savePlot(c, d, ".svg", (*plot.Sheet).WriteSVG) }},
		widget.MenuItem{Text: "PNG", Hint: shown, Do: func() { ch.savePlot(c, d, ".png", (*plot.Sheet).WritePNG) }})
}

// saveTable asks the simulation to write the readings along the present track as a table.
func (ch *charts) saveTable(of bridge.SeriesOf) {
	path, err := filepath.Abs(ch.names.next(ch.snap.Scene) + ".csv")
	if err != nil {
		ch.toasts.add(bridge.Warning, err.Error(), ch.now)
		return
	}
	ch.send(bridge.SaveSeries{Path: path, Of: of})
}

// savePlot writes a chart as a picture, over the span of time that is shown.
func (ch *charts) savePlot(c *chart.Chart, d *chart.Data, ending string, write func(*plot.Sheet, io.Writer) error) {
	path := ch.names.next(ch.snap.Scene) + ending
	sheet := c.Sheet(d, ch.title()+", "+ch.chartTitle(c))
	if err := outfile.Write(path, func(w io.Writer) error { return write(sheet, w) }); err != nil {
		ch.toasts.add(bridge.Warning, "The chart is not saved: "+err.Error(), ch.now)
		return
	}
	ch.toasts.addFile("Chart "+c.Title, path, ch.now)
}

// chartTitle returns the title of a chart in a saved picture, which names the body or plane that was followed.
func (ch *charts) chartTitle(c *chart.Chart) string {
	switch c.Of {
	case bridge.OfBody:
		return fmt.Sprintf("%s: number %d", c.Title, ch.snap.Timeline.Followed[c.Of].Body)
	case bridge.OfPlane:
		return fmt.Sprintf("%s: %s", c.Title, planeName(ch.snap.Timeline.Followed[c.Of].Plane))
	case bridge.OfRegions:
		return fmt.Sprintf("%s: %s", c.Title, ch.regions.list()[ch.regions.current()].Name)
	}
	if names, i := ch.surfaces.names(); c.Title == titleSurface && i >= 0 {
		return fmt.Sprintf("%s: %s", c.Title, names[i])
	}
	return c.Title
}
