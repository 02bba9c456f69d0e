package ui

import (
	"math"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/bodies"
	"example.org/tumble/ui/chart"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// made identifies the input of a plot, so that it is made anew only if that changes: the reading of the table, the
// quantities, the selection and the place.
type made struct {
	reads    int
	names    [2]string
	selected *view.Things
	at       layout.Rect
}

// histogramPlot is the histogram that is shown.
type histogramPlot struct {
	bodies.Histogram
	of   made
	axes chart.Axes
}

// scatterPlot is the scatter plot that is shown.
type scatterPlot struct {
	of   made
	axes chart.Axes
	dots []dot
	r    float64 // coefficient of correlation
	n    int     // points
}

// dot is drawn in place of all points that lie in one small square of a scatter plot.
type dot struct {
	x, y float32
	n    int
}

// Measures of plots at a scale of 1.
const (
	plotTools  = 30
	pointReach = 12 // how far from a point the pointer may be
	plotMargin = 0.04
)

// mostDots is about the largest number of squares of a scatter plot, so that the time to draw it does not grow
// with the number of points.
const mostDots = 10000

// quantityButton shows a quantity of a plot in a width, and opens the list of all quantities that are numbers;
// beside it is a switch for logarithms. It returns the width of both.
func (t *table) quantityButton(u *widget.Context, id string, x, y, w float32, now *string) float32 {
	imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: y})
	if u.ListButton(id, u.Fonts.Text, *now, w, u.Px(22)) {
		var items []widget.MenuItem
		for i := range query.Quantities {
			if q := &query.Quantities[i]; !q.IsWord() {
				items = append(items, widget.MenuItem{Text: q.Name, Hint: q.Unit, Now: q.Name == *now,
					Do: func() { *now, t.stale = q.Name, true }})
			}
		}
		u.OpenList(items...)
	}
	u.Tip(format.Sentence(bodies.Of(*now).About) + ". Of the bodies that the table shows and that forces move.")
	imgui.SetCursorScreenPos(imgui.Vec2{X: x + w + u.Px(2), Y: y})
	if u.Button(id+" log", "log", "", u.ButtonWidth("log", ""), u.Px(22), t.isLog(*now)) {
		t.toggleLog(*now)
	}
	u.Tip("By ratios: each step along the axis is ten times as much. What is not above 0 is left out.")
	return w + u.Px(2) + u.ButtonWidth("log", "")
}

// quantityWidth returns how wide each button of n quantities may be in a pane of the drawer, beside other widgets.
func quantityWidth(u *widget.Context, at layout.Rect, n, others float32) float32 {
	switches := n*(u.ButtonWidth("log", "")+u.Px(2)) + u.Px(saveWidth)
	return layout.Clamp(float32(int((at.Width-switches-others-u.Px(24))/n)), u.Px(40), u.Px(96))
}

// plotArea returns the part of a plot that its axes enclose, for values of a unit.
func plotArea(u *widget.Context, at layout.Rect, axes *chart.Axes, unit string) layout.Rect {
	y, left := at.Y+u.Px(plotTools+4), axes.ValuesWidth(u, unit, at.Height)
	return layout.Box(at.X+left, y, widget.AtLeast1(at.Width-left-u.Px(14)),
		widget.AtLeast1(at.Y+at.Height-y-u.Px(chart.AcrossHeight+4)))
}

// missing says in a plot why there are no numbers of quantities, and reports whether there are none.
func (t *table) missing(u *widget.Context, at layout.Rect, names ...string) bool {
	for _, name := range names {
		why := t.list.Unavailable(name)
		switch {
		case why != "":
			why = format.Sentence(name) + " is not known: " + why + "."
		case t.list.Numbers(name) == nil:
			why = "…"
		case len(t.list.Moved()) == 0:
			why = "The table shows no bodies that forces move."
		default:
			continue
		}
		t.nothing(u, at, why)
		return true
	}
	return false
}

// nothing says in a plot why it is empty.
func (t *table) nothing(u *widget.Context, at layout.Rect, why string) {
	u.TextAt(u.Fonts.Text, widget.ColorSecondary, at.X, at.Y+at.Height/2, u.Fit(u.Fonts.Text, why, at.Width))
}

