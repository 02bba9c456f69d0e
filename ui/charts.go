package ui

import (
	"cmp"
	"math"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/chart"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// charts shows the readings of the run over its time.
type charts struct {
	*shared
	shell    *shell
	timeline *timeline
	plane    *plane
	regions  *regions
	surfaces *surfaces
	table    *table
	collided *collided
	profile  *profile
	room     int                          // how many charts had room in the last frame; 0: none was shown
	data     [bridge.NumSeries]chart.Data // shown in this frame
	all      []chart.Chart                // of this frame
	pointed  struct {
		over string  // title of the chart under the pointer; empty: there is none
		at   float64 // the time there [s]
	}
}

// Sizes of the drawer's parts at a scale of 1.
const (
	drawerBar    = 28  // row of the names of charts
	leastChart   = 330 // least width of a chart; where two have no room, one is shown
	legendHeight = 17
	underShare   = 0.36
)

// firstCharts are the charts of a first start, bit by bit: energy, contacts, flow.
const firstCharts = 1<<0 | 1<<1 | 1<<2

// pane is a part of the drawer, which a person may show or hide.
type pane struct {
	title, about string
	draw         func(u *widget.Context, at layout.Rect)
	share        float32 // of the width, relative to a chart
}

// panes returns all panes of the drawer: the charts of readings, the panes of the table of bodies, then the charts of a
// region, of a surface, of collisions, of the slice, and of servos and hinges. A person's choice is stored as bits by
// index: a new pane must come last.
func (ch *charts) panes(all []chart.Chart) (list []pane) {
	plot := func(c *chart.Chart) {
		list = append(list, pane{c.Title, c.About, func(u *widget.Context, at layout.Rect) { ch.plot(u, at, c) }, 1})
	}
	for i := range all {
		plot(&all[i])
	}
	region, surface := ch.regions.inRegion(), ch.surfaces.onSurface()
	list = append(list,
		pane{titleTable, "All bodies as rows: filter, sort, select, copy.", ch.table.drawRows, 1.25},
		pane{titleHistogram, "How a quantity is spread over the bodies of the table.", ch.table.drawHistogram, 1},
		pane{"Scatter", "A point for each body of the table, by two quantities.", ch.table.drawScatter, 1},
		pane{region.Title, region.About, func(u *widget.Context, at layout.Rect) { ch.plot(u, at, &region) }, 1},
		pane{surface.Title, surface.About, func(u *widget.Context, at layout.Rect) { ch.plot(u, at, &surface) }, 1},
		pane{titleCollisions, "How fast bodies meet, how long they touch, and what energy they lose.",
			ch.collided.drawChart, 1},
		pane{"Profile", "The field of the slice along a direction, in the mean across it.", ch.profile.draw, 1})
	held := chart.Held(ch.data[bridge.OfWorld].Series)
	for i := range held {
		plot(&held[i])
	}
	return list
}

// ofTable reports whether a pane, given by its index, belongs to the table of bodies.
func ofTable(i int) bool { return i >= numCharts && i < numCharts+tablePanes }

var numCharts = len(chart.All(nil, nil, 0))

// tablePanes is the number of panes of the table of bodies.
const tablePanes = 3

// The titles of panes that keys and the palette show.
const (
	titleTable     = "Table"
	titleHistogram = "Histogram"
)

// find returns the index of a pane with a title.
func (ch *charts) find(title string) int {
	return slices.IndexFunc(ch.panes(chart.All(nil, nil, 0)), func(p pane) bool { return p.title == title })
}

// shows reports whether a pane is chosen in a drawer that is open.
func (ch *charts) shows(i int) bool {
	return ch.shell.Drawer && !ch.shell.hidden && ch.shell.Charts>>i&1 == 1
}

// show shows a pane in the drawer.
func (ch *charts) show(i int) {
	if !slices.Contains(ch.shownCharts(i+1, ch.fits()), i) {
		ch.toggleChart(i, false, ch.fits())
	}
	ch.shell.Drawer, ch.shell.hidden = true, false
}

// fits returns how many panes have room; before the first frame it returns the usual number.
func (ch *charts) fits() int {
	const usual = 2
	return cmp.Or(ch.room, usual)
}

// toggleTable shows or hides the table; a drawer with no pane left is closed.
func (ch *charts) toggleTable() {
	i := ch.find(titleTable)
	if !ch.shows(i) {
		ch.show(i)
		return
	}
	ch.toggleChart(i, true, ch.fits())
	ch.shell.Drawer = ch.shell.Charts != 0
}

// drawerPane shows charts of the run so far, and the table of bodies, above the time line.
func (ch *charts) drawerPane(u *widget.Context, at layout.Rect) {
	u.BarPane("##drawer", at, func() {
		list := imgui.WindowDrawList()
		widget.Fill(list, imgui.Vec2{X: at.X, Y: at.Y}, imgui.Vec2{X: at.X + at.Width, Y: at.Y + 1},
			widget.Pack(widget.ColorLine))
		if ch.snap == nil {
			ch.wait(u, at, "Charts begin with the first readings.")
			ch.closeDrawer(u, at)
			return
		}
		ch.read()
		ch.room = max(int(at.Width/u.Px(leastChart)), 1)
		panes := ch.panes(ch.all)
		shown := ch.shownCharts(len(panes), ch.room)
		ch.chartNames(u, at, panes, shown)
		shares := float32(0)
		for _, k := range shown {
			shares += panes[k].share
		}
		ch.plane.charted, ch.regions.charted = false, false
		x := at.X
		for _, k := range shown {
			imgui.PushIDInt(k)
			w := float32(int(at.Width * panes[k].share / shares))
			panes[k].draw(u, layout.Box(x, at.Y+u.Px(drawerBar), w, at.Height-u.Px(drawerBar)))
			x += w
			imgui.PopID()
		}
	})
}

// read collects the data that charts show in this frame.
func (ch *charts) read() {
	ch.data = [bridge.NumSeries]chart.Data{}
	if len(ch.snap.Timeline.Series) > 0 {
		ch.data[bridge.OfWorld] = ch.plotted()
		for of := bridge.OfWorld + 1; of < bridge.NumSeries; of++ {
			ch.data[of] = ch.plottedOf(of)
		}
	}
	world := ch.data[bridge.OfWorld].Series
	ch.all = chart.All(world, ch.data[bridge.OfPlane].Series, chart.Lowest(world, "potential energy"))
}

// wait says in the middle of a pane why it is empty.
func (ch *charts) wait(u *widget.Context, at layout.Rect, why string) {
	u.TextAt(u.Fonts.Text, widget.ColorSecondary, at.X+u.Px(12), at.Y+at.Height/2, why)
}

// plot shows a chart of readings, or says why there is none.
func (ch *charts) plot(u *widget.Context, at layout.Rect, c *chart.Chart) {
	ch.plane.charted = ch.plane.charted || c.Of == bridge.OfPlane
	ch.regions.charted = ch.regions.charted || c.Of == bridge.OfRegions
	d := &ch.data[c.Of]
	switch {
	case len(ch.data[bridge.OfWorld].Series) == 0:
		ch.wait(u, at, "Charts begin with the first readings.")
	case len(d.Series) > 0:
		ch.chart(u, at, c, d)
	case c.Of == bridge.OfPlane:
		ch.plane.noPlane(u, at)
	case c.Of == bridge.OfRegions:
		ch.regions.noRegion(u, at)
	default:
		ch.wait(u, at, "Select a body to see it here.")
	}
}

// closeDrawer shows the button that closes the drawer.
func (ch *charts) closeDrawer(u *widget.Context, at layout.Rect) {
	h := u.Px(24)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + max(at.Width-h, 0), Y: at.Y + 2})
	if u.FlatButton("close", widget.IconClose, h, h, widget.ColorSecondary) {
		ch.do(keymap.Charts)
	}
	u.Tip(keymap.Tip(keymap.Charts, ""))
}

