package ui

import (
	"math"

	"github.com/inkyblackness/imgui-go/v4"
)

// gui shows a model with imgui. It holds only what imgui itself does not remember:
// fonts, the scale, and the number that is being typed or dragged.
type gui struct {
	m     *model
	fonts fonts
	scale float32 // units of the window per unit of the design

	typing typing
	rest   rest
	shows  uint64 // revision that widths belong to
	slide  slide
	open   map[string]bool // sections of the panel column
	search string          // in the scene picker
	picked int
	walked bool // the arrow keys moved the choice in this frame
	rates  rates
	widths map[string]float32 // of the parts of the status line: they grow only
	size   imgui.Vec2         // of the window

	toolbarHeight float32   // in the last frame
	callouts      []callout // of this frame

	pictures map[string]imgui.TextureID // of scenes
}

func newGUI(m *model) *gui {
	g := &gui{m: m, scale: 1, open: map[string]bool{}, widths: map[string]float32{}}
	for _, p := range panels {
		g.open[p.title] = p.open
	}
	return g
}

// px turns a length of the design into units of the window, whole ones.
func (g *gui) px(x float32) float32 { return float32(int(x*g.scale + 0.5)) }

// vec turns a size of the design into units of the window.
func (g *gui) vec(x, y float32) imgui.Vec2 { return imgui.Vec2{X: g.px(x), Y: g.px(y)} }

// Measures of the layout at a scale of 1.
const (
	columnWidth   = 320
	leastColumn   = 268 // in which rows still have room; that of the smallest window
	leastHeight   = 260 // of the window: the run panel, and some rows below
	toolbarMargin = 10
	statusHeight  = 26
)

// columnShare is the part of the window's width that the panel column takes at most.
const columnShare = 0.42

// roomFor returns the largest scale at which the panels have room in a window of a size: text
// does not grow beyond it. It goes in steps, since each needs its own fonts, and not below
// the smallest that a person can choose.
func roomFor(width, height float32) float32 {
	most := min(width*columnShare/leastColumn, height/leastHeight)
	return max(float32(math.Floor(float64(most)*10))/10, smallestUI)
}

// layout divides the window between the view and the panel column.
func (g *gui) layout(width, height float32) (view rect, column float32) {
	g.size = imgui.Vec2{X: width, Y: height}
	if !g.m.hidden {
		column = g.px(columnWidth)
		if most := float32(int(width * columnShare)); column > most {
			column = most
		}
	}
	return rect{width: width - column, height: height}, column
}

// build makes all windows of a frame.
func (g *gui) build() {
	view, column := g.layout(g.size.X, g.size.Y)
	g.m.area = view
	if !g.typing.shown {
		g.typing = typing{}
	}
	g.typing.shown = false
	if g.shows != g.m.revision {
		g.shows = g.m.revision
		clear(g.widths)
	}
	imgui.PushFont(g.fonts.text)
	if column > 0 {
		g.panelColumn(view.width, column)
		g.showCallouts(view.width)
		g.toolbar(view)
	}
	g.statusLine(view)
	g.banner(view)
	g.toastStack(view)
	g.questionPane(view)
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
