package chart

import (
	"math"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/plot"
	"example.org/tumble/ui/widget"
)

// AcrossHeight is the height of the marks below an area, at a scale of 1.
const AcrossHeight = 16

// The room of the marks at the left of an area, at a scale of 1.
const (
	leastValues = 52
	valuesGap   = 5 // between the marks and the area, and at least so much at their left
)

// Axes maps values to a rectangle of the window. The horizontal axis shows times, or a quantity.
type Axes struct {
	Area       layout.Rect
	Begin, End float64 // range of the time [s], or of the horizontal quantity
	Low, High  float64 // range of the vertical values
	Thick      float32 // width of lines

	AcrossLog, ValuesLog bool // the numbers of this axis are decimal logarithms
}

// X returns the x coordinate in the window of a time, or of a value of the horizontal quantity.
func (p *Axes) X(time float64) float32 {
	return p.Area.X + p.Area.Width*float32((time-p.Begin)/(p.End-p.Begin))
}

// Y returns the y coordinate of a value in the window.
func (p *Axes) Y(v float64) float32 {
	return p.Area.Y + p.Area.Height - 1 - (p.Area.Height-2)*float32((v-p.Low)/(p.High-p.Low))
}

// ValuesWidth returns the width of the marks of the vertical axis, of an area that is at most so high. It has room for
// numbers of three digits with the longest form of the unit, so that a new range of values seldom changes it.
func (p *Axes) ValuesWidth(u *widget.Context, unit string, height float32) float32 {
	w := widget.TextWidth(u.Fonts.Small, "000 "+format.Longest(unit))
	_, labels := p.values(u, unit, height)
	for _, label := range labels {
		w = max(w, widget.TextWidth(u.Fonts.Small, label))
	}
	return max(float32(int(w))+u.Px(2*valuesGap), u.Px(leastValues))
}

// values returns the values and the labels of the marks of the vertical axis, if its area has a height.
func (p *Axes) values(u *widget.Context, unit string, height float32) (at []float64, labels []string) {
	return marks(p.Low, p.High, max(1, int(height/u.Px(20))), unit, p.ValuesLog)
}

// MarkValues draws the marks of the vertical axis with thin lines. The highest mark has the unit; a mark that has no
// room below the mark above it has no label.
func (p *Axes) MarkValues(u *widget.Context, unit string) {
	list := imgui.WindowDrawList()
	at, labels := p.values(u, unit, p.Area.Height)
	above := float32(math.Inf(-1))
	for i, label := range slices.Backward(labels) {
		y := p.Y(at[i])
		widget.Fill(list, imgui.Vec2{X: p.Area.X, Y: float32(int(y))},
			imgui.Vec2{X: p.Area.X + p.Area.Width, Y: float32(int(y)) + 1}, widget.Pack(widget.ColorLine))
		w := widget.TextWidth(u.Fonts.Small, label)
		y = max(p.Area.Y+u.Px(6), min(y, p.Area.Y+p.Area.Height-u.Px(4)))
		if y-above < u.Px(13) {
			continue
		}
		above = y
		u.TextAt(u.Fonts.Small, widget.ColorSecondary, p.Area.X-w-u.Px(valuesGap), y, label)
	}
}

// MarkAcross draws the marks of the horizontal axis below the rectangle. The last mark has the unit.
func (p *Axes) MarkAcross(u *widget.Context, unit string) {
	list, y := imgui.WindowDrawList(), p.Area.Y+p.Area.Height
	at, labels := marks(p.Begin, p.End, max(1, int(p.Area.Width/u.Px(70))), unit, p.AcrossLog)
	for i, label := range labels {
		x := p.X(at[i])
		widget.Fill(list, imgui.Vec2{X: float32(int(x)), Y: y}, imgui.Vec2{X: float32(int(x)) + 1, Y: y + u.Px(3)},
			widget.Pack(widget.ColorFaint))
		w := widget.TextWidth(u.Fonts.Small, label)
		left, right := p.Area.X-u.Px(8), p.Area.X+p.Area.Width+u.Px(8)
		u.TextAt(u.Fonts.Small, widget.ColorSecondary, min(max(x-w/2, left), right-w), y+u.Px(10), label)
	}
}

// marks returns the values and the labels of the marks of an axis. The number of marks is about most or less.
func marks(low, high float64, most int, unit string, log bool) (at []float64, labels []string) {
	if log {
		return decades(low, high, most, unit)
	}
	factor, text := format.Scale(math.Max(math.Abs(low), math.Abs(high)), unit)
	list, digits := plot.Ticks(low/factor, high/factor, most)
	for i, v := range list {
		label := AxisLabel(v, digits)
		if i == len(list)-1 && text != "" {
			label += " " + text
		}
		at, labels = append(at, v*factor), append(labels, label)
	}
	return at, labels
}