// plotted returns the data of charts of the whole world.
func (ch *charts) plotted() (d chart.Data) {
	s := ch.snap
	d.Series, d.Present = append([]bridge.Series(nil), s.Timeline.Series...), 0
	for i := range s.Timeline.Tracks {
		if s.Timeline.Tracks[i].ID == s.Timeline.Present {
			d.Present = i
		}
	}
	d.Series[d.Present], d.Now = chart.UpTo(d.Series[d.Present], &s.Sample), &s.Sample
	d.Twin = twinOf(s, func(o *bridge.Snapshot) ([]bridge.Series, *bridge.Sample) { return o.Timeline.Series, &o.Sample })
	return d
}

// twinOf returns the readings of the world beside this one; nil if there is none.
func twinOf(s *bridge.Snapshot, read func(*bridge.Snapshot) ([]bridge.Series, *bridge.Sample)) *bridge.Series {
	if len(s.Comparison.Others) == 0 {
		return nil
	}
	o := &s.Comparison.Others[0]
	all, now := read(o)
	for i := range o.Timeline.Tracks {
		if o.Timeline.Tracks[i].ID == o.Timeline.Present && i < len(all) {
			twin := chart.UpTo(all[i], now)
			return &twin
		}
	}
	return nil
}

// plottedOf returns the data of charts of the body, plane or regions that are followed; without series if none is.
func (ch *charts) plottedOf(of bridge.SeriesOf) (d chart.Data) {
	s := ch.snap
	d.Series, d.Now = append(d.Series, s.Timeline.Followed[of].Series...), &s.Followed[of]
	for i := range s.Timeline.Tracks {
		if s.Timeline.Tracks[i].ID == s.Timeline.Present && i < len(d.Series) {
			d.Present = i
			d.Series[i] = chart.UpTo(d.Series[i], d.Now)
		}
	}
	d.Twin = twinOf(s, func(o *bridge.Snapshot) ([]bridge.Series, *bridge.Sample) {
		return o.Timeline.Followed[of].Series, &o.Followed[of]
	})
	return d
}

