package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/tumble/render/view"
)

// legend draws the scale of the colours at the right side.
type legend struct{}

func newLegend(*kit) (drawer, error) { return legend{}, nil }

// Sizes of the legend [px at scale 1].
const (
	barWidth, barHeight = 20, 240
	histogramWidth      = 34
	legendPad           = 8
	legendLabels        = 52 // room for numbers
)

func (legend) prepare(f *frame) {
	l := f.legend
	f.bar = view.Legend{}
	if !f.view.Quantity().Categorical {
		f.bar.Ramp = l.Ramp
	}
	if slices.ContainsFunc(f.Beside.Apart, copyless) && f.view.Quantity().Name == "apart" {
		f.ownKey("only in this world", 10*f.scale, func(f *frame, x, y float32) {
			f.hud.rect(x, y-5*f.scale, 10*f.scale, 10*f.scale, loneTint)
		})
	}
	switch q := f.view.Quantity(); {
	case f.view.NoLegend || !f.data:
	case q.Name == "material":
		l.materials(f)
	case !q.Categorical:
		l.draw(f)
	}
}

// copyless reports whether a distance from a copy is that of a body without one.
func copyless(distance float32) bool { return math.IsInf(float64(distance), 1) }

func (legend) draw(*frame) {}
func (legend) close()      {}

// draw draws the bar with its histogram, numbers and title.
func (l *legendRange) draw(f *frame) {
	h, s, t := f.hud, f.scale, f.theme
	line := h.face.line
	right := float32(f.width) - (cardMargin+legendPad)*s
	x := right - (barWidth+l.besideBar(f))*s
	y, height := l.place(f)
	f.bar = view.Legend{X: x, Y: y, Width: barWidth * s, Height: height, Ramp: l.Ramp}

	factor, unit := legendUnit(f.view.Quantity().Unit, max(abs(l.Lo), abs(l.Hi)))
	title := l.title(f, unit)
	now := l.nowText(f, factor)
	titleWidth := h.face.width(title)
	locked := l.fixed && !f.timeless()
	if locked {
		titleWidth += 14 * s
	}
	left := min(x-legendLabels*s, right-titleWidth, right-h.face.width(now))
	if l.missing > 0 {
		left = min(left, right-20*s-h.face.width(l.missingText()))
	}
	left -= legendPad * s
	tall := height + 4.6*line + l.missingHeight(f) + 2*legendPad*s
	if !f.timeless() { // else nothing is behind it
		f.pane(left, y-2.3*line-legendPad*s, right+legendPad*s-left, tall)
	}
	h.keep(view.Room{Right: float32(f.width) - left})

	h.text(right-h.face.width(title), y-2.3*line, title, t.text, t.halo)
	if locked {
		h.padlock(right-titleWidth, y-2.3*line+0.2*line, s, t.text)
	}
	h.text(right-h.face.width(now), y+height+1.3*line, now, t.faint, t.halo)
	l.noValues(f, right, y+height+2.6*line)
	l.bar(f, x, y, height)
	if !f.timeless() {
		l.histogram(f, x+(barWidth+3)*s, y, height)
	}
	l.ticks(f, x, y, height, factor)
}

// besideBar is the room at the right of the bar [px at scale 1]: for the histogram, or in a figure for the shares of
// bodies beyond an end.
func (l *legendRange) besideBar(f *frame) float32 {
	switch {
	case !f.timeless():
		return 3 + histogramWidth
	case l.outside != [2]int{}:
		return 3 + histogramWidth + legendPad
	}
	return 0
}

// timeless reports whether the legend is without what is of one moment or of the window: in a figure, and if it is that
// of several moments.
func (f *frame) timeless() bool { return f.view.Figure.On() || f.view.Beside.Side > 0 }

// nowText says which numbers there are now; nothing where the legend is timeless.
func (l *legendRange) nowText(f *frame, factor float64) string {
	if f.timeless() {
		return ""
	}
	now := "now none"
	if l.now.low <= l.now.high {
		now = fmt.Sprintf("now %s to %s", short(float64(l.now.low)*factor), short(float64(l.now.high)*factor))
	}
	if f.view.Filmed {
		now += ", locked for the video"
	}
	return now
}

// place returns the top of the bar and its height: in the middle of the picture if that leaves room for
// the card of keys, else above the card.
func (l *legendRange) place(f *frame) (y, height float32) {
	line, s, whole := f.hud.face.line, f.scale, float32(f.height)
	above, below := 2.3*line+legendPad*s, 2.3*line+l.missingHeight(f)+legendPad*s
	room := whole - f.cardTop() - above - below - 2*cardMargin*s
	height = max(min(barHeight*s, 0.5*whole-3*line, room), 2*line)
	y = min(0.5*(whole-height), whole-f.cardTop()-cardMargin*s-below-height)
	return max(y, above), height
}

// missingHeight is the room for what the legend says of bodies without a value [px].
func (l *legendRange) missingHeight(f *frame) float32 {
	if l.missing == 0 {
		return 0
	}
	return 1.4 * f.hud.face.line
}

func (l *legendRange) missingText() string { return fmt.Sprintf("no value: %d", l.missing) }

// noValues says how many bodies are hatched, as they have no value, or an infinite one.
func (l *legendRange) noValues(f *frame, right, y float32) {
	if l.missing == 0 {
		return
	}
	h, s := f.hud, f.scale
	left := right - h.face.width(l.missingText())
	h.text(left, y, l.missingText(), f.theme.faint, f.theme.halo)
	h.hatch(left-20*s, y+0.1*h.face.line, 14*s)
}

