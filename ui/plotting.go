package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// plotting places times and values in a rectangle of the window.
type plotting struct {
	plot       layout.Rect
	begin, end float64 // of the time [s]
	low, high  float64 // of the values
	thick      float32 // of lines
}

func (p *plotting) x(time float64) float32 {
	return p.plot.X + p.plot.Width*float32((time-p.begin)/(p.end-p.begin))
}

func (p *plotting) y(v float64) float32 {
	return p.plot.Y + p.plot.Height - 1 - (p.plot.Height-2)*float32((v-p.low)/(p.high-p.low))
}

// columns goes through the samples of a series that are in sight, all that lie within a pixel together: first to last.
func (p *plotting) columns(s *bridge.Series, yield func(first, last int)) {
	from, to := max(s.After(p.begin)-1, 0), min(s.After(p.end)+1, len(s.Samples))
	for i := from; i < to; {
		first, x := i, p.x(s.Samples[i].Time)
		for i++; i < to && p.x(s.Samples[i].Time) < x+1; i++ {
		}
		yield(first, i-1)
	}
}

// outline draws curves as lines, or the tops of bands. All samples within a pixel become one upright stroke from the
// lowest to the highest value, so that no extreme is lost.
func (p *plotting) outline(list imgui.DrawList, curves []curve, stacked bool, s *bridge.Series, alpha float32,
	dashed bool) {
	for k := range curves {
		color := *curves[k].color
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
			at := imgui.Vec2{X: p.x(s.Samples[first].Time), Y: p.y(start)}
			if had && !(dashed && int((at.X-p.plot.X)/6)%2 == 1) {
				list.AddLineV(before, at, ink, p.thick)
			}
			if low < high && !dashed {
				list.AddLineV(imgui.Vec2{X: at.X, Y: p.y(low)}, imgui.Vec2{X: at.X, Y: p.y(high)}, ink, p.thick)
			}
			before, had = imgui.Vec2{X: at.X, Y: p.y(value)}, true
		})
	}
}

// sumOf returns what a curve has at a sample; of one in a stack, with all below it.
func sumOf(curves []curve, k int, stacked bool, s *bridge.Series, i int) (value, low, high float64) {
	if !stacked {
		return curves[k].of(s, i)
	}
	for j := range k + 1 {
		v, _, _ := curves[j].of(s, i)
		value += v
	}
	return value, value, value
}

// bands draws curves as bands, one upon the other.
func (p *plotting) bands(list imgui.DrawList, curves []curve, s *bridge.Series) {
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
		at := p.x(s.Samples[first].Time)
		if !finite(sum) {
			had = false
			return
		}
		had = had && !gap(s, first-1)
		for left := int(x); had && left < int(at); left++ { // by pixels: two slanted parts would show their seam
			share := (float64(left) - float64(x)) / float64(at-x)
			y := func(k int) float32 { return float32(int(p.y(past[k]+share*(tops[k]-past[k])) + 0.5)) }
			for k := range n {
				if bottom, top := y(k), y(k+1); top < bottom {
					list.AddRectFilled(imgui.Vec2{X: float32(left), Y: top}, imgui.Vec2{X: float32(left + 1), Y: bottom},
						widget.Pack(*curves[k].color))
				}
			}
		}
		x, had = at, true
		tops, past = past, tops
	})
}
