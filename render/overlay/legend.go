package overlay

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Sizes of the legend [px at scale 1].
const (
	barWidth, barHeight = 20, 240
	histogramWidth      = 34
	legendPad           = 8
	legendLabels        = 52 // room for numbers
)

// legend draws the scale of colours at the right side.
func legend(f *Frame, to *glyph.List) {
	l := f.Range
	if !f.View.Quantity().Categorical {
		to.Legend.Ramp = l.Ramp
	}
	if slices.ContainsFunc(f.Comparison.Distances, copyless) && f.View.Quantity().Name == "apart" {
		s := f.Scale
		to.OwnKey("only in this world", 10*s, func(to *glyph.Sheet, x, y float32) {
			to.Rect(x, y-5*s, 10*s, 10*s, LoneTint)
		})
	}
	switch q := f.View.Quantity(); {
	case f.View.NoLegend || !f.Data:
	case q.Name == "material":
		l.materials(f, to)
	case !q.Categorical:
		l.draw(f, to)
	}
}

// copyless reports whether a distance from the copy of a body in another world says that there is no copy.
func copyless(distance float32) bool { return math.IsInf(float64(distance), 1) }

// draw draws the bar with its histogram, numbers and title.
func (l *Range) draw(f *Frame, to *glyph.List) {
	s, t := f.Scale, f.Theme
	line := to.Face.Line
	right := float32(f.Width) - (cardMargin+legendPad)*s
	x := right - (barWidth+l.besideBar(f))*s
	y, height := l.place(f, to)
	to.Legend = view.Legend{X: x, Y: y, Width: barWidth * s, Height: height, Ramp: l.Ramp}

	factor, unit := legendUnit(f.View.Quantity().Unit, max(mgl32.Abs(l.Lo), mgl32.Abs(l.Hi)))
	title := l.title(f, unit)
	now := l.nowText(f, factor)
	titleWidth := to.Face.Width(title)
	locked := l.fixed && !f.timeless()
	if locked {
		titleWidth += 14 * s
	}
	left := min(x-legendLabels*s, right-titleWidth, right-to.Face.Width(now))
	if l.missing > 0 {
		left = min(left, right-20*s-to.Face.Width(l.missingText()))
	}
	left -= legendPad * s
	tall := height + 4.6*line + l.missingHeight(to) + 2*legendPad*s
	if !f.timeless() { // else no bodies are behind the legend
		f.pane(to, left, y-2.3*line-legendPad*s, right+legendPad*s-left, tall)
	}
	to.Keep(view.Room{Right: float32(f.Width) - left})

	to.Text(right-to.Face.Width(title), y-2.3*line, title, t.Text, t.Halo)
	if locked {
		to.Padlock(right-titleWidth, y-2.3*line+0.2*line, s, t.Text)
	}
	to.Text(right-to.Face.Width(now), y+height+1.3*line, now, t.Faint, t.Halo)
	l.noValues(f, to, right, y+height+2.6*line)
	l.bar(f, to, x, y, height)
	if !f.timeless() {
		l.histogram(f, to, x+(barWidth+3)*s, y, height)
	}
	l.ticks(f, to, x, y, height, factor)
}

// besideBar is the room at the right of the bar [px at scale 1]: for the histogram, or in a timeless legend for
// the shares of bodies beyond the ends of the bar.
func (l *Range) besideBar(f *Frame) float32 {
	switch {
	case !f.timeless():
		return 3 + histogramWidth
	case l.outside != [2]int{}:
		return 3 + histogramWidth + legendPad
	}
	return 0
}

// timeless reports whether the legend leaves out everything that belongs to one moment or to the window: in a
// figure, and if one legend beside the tiles holds for several moments.
func (f *Frame) timeless() bool { return f.View.Figure.On() || f.View.Split.Side > 0 }

// noise is the part of the larger end of a range below which the other end is taken for a rounding error.
const noise = 1e-9

// unlessBelow returns a number, or 0 if its magnitude is less than least.
func unlessBelow(x, least float64) float64 {
	if math.Abs(x) < least {
		return 0
	}
	return x
}

// nowText returns the text about the range of present values; none if the legend is timeless.
func (l *Range) nowText(f *Frame, factor float64) string {
	if f.timeless() {
		return ""
	}
	now := "now none"
	if l.now.low <= l.now.high {
		low, high := float64(l.now.low), float64(l.now.high)
		least := noise * max(math.Abs(low), math.Abs(high))
		now = fmt.Sprintf("now %s to %s", short(unlessBelow(low, least)*factor), short(unlessBelow(high, least)*factor))
	}
	if f.View.Filmed {
		now += ", locked for the video"
	}
	return now
}

