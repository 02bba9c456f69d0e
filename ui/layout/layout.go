// Package layout divides a window among its parts: bars, docks, inspector, charts and view, and gives each float
// over the view a place of its own. It is pure: it knows the sizes of the parts and which of them a person has
// opened, but not their contents.
//
// The picture of the scene stands still in the window when a part beside it opens: the picture always belongs to
// the whole Stage, and the View shows a part of it. A scene is framed in Clear, which no part covers that appears
// by itself. If there is not enough room, the parts give way in this order: the inspector becomes narrower, then
// it shares a column with the dock, then this column lies over the view. Buttons of the strip continue in a next
// row. Cards of the band are Low or become a chip, and wait until the card before them is closed; likewise every
// float waits until it has room below the floats above it. Messages and parts of the status line that have no room
// in the lane appear only in the list behind the bell.
package layout

import "math"

// Measures of the shell at a scale of 1.
const (
	topHeight    = 36
	railWidth    = 44
	laneHeight   = 44
	FloatMargin  = 10 // between the edge of the view and floats
	StatusHeight = 26

	LeastColumn = 240 // rows of panels still have room in it
	LeastDrawer = 60
	OneColumn   = 1100 // narrower windows have one column for the dock and the inspector
	MostColumn  = 560
	MostDrawer  = 400
	leastWidth  = 600 // of the window
	leastHeight = 260 // of the window: room for the bars and for some rows between them
)

// The limits of the scale of text and widgets.
const (
	LeastScale = 0.5
	MostScale  = 3
)

// ViewShare is the share of the width of the window that the view keeps while dock and inspector can become
// narrower. In a small window, where they cannot, they lie over the view. A window of width 1600 has room for both
// in their first widths, a window of width 1280 for the dock.
const ViewShare = 0.53

// Shell holds the person's choices about the parts of the window. Lengths are at a scale of 1.
type Shell struct {
	Dock      string // title of the open dock; empty: none is open
	Inspector bool
	Drawer    bool
	Front     bool // if dock and inspector share a column, the inspector is visible

	DockWidth, InspectorWidth, DrawerHeight float32

	Charts uint32 // bit by bit, which of the charts are shown; 0: the charts of a first start
}

// First returns the shell of a first start, with a dock open and some charts chosen, bit by bit.
func First(dock string, charts uint32) Shell {
	return Shell{Dock: dock, DockWidth: 300, InspectorWidth: 340, DrawerHeight: 230, Charts: charts}
}

// Places are the rectangles of the parts of the window. A part that is not shown has an empty rectangle.
type Places struct {
	Top, Rail, Lane, Dock, Inspector, Drawer, View Rect

	Stage  Rect            // between the bars, whatever is open; the angle of view of the camera refers to it
	Clear  Rect            // part of View in which a scene is framed
	Floats [NumFloats]Rect // over the view

	scale float32

	Shared bool // dock and inspector take turns in one column: only one of them has a place
	Over   bool // the column lies over the view, which cannot become narrower
}

// RoomFor returns the largest scale at which the panels have room in a window of a size; text does not grow beyond
// this scale. The scale changes in steps, since each scale needs its own fonts, and is not below LeastScale.
func RoomFor(width, height float32) float32 {
	most := min(width/leastWidth, height/leastHeight)
	return max(float32(math.Floor(float64(most)*10))/10, LeastScale)
}

// Arrange divides a window of a size among its parts. The view keeps its share: the columns of dock and inspector
// become smaller first, then they share one. The dock always has the width that it has beside the inspector, so
// that opening the inspector does not change the dock.
func (s *Shell) Arrange(width, height, scale float32, hidden bool) Places {
	p := Places{scale: scale}
	px := p.px
	part := func(x, of float32) float32 { return float32(int(min(px(x), of))) }
	top, lane, rail := part(topHeight, height/4), part(laneHeight, height/4), part(railWidth, width/4)
	middle := Rect{rail, top, width - rail, height - top - lane}
	p.Stage = middle
	if hidden {
		p.View = Rect{Width: width, Height: height}
		p.Clear = p.View
		return p
	}
	p.Top, p.Lane = Rect{Width: width, Height: top}, Rect{Y: height - lane, Width: width, Height: lane}
	p.Rail = Rect{Y: top, Width: rail, Height: middle.Height}

	dock, inspector, drawer := s.columns(middle, width, px)
	p.Shared = s.Dock != "" && s.Inspector && (dock == 0 || inspector == 0)
	if (s.Dock != "" || s.Inspector) && dock+inspector < px(LeastColumn) {
		p.Over = true
		dock, inspector = s.turn(part(s.DockWidth, middle.Width))
	}
	p.Dock = Rect{middle.X, top, dock, middle.Height}
	switch {
	case p.Shared || p.Over: // at the place of the dock, so that the view stands still
		p.Inspector = Rect{middle.X, top, inspector, middle.Height}
	default:
		p.Inspector = Rect{width - inspector, top, inspector, middle.Height}
	}
	p.View = middle
	if !p.Over {
		p.View.Width -= dock + inspector
		if p.Inspector.X == middle.X {
			p.View.X += inspector
		}
		p.View.X += dock
	}
	p.View.Height -= drawer
	if drawer > 0 {
		p.Drawer = Rect{p.View.X, p.View.Y + p.View.Height, p.View.Width, drawer}
	}
	p.Clear = p.View
	return p
}

// turn gives the width of the only column to the dock or to the inspector.
func (s *Shell) turn(width float32) (dock, inspector float32) {
	if s.Inspector && (s.Front || s.Dock == "") {
		return 0, width
	}
	return width, 0
}

// columns returns the widths of dock and inspector and the height of the drawer in the area between the bars, for
// the width of the window. If there is room for only one column, the width of the other one is 0; if there is not
// even room for one, the width of the column is below the least width.
func (s *Shell) columns(middle Rect, width float32,
	px func(float32) float32) (dock, inspector, drawer float32) {
	least := px(LeastColumn)
	space := max(float32(int(middle.Width-ViewShare*width)), 0)
	if s.Drawer {
		drawer = min(px(s.DrawerHeight), float32(int(middle.Height/3)))
	}
	dock, inspector = px(s.DockWidth), px(s.InspectorWidth)
	switch {
	case s.Dock == "" && !s.Inspector:
		return 0, 0, drawer
	case s.Dock == "":
		return 0, min(inspector, space), drawer
	case width < px(OneColumn) || space < 2*least:
		dock, inspector = s.turn(min(dock, space))
		return dock, inspector, drawer
	}
	if dock = min(dock, space-least); !s.Inspector { // as wide as beside an inspector: nothing in the dock moves
		return dock, 0, drawer
	}
	return dock, min(inspector, space-dock), drawer
}

// Rect is a rectangle in units of the window, y down.
type Rect struct{ X, Y, Width, Height float32 }

// Aspect returns the width over the height, and 1 where there is no area.
func (r Rect) Aspect() float32 {
	if r.Height <= 0 || r.Width <= 0 {
		return 1
	}
	return r.Width / r.Height
}

// Clamp returns the number nearest to x that lies between the ends.
func Clamp(x, least, most float32) float32 { return min(max(x, least), most) }

// OpenDock opens a dock, or closes the open dock.
func (s *Shell) OpenDock(title string, open bool) {
	s.Dock, s.Front = title, false
	if !open {
		s.Dock = ""
	}
}

// Inspect opens or closes the inspector.
func (s *Shell) Inspect(open bool) { s.Inspector, s.Front = open, open }

// Box returns a rectangle by its corner and its size.
func Box(x, y, width, height float32) Rect { return Rect{x, y, width, height} }