// hatch draws a square as bodies without a value are.
func (h *hud) hatch(x, y, side float32) {
	dark, pale := hex(0x292929), hex(0xC7C7C7)
	h.rect(x, y, side, side, dark)
	// The line on which the places add up to d, from where it enters the square to where it leaves it.
	ends := func(d float32) (a, b [2]float32) {
		m := min(d, side)
		return [2]float32{x + m, y + d - m}, [2]float32{x + d - m, y + m}
	}
	for k := range 3 {
		d := side * (float32(k) + 0.25) * 2 / 3
		a, b := ends(d)
		p, q := ends(d + side/3)
		h.shape([4][2]float32{a, p, q, b}, pale)
	}
}

// title returns what the legend says above the bar.
func (l *legendRange) title(f *frame, unit string) string {
	title := f.view.Quantity().Label
	if unit != "" {
		title += " (" + unit + ")"
	}
	if l.Least > 0 {
		title += ", log"
	}
	return title
}

// bar draws the colours, and a triangle at an end beyond which there are bodies, with their share.
func (l *legendRange) bar(f *frame, x, y, height float32) {
	h, s, t := f.hud, f.scale, f.theme
	width := barWidth * s
	h.rect(x-1, y-1, width+2, height+2, t.halo)
	c := l.colors.Colors
	n := len(c) - 1
	down := make([]rgba, len(c))
	for i := range c {
		down[n-i] = opaqueColor(c[i])
	}
	h.ramp(x, y, width, height, down, false)
	for end, count := range l.outside {
		if count == 0 {
			continue
		}
		at, tip, color, text := y+height+2, y+height+2+9*s, opaqueColor(c[0]), y+height+1
		if end == 1 {
			at, tip, color, text = y-2, y-2-9*s, opaqueColor(c[n]), y-h.face.line-1
		}
		h.shape([4][2]float32{{x, at}, {x + width, at}, {x + 0.5*width, tip}, {x + 0.5*width, tip}}, color)
		share := percent(float64(count) / float64(len(l.values)))
		h.text(x+width+4*s, text, share, t.faint, t.halo)
	}
}

// percent writes a share shortly, and never what is not none as 0.
func percent(share float64) string {
	digits := 0
	if share < 0.0995 {
		digits = 1
	}
	return strconv.FormatFloat(max(100*share, 0.1), 'f', digits, 64) + " %"
}

// histogram draws how many bodies have each colour now.
func (l *legendRange) histogram(f *frame, x, y, height float32) {
	most := 0
	for _, n := range l.bars {
		most = max(most, n)
	}
	each := height / histogramBars
	for i, n := range l.bars {
		if n == 0 {
			continue
		}
		width := max(histogramWidth*f.scale*float32(n)/float32(most), 1)
		f.hud.rect(x, y+height-float32(i+1)*each, width, max(each-0.5, 1), f.theme.faint)
	}
}

// ticks writes round numbers beside the bar, and both ends.
func (l *legendRange) ticks(f *frame, x, y, height float32, factor float64) {
	h, s, t := f.hud, f.scale, f.theme
	var used []float32
	write := func(v float64) {
		at := y + height*(1-l.At(float32(v/factor)))
		if at < y-1 || at > y+height+1 {
			return
		}
		for _, u := range used {
			if abs(at-u) < 1.1*h.face.line {
				return
			}
		}
		used = append(used, at)
		h.line(x-5*s, at, x-1, at, max(1, 0.8*s), t.text)
		text := short(v)
		h.text(x-9*s-h.face.width(text), at-0.55*h.face.line, text, t.text, t.halo)
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

// niceNumbers returns numbers 1, 2 or 5 times a power of ten, those first that must not be missing.
func (l *legendRange) niceNumbers(lo, hi, factor float64) (list []float64) {
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

// materials names the colours of the materials.
func (l *legendRange) materials(f *frame) {
	h, s, t := f.hud, f.scale, f.theme
	widest := h.face.width(f.view.Quantity().Label)
	for i := range f.Materials {
		widest = max(widest, h.face.width(f.Materials[i].Name)+20*s)
	}
	row := h.face.line + 5*s
	height := row * float32(len(f.Materials)+1)
	x, y := float32(f.width)-(cardMargin+legendPad)*s-widest, 0.5*(float32(f.height)-height)
	f.pane(x-legendPad*s, y-legendPad*s, widest+2*legendPad*s, height+2*legendPad*s)
	h.keep(view.Room{Right: float32(f.width) - x + legendPad*s})
	h.text(x, y, f.view.Quantity().Label, t.text, t.halo)
	for i := range f.Materials {
		y += row
		h.rect(x, y+0.1*row, 13*s, 13*s, opaqueColor(l.colors.Category(i)))
		h.text(x+20*s, y, f.Materials[i].Name, t.text, t.halo)
	}
}

// padlock draws the mark of a range that does not follow the data, from its upper left corner.
func (h *hud) padlock(x, y, s float32, c rgba) {
	h.rect(x, y+5*s, 9*s, 7*s, c)
	h.line(x+2*s, y+5*s, x+2*s, y+s, 1.4*s, c)
	h.line(x+7*s, y+5*s, x+7*s, y+s, 1.4*s, c)
	h.line(x+1.5*s, y+s, x+7.5*s, y+s, 1.4*s, c)
}

// legendUnit returns a unit in which numbers up to a largest one read short, and by what numbers in
// SI are multiplied.
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
