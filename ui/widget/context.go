// Package widget draws the widgets of the window with imgui: fields, sliders, buttons, rows, columns, menus, icons,
// and the colours and fonts that they have. It knows nothing of the simulation: who draws a widget gives it its
// value and gets back what a person has done with it.
//
// A Context is what a frame is drawn with. Lengths are in units of the window; Context.Px turns those of the design
// into them.
package widget

import (
	"time"

	"github.com/inkyblackness/imgui-go/v4"
)

// Px turns a length of the design into units of the window, whole ones.
func (u *Context) Px(x float32) float32 { return float32(int(x*u.Scale + 0.5)) }

// Vec turns a size of the design into units of the window.
func (u *Context) Vec(x, y float32) imgui.Vec2 { return imgui.Vec2{X: u.Px(x), Y: u.Px(y)} }

// Context is where widgets are drawn, as immediate-mode toolkits call it: fonts and scale, and what imgui
// itself does not remember of widgets from frame to frame.
type Context struct {
	Fonts    Fonts
	Scale    float32                         // units of the window per unit of the design
	Size     imgui.Vec2                      // of the window
	now      time.Time                       // of this frame
	Open     map[string]bool                 // sections of columns that are open
	Seek     string                          // section to which its column scrolls; empty: none
	Menus    *Menus                          // the menu that is open
	Refusals *Refusals                       // why edits of fields were not made
	Trial    Trial                           // lets edits of fields be tried before they are made
	Copy     func(text string)               // puts a text into the clipboard
	NameOf   func(key string) string         // what people call the field with a key; empty: its key
	Beside   func(x float32) (float32, bool) // where there is room for a tip beside the column at x

	typing   typing
	asked    int // frames until the keyboard may be asked for again
	rest     rest
	slide    slide
	given    map[string]float64 // by the menu, for fields by their keys
	refused  []string           // why edits were not made, in the column that is being drawn
	FootText string             // of the column that was drawn last
	light    bool               // the panels have light colours
}

// Trial lets the edit of a field be tried before it is made: what would come of it is shown while its slider is
// dragged.
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
		Beside: func(x float32) (float32, bool) { return x, false }}
}

// Begin begins a frame, of a window of a size.
func (u *Context) Begin(now time.Time, width, height float32) {
	u.now, u.Size = now, imgui.Vec2{X: width, Y: height}
	if !u.typing.shown { // a field that has gone out of sight is no longer typed
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

// Due reports whether the tip of the widget under the pointer is to be shown, which is not shown yet.
func (u *Context) Due(now time.Time) bool { return u.rest.due(now) }

// RowHeight is the height of a row of widgets.
func (u *Context) RowHeight() float32 { return u.Px(24) }