// drawHistogram shows the distribution of a quantity over the bodies of the table: how many bodies are in each
// bin, and how many of them are selected. A click on a bin selects its bodies.
func (t *table) drawHistogram(u *widget.Context, at layout.Rect) {
	t.refresh()
	x, y := at.X+u.Px(12), at.Y+u.Px(3)
	x += t.quantityButton(u, "histogram", x, y, quantityWidth(u, at, 1, 0), &t.Histogram) + u.Px(10)
	h, q := &t.histogramPlot, bodies.Of(t.Histogram)
	area := plotArea(u, at, &h.axes, "")
	if t.missing(u, area, t.Histogram) {
		return
	}
	numbers := t.values(t.Histogram)
	if of := (made{reads: t.reads, names: [2]string{t.Histogram}, selected: t.view.Selected}); of != h.of {
		h.of = of
		h.Histogram = bodies.Spread(numbers, t.list.Moved(), t.isSelected)
	}
	if h.Count == 0 {
		t.nothing(u, area, "None is above 0.")
		return
	}
	log := t.isLog(t.Histogram)
	t.says(u, x, y, at, "", spreadText(&h.Histogram, q.Unit, log), spell.Count(h.Count, "body", "bodies"))
	t.saveButton(u, at, "Histogram of "+q.Name, t.spreadPanel, t.writeSpread)

	most := max(float64(h.Most()), math.Floor(float64(area.Height/u.Px(20)))) // so that marks are whole numbers
	h.axes = chart.Axes{Area: area, Begin: h.Low, End: h.Low + h.Step*float64(len(h.Counts)), High: 1.05 * most,
		AcrossLog: log}
	axes, list := &h.axes, imgui.WindowDrawList()
	widget.Fill(list, corner(area), end(area), widget.Pack(widget.ColorPanel))
	axes.MarkValues(u, "")
	axes.MarkAcross(u, q.Unit)
	imgui.SetCursorScreenPos(corner(area))
	clicked := widget.Clickable("bins", area.Width, area.Height)
	over := -1
	if imgui.IsItemHovered() {
		over = h.Bin(axes.Begin + (axes.End-axes.Begin)*float64((imgui.MousePos().X-area.X)/area.Width))
	}
	bar := func(i int, n int, c imgui.Vec4) {
		from := h.Low + float64(i)*h.Step
		lo := imgui.Vec2{X: float32(int(axes.X(from))), Y: axes.Y(float64(n))}
		hi := imgui.Vec2{X: max(float32(int(axes.X(from+h.Step)))-1, lo.X+1), Y: axes.Y(0) + 1}
		if n > 0 {
			widget.Fill(list, lo, hi, widget.Pack(c))
		}
	}
	for i := range h.Counts {
		c := widget.ColorSeries[0]
		if i == over {
			bar(i, int(1.05*most), widget.ColorFrame)
			c = widget.ColorAccentHi
		}
		bar(i, h.Counts[i], c)
		bar(i, h.Marked[i], widget.ColorSelect)
	}
	if over < 0 {
		return
	}
	t.plotLabel(u, area, binText(&h.Histogram, over, q.Unit, log), selectedText(h.Marked[over]))
	if clicked {
		t.selectRows(slices.DeleteFunc(slices.Clone(t.list.Moved()), func(row int32) bool {
			v := numbers[row]
			return math.IsNaN(v) || math.IsInf(v, 0) || h.Bin(v) != over
		}))
	}
}

// spreadText says how many numbers there are, with mean and deviation; for logarithms with the geometric mean.
func spreadText(h *bodies.Histogram, unit string, log bool) string {
	count := spell.Count(h.Count, "body", "bodies")
	if !log {
		return count + ", mean " + format.Quantity(h.Mean, unit, 3) + ", deviation " + format.Quantity(h.Deviation, unit, 2)
	}
	if h.Without > 0 {
		count += ", " + spell.Grouped(h.Without) + " not above 0"
	}
	return count + ", geometric mean " + format.Quantity(math.Pow(10, h.Mean), unit, 3)
}

// binText returns the range of a bin and its number of bodies.
func binText(h *bodies.Histogram, i int, unit string, log bool) string {
	count, from := spell.Count(h.Counts[i], "body", "bodies"), h.Low+float64(i)*h.Step
	if log {
		return format.Quantity(math.Pow(10, from), unit, 2) + " to " + format.Quantity(math.Pow(10, from+h.Step), unit, 2) +
			": " + count
	}
	if h.Whole {
		return format.Quantity(from+h.Step/2, unit, 4) + ": " + count
	}
	factor, text := format.Scale(max(math.Abs(from), math.Abs(from+h.Step)), unit)
	digits := max(0, int(math.Ceil(-math.Log10(h.Step/factor)-1e-9)))
	said := chart.AxisLabel(from/factor, digits) + " to " + chart.AxisLabel((from+h.Step)/factor, digits)
	return strings.TrimRight(said+" "+text, " ") + ": " + count
}

