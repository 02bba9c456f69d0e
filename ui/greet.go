package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// gesturesFirst are the actions that the card of the first start explains.
var gesturesFirst = []keymap.Action{keymap.Orbit, keymap.Pan, keymap.Zoom, keymap.Select, keymap.Play}

// Sizes of the card of the first start at a scale of 1.
const (
	greetPad  = 14
	greetLine = 20 // of title and hint
	greetRow  = 46 // a gesture, and below it its keys
)

// greetSize returns the size of the card of the first start: its gestures stand side by side, in as many rows as
// they need.
func (hp *help) greetSize(u *widget.Context, most layout.Size) layout.Size {
	if !hp.greet {
		return layout.Size{}
	}
	columns, each := hp.greetColumns(u, most.Width)
	rows := (len(gesturesFirst) + columns - 1) / columns
	w := max(each*float32(columns), widget.TextWidth(u.Fonts.Small, greetHint())) + u.Px(2*greetPad)
	return layout.Size{Width: min(w, most.Width), Height: u.Px(2*greetPad + 2*greetLine + greetRow*float32(rows))}
}

// greetColumns returns how many gestures have room side by side, and how wide one is.
func (hp *help) greetColumns(u *widget.Context, most float32) (columns int, each float32) {
	for _, a := range gesturesFirst {
		b := keymap.Of(a)
		each = max(each, widget.TextWidth(u.Fonts.Text, b.Text),
			capsWidth(u, keymap.Names(b.Chords[:min(len(b.Chords), 2)])))
	}
	each += u.Px(20)
	return min(max(int((most-u.Px(2*greetPad))/each), 1), len(gesturesFirst)), each
}

// greetHint says how the card is closed.
func greetHint() string {
	return keymap.Shortcut(keymap.Help) + " lists all keys, " + keymap.Shortcut(keymap.Palette) +
		" finds anything by its name. A click or " + keymap.Shortcut(keymap.Cancel) + " closes this card."
}

// greetCard explains five gestures at the very first start. It takes no click: the first click anywhere, or
// Escape, closes it for good.
func (hp *help) greetCard(u *widget.Context, at layout.Rect) {
	if at.Width == 0 { // the card waits for room
		return
	}
	u.Pane("##greet", at, widget.ColorRaised, imgui.WindowFlagsNoInputs|imgui.WindowFlagsNoScrollbar|widget.Quiet)
	u.Border(at, widget.ColorAccent)
	x, y := at.X+u.Px(greetPad), at.Y+u.Px(greetPad)
	u.TextAt(u.Fonts.Medium, widget.ColorText, x, y+u.Px(greetLine)/2, "Welcome. Five things to begin with:")
	y += u.Px(greetLine)
	columns, each := hp.greetColumns(u, at.Width)
	for i, a := range gesturesFirst {
		b, left := keymap.Of(a), x+float32(i%columns)*each
		line := y + u.Px(greetRow)*float32(i/columns)
		u.TextAt(u.Fonts.Text, widget.ColorText, left, line+u.Px(15), b.Text)
		names := keymap.Names(b.Chords[:min(len(b.Chords), 2)])
		u.KeyCaps(names, left+capsWidth(u, names), line+u.Px(34))
	}
	u.TextAt(u.Fonts.Small, widget.ColorSecondary, x, at.Y+at.Height-u.Px(greetPad)-u.Px(greetLine)/2+u.Px(4), greetHint())
	imgui.End()
}

// capsWidth returns the width of the names of keys, drawn as keys.
func capsWidth(u *widget.Context, names []string) (w float32) {
	for _, n := range names {
		w += max(widget.TextWidth(u.Fonts.Small, n)+u.Px(10), u.Px(19)) + u.Px(4)
	}
	return w
}
