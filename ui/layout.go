package ui

import (
	"math"

	"example.org/tumble/ui/remember"
)

// Measures of the shell at a scale of 1.
const (
	topHeight    = 36
	railWidth    = 44
	laneHeight   = 44
	floatMargin  = 10 // between the edge of the view and what floats over it
	statusHeight = 26

	leastColumn = 240 // in which rows still have room
	leastDrawer = 60
	oneColumn   = 1100 // narrower windows have one column for the dock and the inspector
	mostColumn  = 560
	mostDrawer  = 400
	leastWidth  = 600 // of the window
	leastHeight = 260 // likewise: the bars, and some rows between them
)

// viewShare is the part of the width of the window that the view keeps where dock and inspector can give
// way; where they cannot, in a small window, they lie over it. A window of 1600 has room for both as wide as they are
// at first.
const viewShare = 0.55

// shell is what a person chooses of the window's parts.
type shell remember.Layout

// newShell is the shell of a first start.
func newShell() shell {
	return shell{Dock: docks[0].title, DockWidth: 300, InspectorWidth: 340, DrawerHeight: 230, Charts: firstCharts}
}

// places are the rectangles of the parts of the window; those of parts that are not shown are empty.
type places struct {
	top, rail, lane, dock, inspector, drawer, view rect

	shared bool // dock and inspector take turns in one column: only one of them has a place
	over   bool // that column lies over the view, which has no room to give
}

// roomFor returns the largest scale at which the panels have room in a window of a size: text
// does not grow beyond it. It goes in steps, since each needs its own fonts, and not below
// the smallest that a person can choose.
func roomFor(width, height float32) float32 {
	most := min(width/leastWidth, height/leastHeight)
	return max(float32(math.Floor(float64(most)*10))/10, smallestUI)
}

// arrange divides a window of a size among its parts. The view keeps its share: the columns of dock and
// inspector become smaller first, then they share one.
func (s *shell) arrange(width, height, scale float32, hidden bool) places {
	if hidden {
		return places{view: rect{width: width, height: height}}
	}
	px := func(x float32) float32 { return float32(int(x*scale + 0.5)) }
	part := func(x, of float32) float32 { return float32(int(min(px(x), of))) }
	top, lane, rail := part(topHeight, height/4), part(laneHeight, height/4), part(railWidth, width/4)
	p := places{top: rect{width: width, height: top}, lane: rect{y: height - lane, width: width, height: lane}}
	middle := rect{rail, top, width - rail, height - top - lane}
	p.rail = rect{y: top, width: rail, height: middle.height}

	dock, inspector, drawer := s.columns(middle, width, px)
	p.shared = s.Dock != "" && s.Inspector && (dock == 0 || inspector == 0)
	if (s.Dock != "" || s.Inspector) && dock+inspector < px(leastColumn) {
		p.over = true
		dock, inspector = s.turn(part(s.DockWidth, middle.width))
	}
	p.dock = rect{middle.x, top, dock, middle.height}
	switch {
	case p.shared || p.over: // in the place of the dock, so that the view stands still
		p.inspector = rect{middle.x, top, inspector, middle.height}
	default:
		p.inspector = rect{width - inspector, top, inspector, middle.height}
	}
	p.view = middle
	if !p.over {
		p.view.width -= dock + inspector
		if p.inspector.x == middle.x {
			p.view.x += inspector
		}
		p.view.x += dock
	}
	p.view.height -= drawer
	if drawer > 0 {
		p.drawer = rect{p.view.x, p.view.y + p.view.height, p.view.width, drawer}
	}
	return p
}

// turn gives the only column, of a width, to the dock or to the inspector.
func (s *shell) turn(width float32) (dock, inspector float32) {
	if s.Inspector && (s.Front || s.Dock == "") {
		return 0, width
	}
	return width, 0
}

// columns returns the widths of dock and inspector and the height of the drawer in what lies between the
// bars of a window of a width. One of two columns is 0 where there is room for one only, and a column is
// narrower than the least one where there is none.
func (s *shell) columns(middle rect, width float32,
	px func(float32) float32) (dock, inspector, drawer float32) {
	least := px(leastColumn)
	space := max(float32(int(middle.width-viewShare*width)), 0)
	if s.Drawer {
		drawer = min(px(s.DrawerHeight), float32(int(middle.height/3)))
	}
	dock, inspector = px(s.DockWidth), px(s.InspectorWidth)
	switch {
	case s.Dock == "" && !s.Inspector:
		return 0, 0, drawer
	case s.Dock == "":
		return 0, min(inspector, space), drawer
	case !s.Inspector:
		return min(dock, space), 0, drawer
	}
	if width < px(oneColumn) || space < 2*least {
		dock, inspector = s.turn(min(dock, space))
		return dock, inspector, drawer
	}
	if both := dock + inspector; both > space {
		dock = min(max(float32(int(dock*space/both)), least), space-least)
		inspector = space - dock
	}
	return dock, inspector, drawer
}