// selectedText says how many bodies are selected, or returns "" for none.
func selectedText(n int) string {
	if n == 0 {
		return ""
	}
	return spell.Grouped(n) + " selected"
}

// drawScatter shows a point for each body of the table, by two quantities. A click selects the nearest body.
func (t *table) drawScatter(u *widget.Context, at layout.Rect) {
	t.refresh()
	x, y := at.X+u.Px(12), at.Y+u.Px(3)
	against := widget.TextWidth(u.Fonts.Small, "against") + u.Px(12)
	w := quantityWidth(u, at, 2, against)
	x += t.quantityButton(u, "up", x, y, w, &t.Up) + u.Px(6)
	u.TextAt(u.Fonts.Small, widget.ColorSecondary, x, y+u.Px(11), "against")
	x += against - u.Px(6)
	x += t.quantityButton(u, "across", x, y, w, &t.Across) + u.Px(10)
	c := &t.scatterPlot
	area := plotArea(u, at, &c.axes, bodies.Of(t.Up).Unit)
	if t.missing(u, area, t.Up, t.Across) {
		return
	}
	if of := (made{reads: t.reads, names: [2]string{t.Across, t.Up}, at: area}); of != c.of {
		c.of = of
		t.gather(u, at)
		area = c.axes.Area
	}
	if c.n == 0 {
		t.nothing(u, area, "None is above 0 in both.")
		return
	}
	said := "r " + chart.AxisLabel(c.r, 2)
	if math.IsNaN(c.r) {
		said = ""
	}
	t.says(u, x, y, at, "Points, and the coefficient of correlation r (Pearson) of what the axes show.",
		spell.Count(c.n, "body", "bodies")+"   "+said, said)
	t.saveButton(u, at, t.Up+" against "+t.Across, t.cloudPanel, t.writeCloud)

	list := imgui.WindowDrawList()
	widget.Fill(list, corner(area), end(area), widget.Pack(widget.ColorPanel))
	c.axes.MarkValues(u, bodies.Of(t.Up).Unit)
	c.axes.MarkAcross(u, bodies.Of(t.Across).Unit)
	side := max(u.Px(4), 2)
	for i := range c.dots {
		d := &c.dots[i]
		ink := widget.Fade(widget.ColorSeries[0], min(0.65+0.15*float32(d.n-1), 1))
		widget.Fill(list, imgui.Vec2{X: d.x - side/2, Y: d.y - side/2}, imgui.Vec2{X: d.x + side/2, Y: d.y + side/2},
			widget.Pack(ink))
	}
	xs, ys := t.values(t.Across), t.values(t.Up)
	point := func(row int32) imgui.Vec2 { return imgui.Vec2{X: c.axes.X(xs[row]), Y: c.axes.Y(ys[row])} }
	if t.view.Selected.Len() > 0 {
		for n, row := range t.list.Moved() {
			if n >= mostDots {
				break
			}
			if t.isSelected(row) && !math.IsNaN(xs[row]+ys[row]) {
				p := point(row)
				list.AddCircleFilled(p, u.Px(4), widget.Pack(widget.ColorSelect))
			}
		}
	}
	t.pointAt(u, area, xs, ys, point)
}

// says writes the first of some texts that has room beside the buttons above a plot; its tip has the first text
// and an explanation.
func (t *table) says(u *widget.Context, x, y float32, at layout.Rect, about string, texts ...string) {
	room := widget.AtLeast1(at.X + at.Width - u.Px(saveWidth+6) - x)
	imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: y})
	widget.Clickable("says", room, u.Px(22))
	for _, text := range texts {
		if widget.TextWidth(u.Fonts.Small, text) <= room {
			u.TextAt(u.Fonts.Small, widget.ColorSecondary, x, y+u.Px(11), text)
			break
		}
	}
	u.Tip(strings.TrimRight(texts[0]+"\n"+about, "\n"))
}

