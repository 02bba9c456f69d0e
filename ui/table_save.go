package ui

import (
	"fmt"
	"io"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/bodies"
	"example.org/tumble/ui/chart"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/plot"
	"example.org/tumble/ui/widget"
)

// saveWidth is the width that the button for saving a plot takes at the right of its row, at a scale of 1.
const saveWidth = 52

// saveButton offers to save a plot as a table or a picture.
func (t *table) saveButton(u *widget.Context, at layout.Rect, title string, panel func() plot.Panel,
	csv func(io.Writer) error) {
	w := u.Px(saveWidth - 12)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + at.Width - w - u.Px(10), Y: at.Y + u.Px(3)})
	if u.Button("save plot", "Save", "", w, u.Px(22), false) {
		sheet := func(write func(*plot.Sheet, io.Writer) error) func(io.Writer) error {
			s := &plot.Sheet{Title: t.title() + ", " + title, Single: true, Panels: []plot.Panel{panel()}}
			return func(to io.Writer) error { return write(s, to) }
		}
		save := func(ending string, write func(io.Writer) error) func() {
			return func() { t.savePlot(title, ending, write) }
		}
		u.OpenList(widget.MenuItem{Text: "CSV", Hint: "its numbers", Do: save(".csv", csv)},
			widget.MenuItem{Text: "SVG", Hint: "as it is shown", Do: save(".svg", sheet((*plot.Sheet).WriteSVG))},
			widget.MenuItem{Text: "PNG", Hint: "as it is shown", Do: save(".png", sheet((*plot.Sheet).WritePNG))})
	}
	u.Tip("Save this plot as a table or a picture.")
}

// savePlot writes a plot into a new file.
func (t *table) savePlot(title, ending string, write func(io.Writer) error) {
	path := t.names.next(t.snap.Scene) + ending
	if err := outfile.Write(path, write); err != nil {
		t.toasts.add(bridge.Warning, "The plot is not saved: "+err.Error(), t.now)
		return
	}
	t.toasts.addFile(title, path, t.now)
}

// axisName returns the name of an axis in a saved plot.
func (t *table) axisName(q *query.Quantity) string {
	name := series.WithUnit(q.Name, q.Unit)
	if t.isLog(q.Name) {
		name = "log10 of " + name
	}
	return name
}

// spreadPanel returns the histogram for a saved plot.
func (t *table) spreadPanel() plot.Panel {
	h := &t.histogramPlot.Histogram
	band := plot.Band{Color: chart.OnPaper(0)}
	for i, n := range h.Counts {
		for k := range 2 {
			band.X = append(band.X, h.Low+float64(i+k)*h.Step)
			band.Low, band.High = append(band.Low, 0), append(band.High, float64(n))
		}
	}
	return plot.Panel{X: t.axisName(bodies.Of(t.Histogram)), Y: "bodies", Bands: []plot.Band{band}}
}

// writeSpread writes the bins as a table.
func (t *table) writeSpread(to io.Writer) error {
	h, q := &t.histogramPlot.Histogram, bodies.Of(t.Histogram)
	_, err := fmt.Fprintf(to, "%s,%s,bodies\n", series.WithUnit("from", q.Unit), series.WithUnit("to", q.Unit))
	edge := func(i int) float64 {
		x := h.Low + float64(i)*h.Step
		if t.isLog(t.Histogram) {
			return math.Pow(10, x)
		}
		return x
	}
	for i, n := range h.Counts {
		if err == nil {
			_, err = fmt.Fprintf(to, "%s,%s,%d\n", series.Decimal(edge(i)), series.Decimal(edge(i+1)), n)
		}
	}
	return err
}

// cloudPanel returns the scatter plot for a saved plot.
func (t *table) cloudPanel() plot.Panel {
	dots := plot.Curve{Color: chart.OnPaper(0), Dots: true, Alone: true}
	xs, ys := t.values(t.Across), t.values(t.Up)
	for _, row := range t.list.Moved() {
		dots.X, dots.Y = append(dots.X, xs[row]), append(dots.Y, ys[row])
	}
	return plot.Panel{X: t.axisName(bodies.Of(t.Across)), Y: t.axisName(bodies.Of(t.Up)), Curves: []plot.Curve{dots}}
}

// writeCloud writes the points as a table.
func (t *table) writeCloud(to io.Writer) error {
	across, up := bodies.Of(t.Across), bodies.Of(t.Up)
	_, err := fmt.Fprintf(to, "id,%s,%s\n", series.WithUnit(across.Name, across.Unit), series.WithUnit(up.Name, up.Unit))
	xs, ys := t.list.Numbers(t.Across), t.list.Numbers(t.Up)
	for _, row := range t.list.Moved() {
		if err == nil {
			_, err = fmt.Fprintf(to, "%d,%s,%s\n", t.list.Thing(row).Body, series.Decimal(xs[row]), series.Decimal(ys[row]))
		}
	}
	return err
}
