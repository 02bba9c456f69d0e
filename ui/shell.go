package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// shell is how the window is divided: what a person has opened, and where the parts lie.
type shell struct {
	layout.Shell
	hidden      bool          // all of the window but the view
	at          layout.Places // of the parts
	stripHeight float32       // in the last frame
	twinHeight  float32       // of the bar of twins, in the last frame
}

// showShell shows the parts of the window round the view.
func (g *gui) showShell() {
	p := &g.m.shell.at
	g.topBar(p.Top)
	g.railPane(p.Rail)
	g.lanePane(p.Lane)
	g.m.charts.drawerPane(g.Context, p.Drawer)
	g.strip(p.View)
	if !p.Over { // else they come over what floats in the view
		g.columns()
	}
	g.m.shell.splits(g.Context)
	if p.Over {
		g.columns()
	}
}

// columns shows dock and inspector.
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
			if !open { // else it would cover what was just opened
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
		list.AddRectFilled(p, imgui.Vec2{X: p.X + w, Y: p.Y + w}, widget.Pack(widget.ColorHover))
		c = widget.ColorText
	}
	if open {
		list.AddRectFilled(p, imgui.Vec2{X: p.X + w, Y: p.Y + w}, widget.Pack(widget.ColorFrame))
		list.AddRectFilled(p, imgui.Vec2{X: p.X + g.Px(3), Y: p.Y + w}, widget.Pack(widget.ColorAccent))
		c = widget.ColorText
	}
	sign(list, p.X+w/2, p.Y+w/2, g.Px(18), widget.Pack(c))
	return clicked
}

// toggle opens the inspector until it is closed again, also with nothing selected.
func (ins *inspector) toggle() {
	ins.shell.Inspect(!ins.shell.Inspector)
	ins.asked = ins.shell.Inspector
}

// inspectSelection opens the inspector when something is selected, and closes it when nothing is any more, unless
// a person has opened it. One that was closed stays so until something else is selected.
func (ins *inspector) inspectSelection() {
	before := ins.inspected
	if ins.inspected = ins.view.Selected; ins.inspected == before {
		return
	}
	switch some := ins.inspected.Len() > 0; {
	case some:
		ins.shell.Inspect(true)
	case !ins.asked:
		ins.shell.Inspect(false)
	}
}

// splitWidth is how near the pointer must be to a border to drag it, at a scale of 1.
const splitWidth = 6

// splits are the borders that can be dragged.
func (sh *shell) splits(u *widget.Context) {
	p := &sh.at
	if p.Over {
		return
	}
	if d := p.Dock; d.Width > 0 {
		at := layout.Box(d.X+d.Width, d.Y, u.Px(splitWidth), d.Height)
		if moved := sh.split(u, "dock", at, true); moved != 0 {
			sh.DockWidth = layout.Clamp((d.Width+moved)/u.Scale, layout.LeastColumn, layout.MostColumn)
		}
	}
	if d := p.Inspector; d.Width > 0 && !p.Shared {
		at := layout.Box(d.X-u.Px(splitWidth), d.Y, u.Px(splitWidth), d.Height)
		if moved := sh.split(u, "inspector", at, true); moved != 0 {
			sh.InspectorWidth = layout.Clamp((d.Width-moved)/u.Scale, layout.LeastColumn, layout.MostColumn)
		}
	}
	if d := p.Drawer; d.Height > 0 {
		at := layout.Box(d.X, d.Y-u.Px(splitWidth), d.Width, u.Px(splitWidth))
		if moved := sh.split(u, "drawer", at, false); moved != 0 {
			sh.DrawerHeight = layout.Clamp((d.Height-moved)/u.Scale, layout.LeastDrawer, layout.MostDrawer)
		}
	}
}

// split lets a person drag a border, and returns by how much the pointer is away from its middle.
func (sh *shell) split(u *widget.Context, id string, at layout.Rect, upright bool) (moved float32) {
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	u.Pane("##split "+id, at, imgui.Vec4{}, imgui.WindowFlagsNoBackground|imgui.WindowFlagsNoScrollbar|widget.Quiet)
	widget.Clickable("split", at.Width, at.Height)
	active := imgui.IsItemActive()
	if active || imgui.IsItemHovered() {
		list, c := imgui.WindowDrawList(), widget.Pack(widget.ColorAccent)
		line := layout.Box(at.X+float32(int(at.Width/2))-u.Px(1), at.Y, u.Px(2), at.Height)
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
		if !upright {
			line = layout.Box(at.X, at.Y+float32(int(at.Height/2))-u.Px(1), at.Width, u.Px(2))
			imgui.SetMouseCursor(imgui.MouseCursorResizeNS)
		}
		list.AddRectFilled(imgui.Vec2{X: line.X, Y: line.Y}, imgui.Vec2{X: line.X + line.Width, Y: line.Y + line.Height}, c)
	}
	if active {
		if p := imgui.MousePos(); upright {
			moved = p.X - at.X - at.Width/2
		} else {
			moved = p.Y - at.Y - at.Height/2
		}
		if moved > -1 && moved < 1 {
			moved = 0
		}
	}
	imgui.End()
	imgui.PopStyleVar()
	return moved
}
