package ui

import (
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/assets/manual"
)

// gui shows a model with imgui. It holds only what imgui itself does not remember:
// fonts, the scale, and the number that is being typed or dragged.
type gui struct {
	m     *model
	fonts fonts
	scale float32 // units of the window per unit of the design

	typing  typing
	rest    rest
	shows   uint64 // revision that widths belong to
	slide   slide
	given   map[string]float64 // by the menu, for fields by their keys
	open    map[string]bool    // sections of the docks
	search  string             // in the scene picker
	picked  int
	walked  bool // the arrow keys moved the choice in this frame
	manual  []manual.Topic
	plainer string // what the last picture gave up, empty if it is as wanted
	rates   rates
	widths  map[string]float32 // of the parts of the status line: they grow only
	size    imgui.Vec2         // of the window
	at      places             // of the parts of the window

	timeline  timeline
	chartTime struct {
		over string  // title of the chart under the pointer; empty: none is
		at   float64 // the time there [s]
	}

	light       bool     // the panels are
	stripHeight float32  // in the last frame
	twinHeight  float32  // likewise, of the bar of twins
	footText    string   // of the dock, as it was last shown
	refused     []string // why edits were not taken, of the column that is being made

	pictures map[string]imgui.TextureID        // of scenes
	texture  func(image.Image) imgui.TextureID // makes another one
}

func newGUI(m *model) *gui {
	wear(false) // until dress is called
	g := &gui{m: m, manual: manual.Topics(), scale: 1, open: map[string]bool{}, given: map[string]float64{},
		widths: map[string]float32{}}
	for _, p := range panels {
		g.open[p.title] = p.open
		if open, ok := m.memory.Sections[p.title]; ok {
			g.open[p.title] = open
		}
	}
	for _, p := range inspectors {
		g.open[p.title] = p.open
		if open, ok := m.memory.Sections[p.title]; ok {
			g.open[p.title] = open
		}
	}
	return g
}

// px turns a length of the design into units of the window, whole ones.
func (g *gui) px(x float32) float32 { return float32(int(x*g.scale + 0.5)) }

// vec turns a size of the design into units of the window.
func (g *gui) vec(x, y float32) imgui.Vec2 { return imgui.Vec2{X: g.px(x), Y: g.px(y)} }

// layout divides a window of a size among its parts, and returns that of the view.
func (g *gui) layout(width, height float32) (view rect) {
	g.size = imgui.Vec2{X: width, Y: height}
	g.at = g.m.shell.arrange(width, height, g.scale, g.m.hidden)
	return g.at.view
}

// sheet returns where in the view the picture lies.
func (g *gui) sheet(view rect) rect {
	margin := g.px(floatMargin)
	top := float32(0)
	if !g.m.hidden {
		top = g.stripHeight + margin
	}
	return g.m.photo.sheet(view, margin, top)
}

// build makes all windows of a frame.
func (g *gui) build() {
	view := g.layout(g.size.X, g.size.Y)
	g.m.area = g.sheet(view)
	if !g.typing.shown {
		g.typing = typing{}
	}
	g.typing.shown = false
	if g.shows != g.m.revision {
		g.shows = g.m.revision
		clear(g.widths)
	}
	imgui.PushFont(g.fonts.text)
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
	g.menuPane()
	if g.m.help {
		g.helpOverlay(view)
	}
	if g.m.picker {
		g.scenePicker(view)
	}
	imgui.PopFont()
	if !g.rest.seen {
		g.rest = rest{}
	}
	g.rest.seen = false
}

// quiet is for panes that come by themselves: they must not take the keyboard from a field
// that a person is typing in.
const quiet = imgui.WindowFlagsNoFocusOnAppearing

// pane starts a window that stays where it is put. Call imgui.End whatever it returns.
func (g *gui) pane(id string, at rect, background imgui.Vec4, flags imgui.WindowFlags) {
	imgui.SetNextWindowPos(imgui.Vec2{X: at.x, Y: at.y})
	imgui.SetNextWindowSize(sized(at.width, at.height))
	imgui.PushStyleColor(imgui.StyleColorWindowBg, background)
	imgui.BeginV(id, nil, imgui.WindowFlagsNoDecoration|imgui.WindowFlagsNoMove|
		imgui.WindowFlagsNoSavedSettings|imgui.WindowFlagsNoNav|flags)
	imgui.PopStyleColor()
}
