// Package widget draws the widgets of the window with imgui: fields, sliders, buttons, rows, columns, menus,
// icons, with their colours and fonts. It knows nothing of the simulation: the caller passes the value of a widget
// and gets back the change that a person has made.
//
// A Context holds what is needed to draw a frame. Lengths are in units of the window; Context.Px converts lengths
// of the design to these units.
package widget

import (
	"time"

	"github.com/inkyblackness/imgui-go/v4"
)

// Px converts a length of the design to a whole number of units of the window.
func (u *Context) Px(x float32) float32 { return float32(int(x*u.Scale + 0.5)) }

// Vec converts a size of the design to units of the window.
func (u *Context) Vec(x, y float32) imgui.Vec2 { return imgui.Vec2{X: u.Px(x), Y: u.Px(y)} }

// Context is the context of widgets, in the sense of immediate-mode toolkits: fonts and scale, and the state of
// widgets that imgui itself does not keep from frame to frame.
type Context struct {
	Fonts    Fonts
	Scale    float32                         // units of the window per unit of the design
	Size     imgui.Vec2                      // of the window
	now      time.Time                       // time of this frame
	Open     map[string]bool                 // sections of columns that are open
	Seek     string                          // section to which its column scrolls; empty: none
	Menus    *Menus                          // the menu that is open
	Refusals *Refusals                       // why edits of fields were refused
	Trial    Trial                           // lets edits of fields be tried before they are made
	Copy     func(text string)               // puts a text into the clipboard
	NameOf   func(key string) string         // name for people of the field with a key; empty: there is none
	TipEdge  func(x float32) (float32, bool) // where there is room for a tip beside the column at x

	typing    typing
	asked     int // frames until the keyboard may be asked for again
	rest      rest
	shortened shortened
	slide     slide
	given     map[string]float64 // values chosen in menus of fields, by the keys of the fields
	refused   []string           // reasons of refused edits in the column that is being drawn
	FootText  string             // text in the foot of the column that was drawn last
	light     bool               // the panels have light colours
}

// Trial tries the edit of a field before the edit is made: while a slider is dragged, the window shows the result
// that the edit would have.
type Trial interface {
	Tries(key string) bool // reports whether edits of the field with a key can be tried
	Begin() bool           // begins to try edits, and reports whether they are tried
	On() bool              // reports whether edits are tried now
	Make()                 // makes the edit that was tried last
}

// NewContext returns a context in dark colours.
func NewContext() *Context {
	setColors(false) // until SetLight is called
	return &Context{Scale: 1, Open: map[string]bool{}, given: map[string]float64{}, Menus: &Menus{},
		Refusals: &Refusals{},
		Copy:     func(string) {}, NameOf: func(string) string { return "" },
		TipEdge: func(x float32) (float32, bool) { return x, false }}
}

// Begin begins a frame, of a window of a size.
func (u *Context) Begin(now time.Time, width, height float32) {
	u.now, u.Size = now, imgui.Vec2{X: width, Y: height}
	u.shortened = shortened{}
	if !u.typing.shown { // typing ends when the field is no longer visible
		u.typing = typing{}
	}
	u.typing.shown = false
	u.Menus.Typed, u.Menus.Popup = false, false
	u.asked = max(u.asked-1, 0)
}

// End ends a frame.
func (u *Context) End() {
	if !u.rest.seen {
		u.rest = rest{}
	}
	u.rest.seen = false
}

// Resting returns the corner of the widget with a tip that the pointer is over, and whether it is over one.
func (u *Context) Resting() (corner imgui.Vec2, ok bool) { return u.rest.at, !u.rest.since.IsZero() }

// Due reports whether the tip of the widget under the pointer is due and not shown yet.
func (u *Context) Due(now time.Time) bool { return u.rest.due(now) }

// RowHeight is the height of a row of widgets.
func (u *Context) RowHeight() float32 { return u.Px(24) }
