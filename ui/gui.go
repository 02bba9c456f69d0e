package ui

import (
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/assets/manual"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// gui shows a model with imgui. It holds only what imgui itself does not remember:
// fonts, the scale, and the number that is being typed or dragged.
type gui struct {
	*widget.Context
	m *model

	shows   uint64 // revision that widths belong to
	search  string // in the scene picker
	picked  int
	walked  bool // the arrow keys moved the choice in this frame
	manual  []manual.Topic
	plainer string // what the last picture gave up, empty if it is as wanted
	rates   rates
	widths  map[string]float32 // of the parts of the status line: they grow only
	at      layout.Places      // of the parts of the window

	chartTime struct {
		over string  // title of the chart under the pointer; empty: none is
		at   float64 // the time there [s]
	}

	stripHeight float32 // in the last frame
	twinHeight  float32 // likewise, of the bar of twins
	footText    string  // of the dock, as it was last shown

	pictures map[string]imgui.TextureID        // of scenes
	texture  func(image.Image) imgui.TextureID // makes another one
}

func newGUI(m *model) *gui {
	g := &gui{Context: widget.NewContext(), m: m, manual: manual.Topics(), widths: map[string]float32{}}
	g.Menus, g.Refusals, g.Trial, g.Copy = &m.menus, &m.refuse, m, m.copy
	g.NameOf, g.Beside = wordFor, g.besideColumn
	for _, p := range panels {
		g.Open[p.title] = p.open
		if open, ok := m.memory.Sections[p.title]; ok {
			g.Open[p.title] = open
		}
	}
	for _, p := range inspectors {
		g.Open[p.title] = p.open
		if open, ok := m.memory.Sections[p.title]; ok {
			g.Open[p.title] = open
		}
	}
	return g
}

// layout divides a window of a size among its parts, and returns that of the view.
func (g *gui) layout(width, height float32) (view layout.Rect) {
	g.Size = imgui.Vec2{X: width, Y: height}
	g.at = g.m.shell.Arrange(width, height, g.Scale, g.m.hidden)
	return g.at.View
}

// sheet returns where in the view the picture lies.
func (g *gui) sheet(view layout.Rect) layout.Rect {
	margin := g.Px(layout.FloatMargin)
	top := float32(0)
	if !g.m.hidden {
		top = g.stripHeight + margin
	}
	return g.m.photo.sheet(view, margin, top)
}

// build makes all windows of a frame.
func (g *gui) build() {
	view := g.layout(g.Size.X, g.Size.Y)
	g.m.area = g.sheet(view)
	g.Begin(g.m.now, g.Size.X, g.Size.Y)
	if g.shows != g.m.revision {
		g.shows = g.m.revision
		clear(g.widths)
	}
	imgui.PushFont(g.Fonts.Text)
	if g.m.hidden {
		g.floatingStatus(view)
	} else {
		g.showShell()
	}
	g.gripMarks(view)
	g.banner(view)
	g.selectionBox()
	g.twinBar(view)
	g.chips(view)
	g.findPane(view)
	g.toastStack(view)
	g.endCard(view)
	g.savePane(view)
	g.questionPane(view)
	if g.m.bell {
		g.bellList()
	}
	if g.m.greet {
		g.greetCard(view)
	}
	g.ShowMenu()
	if g.m.help {
		g.helpOverlay(view)
	}
	if g.m.picker {
		g.scenePicker(view)
	}
	imgui.PopFont()
	g.End()
}