// place returns the top of the bar and its height: in the middle of the picture if that leaves room for
// the card of keys, else above the card.
func (l *Range) place(f *Frame, to *glyph.List) (y, height float32) {
	line, s, whole := to.Face.Line, f.Scale, float32(f.Height)
	above, below := 2.3*line+legendPad*s, 2.3*line+l.missingHeight(to)+legendPad*s
	room := whole - f.cardTop(to) - above - below - 2*cardMargin*s
	height = max(min(barHeight*s, 0.5*whole-3*line, room), 2*line)
	y = min(0.5*(whole-height), whole-f.cardTop(to)-cardMargin*s-below-height)
	return max(y, above), height
}

// missingHeight is the height of the legend's line about bodies without a value [px].
func (l *Range) missingHeight(to *glyph.List) float32 {
	if l.missing == 0 {
		return 0
	}
	return 1.4 * to.Face.Line
}

func (l *Range) missingText() string { return fmt.Sprintf("no value: %d", l.missing) }

// noValues writes the number of bodies that are hatched because they have no value or an infinite value.
func (l *Range) noValues(f *Frame, to *glyph.List, right, y float32) {
	if l.missing == 0 {
		return
	}
	s := f.Scale
	left := right - to.Face.Width(l.missingText())
	to.Text(left, y, l.missingText(), f.Theme.Faint, f.Theme.Halo)
	hatch(to, left-20*s, y+0.1*to.Face.Line, 14*s)
}

// hatch draws a square that is hatched like bodies without a value.
func hatch(to *glyph.List, x, y, side float32) {
	dark, pale := glyph.Hex(0x292929), glyph.Hex(0xC7C7C7)
	to.Rect(x, y, side, side, dark)
	// The two ends of the part in the square of the line on which the two coordinates add up to d.
	ends := func(d float32) (a, b [2]float32) {
		m := min(d, side)
		return [2]float32{x + m, y + d - m}, [2]float32{x + d - m, y + m}
	}
	for k := range 3 {
		d := side * (float32(k) + 0.25) * 2 / 3
		a, b := ends(d)
		p, q := ends(d + side/3)
		to.Area([4][2]float32{a, p, q, b}, pale)
	}
}

// title returns the text above the bar.
func (l *Range) title(f *Frame, unit string) string {
	title := f.View.Quantity().Label
	if unit != "" {
		title += " (" + unit + ")"
	}
	if l.Least > 0 {
		title += ", log"
	}
	return title
}

// bar draws the colours, and at each end a triangle if there are bodies with values beyond this end, with their
// share.
func (l *Range) bar(f *Frame, to *glyph.List, x, y, height float32) {
	s, t := f.Scale, f.Theme
	width := barWidth * s
	to.Rect(x-1, y-1, width+2, height+2, t.Halo)
	c := l.colors.Colors
	n := len(c) - 1
	down := make([]glyph.RGBA, len(c))
	for i := range c {
		down[n-i] = opaqueColor(c[i])
	}
	to.Gradient(x, y, width, height, down, false)
	for end, count := range l.outside {
		if count == 0 {
			continue
		}
		at, tip, color, text := y+height+2, y+height+2+9*s, opaqueColor(c[0]), y+height+1
		if end == 1 {
			at, tip, color, text = y-2, y-2-9*s, opaqueColor(c[n]), y-to.Face.Line-1
		}
		to.Area([4][2]float32{{x, at}, {x + width, at}, {x + 0.5*width, tip}, {x + 0.5*width, tip}}, color)
		share := percent(float64(count) / float64(len(l.values)))
		to.Text(x+width+4*s, text, share, t.Faint, t.Halo)
	}
}

// percent writes a share as a percentage, at least 0.1 %, because 0 % would mean that there are none.
func percent(share float64) string {
	digits := 0
	if share < 0.0995 {
		digits = 1
	}
	return strconv.FormatFloat(max(100*share, 0.1), 'f', digits, 64) + " %"
}

// histogram draws the number of bodies that now have each colour.
func (l *Range) histogram(f *Frame, to *glyph.List, x, y, height float32) {
	most := 0
	for _, n := range l.bars {
		most = max(most, n)
	}
	each := height / histogramBars
	for i, n := range l.bars {
		if n == 0 {
			continue
		}
		width := max(histogramWidth*f.Scale*float32(n)/float32(most), 1)
		to.Rect(x, y+height-float32(i+1)*each, width, max(each-0.5, 1), f.Theme.Faint)
	}
}

