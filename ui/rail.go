package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// showShell shows the panels round the view and the items over it.
func (g *gui) showShell() {
	p := &g.m.shell.at
	g.topBar(p.Top)
	g.railPane(p.Rail)
	g.lanePane(p.Lane)
	g.m.charts.drawerPane(g.Context, p.Drawer)
	g.drawFloats()
	if !p.Over { // else the columns are drawn over the items that float over the view
		g.columns()
	}
	g.m.shell.splits(g.Context)
	if p.Over {
		g.columns()
	}
}

// columns shows the dock and the inspector.
func (g *gui) columns() {
	g.dockPane(g.m.shell.at.Dock)
	g.inspectorPane(g.m.shell.at.Inspector)
}

// railPane shows the rail of icons that open the docks.
func (g *gui) railPane(at layout.Rect) {
	g.BarPane("##rail", at, func() {
		for i, d := range docks {
			imgui.PushIDInt(i)
			open := g.m.shell.Dock == d.title && g.m.shell.at.Dock.Width > 0
			if g.railButton(d.sign, at.Width, open) {
				g.m.shell.OpenDock(d.title, !open)
			}
			if !open { // the tip would cover the dock that was just opened
				g.Tip(d.title + "\n" + d.about)
			}
			imgui.PopID()
		}
	})
}

// railButton draws a square button of the rail.
func (g *gui) railButton(sign widget.Icon, w float32, open bool) bool {
	p := imgui.CursorScreenPos()
	clicked := widget.Clickable("rail", w, w)
	list, c := imgui.WindowDrawList(), widget.ColorSecondary
	if imgui.IsItemHovered() {
		widget.Fill(list, p, imgui.Vec2{X: p.X + w, Y: p.Y + w}, widget.Pack(widget.ColorHover))
		c = widget.ColorText
	}
	if open {
		widget.Fill(list, p, imgui.Vec2{X: p.X + w, Y: p.Y + w}, widget.Pack(widget.ColorFrame))
		widget.Fill(list, p, imgui.Vec2{X: p.X + g.Px(3), Y: p.Y + w}, widget.Pack(widget.ColorAccent))
		c = widget.ColorText
	}
	sign(list, p.X+w/2, p.Y+w/2, g.Px(18), widget.Pack(c))
	return clicked
}
