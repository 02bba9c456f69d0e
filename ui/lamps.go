package ui

import (
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// lamp shows by its colour whether a number of the run is in the range that can be trusted: grey, amber from the
// first bound on, red from the second.
type lamp struct {
	name       string
	bounds     [2]float64
	read       func(s *bridge.Snapshot) float64 // NaN: not known
	text, help string                           // text after the number; how to make it smaller
	culprit    func(m *model)                   // a click shows the cause, or where to look for it
}

// lamps are the lamps of the top bar.
var lamps = []lamp{
	{"Time step", bridge.TrustStep, stepShare, " of the time step at which contacts become unstable",
		"A smaller fraction (Time step, in the dock Scene) or softer materials help.",
		func(m *model) { m.camera.showCulprit(m.snap.Readings.Limiting) }},
	{"Overlap", bridge.TrustOverlap, func(s *bridge.Snapshot) float64 { return s.Stats.MaxOverlapRatio },
		" of the smaller radius is the largest overlap",
		"Stiffer materials, a shorter time step or slower bodies keep them apart.",
		func(m *model) { m.camera.showCulprit(m.snap.Readings.Deepest) }},
	{"Closure", bridge.TrustClosure, closureOf,
		" of what was dissipated is what the ledger of energies does not explain",
		"A shorter time step makes it smaller; the charts show when it came.",
		func(m *model) { m.shell.Drawer = true }},
}

// stepShare returns the time step over the critical one, at which the present contacts become unstable.
func stepShare(s *bridge.Snapshot) float64 {
	if c := s.Readings.Critical; c > 0 {
		return s.TimeStep / c
	}
	return math.NaN()
}

// closureOf returns the absolute closure error over the dissipated energy.
func closureOf(s *bridge.Snapshot) float64 {
	e := &s.Readings.Energy
	if !(e.Dissipated > 0) {
		return math.NaN()
	}
	return math.Abs(e.ClosureError) / e.Dissipated
}

// level returns 0 for a grey lamp, 1 for amber, 2 for red.
func (l *lamp) level(v float64) int {
	switch {
	case v >= l.bounds[1]:
		return 2
	case v >= l.bounds[0]:
		return 1
	}
	return 0
}

// lampWidth is the width of a lamp without its name at a scale of 1.
const lampWidth = 22

// namedLamp returns the width of a lamp with its name.
func (g *gui) namedLamp(l *lamp) float32 {
	return g.Px(lampWidth) + widget.TextWidth(g.Fonts.Small, l.name) + g.Px(8)
}

// lampsWidth returns the width of all lamps in the top bar: with their names, if the given room is wide enough.
func (g *gui) lampsWidth(room float32) float32 {
	named := float32(0)
	for i := range lamps {
		named += g.namedLamp(&lamps[i])
	}
	if named <= room {
		return named
	}
	return g.Px(lampWidth) * float32(len(lamps))
}

// showLamps draws the lamps, with their names if there is room; a click selects the body or contact that causes
// the value, or opens the charts.
func (g *gui) showLamps(w, h float32) {
	s, named := g.m.snap, w > g.Px(lampWidth)*float32(len(lamps))
	for i := range lamps {
		l := &lamps[i]
		if i > 0 {
			imgui.SameLineV(0, 0)
		}
		p, each := imgui.CursorScreenPos(), g.Px(lampWidth)
		if named {
			each = g.namedLamp(l)
			g.TextAt(g.Fonts.Small, widget.ColorSecondary, p.X+g.Px(lampWidth), p.Y+h/2, l.name)
		}
		if widget.Clickable("lamp "+l.name, each, h) {
			l.culprit(g.m)
		}
		v := l.read(s)
		c := [3]imgui.Vec4{widget.ColorFaint, widget.ColorWarning, widget.ColorRecord}[l.level(v)]
		center := imgui.Vec2{X: p.X + g.Px(11), Y: p.Y + h/2}
		if l.level(v) > 0 {
			imgui.WindowDrawList().AddCircleFilled(center, g.Px(5), widget.Pack(c))
		} else {
			imgui.WindowDrawList().AddCircleV(center, g.Px(4), widget.Pack(c), 0, g.Px(1.5))
		}
		said := l.name + ": nothing to say yet. "
		if !math.IsNaN(v) {
			said = l.name + ": " + format.Percent(v) + l.text + ". "
		}
		g.Tip(said + "Amber from " + format.Percent(l.bounds[0]) + ", red from " + format.Percent(l.bounds[1]) + ". " +
			l.help +
			" A click shows what is to blame.")
	}
}