// ticks writes the numbers at both ends of the bar, and round numbers between them where there is room.
func (l *Range) ticks(f *Frame, to *glyph.List, x, y, height float32, factor float64) {
	s, t := f.Scale, f.Theme
	var used []float32
	write := func(v float64) {
		at := y + height*(1-l.At(float32(v/factor)))
		if at < y-1 || at > y+height+1 {
			return
		}
		for _, u := range used {
			if mgl32.Abs(at-u) < 1.1*to.Face.Line {
				return
			}
		}
		used = append(used, at)
		to.Line(x-5*s, at, x-1, at, max(1, 0.8*s), t.Text)
		text := short(v)
		to.Text(x-9*s-to.Face.Width(text), at-0.55*to.Face.Line, text, t.Text, t.Halo)
	}
	lo, hi := float64(l.Lo)*factor, float64(l.Hi)*factor
	if !(hi > lo) {
		write(lo)
		return
	}
	write(lo)
	write(hi)
	for _, v := range l.niceNumbers(lo, hi, factor) {
		write(v)
	}
}

// AtPointer writes the value of the body under the pointer at its place in the legend, because with shading the
// eye can read the value from the colour only roughly.
func (l *Range) AtPointer(f *Frame, to *glyph.Sheet) {
	at, q := to.Legend, f.View.Quantity()
	if f.View.Hover.Kind != bridge.ThingBody || at.Height <= 0 || q.Categorical || q.Triangle != nil ||
		l.gauge.Snapshot == nil {
		return
	}
	is := func(c bridge.Capsule) bool {
		return c.Body >= 0 && int(c.Body) < len(l.gauge.Bodies) && l.gauge.Bodies[c.Body].Number == f.View.Hover.Body
	}
	i := slices.IndexFunc(l.gauge.Capsules, is)
	if i < 0 {
		return
	}
	x := l.gauge.Of(&l.gauge.Capsules[i])
	if x-x != 0 { // not finite
		return
	}
	s, t, line := f.Scale, f.Theme, to.Face.Line
	text := quantity(float64(x), q.Unit)
	y := at.Y + at.Height*(1-mgl32.Clamp(l.At(x), 0, 1))
	wide := to.Face.Width(text) + 2*legendPad*s
	left := at.X - 5*s - wide
	to.Rect(left, y-0.75*line, wide, 1.5*line, t.Pane.Alpha(1))
	to.Line(at.X-5*s, y, at.X+at.Width, y, max(1, 1.5*s), t.Halo)
	to.Text(left+legendPad*s, y-0.55*line, text, t.Text, t.Halo)
}

// niceNumbers returns round numbers from lo to hi, the most important first: on a linear scale multiples of a
// round step, on a logarithmic scale 1, 2 or 5 times powers of ten.
func (l *Range) niceNumbers(lo, hi, factor float64) (list []float64) {
	if l.Least == 0 {
		step := niceAbove((hi - lo) / 5)
		for k := math.Ceil(lo / step); k*step < hi; k++ {
			list = append(list, k*step)
		}
		return list
	}
	if l.Balanced {
		list = append(list, 0)
	}
	least := max(float64(l.Least)*factor, hi*1e-12)
	for _, m := range [...]float64{1, 2, 5} { // powers of ten first
		for p := math.Pow(10, math.Floor(math.Log10(least))); p < hi; p *= 10 {
			list = append(list, m*p)
			if l.Balanced {
				list = append(list, -m*p)
			}
		}
	}
	return list
}

// materials draws the colours of the materials with their names.
func (l *Range) materials(f *Frame, to *glyph.List) {
	s, t := f.Scale, f.Theme
	widest := to.Face.Width(f.View.Quantity().Label)
	for i := range f.Materials {
		widest = max(widest, to.Face.Width(f.Materials[i].Name)+20*s)
	}
	row := to.Face.Line + 5*s
	height := row * float32(len(f.Materials)+1)
	x, y := float32(f.Width)-(cardMargin+legendPad)*s-widest, 0.5*(float32(f.Height)-height)
	f.pane(to, x-legendPad*s, y-legendPad*s, widest+2*legendPad*s, height+2*legendPad*s)
	to.Keep(view.Room{Right: float32(f.Width) - x + legendPad*s})
	to.Text(x, y, f.View.Quantity().Label, t.Text, t.Halo)
	for i := range f.Materials {
		y += row
		to.Rect(x, y+0.1*row, 13*s, 13*s, opaqueColor(l.colors.Category(i)))
		to.Text(x+20*s, y, f.Materials[i].Name, t.Text, t.Halo)
	}
}

// legendUnit returns a unit in which numbers up to the largest are short, and the factor from the SI unit
// to this unit.
func legendUnit(unit string, largest float32) (factor float64, name string) {
	factor = 1
	switch unit {
	case "kg":
		factor, unit = 1000, "g"
	case "m", "s", "N", "J":
	default:
		return 1, unit
	}
	x := float64(largest) * factor
	if !(x > 0) {
		return factor, unit
	}
	k := int(math.Floor((math.Log10(x) + 1) / 3)) // 0.5 m, not 500 mm
	k = max(-3, min(k, 3))
	return factor * math.Pow(1000, -float64(k)), prefixes[k+3] + unit
}
