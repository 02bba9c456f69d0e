package ui

import (
	"github.com/inkyblackness/imgui-go/v4"
)

// gesturesFirst are what the card of the first start tells of.
var gesturesFirst = []act{actOrbit, actPan, actZoom, actSelect, actPlay}

// greetCard tells of five gestures at the very first start. It takes no click: the first one anywhere, or
// Escape, closes it for good.
func (g *gui) greetCard(v rect) {
	row, pad := g.px(28), g.px(20)
	w, h := g.px(382), row*float32(len(gesturesFirst))+g.px(34+30)+2*g.px(14)
	at := g.middle(v, w, h) // then above what stands on the floor in the middle, and beside it
	at.x = v.x + g.px(floatMargin)
	at.y = min(v.y+g.px(48), v.y+v.height-at.height)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: pad, Y: g.px(14)})
	g.pane("##greet", at, colorRaised, imgui.WindowFlagsNoInputs|imgui.WindowFlagsNoScrollbar|quiet)
	g.rim(at, colorAccent)
	x, y := at.x+pad, at.y+g.px(14)+g.px(12)
	g.put(g.fonts.medium, colorText, x, y, "Welcome. Five things to begin with:")
	y += g.px(34)
	for _, a := range gesturesFirst {
		b := binding(a)
		g.put(g.fonts.text, colorText, x, y, b.Text)
		g.keyCaps(b.Chords[:min(len(b.Chords), 2)], at.x+at.width-pad, y)
		y += row
	}
	hint := shortcut(actHelp) + " lists all keys. A click or " + shortcut(actCancel) + " closes this card."
	g.put(g.fonts.small, colorSecondary, x, y+g.px(4), hint)
	imgui.End()
	imgui.PopStyleVar()
}
