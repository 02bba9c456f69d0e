package ui

import (
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
)

// dock is a column of panels that a button of the rail opens.
type dock struct {
	title string
	sign  icon
	about string
}

// The docks that the rail opens, top to bottom. One is open at a time, or none.
const (
	dockScene     = "Scene"
	dockMaterials = "Materials"
	dockFlow      = "Flow and motion"
	dockView      = "View"
	dockExport    = "Record and export"
	dockStats     = "Statistics"
)

var docks = []dock{
	{dockScene, iconScene, "What acts on all bodies: gravity, damping, time step, laws, seed."},
	{dockMaterials, iconMaterial, "Stiffness, friction and density of each material."},
	{dockFlow, iconFlow, "What comes, goes and is moved: inlets, outlets, key frames of motions."},
	{dockView, iconEye, "How the scene is drawn: style, colours, overlays, theme."},
	{dockExport, iconExport, "Videos, pictures, and files for other programs."},
	{dockStats, iconChart, "Counts, energies, and what a step costs."},
}

// panels are the sections of the docks, top to bottom. A new panel is a file
// panel_<name>.go and a row here.
var panels = []struct {
	title string
	dock  string // that it is in
	open  bool   // at first
	show  func(*gui)
}{
	{"Now", dockScene, true, (*gui).watchPanel},
	{"Parameters", dockScene, true, (*gui).scenePanel},
	{"Stop when", dockScene, true, (*gui).breaksPanel},
	{"Materials", dockMaterials, true, (*gui).materialsPanel},
	{"Inlets and outlets", dockFlow, true, (*gui).flowPanel},
	{"Motions", dockFlow, true, (*gui).motionPanel},
	{"View", dockView, true, (*gui).viewPanel},
	{"Groups", dockView, false, (*gui).groupsPanel},
	{"Camera", dockView, true, (*gui).viewsPanel},
	{"Picture", dockExport, true, (*gui).picturePanel},
	{"Video", dockExport, true, (*gui).recordPanel},
	{"Replay and report", dockExport, true, (*gui).pagesPanel},
	{"Export", dockExport, true, (*gui).exportPanel},
	{"Statistics", dockStats, true, (*gui).statsPanel},
}

// inspectors are the sections of the inspector, top to bottom: what is known of the thing that is
// selected. A new one is a file panel_<name>.go and a row here.
var inspectors = []struct {
	title string
	open  bool              // at first
	wants func(*model) bool // whether it has anything to show now
	show  func(*gui)
}{
	{"Ruler", true, func(m *model) bool { in := m.reply(); return in != nil && in.Ruler.Given }, (*gui).rulerPanel},
	{"Explain this contact", true, tellsContact, (*gui).explainPanel},
	{"Contact", true, tellsContact, (*gui).contactPanel},
	{"Body", true, tellsBody, (*gui).bodyPanel},
	{"Touches", true, tellsBody, (*gui).touchingPanel},
	{"Members", true, tellsClump, (*gui).membersPanel},
	{"Last steps", true, func(m *model) bool { return tellsBody(m) || tellsContact(m) }, (*gui).historyPanel},
}

// tellsBody and those like it say which sections there is something for.
func tellsBody(m *model) bool    { return m.tells(bridge.ThingBody) }
func tellsClump(m *model) bool   { return tellsBody(m) && len(m.reply().Body.Members) > 1 }
func tellsContact(m *model) bool { return m.tells(bridge.ThingContact) }

// ofWorlds are the panels of what only a world has, not dumps of another program.
var ofWorlds = []string{"Parameters", "Stop when", "Materials", "Inlets and outlets", "Motions", "Replay and report",
	"Export"}

// orWhyNot returns what shows a panel, or says why there is nothing in it.
func (g *gui) orWhyNot(title string, show func(*gui)) func(*gui) {
	why := g.m.snap.Lacks.Reason(bridge.Lacks{Edits: true})
	if why == "" || !slices.Contains(ofWorlds, title) {
		return show
	}
	return func(g *gui) { g.paragraph(g.fonts.text, colorSecondary, sentence(why)+".") }
}

