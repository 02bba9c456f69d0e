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
func (g *gui) greetCard(v layout.Rect) {
	row, pad := g.Px(28), g.Px(20)
	w, h := g.Px(382), row*float32(len(gesturesFirst))+g.Px(34+30)+2*g.Px(14)
	at := g.Middle(v, w, h) // then above what stands on the floor in the middle, and beside it
	at.X = v.X + g.Px(layout.FloatMargin)
	at.Y = min(v.Y+g.Px(48), v.Y+v.Height-at.Height)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: pad, Y: g.Px(14)})
	g.Pane("##greet", at, widget.ColorRaised, imgui.WindowFlagsNoInputs|imgui.WindowFlagsNoScrollbar|widget.Quiet)
	g.Border(at, widget.ColorAccent)
	x, y := at.X+pad, at.Y+g.Px(14)+g.Px(12)
	g.TextAt(g.Fonts.Medium, widget.ColorText, x, y, "Welcome. Five things to begin with:")
	y += g.Px(34)
	for _, a := range gesturesFirst {
		b := keymap.Of(a)
		g.TextAt(g.Fonts.Text, widget.ColorText, x, y, b.Text)
		g.KeyCaps(keymap.Names(b.Chords[:min(len(b.Chords), 2)]), at.X+at.Width-pad, y)
		y += row
	}
	hint := keymap.Shortcut(keymap.Help) + " lists all keys. A click or " + keymap.Shortcut(keymap.Cancel) +
		" closes this card."
	g.TextAt(g.Fonts.Small, widget.ColorSecondary, x, y+g.Px(4), hint)
	imgui.End()
	imgui.PopStyleVar()
}