// pastButton offers to read the missing part between the beginning of the track and now. It stands at the right of
// a row and returns how much of the width it takes.
func (ch *charts) pastButton(u *widget.Context, at layout.Rect, d *chart.Data) float32 {
	t := &ch.snap.Timeline
	track := present(t)
	if track == nil || t.Seeking || chart.KnownFrom(&d.Series[d.Present], track.Begin.Time, ch.snap.Time) {
		return 0
	}
	text := "Read the past"
	w := u.ButtonWidth(text, "")
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + at.Width - w, Y: at.Y + u.Px(1)})
	if u.Button("read past", text, "", w, u.Px(20), false) {
		ch.send(bridge.ReadPast{})
	}
	u.Tip("This was not read all the time since the track began. It runs the track once more up to now, with the bits " +
		"that it had, and reads what is missing.")
	return w + u.Px(8)
}

// shownCharts returns which panes are shown: the panes that a person chose, as far as they have room. Panes of the
// table come before charts, because a click in the table may leave less room, and must not hide the table.
func (ch *charts) shownCharts(all, room int) (list []int) {
	for _, table := range []bool{true, false} {
		for i := range all {
			if ch.shell.Charts>>i&1 == 1 && ofTable(i) == table && len(list) < max(room, 1) {
				list = append(list, i)
			}
		}
	}
	slices.Sort(list)
	return list
}

