package ui

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"
)

// series is one line of a chart.
type series struct {
	name  string
	unit  string
	color *imgui.Vec4 // of the palette
	of    func(*sample) float64
}

// chart is what one part of the drawer shows.
type chart struct {
	decades float64 // of a logarithmic axis below its largest value; 0: the axis is linear
	lines   []series
}

// charts are what the drawer shows, left to right. Energies lie decades apart.
var charts = []chart{
	{5, []series{
		{"Kinetic", "J", &colorAccentHi, func(s *sample) float64 { return s.kinetic }},
		{"Elastic", "J", &colorWarning, func(s *sample) float64 { return s.elastic }},
		{"Dissipated", "J", &colorRecord, func(s *sample) float64 { return s.dissipated }},
	}},
	{0, []series{
		{"Contacts", "", &colorAccentHi, func(s *sample) float64 { return s.contacts }},
		{"Bodies", "", &colorSecondary, func(s *sample) float64 { return s.bodies }},
	}},
}

// drawerPane shows charts of the run so far above the lane.
func (g *gui) drawerPane(at rect) {
	g.barPane("##drawer", at, func() {
		list := imgui.WindowDrawList()
		list.AddRectFilled(imgui.Vec2{X: at.x, Y: at.y}, imgui.Vec2{X: at.x + at.width, Y: at.y + 1}, packed(colorLine))
		h := g.px(24)
		if g.m.snap == nil || len(g.m.history.samples) == 0 {
			g.put(g.fonts.text, colorSecondary, at.x+g.px(12), at.y+at.height/2, "Charts begin with the first readings.")
		} else {
			n := len(charts)
			if at.width < g.px(560) {
				n = 1
			}
			each := float32(int((at.width - h) / float32(n)))
			for i := range charts[:n] {
				imgui.PushIDInt(i)
				g.chart(rect{at.x + float32(i)*each, at.y, each, at.height}, &charts[i])
				imgui.PopID()
			}
		}
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.x + max(at.width-h, 0), Y: at.y + 1})
		if g.bare("close", iconClose, h, h, colorSecondary) {
			g.m.do(actCharts)
		}
		g.tip(tipFor(actCharts, ""))
	})
}

// chart draws lines over the run from its begin to its end, or to now where it has none. Under the pointer it
// tells the values of that time, else the last.
func (g *gui) chart(at rect, c *chart) {
	h := &g.m.history
	all := h.samples
	plot := rect{at.x + g.px(12), at.y + g.px(26), atLeast1(at.width - g.px(24)), atLeast1(at.height - g.px(34))}
	begin, end := wholeRun(g.m.snap) // as the time line below
	begin, end = min(begin, all[0].time), max(end, all[len(all)-1].time)
	imgui.SetCursorScreenPos(imgui.Vec2{X: plot.x, Y: plot.y})
	hit("chart", plot.width, plot.height)
	list, told := imgui.WindowDrawList(), all[len(all)-1]
	list.AddRectFilled(imgui.Vec2{X: plot.x, Y: plot.y}, imgui.Vec2{X: plot.x + plot.width, Y: plot.y + plot.height},
		packed(colorPanel))
	if imgui.IsItemHovered() {
		x := imgui.MousePos().X
		told = h.at(begin + (end-begin)*float64((x-plot.x)/plot.width))
		list.AddRectFilled(imgui.Vec2{X: x, Y: plot.y}, imgui.Vec2{X: x + 1, Y: plot.y + plot.height}, packed(colorFaint))
	}
	low, high := c.extent(all)
	x := plot.x
	for _, l := range c.lines {
		g.chartLine(plot, begin, end, func(v float64) float32 { return c.place(v, low, high) }, l)
		text := l.name + " " + quantity(l.of(&told), l.unit, 3)
		list.AddRectFilled(imgui.Vec2{X: x, Y: at.y + g.px(12)}, imgui.Vec2{X: x + g.px(10), Y: at.y + g.px(15)},
			packed(*l.color))
		g.put(g.fonts.small, colorText, x+g.px(15), at.y+g.px(14), text)
		x += max(width(g.fonts.small, text)+g.px(30), g.px(136))
	}
	most := quantity(high, c.lines[0].unit, 2)
	if c.decades > 0 {
		most = fmt.Sprintf("%s, %g decades", most, c.decades)
	}
	g.put(g.fonts.small, colorFaint, plot.x+plot.width-width(g.fonts.small, most)-g.px(4), plot.y+g.px(8), most)
}

// place returns where a value lies, 0 at the bottom to 1.
func (c *chart) place(v, low, high float64) float32 {
	if c.decades > 0 {
		return float32(max(0, 1+math.Log10(max(v, 0)/high)/c.decades))
	}
	return float32((v - low) / (high - low))
}

// extent returns the range of values that a chart shows: from 0, or below.
func (c *chart) extent(all []sample) (low, high float64) {
	for i := range all {
		for _, l := range c.lines {
			if v := l.of(&all[i]); !math.IsInf(v, 0) && !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if high <= low {
		high = low + 1
	}
	return low, high
}

// chartLine draws one line of a chart, with no more points than it has pixels.
func (g *gui) chartLine(plot rect, begin, end float64, up func(float64) float32, l series) {
	list, all := imgui.WindowDrawList(), g.m.history.samples
	var last imgui.Vec2
	drawn, step := false, (end-begin)/float64(plot.width)
	next := begin
	for i := range all {
		v := l.of(&all[i])
		if math.IsNaN(v) || math.IsInf(v, 0) || all[i].time < next && i < len(all)-1 {
			continue
		}
		next = all[i].time + step
		p := imgui.Vec2{
			X: plot.x + plot.width*float32((all[i].time-begin)/(end-begin)),
			Y: plot.y + plot.height - 1 - (plot.height-2)*up(v),
		}
		if drawn {
			list.AddLineV(last, p, packed(*l.color), max(g.px(1.5), 1))
		}
		last, drawn = p, true
	}
}
