package overlay

import (
	"math"
	"testing"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// TestLegendRange: starts at 0, only grows, follows the data anew when asked, balances signed quantities,
// spreads small magnitudes by their ratios, and takes the view's own range.
func TestLegendRange(t *testing.T) {
	s := &bridge.Snapshot{Bodies: make([]bridge.Body, 2), Capsules: []bridge.Capsule{{Body: 0}, {Body: 1}}}
	speeds := func(a, b float32) { s.Bodies[0].Velocity, s.Bodies[1].Velocity = [3]float32{a}, [3]float32{-b} }
	v := view.View{ColorBy: view.ColorBySpeed}
	var l Range
	look := func(what string, lo, hi float32) {
		t.Helper()
		l.Read(s, &v)
		l.Fit(&v)
		if l.Lo != lo || l.Hi != hi {
			t.Errorf("%s: range %g to %g, want %g to %g", what, l.Lo, l.Hi, lo, hi)
		}
	}
	speeds(5, 2)
	look("first", 0, 5)
	speeds(1, 2)
	look("grows only", 0, 5)
	v.ColorFit++
	look("fitted anew", 0, 2)
	v.ColorScale = view.ScaleLinear
	look("linear", 1, 2)
	v.ColorScale = view.ScaleSymmetric
	look("symmetric", -2, 2)
	v.ColorScale = view.ScaleLog
	speeds(1e-3, 2)
	look("log", 1e-3, 2)
	v.ColorScale, v.ColorBy = view.ScaleAuto, 7
	speeds(1, 3)
	look(v.Quantity().Name, -3, 3)
	v.ColorRange = [2]float32{-1, 2}
	look("balanced by the view", -2, 2)
	if l.outside != [2]int{1, 0} {
		t.Errorf("%v of -3 and 1 are outside of -2 to 2", l.outside)
	}
	v.ColorBy = view.ColorByHeight
	look("the view's own", -1, 2)
	v.ColorRange = [2]float32{}
	look("another quantity", 0, 0)
}

// TestColoursOfBodies: a body keeps its colour when others leave or it comes in another place.
func TestColoursOfBodies(t *testing.T) {
	v := view.View{ColorBy: view.ColorByBody}
	colours := func(numbers ...int64) (list []glyph.RGBA) {
		s, l := &bridge.Snapshot{}, Range{}
		for i, n := range numbers {
			s.Bodies = append(s.Bodies, bridge.Body{Number: n})
			s.Capsules = append(s.Capsules, bridge.Capsule{Body: int32(i)})
		}
		l.Read(s, &v)
		l.Fit(&v)
		for i := range s.Capsules {
			list = append(list, l.Color(i))
		}
		return list
	}
	before, after := colours(3, 4, 5), colours(5, 3)
	if before[2] != after[0] || before[0] != after[1] {
		t.Error("a body changed its colour with its place")
	}
	if before[0] == before[1] {
		t.Error("bodies that follow each other have the same colour: the test sees nothing")
	}
}

// TestSmallPileSpreads: bodies that all but rest, beside one that falls, have different colours on a
// logarithmic scale.
func TestSmallPileSpreads(t *testing.T) {
	s, l := &bridge.Snapshot{}, Range{}
	for i := range 40 {
		speed := float32(1e-5 * math.Pow(1.4, float64(i)))
		s.Bodies = append(s.Bodies, bridge.Body{Velocity: [3]float32{speed, 0, 0}})
		s.Capsules = append(s.Capsules, bridge.Capsule{Body: int32(i)})
	}
	s.Bodies[0].Velocity[0] = 3
	v := view.View{ColorBy: view.ColorBySpeed, ColorScale: view.ScaleLog}
	l.Read(s, &v)
	l.Fit(&v)
	seen := map[glyph.RGBA]bool{}
	for i := range s.Capsules {
		seen[l.Color(i)] = true
	}
	if len(seen) < 36 {
		t.Errorf("%d colours of 40 speeds", len(seen))
	}
}

// TestNoValueIsCounted: a value that is no number, or infinite, is outside of every range, counted, and hatched.
func TestNoValueIsCounted(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		s := &bridge.Snapshot{Bodies: make([]bridge.Body, 2), Capsules: []bridge.Capsule{{Body: 0}, {Body: 1}}}
		s.Bodies[1].Velocity[0] = float32(x)
		var l Range
		v := view.View{ColorBy: view.ColorBySpeed}
		l.Read(s, &v)
		l.Fit(&v)
		if l.missing != 1 || l.Color(1)[3] != 0 || l.Color(0)[3] != 255 {
			t.Errorf("speed %g: the legend counts %d bodies without a value, colours %v", x, l.missing, l.Color(1))
		}
	}
}

// TestValueAtPointer: the legend says the exact value of the body under the pointer at its place, and nothing of what
// has no value.
func TestValueAtPointer(t *testing.T) {
	s, v := pair(), straight()
	v.ColorBy, v.ColorRange = view.ColorBySpeed, [2]float32{0, 1}
	says := func(hover bridge.Thing) (text string, y float32) {
		v.Hover = hover
		f := NewFrame(s, &v, 400, 300)
		var l Range
		l.Read(s, &v)
		l.Fit(&v)
		to := newList(t).Sheet
		to.Legend = view.Legend{X: 350, Y: 100, Width: 20, Height: 80, Ramp: l.Ramp}
		l.AtPointer(&f, to)
		for _, p := range to.Parts {
			if p.Text != "" {
				text += p.Text
			} else if p.Width > 0 {
				y = p.Points[0][1]
			}
		}
		return text, y
	}
	if text, y := says(bridge.Thing{Kind: bridge.ThingBody, Body: 2}); text != "0.5 m/s" || y != 140 {
		t.Errorf("of a body at half of the range: %q at %g, want \"0.5 m/s\" at 140", text, y)
	}
	for _, nothing := range []bridge.Thing{{}, {Kind: bridge.ThingBody}, {Kind: bridge.ThingBody, Body: 9}} {
		if text, _ := says(nothing); text != "" {
			t.Errorf("of %+v: %q, want nothing", nothing, text)
		}
	}
}