// chartNames shows the names of all panes; a click shows or hides a pane. Names that have no room are in a list.
func (ch *charts) chartNames(u *widget.Context, at layout.Rect, panes []pane, shown []int) {
	x, h, gap, more := at.X+u.Px(8), u.Px(22), u.Px(4), u.Px(70)
	right := at.X + at.Width - u.Px(30)
	left := float32(0) // width of the names that still follow
	for i := range panes {
		left += u.ButtonWidth(panes[i].title, "") + gap
	}
	for i := range panes {
		p := &panes[i]
		w := u.ButtonWidth(p.title, "")
		imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: at.Y + u.Px(3)})
		if x+left > right && x+w+gap+more > right {
			if x+more <= right && u.ListButton("more", u.Fonts.Text, "More", more, h) {
				u.OpenList(ch.paneItems(panes, shown, i)...)
			}
			break
		}
		on := slices.Contains(shown, i)
		if u.Button("chart "+p.title, p.title, "", w, h, on) {
			ch.toggleChart(i, on, ch.room)
		}
		u.Tip(p.about)
		x += w + gap
		left -= w + gap
	}
	ch.closeDrawer(u, at)
}

// paneItems returns the panes from an index on as rows of a list.
func (ch *charts) paneItems(panes []pane, shown []int, from int) (list []widget.MenuItem) {
	for i := from; i < len(panes); i++ {
		on := slices.Contains(shown, i)
		list = append(list, widget.MenuItem{Text: panes[i].title, Now: on,
			Do: func() { ch.toggleChart(i, on, ch.room) }})
	}
	return list
}

// toggleChart shows or hides a pane. Where one more has no room, a chart replaces the last pane of the table, and
// a pane of the table replaces the last chart; if there is none of that kind, the last pane shown.
func (ch *charts) toggleChart(i int, on bool, room int) {
	if on {
		ch.shell.Charts &^= 1 << i
		return
	}
	shown := ch.shownCharts(32, room)
	if n := len(shown); n >= max(room, 1) {
		gone := n - 1
		for k := range shown {
			if ofTable(shown[k]) != ofTable(i) {
				gone = k
			}
		}
		shown = slices.Delete(shown, gone, gone+1)
	}
	ch.shell.Charts = 1 << i // a chosen pane that had no room is no longer chosen
	for _, k := range shown {
		ch.shell.Charts |= 1 << k
	}
}

// chart draws a chart over the span that the time line shows: the present track, the other tracks dimmed, and the
// world beside this one dashed. The legend has the values at the time under the pointer, else the present values;
// a drag seeks in the run like a drag on the time line.
func (ch *charts) chart(u *widget.Context, at layout.Rect, c *chart.Chart, d *chart.Data) {
	s := ch.snap
	d.Begin, d.End = ch.timeline.span(s)
	ch.chartMenu(u, at, c, d)
	axes, lower := chartAxes(u, c.Lines, c.Stacked, d), chartAxes(u, c.Under, false, d)
	left := max(axes.ValuesWidth(u, unitOf(c.Lines), at.Height), lower.ValuesWidth(u, unitOf(c.Under), at.Height))
	plot := layout.Box(at.X+left, at.Y, widget.AtLeast1(at.Width-left-u.Px(12)), 0)
	time, now := s.Time, d.Now
	if ch.pointed.over != "" && !imgui.IsMouseDown(0) {
		time, now = ch.pointed.at, nil
	}
	aside := u.Px(44)
	if c.Of == bridge.OfPlane {
		aside += ch.plane.planeButton(u, layout.Box(at.X, at.Y, at.Width-aside-u.Px(8), at.Height))
	}
	if c.Of == bridge.OfRegions {
		aside += ch.regions.chartButtons(u, layout.Box(at.X, at.Y, at.Width-aside-u.Px(8), at.Height))
	}
	if c.Title == titleSurface {
		aside += ch.surfaces.chartButtons(u, layout.Box(at.X, at.Y, at.Width-aside-u.Px(8), at.Height))
	}
	if c.Of != bridge.OfWorld {
		aside += ch.pastButton(u, layout.Box(at.X, at.Y, at.Width-aside-u.Px(8), at.Height), d)
	}
	plot.Y = ch.chartLegend(u, layout.Box(plot.X, at.Y, plot.Width-aside, at.Height), c, d, time, now)
	plot.Height = widget.AtLeast1(at.Y + at.Height - plot.Y - u.Px(chart.AcrossHeight+4))
	under := layout.Box(plot.X, plot.Y+plot.Height, plot.Width, 0)
	if len(c.Under) > 0 && plot.Height > u.Px(60) {
		under.Height = float32(int(plot.Height * underShare))
		plot.Height -= under.Height + u.Px(8)
		under.Y -= under.Height
		lower.Area = under
		ch.lines(u, &lower, c.Under, false, d)
	}
	axes.Area = plot
	ch.lines(u, &axes, c.Lines, c.Stacked, d)
	whole := layout.Box(plot.X, plot.Y, plot.Width, under.Y+under.Height-plot.Y)
	across := chart.Axes{Area: whole, Begin: d.Begin, End: d.End}
	across.MarkAcross(u, "s")
	upright := func(time float64, color imgui.Vec4) {
		if x := whole.X + whole.Width*float32((time-d.Begin)/(d.End-d.Begin)); x >= whole.X && x <= whole.X+whole.Width {
			widget.Fill(imgui.WindowDrawList(), imgui.Vec2{X: x, Y: whole.Y},
				imgui.Vec2{X: x + 1, Y: whole.Y + whole.Height}, widget.Pack(color))
		}
	}
	upright(s.Time, widget.ColorText)
	if ch.pointed.over != "" { // over any chart
		upright(ch.pointed.at, widget.ColorFaint)
	}
	if t, over := ch.overChart(u, whole, d.Begin, d.End); over {
		ch.timeLabel(u, whole, d, t)
		ch.pointed.over, ch.pointed.at = c.Title, t
	} else if ch.pointed.over == c.Title {
		ch.pointed.over = ""
	}
	if ch.timeline.hovered {
		upright(ch.timeline.pointer, widget.ColorFaint)
	}
}

