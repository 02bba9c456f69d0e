package ui

import (
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// dock is a column of panels that a button of the rail opens.
type dock struct {
	title string
	sign  widget.Icon
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
	{dockScene, widget.IconScene, "What acts on all bodies: gravity, damping, time step, laws, seed."},
	{dockMaterials, widget.IconMaterial, "Stiffness, friction and density of each material."},
	{dockFlow, widget.IconFlow, "What comes, goes and is moved: inlets, outlets, key frames of motions."},
	{dockView, widget.IconEye, "How the scene is drawn: style, colours, overlays, theme."},
	{dockExport, widget.IconExport, "Videos, pictures, and files for other programs."},
	{dockStats, widget.IconChart, "Counts, energies, and what a step costs."},
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
func (g *gui) orWhyNot(title string, show func(*gui)) func() {
	why := g.m.snap.Lacks.Reason(bridge.Lacks{Edits: true})
	if why == "" || !slices.Contains(ofWorlds, title) {
		return func() { show(g) }
	}
	return func() { g.Paragraph(g.Fonts.Text, widget.ColorSecondary, format.Sentence(why)+".") }
}

// dockPane shows the panels of the open dock.
func (g *gui) dockPane(at layout.Rect) {
	dock := g.m.shell.Dock
	g.Column("##dock", dock, howTo, at, func() { g.m.shell.OpenDock("", false) }, func() {
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
			if alone == 1 || g.Section(p.title, at.Width) {
				g.Inset(p.title, at.Width, g.orWhyNot(p.title, p.show))
			}
		}
	})
	g.footText = g.Context.FootText
}

// inspectorPane shows what is known of the thing that is selected.
func (g *gui) inspectorPane(at layout.Rect) {
	g.Column("##inspector", "Inspector", "", at, func() { g.m.asked = false; g.m.shell.Inspect(false) }, func() {
		some := false
		for _, p := range inspectors {
			if g.m.snap == nil || !p.wants(g.m) {
				continue
			}
			if some = true; g.Section(p.title, at.Width) {
				g.Inset(p.title, at.Width, func() { p.show(g) })
			}
		}
		if !some {
			g.Inset("empty", at.Width, func() {
				g.Paragraph(g.Fonts.Text, widget.ColorSecondary, g.m.nothingTold())
			})
		}
	})
}

// waiting is what the dock says before the first snapshot.
func (g *gui) waiting() {
	imgui.SetCursorPos(g.Vec(16, 16))
	g.Text(g.Fonts.Text, widget.ColorSecondary, "Preparing the scene…")
}
