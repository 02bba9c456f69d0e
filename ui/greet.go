package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// gesturesFirst are what the card of the first start tells of.
var gesturesFirst = []keymap.Action{keymap.Orbit, keymap.Pan, keymap.Zoom, keymap.Select, keymap.Play}

// greetCard tells of five gestures at the very first start. It takes no click: the first one anywhere, or
// Escape, closes it for good.
func (hp *help) greetCard(u *widget.Context, v layout.Rect) {
	row, pad := u.Px(28), u.Px(20)
	w, h := u.Px(382), row*float32(len(gesturesFirst))+u.Px(34+30)+2*u.Px(14)
	at := u.Middle(v, w, h) // then above what stands on the floor in the middle, and beside it
	at.X = v.X + u.Px(layout.FloatMargin)
	at.Y = min(v.Y+u.Px(48), v.Y+v.Height-at.Height)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: pad, Y: u.Px(14)})
	u.Pane("##greet", at, widget.ColorRaised, imgui.WindowFlagsNoInputs|imgui.WindowFlagsNoScrollbar|widget.Quiet)
	u.Border(at, widget.ColorAccent)
	x, y := at.X+pad, at.Y+u.Px(14)+u.Px(12)
	u.TextAt(u.Fonts.Medium, widget.ColorText, x, y, "Welcome. Five things to begin with:")
	y += u.Px(34)
	for _, a := range gesturesFirst {
		b := keymap.Of(a)
		u.TextAt(u.Fonts.Text, widget.ColorText, x, y, b.Text)
		u.KeyCaps(keymap.Names(b.Chords[:min(len(b.Chords), 2)]), at.X+at.Width-pad, y)
		y += row
	}
	hint := keymap.Shortcut(keymap.Help) + " lists all keys. A click or " + keymap.Shortcut(keymap.Cancel) +
		" closes this card."
	u.TextAt(u.Fonts.Small, widget.ColorSecondary, x, y+u.Px(4), hint)
	imgui.End()
	imgui.PopStyleVar()
}