// chartLegend names the curves with their values at a time, in as many rows as they need, and returns the lower
// end of the last row. A low chart has no room for the values.
func (ch *charts) chartLegend(u *widget.Context, at layout.Rect, c *chart.Chart, d *chart.Data, time float64,
	now *bridge.Sample) float32 {
	curves := slices.Clone(c.Lines)
	if !c.Named {
		curves = append(curves, c.Under...)
	}
	least := widget.TextWidth(u.Fonts.Small, " −0.00 mm") // so that rows stay as they are while values change
	texts, widths := make([]string, len(curves)), make([]float32, len(curves))
	for i := range curves {
		value := " " + curves[i].ValueText(&d.Series[d.Present], now, time)
		texts[i] = curves[i].Name + value
		widths[i] = widget.TextWidth(u.Fonts.Small, curves[i].Name) + u.Px(28) +
			max(widget.TextWidth(u.Fonts.Small, value), least)
	}
	gaps := make([]float32, len(curves))
	begins, rows := widget.Rows(widths, gaps, at.Width+u.Px(10))
	if float32(rows)*u.Px(legendHeight) > at.Height/3 {
		for i := range curves {
			texts[i] = curves[i].Name
			widths[i] = widget.TextWidth(u.Fonts.Small, texts[i]) + u.Px(28)
		}
		begins, _ = widget.Rows(widths, gaps, at.Width+u.Px(10))
	}
	x, y := at.X, at.Y+u.Px(8-legendHeight)
	for i := range curves {
		if begins[i] {
			x, y = at.X, y+u.Px(legendHeight)
		}
		widget.Fill(imgui.WindowDrawList(), imgui.Vec2{X: x, Y: y - u.Px(4)}, imgui.Vec2{X: x + u.Px(10), Y: y + u.Px(4)},
			widget.Pack(*curves[i].Color))
		u.TextAt(u.Fonts.Small, widget.ColorText, x+u.Px(15), y, u.Fit(u.Fonts.Small, texts[i], at.Width-u.Px(15)))
		x += widths[i]
	}
	return y + u.Px(legendHeight-4)
}

