package ui

import (
	"github.com/inkyblackness/imgui-go/v4"
)

// panels are the sections of the panel column, top to bottom. A new panel is a file
// panel_<name>.go and a row here. The first stays on top while the rest scrolls.
var panels = []struct {
	title string
	open  bool // at first
	show  func(*gui)
}{
	{"Run", true, (*gui).runPanel},
	{"Scene", true, (*gui).scenePanel},
	{"Materials", true, (*gui).materialsPanel},
	{"View", false, (*gui).viewPanel},
	{"Statistics", false, (*gui).statsPanel},
	{"Record", false, (*gui).recordPanel},
	{"Export", false, (*gui).exportPanel},
}

// panelColumn shows the panels at the right of the view.
func (g *gui) panelColumn(x, w float32) {
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, 0)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	g.pane("##panels", rect{x: x, width: w, height: g.size.Y}, colorPanel, imgui.WindowFlagsNoScrollWithMouse)
	imgui.PopStyleVarV(2)
	if g.m.snap == nil {
		g.waiting()
		imgui.End()
		return
	}
	pad := g.px(12)
	imgui.SetCursorPos(imgui.Vec2{X: pad, Y: g.px(12)})
	imgui.BeginChildV("##pinned", sized(w-2*pad, g.px(runPanelHeight)), false,
		imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoScrollWithMouse)
	panels[0].show(g)
	imgui.EndChild()
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: g.px(6), Y: 0})
	imgui.SetCursorPos(imgui.Vec2{X: 0, Y: imgui.CursorPosY()})
	imgui.BeginChildV("##sections", sized(w, g.size.Y-imgui.CursorPosY()), false, 0)
	for _, p := range panels[1:] {
		if g.section(p.title, w) {
			imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, g.vec(6, 5))
			imgui.SetCursorPos(imgui.Vec2{X: pad, Y: imgui.CursorPosY() + g.px(8)})
			imgui.BeginGroup()
			imgui.PushID(p.title)
			// the right margin: a child window has none of its own
			g.inset(w, pad, p.show)
			imgui.PopID()
			imgui.EndGroup()
			imgui.PopStyleVar()
			imgui.Dummy(imgui.Vec2{Y: g.px(10)})
		}
	}
	imgui.EndChild()
	imgui.PopStyleVar()
	imgui.End()
}

// inset shows a panel between the margins of the column, in a table of one cell whose
// width the widgets see as what they may fill.
func (g *gui) inset(w, pad float32, show func(*gui)) {
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.Vec2{})
	flags := imgui.TableFlagsNoSavedSettings | imgui.TableFlagsNoPadOuterX | imgui.TableFlagsNoPadInnerX
	if imgui.BeginTableV("inset", 1, flags, imgui.Vec2{X: atLeast1(w - 2*pad)}, 0) {
		imgui.TableNextColumn()
		show(g)
		imgui.EndTable()
	}
	imgui.PopStyleVar()
}

// section draws the heading of a panel and reports whether the panel is open.
func (g *gui) section(title string, w float32) bool {
	p, h := imgui.CursorScreenPos(), g.px(30)
	if hit("section "+title, w, h) {
		g.open[title] = !g.open[title]
	}
	open := g.open[title]
	ground, c := colorHeader, colorText
	if imgui.IsItemHovered() {
		ground = colorFrame
	} else if !open {
		c = colorSecondary
	}
	list := imgui.WindowDrawList()
	list.AddRectFilled(p, imgui.Vec2{X: p.X + w, Y: p.Y + h - 1}, packed(ground))
	list.AddLine(imgui.Vec2{X: p.X, Y: p.Y}, imgui.Vec2{X: p.X + w, Y: p.Y}, packed(hex(0x000000, 0.35)))
	g.chevron(p.X+g.px(17), p.Y+h/2, open, colorFaint)
	g.put(g.fonts.medium, c, p.X+g.px(30), p.Y+h/2, title)
	return open
}

// chevron draws the small arrow that says whether something is open.
func (g *gui) chevron(x, y float32, open bool, c imgui.Vec4) {
	list, a := imgui.WindowDrawList(), g.px(4)
	t := g.px(2)
	if open {
		list.AddLineV(imgui.Vec2{X: x - a, Y: y - a/2}, imgui.Vec2{X: x, Y: y + a/2}, packed(c), t)
		list.AddLineV(imgui.Vec2{X: x, Y: y + a/2}, imgui.Vec2{X: x + a, Y: y - a/2}, packed(c), t)
		return
	}
	list.AddLineV(imgui.Vec2{X: x - a/2, Y: y - a}, imgui.Vec2{X: x + a/2, Y: y}, packed(c), t)
	list.AddLineV(imgui.Vec2{X: x + a/2, Y: y}, imgui.Vec2{X: x - a/2, Y: y + a}, packed(c), t)
}

// waiting is what the column says before the first snapshot.
func (g *gui) waiting() {
	imgui.SetCursorPos(g.vec(16, 16))
	g.text(g.fonts.text, colorSecondary, "Preparing the scene…")
}
