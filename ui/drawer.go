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
	of    reading
}

// chart is what one part of the drawer shows.
type chart struct {
	decades float64 // of a logarithmic axis below its largest value; 0: the axis is linear
	lines   []series
}

// charts are what the drawer shows, left to right. Energies lie decades apart.
var charts = []chart{
	{5, []series{
		{"Kinetic", "J", &colorAccentHi, readKinetic},
		{"Elastic", "J", &colorWarning, readElastic},
		{"Dissipated", "J", &colorRecord, readDissipated},
		{"Closure", "J", &colorText, readClosure},
	}},
	{0, []series{
		{"Contacts", "", &colorAccentHi, readContacts},
		{"Bodies", "", &colorSecondary, readBodies},
	}},
}

// drawerPane shows charts of the run so far above the lane.
func (g *gui) drawerPane(at rect) {
	g.barPane("##drawer", at, func() {
		list := imgui.WindowDrawList()
		list.AddRectFilled(imgui.Vec2{X: at.x, Y: at.y}, imgui.Vec2{X: at.x + at.width, Y: at.y + 1}, packed(colorLine))
		h := g.px(24)
		if g.m.snap == nil || !g.m.history.known {
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

// chart draws lines over the stretch that the time line shows, of the present track and, dimmed, of the others. Under
// the pointer it tells the values of that time, else those of now; a drag moves the run as one of the time line does.
func (g *gui) chart(at rect, c *chart) {
	h, s := &g.m.history, g.m.snap
	plot := rect{at.x + g.px(12), at.y + g.px(26), atLeast1(at.width - g.px(24)), atLeast1(at.height - g.px(34))}
	begin, end := g.timeline.span(s)
	list, told := imgui.WindowDrawList(), &h.now
	upright := func(time float64, color imgui.Vec4) {
		if x := plot.x + plot.width*float32((time-begin)/(end-begin)); x >= plot.x && x <= plot.x+plot.width {
			list.AddRectFilled(imgui.Vec2{X: x, Y: plot.y}, imgui.Vec2{X: x + 1, Y: plot.y + plot.height}, packed(color))
		}
	}
	list.AddRectFilled(imgui.Vec2{X: plot.x, Y: plot.y}, imgui.Vec2{X: plot.x + plot.width, Y: plot.y + plot.height},
		packed(colorPanel))
	present := h.course(s.Timeline.Present)
	low, high := c.extent(h.courses)
	for i := range h.courses {
		if other := &h.courses[i]; other != present {
			g.course(plot, begin, end, c, other, low, high, 0.35)
		}
	}
	g.course(plot, begin, end, c, present, low, high, 1)
	upright(s.Time, colorSecondary)
	if time, over := g.overChart(plot, begin, end); over {
		upright(time, colorFaint)
		if len(present.samples) > 0 {
			told = present.at(time)
		}
	}
	x := plot.x
	for _, l := range c.lines {
		text := l.name + " " + quantity(told.value[l.of], l.unit, 3)
		list.AddRectFilled(imgui.Vec2{X: x, Y: at.y + g.px(12)}, imgui.Vec2{X: x + g.px(10), Y: at.y + g.px(15)},
			packed(*l.color))
		g.put(g.fonts.small, colorText, x+g.px(15), at.y+g.px(14), text)
		x += max(width(g.fonts.small, text)+g.px(27), min(g.px(136), plot.width/float32(len(c.lines))))
	}
	most := quantity(high, c.lines[0].unit, 2)
	if c.decades > 0 {
		most = fmt.Sprintf("%s, %g decades", most, c.decades)
	}
	g.put(g.fonts.small, colorFaint, plot.x+plot.width-width(g.fonts.small, most)-g.px(4), plot.y+g.px(8), most)
}

// overChart returns the time under the pointer, and whether it is over a chart; it takes drags and the wheel.
func (g *gui) overChart(plot rect, begin, end float64) (time float64, over bool) {
	l := &g.timeline
	imgui.SetCursorScreenPos(imgui.Vec2{X: plot.x, Y: plot.y})
	hit("chart", plot.width, plot.height)
	time = begin + (end-begin)*float64((imgui.MousePos().X-plot.x)/plot.width)
	if imgui.IsItemActive() {
		if t := max(0, time); t != l.asked || imgui.IsItemActivated() {
			l.asked = t
			g.m.seek(t)
		}
	}
	if over = imgui.IsItemHovered(); over {
		if _, wheel := imgui.CurrentIO().MouseWheel(); wheel != 0 {
			l.zoom(g.m.snap, time, math.Pow(1.5, float64(wheel)))
		}
	}
	return time, over
}

// place returns where a value lies, 0 at the bottom to 1.
func (c *chart) place(v, low, high float64) float32 {
	if c.decades > 0 {
		return float32(max(0, 1+math.Log10(max(v, 0)/high)/c.decades))
	}
	return float32((v - low) / (high - low))
}

// extent returns the range of values that a chart shows of all tracks: from 0, or below.
func (c *chart) extent(all []course) (low, high float64) {
	for i := range all {
		for j := range all[i].samples {
			s := &all[i].samples[j]
			for _, l := range c.lines {
				if finite(s.low[l.of]) && finite(s.high[l.of]) {
					low, high = min(low, s.low[l.of]), max(high, s.high[l.of])
				}
			}
		}
	}
	if high <= low {
		high = low + 1
	}
	return low, high
}

// finite reports whether a number can be drawn.
func finite(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }

// course draws the lines of a chart along one track. All samples within a pixel become one upright stroke from the
// lowest to the highest value, so that no extreme is lost.
func (g *gui) course(plot rect, begin, end float64, c *chart, of *course, low, high float64, alpha float32) {
	list := imgui.WindowDrawList()
	list.PushClipRect(imgui.Vec2{X: plot.x, Y: plot.y}, imgui.Vec2{X: plot.x + plot.width, Y: plot.y + plot.height})
	defer list.PopClipRect()
	first, last := max(of.after(begin)-1, 0), min(of.after(end)+1, len(of.samples))
	for _, l := range c.lines {
		color := *l.color
		color.W *= alpha
		ink, thick := packed(color), max(g.px(1.5), 1)
		up := func(v float64) float32 { return plot.y + plot.height - 1 - (plot.height-2)*c.place(v, low, high) }
		var before imgui.Vec2
		for i := first; i < last; {
			s := &of.samples[i]
			x := plot.x + plot.width*float32((s.time-begin)/(end-begin))
			least, most, value, n := s.low[l.of], s.high[l.of], s.value[l.of], i
			for ; i < last; i++ {
				s := &of.samples[i]
				if plot.x+plot.width*float32((s.time-begin)/(end-begin)) >= x+1 && i > n {
					break
				}
				least, most, value = min(least, s.low[l.of]), max(most, s.high[l.of]), s.value[l.of]
			}
			if !finite(least) || !finite(most) {
				continue
			}
			p := imgui.Vec2{X: x, Y: up(of.samples[n].value[l.of])}
			if n > first {
				list.AddLineV(before, p, ink, thick)
			}
			if least < most {
				list.AddLineV(imgui.Vec2{X: x, Y: up(least)}, imgui.Vec2{X: x, Y: up(most)}, ink, thick)
			}
			before = imgui.Vec2{X: x, Y: up(value)}
		}
	}
}