// chartAxes returns the axes of curves, without their area.
func chartAxes(u *widget.Context, curves []chart.Curve, stacked bool, d *chart.Data) chart.Axes {
	whole := d.Series
	if d.Twin != nil {
		whole = append(append([]bridge.Series(nil), d.Series...), *d.Twin)
	}
	low, high := chart.Range(curves, stacked, whole, d.Begin, d.End)
	high += 0.04 * (high - low)
	return chart.Axes{Begin: d.Begin, End: d.End, Low: low, High: high, Thick: max(u.Px(1.5), 1)}
}

// unitOf returns the unit of the vertical axis of curves.
func unitOf(curves []chart.Curve) string {
	if len(curves) == 0 {
		return ""
	}
	return curves[0].Unit
}

// lines draws curves with an axis at their left.
func (ch *charts) lines(u *widget.Context, p *chart.Axes, curves []chart.Curve, stacked bool, d *chart.Data) {
	list, plot := imgui.WindowDrawList(), p.Area
	widget.Fill(list, imgui.Vec2{X: plot.X, Y: plot.Y}, imgui.Vec2{X: plot.X + plot.Width, Y: plot.Y + plot.Height},
		widget.Pack(widget.ColorPanel))
	if len(curves) == 0 {
		u.TextAt(u.Fonts.Small, widget.ColorSecondary, plot.X+u.Px(8), plot.Y+plot.Height/2, "This scene has none.")
		return
	}
	p.MarkValues(u, unitOf(curves))
	list.PushClipRect(imgui.Vec2{X: plot.X, Y: plot.Y}, imgui.Vec2{X: plot.X + plot.Width, Y: plot.Y + plot.Height})
	defer list.PopClipRect()
	for i := range d.Series {
		if i != d.Present {
			p.DrawLines(list, curves, stacked, &d.Series[i], 0.35, false)
		}
	}
	if stacked {
		p.DrawBands(list, curves, &d.Series[d.Present])
	} else {
		p.DrawLines(list, curves, false, &d.Series[d.Present], 1, false)
	}
	if d.Twin != nil {
		p.DrawLines(list, curves, stacked, d.Twin, 1, true)
	}
}

// timeLabel shows the time under the pointer, over the marks of the time axis.
func (ch *charts) timeLabel(u *widget.Context, plot layout.Rect, d *chart.Data, time float64) {
	text := "t " + format.SceneTime(time, d.End)
	w, x := widget.TextWidth(u.Fonts.Small, text)+u.Px(10), plot.X+plot.Width*float32((time-d.Begin)/(d.End-d.Begin))
	x = min(max(x-w/2, plot.X), plot.X+plot.Width-w)
	widget.FillRounded(imgui.WindowDrawList(), imgui.Vec2{X: x, Y: plot.Y + plot.Height + 1},
		imgui.Vec2{X: x + w, Y: plot.Y + plot.Height + u.Px(chart.AcrossHeight+3)}, widget.Pack(widget.ColorRaised), u.Px(2),
		imgui.DrawFlagsRoundCornersAll)
	u.TextAt(u.Fonts.Small, widget.ColorText, x+u.Px(5), plot.Y+plot.Height+u.Px(10), text)
}

// overChart returns the time under the pointer, and whether the pointer is over the chart; it handles drags and
// the wheel there.
func (ch *charts) overChart(u *widget.Context, plot layout.Rect, begin, end float64) (time float64, over bool) {
	l := ch.timeline
	imgui.SetCursorScreenPos(imgui.Vec2{X: plot.X, Y: plot.Y})
	widget.Clickable("chart", plot.Width, plot.Height)
	time = begin + (end-begin)*float64((imgui.MousePos().X-plot.X)/plot.Width)
	if imgui.IsItemActive() {
		if t := max(0, time); t != l.asked || imgui.IsItemActivated() {
			l.asked = t
			ch.timeline.seek(t)
		}
	}
	if over = imgui.IsItemHovered(); over {
		if _, wheel := imgui.CurrentIO().MouseWheel(); wheel != 0 {
			l.zoom(ch.snap, time, math.Pow(1.5, float64(wheel)))
		}
	}
	return time, over
}