// dockPane shows the panels of the open dock.
func (g *gui) dockPane(at rect) {
	dock := g.m.shell.Dock
	g.column("##dock", dock, howTo, at, func() { g.m.shell.openDock("", false) }, func() {
		if g.m.snap == nil {
			g.waiting()
			return
		}
		alone := 0
		for _, p := range panels {
			if p.dock == dock {
				alone++
			}
		}
		for _, p := range panels {
			if p.dock != dock {
				continue
			}
			if alone == 1 || g.section(p.title, at.width) {
				g.inset(p.title, at.width, g.orWhyNot(p.title, p.show))
			}
		}
	})
}

// inspectorPane shows what is known of the thing that is selected.
func (g *gui) inspectorPane(at rect) {
	g.column("##inspector", "Inspector", "", at, func() { g.m.asked = false; g.m.shell.inspect(false) }, func() {
		some := false
		for _, p := range inspectors {
			if g.m.snap == nil || !p.wants(g.m) {
				continue
			}
			if some = true; g.section(p.title, at.width) {
				g.inset(p.title, at.width, p.show)
			}
		}
		if !some {
			g.inset("empty", at.width, func(g *gui) {
				g.paragraph(g.fonts.text, colorSecondary, g.m.nothingTold())
			})
		}
	})
}

// column shows a column beside the view: its title, a cross that closes it, and what scrolls below.
func (g *gui) column(id, title, hint string, at rect, closes, show func()) {
	if at.width < 1 || at.height < 1 {
		return
	}
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, 0)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: g.px(6)})
	g.pane(id, at, colorPanel, imgui.WindowFlagsNoScrollWithMouse|imgui.WindowFlagsNoScrollbar)
	h := g.px(30)
	g.put(g.fonts.medium, colorText, at.x+g.px(12), at.y+h/2, g.fit(g.fonts.medium, title, at.width-g.px(50)))
	imgui.SetCursorPos(imgui.Vec2{X: max(at.width-h, 0)})
	if g.bare("close", iconClose, h, h, colorSecondary) {
		closes()
	}
	imgui.SetCursorPos(imgui.Vec2{Y: h})
	foot := g.px(footHeight)
	imgui.BeginChildV(id+" scrolls", sized(at.width, at.height-h-foot), false, 0)
	show()
	imgui.EndChild()
	g.foot(rect{at.x, at.y + max(at.height-foot, h), at.width, foot}, hint)
	imgui.End()
	imgui.PopStyleVarV(3)
}

// inset shows a panel between the margins of a column, in a table of one cell whose
// width the widgets see as what they may fill.
func (g *gui) inset(title string, w float32, show func(*gui)) {
	pad := g.px(12)
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, g.vec(6, 5))
	imgui.SetCursorPos(imgui.Vec2{X: pad, Y: imgui.CursorPosY() + g.px(6)})
	imgui.BeginGroup()
	imgui.PushID(title)
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.Vec2{})
	flags := imgui.TableFlagsNoSavedSettings | imgui.TableFlagsNoPadOuterX | imgui.TableFlagsNoPadInnerX
	if imgui.BeginTableV("inset", 1, flags, imgui.Vec2{X: atLeast1(w - 2*pad)}, 0) {
		imgui.TableNextColumn()
		show(g)
		imgui.EndTable()
	}
	imgui.PopStyleVar()
	imgui.PopID()
	imgui.EndGroup()
	imgui.PopStyleVar()
	imgui.Dummy(imgui.Vec2{Y: g.px(10)})
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
	list.AddLine(imgui.Vec2{X: p.X, Y: p.Y}, imgui.Vec2{X: p.X + w, Y: p.Y}, packed(colorLine))
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

// waiting is what the dock says before the first snapshot.
func (g *gui) waiting() {
	imgui.SetCursorPos(g.vec(16, 16))
	g.text(g.fonts.text, colorSecondary, "Preparing the scene…")
}
