package ui

import (
	"github.com/inkyblackness/imgui-go/v4"
)

// showShell shows the parts of the window round the view.
func (g *gui) showShell() {
	p := &g.at
	g.topBar(p.top)
	g.railPane(p.rail)
	g.lanePane(p.lane)
	g.drawerPane(p.drawer)
	g.strip(p.view)
	if !p.over { // else they come over what floats in the view
		g.columns()
	}
	g.splits()
	if p.over {
		g.columns()
	}
}

// columns shows dock and inspector.
func (g *gui) columns() {
	g.dockPane(g.at.dock)
	g.inspectorPane(g.at.inspector)
}

// bars are flat: no rounding, no padding.
func (g *gui) barPane(id string, at rect, show func()) {
	if at.width < 1 || at.height < 1 {
		return
	}
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, 0)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{})
	g.pane(id, at, colorBar, imgui.WindowFlagsNoScrollWithMouse|imgui.WindowFlagsNoScrollbar)
	show()
	imgui.End()
	imgui.PopStyleVarV(3)
}

// railPane shows the rail of icons that open the docks.
func (g *gui) railPane(at rect) {
	g.barPane("##rail", at, func() {
		for i, d := range docks {
			imgui.PushIDInt(i)
			open := g.m.shell.Dock == d.title && g.at.dock.width > 0
			if g.railButton(d.sign, at.width, open) {
				g.m.shell.openDock(d.title, !open)
			}
			if !open { // else it would cover what was just opened
				g.tip(d.title + "\n" + d.about)
			}
			imgui.PopID()
		}
	})
}

// railButton draws a square button of the rail.
func (g *gui) railButton(sign icon, w float32, open bool) bool {
	p := imgui.CursorScreenPos()
	clicked := hit("rail", w, w)
	list, c := imgui.WindowDrawList(), colorSecondary
	if imgui.IsItemHovered() {
		list.AddRectFilled(p, imgui.Vec2{X: p.X + w, Y: p.Y + w}, packed(colorHover))
		c = colorText
	}
	if open {
		list.AddRectFilled(p, imgui.Vec2{X: p.X + w, Y: p.Y + w}, packed(colorFrame))
		list.AddRectFilled(p, imgui.Vec2{X: p.X + g.px(3), Y: p.Y + w}, packed(colorAccent))
		c = colorText
	}
	sign(list, p.X+w/2, p.Y+w/2, g.px(18), packed(c))
	return clicked
}

// openDock opens a dock, or closes the one that is open.
func (s *shell) openDock(title string, open bool) {
	s.Dock, s.Front = title, false
	if !open {
		s.Dock = ""
	}
}

// toggleInspector opens the inspector until it is closed again, also with nothing selected.
func (m *model) toggleInspector() {
	m.shell.inspect(!m.shell.Inspector)
	m.asked = m.shell.Inspector
}

// inspectSelection opens the inspector when something is selected, and closes it when nothing is any more, unless
// a person has opened it. One that was closed stays so until something else is selected.
func (m *model) inspectSelection() {
	before := m.inspected
	if m.inspected = m.view.Selected; m.inspected == before {
		return
	}
	switch some := m.inspected.Len() > 0; {
	case some:
		m.shell.inspect(true)
	case !m.asked:
		m.shell.inspect(false)
	}
}

// inspect opens or closes the inspector.
func (s *shell) inspect(open bool) { s.Inspector, s.Front = open, open }

// splitWidth is how near the pointer must be to a border to drag it, at a scale of 1.
const splitWidth = 6

// splits are the borders that can be dragged.
func (g *gui) splits() {
	p, s := &g.at, &g.m.shell
	if p.over {
		return
	}
	if d := p.dock; d.width > 0 {
		at := rect{d.x + d.width, d.y, g.px(splitWidth), d.height}
		if moved := g.split("dock", at, true); moved != 0 {
			s.DockWidth = held((d.width+moved)/g.scale, leastColumn, mostColumn)
		}
	}
	if d := p.inspector; d.width > 0 && !p.shared {
		at := rect{d.x - g.px(splitWidth), d.y, g.px(splitWidth), d.height}
		if moved := g.split("inspector", at, true); moved != 0 {
			s.InspectorWidth = held((d.width-moved)/g.scale, leastColumn, mostColumn)
		}
	}
	if d := p.drawer; d.height > 0 {
		at := rect{d.x, d.y - g.px(splitWidth), d.width, g.px(splitWidth)}
		if moved := g.split("drawer", at, false); moved != 0 {
			s.DrawerHeight = held((d.height-moved)/g.scale, leastDrawer, mostDrawer)
		}
	}
}

// split lets a person drag a border, and returns by how much the pointer is away from its middle.
func (g *gui) split(id string, at rect, upright bool) (moved float32) {
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	g.pane("##split "+id, at, imgui.Vec4{}, imgui.WindowFlagsNoBackground|imgui.WindowFlagsNoScrollbar|quiet)
	hit("split", at.width, at.height)
	active := imgui.IsItemActive()
	if active || imgui.IsItemHovered() {
		list, c := imgui.WindowDrawList(), packed(colorAccent)
		line := rect{at.x + float32(int(at.width/2)) - g.px(1), at.y, g.px(2), at.height}
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
		if !upright {
			line = rect{at.x, at.y + float32(int(at.height/2)) - g.px(1), at.width, g.px(2)}
			imgui.SetMouseCursor(imgui.MouseCursorResizeNS)
		}
		list.AddRectFilled(imgui.Vec2{X: line.x, Y: line.y}, imgui.Vec2{X: line.x + line.width, Y: line.y + line.height}, c)
	}
	if active {
		if p := imgui.MousePos(); upright {
			moved = p.X - at.x - at.width/2
		} else {
			moved = p.Y - at.y - at.height/2
		}
		if moved > -1 && moved < 1 {
			moved = 0
		}
	}
	imgui.End()
	imgui.PopStyleVar()
	return moved
}