// decades returns the marks of a logarithmic axis: at powers of ten, or at 1, 2 and 5 times powers of ten if the
// range contains fewer than two powers of ten. Each mark has its unit.
func decades(low, high float64, most int, unit string) (at []float64, labels []string) {
	times := []float64{1}
	if math.Floor(high)-math.Ceil(low) < 1 {
		times = []float64{1, 2, 5}
	}
	step := max(1, math.Ceil((high-low)/float64(most)))
	for k := math.Floor(low/step) * step; k <= high; k += step {
		for _, by := range times {
			if x := k + math.Log10(by); x >= low && x <= high {
				at, labels = append(at, x), append(labels, format.Quantity(by*math.Pow(10, k), unit, 1))
			}
		}
	}
	return at, labels
}

// columns calls yield for the visible samples of a series, once for all samples that lie within one pixel: first
// to last.
func (p *Axes) columns(s *bridge.Series, yield func(first, last int)) {
	from, to := max(s.After(p.Begin)-1, 0), min(s.After(p.End)+1, len(s.Samples))
	for i := from; i < to; {
		first, x := i, p.X(s.Samples[i].Time)
		for i++; i < to && p.X(s.Samples[i].Time) < x+1; i++ {
		}
		yield(first, i-1)
	}
}

// DrawLines draws curves as lines; with stacked it draws the tops of bands. All samples within a pixel become one
// vertical stroke from the lowest to the highest value, so that no extreme is lost.
func (p *Axes) DrawLines(list imgui.DrawList, curves []Curve, stacked bool, s *bridge.Series, alpha float32,
	dashed bool) {
	for k := range curves {
		color := *curves[k].Color
		color.W *= alpha
		ink, before, had := widget.Pack(color), imgui.Vec2{}, false
		p.columns(s, func(first, last int) {
			start, low, high := sumOf(curves, k, stacked, s, first)
			value := start
			for i := first + 1; i <= last; i++ {
				v, l, h := sumOf(curves, k, stacked, s, i)
				value, low, high = v, min(low, l), max(high, h)
			}
			if !finite(low) || !finite(high) || !finite(start) {
				had = false
				return
			}
			had = had && !gap(s, first-1)
			at := imgui.Vec2{X: p.X(s.Samples[first].Time), Y: p.Y(start)}
			if had && !(dashed && int((at.X-p.Area.X)/6)%2 == 1) {
				list.AddLineV(before, at, ink, p.Thick)
			}
			if low < high && !dashed {
				list.AddLineV(imgui.Vec2{X: at.X, Y: p.Y(low)}, imgui.Vec2{X: at.X, Y: p.Y(high)}, ink, p.Thick)
			}
			before, had = imgui.Vec2{X: at.X, Y: p.Y(value)}, true
		})
	}
}

// sumOf returns the value of a curve at a sample; in a stack it is the sum of the curve and all curves below it.
func sumOf(curves []Curve, k int, stacked bool, s *bridge.Series, i int) (value, low, high float64) {
	if !stacked {
		return curves[k].of(s, i)
	}
	for j := range k + 1 {
		v, _, _ := curves[j].of(s, i)
		value += v
	}
	return value, value, value
}

// DrawBands draws curves as bands, one upon the other.
func (p *Axes) DrawBands(list imgui.DrawList, curves []Curve, s *bridge.Series) {
	n := len(curves)
	tops, past := make([]float64, n+1), make([]float64, n+1)
	var x float32
	had := false
	p.columns(s, func(first, last int) {
		sum := 0.0
		for k := range curves {
			v, _, _ := curves[k].of(s, first)
			sum += v
			tops[k+1] = sum
		}
		at := p.X(s.Samples[first].Time)
		if !finite(sum) {
			had = false
			return
		}
		had = had && !gap(s, first-1)
		for left := int(x); had && left < int(at); left++ { // pixel by pixel: slanted areas would show a seam
			share := (float64(left) - float64(x)) / float64(at-x)
			y := func(k int) float32 { return float32(int(p.Y(past[k]+share*(tops[k]-past[k])) + 0.5)) }
			for k := range n {
				if bottom, top := y(k), y(k+1); top < bottom {
					widget.Fill(list, imgui.Vec2{X: float32(left), Y: top}, imgui.Vec2{X: float32(left + 1), Y: bottom},
						widget.Pack(*curves[k].Color))
				}
			}
		}
		x, had = at, true
		tops, past = past, tops
	})
}