// pointAt shows the point under the pointer, and selects its body with a click.
func (t *table) pointAt(u *widget.Context, area layout.Rect, xs, ys []float64, point func(int32) imgui.Vec2) {
	c := &t.scatterPlot
	imgui.SetCursorScreenPos(corner(area))
	clicked := widget.Clickable("points", area.Width, area.Height)
	if !imgui.IsItemHovered() {
		return
	}
	mouse := imgui.MousePos()
	wide, high := float64(area.Width), float64(area.Height-2)
	scale := [2]float64{wide / (c.axes.End - c.axes.Begin), high / (c.axes.High - c.axes.Low)}
	place := [2]float64{c.axes.Begin + float64(mouse.X-area.X)/scale[0],
		c.axes.High - float64(mouse.Y-area.Y-1)/scale[1]}
	row, ok := bodies.Nearest(xs, ys, t.list.Moved(), place, scale, float64(u.Px(pointReach)))
	if !ok {
		return
	}
	thing := t.list.Thing(row)
	t.view.Hover = thing
	p := point(row)
	imgui.WindowDrawList().AddCircleV(p, u.Px(5), widget.Pack(widget.ColorText), 16, u.Px(1.5))
	t.plotLabel(u, area, t.nameOf(thing), t.numberText(t.Across, row), t.numberText(t.Up, row))
	if clicked {
		if imgui.CurrentIO().KeyShiftPressed() {
			t.view.Selected = t.view.Selected.With(thing)
		} else {
			t.selectThing(thing)
		}
	}
}

// numberText returns the value of a quantity of a body.
func (t *table) numberText(name string, row int32) string {
	return name + " " + format.Quantity(t.list.Numbers(name)[row], bodies.Of(name).Unit, 4)
}

// gather makes the axes and the dots of the scatter plot.
func (t *table) gather(u *widget.Context, at layout.Rect) {
	c, rows := &t.scatterPlot, t.list.Moved()
	xs, ys := t.values(t.Across), t.values(t.Up)
	c.dots = c.dots[:0]
	c.r, c.n = bodies.Correlation(xs, ys, rows)
	c.axes = chart.Axes{AcrossLog: t.isLog(t.Across), ValuesLog: t.isLog(t.Up)}
	c.axes.Begin, c.axes.End = padded(bodies.Extent(xs, rows))
	c.axes.Low, c.axes.High = padded(bodies.Extent(ys, rows))
	c.axes.Area = plotArea(u, at, &c.axes, bodies.Of(t.Up).Unit)
	area := c.axes.Area
	if c.n == 0 {
		return
	}
	side := max(u.Px(3), float32(math.Sqrt(float64(area.Width*area.Height)/mostDots)))
	across := int(area.Width/side) + 1
	counts := make([]int, across*(int(area.Height/side)+1))
	for _, row := range rows {
		i, j := int((c.axes.X(xs[row])-area.X)/side), int((c.axes.Y(ys[row])-area.Y)/side)
		if k := j*across + i; i >= 0 && j >= 0 && i < across && k < len(counts) {
			if counts[k]++; counts[k] == 1 {
				c.dots = append(c.dots, dot{c.axes.X(xs[row]), c.axes.Y(ys[row]), k})
			}
		}
	}
	for i := range c.dots {
		c.dots[i].n = counts[c.dots[i].n]
	}
}

// padded returns a slightly larger range, which has a length even if all numbers are equal.
func padded(low, high float64) (float64, float64) {
	by := plotMargin * (high - low)
	if by <= 1e-12*max(math.Abs(low), math.Abs(high)) {
		by = max(math.Abs(low)/10, 1e-9)
	}
	return low - by, high + by
}

// plotLabel writes lines of text beside the pointer, within a plot.
func (t *table) plotLabel(u *widget.Context, area layout.Rect, lines ...string) {
	lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
	w := float32(0)
	for _, s := range lines {
		w = max(w, widget.TextWidth(u.Fonts.Small, s))
	}
	w += u.Px(14)
	line := u.Px(17)
	h, at := line*float32(len(lines))+u.Px(8), imgui.MousePos()
	x := at.X + u.Px(14)
	if x+w > area.X+area.Width {
		x = max(at.X-u.Px(10)-w, area.X)
	}
	y := max(min(at.Y-h/2, area.Y+area.Height-h), area.Y)
	list := imgui.WindowDrawList()
	lo, hi := imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x + w, Y: y + h}
	widget.FillRounded(list, lo, hi, widget.Pack(widget.ColorRaised), u.Px(3), imgui.DrawFlagsRoundCornersAll)
	widget.Outline(list, lo, hi, widget.Pack(widget.ColorLine), u.Px(3), 1)
	for i, s := range lines {
		u.TextAt(u.Fonts.Small, widget.ColorText, x+u.Px(7), y+u.Px(4)+line*(float32(i)+0.5), s)
	}
}

func corner(r layout.Rect) imgui.Vec2 { return imgui.Vec2{X: r.X, Y: r.Y} }
func end(r layout.Rect) imgui.Vec2    { return imgui.Vec2{X: r.X + r.Width, Y: r.Y + r.Height} }
