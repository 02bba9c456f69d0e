package ui

import (
	"github.com/inkyblackness/imgui-go/v4"
)

// menu lists what can be done with the thing that was clicked with the right button.
type menu struct {
	x, y  float32 // where it was clicked [units of the window]
	title string
	items []menuItem
	fresh bool // it was opened in this frame: that click does not close it
}

// menuItem is a row of a menu.
type menuItem struct {
	text string
	hint string // such as its key
	do   func()
}

// openMenu shows a menu at a place of the window; one that is open closes.
func (m *model) openMenu(x, y float32, title string, items ...menuItem) {
	m.menuAt = [2]float32{x, y}
	m.menu = &menu{x: x, y: y, title: title, items: items, fresh: true}
}

// menuPane shows the menu that is open. A click on a row does it, one anywhere else closes the menu.
func (g *gui) menuPane() {
	n := g.m.menu
	if n == nil {
		return
	}
	w := width(g.fonts.medium, n.title)
	for _, i := range n.items {
		w = max(w, width(g.fonts.text, i.text)+g.px(20)+width(g.fonts.small, i.hint))
	}
	row, pad := g.px(26), g.px(10)
	w = min(w+2*pad, g.size.X)
	h := row*float32(len(n.items)+1) + g.px(10)
	at := rect{max(min(n.x, g.size.X-w), 0), max(min(n.y, g.size.Y-h), 0), w, h}
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{Y: g.px(4)})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{})
	if n.fresh {
		imgui.SetNextWindowFocus()
	}
	g.pane("##menu", at, colorRaised, imgui.WindowFlagsNoScrollbar)
	list := imgui.WindowDrawList()
	g.rim(at, colorLine)
	g.put(g.fonts.medium, colorSecondary, at.x+pad, at.y+g.px(4)+row/2, n.title)
	imgui.Dummy(sized(w, row))
	for i, item := range n.items {
		imgui.PushIDInt(i)
		p := imgui.CursorScreenPos()
		if hit("item", w, row) {
			g.m.menu = nil
			item.do()
		}
		if imgui.IsItemHovered() {
			list.AddRectFilled(p, imgui.Vec2{X: p.X + w, Y: p.Y + row}, packed(colorHover))
		}
		g.put(g.fonts.text, colorText, p.X+pad, p.Y+row/2, item.text)
		g.put(g.fonts.small, colorFaint, p.X+w-pad-width(g.fonts.small, item.hint), p.Y+row/2, item.hint)
		imgui.PopID()
	}
	elsewhere := !imgui.IsWindowHoveredV(imgui.HoveredFlagsAllowWhenBlockedByActiveItem)
	if !n.fresh && elsewhere && (imgui.IsMouseClicked(0) || imgui.IsMouseClicked(1)) {
		g.m.menu = nil
	}
	n.fresh = false
	imgui.End()
	imgui.PopStyleVarV(2)
}
