package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// drawPanel draws a panel, or says why it is empty.
func (g *gui) drawPanel(world bool, p panel) {
	if why := g.m.snap.Missing.Reason(bridge.Missing{Edits: true}); world && why != "" {
		g.Paragraph(g.Fonts.Text, widget.ColorSecondary, format.Sentence(why)+".")
		return
	}
	p.draw(g.Context)
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
				g.Inset(p.title, at.Width, func() { g.drawPanel(p.world, p.of(g.m)) })
			}
		}
	})
	g.Seek, g.footText = "", g.Context.FootText
}

// inspectorPane shows the data of the selected thing.
func (g *gui) inspectorPane(at layout.Rect) {
	g.Column("##inspector", "Inspector", "", at, func() { g.m.inspector.asked = false; g.m.shell.Inspect(false) }, func() {
		some := false
		for _, p := range inspectors {
			part := p.of(&g.m.inspector)
			if g.m.snap == nil || !part.wants() {
				continue
			}
			if some = true; g.Section(p.title, at.Width) {
				g.Inset(p.title, at.Width, func() { part.draw(g.Context) })
			}
		}
		if !some {
			g.Inset("empty", at.Width, func() {
				g.Paragraph(g.Fonts.Text, widget.ColorSecondary, g.m.inspector.whyEmpty())
			})
		}
	})
}

// waiting shows the text of the dock before the first snapshot.
func (g *gui) waiting() {
	imgui.SetCursorPos(g.Vec(16, 16))
	g.Text(g.Fonts.Text, widget.ColorSecondary, "Preparing the scene…")
}
