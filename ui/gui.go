package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// gui shows a model with imgui. It holds only state that imgui does not keep: fonts, the scale, and the number
// that is being typed or dragged.
type gui struct {
	*widget.Context
	m *model

	shows    uint64             // revision of the world that widths belong to
	widths   map[string]float32 // of the parts of the status line, which only grow, so that the line does not jitter
	footText string             // last text in the foot of the dock
	legend   bool               // a legend lies at the right edge of the view
}

func newGUI(m *model) *gui {
	g := &gui{Context: widget.NewContext(), m: m, widths: map[string]float32{}}
	g.Menus, g.Refusals, g.Trial, g.Copy = &m.menus, &m.refuse, &m.forecast, m.copy
	g.NameOf, g.TipEdge = wordFor, g.m.shell.tipEdge
	for _, p := range panels {
		g.Open[p.title] = p.open
		if open, ok := m.memory.kept.Sections[p.title]; ok {
			g.Open[p.title] = open
		}
	}
	for _, p := range inspectors {
		g.Open[p.title] = p.open
		if open, ok := m.memory.kept.Sections[p.title]; ok {
			g.Open[p.title] = open
		}
	}
	return g
}

// layout divides a window of a size among its panels, the view and the items over the view.
func (g *gui) layout(width, height float32) {
	vp, at := &g.m.viewport, &g.m.shell.at
	was, stage, kept := at.Free(), at.Stage, g.keptOfView()
	inspecting := at.Inspector.Width > 0
	g.Size = imgui.Vec2{X: width, Y: height}
	*at = g.m.shell.Arrange(width, height, g.Scale, g.m.shell.hidden)
	g.putFloats()
	vp.area, vp.stage, vp.clear = g.sheet(at.View), at.Stage, at.Clear
	if g.m.pictures.figure {
		vp.stage, vp.clear = layout.Rect{}, layout.Rect{}
	}
	switch {
	case stage == at.Stage && !inspecting && at.Inspector.Width > 0 && g.m.view.Selected.Len() > 0:
		g.m.camera.uncover(was, at.Free()) // opening the inspector must not cover the thing that was clicked
	case g.m.recorder.state == recording: // a panel that is opened must not move the camera of a video
	case kept != g.keptOfView():
		g.m.camera.refit(stage != at.Stage)
		g.m.camera.uncover(was, at.Free())
	}
	if s := g.m.snap; s != nil && !vp.laid { // the first snapshot came before the window was laid out
		vp.laid = true
		g.m.compose(s)
	}
}

// kept is the part of the view that is free of panels, and the items that may lie over the view for long. The
// camera frames its bodies anew when it changes.
type kept struct {
	free, twins, banner layout.Rect
	wipe                bool
	legend              bool // there is one beside two worlds, whose tiles are narrow
}

// keptOfView returns the present layout, to be compared with the next one.
func (g *gui) keptOfView() kept {
	at := &g.m.shell.at
	twins := at.Floats[layout.Twins]
	return kept{at.Free(), twins, at.Floats[layout.Banner], g.m.view.Split.Wipe, twins.Width > 0 && g.legend}
}

// sheet returns the rectangle of the picture within the view.
func (g *gui) sheet(view layout.Rect) layout.Rect {
	margin := g.Px(layout.FloatMargin)
	strip := g.m.shell.at.Floats[layout.Strip]
	return g.m.pictures.sheet(view, margin, strip.Height+margin)
}

// build makes all imgui windows of a frame.
func (g *gui) build() {
	g.layout(g.Size.X, g.Size.Y)
	view := g.m.shell.at.View
	g.Begin(g.m.now, g.Size.X, g.Size.Y)
	if g.shows != g.m.revision {
		g.shows = g.m.revision
		clear(g.widths)
	}
	imgui.PushFont(g.Fonts.Text)
	if g.m.shell.Dock != dockExport { // pictures show what the dock before it showed
		g.m.plane.listed, g.m.regions.listed, g.m.slice.listed = false, false, false // their panels set it again
		g.m.flows.listed = false
	}
	if g.m.shell.hidden {
		g.drawFloats()
	} else {
		g.showShell()
	}
	g.m.grips.gripMarks(g.Context, view)
	g.m.selection.selectionBox(g.Context)
	g.m.stack.show(g.m, g.Context, view)
	imgui.PopFont()
	g.End()
}
