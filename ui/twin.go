package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// toggleTwin puts a copy of the world beside it, or asks which of the two goes on.
func (m *model) toggleTwin() {
	switch {
	case m.snap == nil:
	case !m.twins():
		m.send(bridge.BeginTwin{})
	default:
		end := func(place int) func() { return func() { m.send(bridge.EndTwin{Place: place}) } }
		m.ask(question{
			about: "twin", text: "One world goes on alone, from here. What the other one has done stays as a track of the " +
				"time line. Which one goes on?",
			yes: "A goes on", do: end(0), other: "B goes on", instead: end(1),
		})
	}
}

// editNext makes edits go to the next: world A, B, both.
func (m *model) editNext() {
	if m.twins() {
		m.editIn((m.editsIn() + 1) % len(twinEdits))
	}
}

// twinEdits are where edits may go.
var twinEdits = []string{"A", "B", "both"}

// editsIn returns where edits go, an index into twinEdits.
func (m *model) editsIn() int {
	b := &m.snap.Beside
	if b.Both {
		return shown(&m.edits, "twin", 2)
	}
	return shown(&m.edits, "twin", b.Place)
}

// editIn chooses where edits go. With both, the panels go on to show the world that they do.
func (m *model) editIn(choice int) {
	c := bridge.ChooseTwin{Place: choice}
	if choice == 2 {
		c = bridge.ChooseTwin{Place: m.snap.Beside.Place, Both: true}
	}
	m.set("twin", choice, c)
}

// tellParting tells, once, that the worlds have parted.
func (m *model) tellParting() {
	if m.snap.Revision != m.revision || !m.twins() {
		m.parting = bridge.Parting{}
	}
	if !m.twins() {
		if m.view.ColorBy == apartQuantity { // there are no copies
			m.setColorBy(view.ColorByShape)
		}
		return
	}
	now := m.snap.Beside.Parting
	if now.Bits.Yes && now.Bits != m.parting.Bits {
		m.toasts.addOfWorld(bridge.Info, "The worlds part: "+now.First(), m.now)
	}
	if now.Bodies.Yes && now.Bodies != m.parting.Bodies {
		m.toasts.addOfWorld(bridge.Info, "The worlds are "+now.Farther(), m.now)
	}
	m.parting = now
}

// tile returns the part of the view that the pointer is in, or was when its button was pressed: that of a world, where
// several are side by side.
func (m *model) tile() layout.Rect {
	a := m.area
	if !m.twins() {
		return a
	}
	tiles := m.view.Beside.Tiles(len(m.snap.Beside.Others)+1, int(a.Width), int(a.Height))
	t := tiles[min(m.tileOf, len(tiles)-1)]
	return layout.Box(a.X+float32(t.X), a.Y+float32(t.Y), float32(t.Width), float32(t.Height))
}

// enterTile notes the tile of a place of the window.
func (m *model) enterTile(x, y float32) {
	if m.twins() {
		a := m.area
		m.tileOf, _ = m.view.Beside.Under(len(m.snap.Beside.Others)+1, int(a.Width), int(a.Height), int(x-a.X), int(y-a.Y))
	}
}

// lineReach is how near the pointer must be to the line between two worlds to take it [units of the window].
const lineReach = 5

// onLine reports whether a place of the window is on the line between two worlds.
func (m *model) onLine(x, y float32) bool {
	if !m.twins() || !m.inView(x, y) {
		return false
	}
	d := x - m.area.X - m.view.Beside.Line*m.area.Width
	return d > -lineReach && d < lineReach
}

// moveLine moves the line between two worlds to the pointer; near the middle it stays there.
func (m *model) moveLine(x float32) {
	at := (x - m.area.X) / max(m.area.Width, 1)
	if at > 0.49 && at < 0.51 {
		at = 0.5
	}
	m.view.Beside.Line = max(0.02, min(at, 0.98))
}

// apartQuantity is the quantity that colours bodies by the distance from their copies.
var apartQuantity = func() view.ColorBy {
	for i := range view.Quantities {
		if view.Quantities[i].Name == "apart" {
			return view.ColorBy(i)
		}
	}
	panic("ui: no quantity apart")
}()

// nextColor returns the quantity that follows the present one; what tells of two worlds is for two worlds only.
func (m *model) nextColor() view.ColorBy {
	next := (m.view.ColorBy + 1) % view.ColorBy(len(view.Quantities))
	if next == apartQuantity && !m.twins() {
		next = (next + 1) % view.ColorBy(len(view.Quantities))
	}
	return next
}

// toggleApart colours bodies by the distance from their copies, or as the scene does.
func (m *model) toggleApart() {
	if m.view.ColorBy == apartQuantity {
		m.setColorBy(view.ColorByShape)
		return
	}
	m.setColorBy(apartQuantity)
}

// Sizes of the bar of twins, in units of the design.
const (
	twinBarWidth  = 640
	twinBarHeight = 80
)

// twinBar shows over the view which of two worlds is edited, how they are shown, and when they parted. The names of
// the worlds in the picture stand below it.
func (g *gui) twinBar(v layout.Rect) {
	m := g.m
	m.view.Beside.Top = 0
	if !m.twins() {
		g.twinHeight = 0
		return
	}
	top := g.Px(layout.FloatMargin)
	if !m.hidden {
		top += g.stripHeight + g.Px(layout.FloatMargin)/2
	}
	h := g.Px(twinBarHeight)
	g.twinHeight = h + g.Px(layout.FloatMargin)/2
	at := layout.Box(v.X+g.Px(layout.FloatMargin), v.Y+top, min(g.Px(twinBarWidth), v.Width-2*g.Px(layout.FloatMargin)),
		h)
	m.view.Beside.Top = (top + h) * m.pixelScale
	if m.onLine(imgui.MousePos().X, imgui.MousePos().Y) && !imgui.CurrentIO().WantCaptureMouse() {
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
	}
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: g.Px(8), Y: g.Px(5)})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: g.Px(6), Y: g.Px(3)})
	g.Pane("##twin", at, widget.Fade(widget.ColorPanel, widget.StripOpacity),
		widget.Quiet|imgui.WindowFlagsNoScrollWithMouse|
			imgui.WindowFlagsNoScrollbar)
	g.twinButtons()
	p := m.snap.Beside.Parting
	g.Line("first", g.Fonts.Small, widget.ColorText, format.Sentence(p.First()),
		"The first step after which a bit of a pose or velocity of a body differed.")
	g.Line("farther", g.Fonts.Small, widget.ColorText, format.Sentence(p.Farther()),
		"The first step after which a body was farther from its copy than the bound.")
	imgui.End()
	imgui.PopStyleVarV(2)
}

// twinButtons are the buttons of the bar of twins.
func (g *gui) twinButtons() {
	m, h := g.m, g.Px(22)
	p := imgui.CursorScreenPos()
	label := "Edit"
	g.TextAt(g.Fonts.Small, widget.ColorSecondary, p.X, p.Y+h/2, label)
	imgui.SetCursorScreenPos(imgui.Vec2{X: p.X + widget.TextWidth(g.Fonts.Small, label) + g.Px(6), Y: p.Y})
	small := func(id, text, tip string, on bool) bool {
		clicked := g.Button(id, text, "", g.ButtonWidth(text, "")+g.Px(4), h, on)
		g.Tip(tip)
		return clicked
	}
	now := m.editsIn()
	for i, name := range twinEdits {
		if i > 0 {
			imgui.SameLineV(0, g.Px(1))
		}
		tip := fmt.Sprintf("Panels, inspector and time line are those of world %s.", name)
		if i == 2 {
			tip = "Edits go to both worlds."
		}
		if small("edit "+name, name, tip+" "+keymap.Shortcut(keymap.TwinNext)+" goes to the next.", i == now) {
			m.editIn(i)
		}
	}
	b := &m.view.Beside
	imgui.SameLineV(0, g.Px(14))
	if small("beside", "Side by side", "Each world has its own part of the view.", !b.Wipe) {
		b.Wipe = false
	}
	imgui.SameLineV(0, g.Px(1))
	if small("wipe", "Wipe", "The worlds lie over each other, each on its side of the line. Drag the line.", b.Wipe) {
		b.Wipe = true
	}
	imgui.SameLineV(0, g.Px(14))
	if small("apart", "Distance", "Colours bodies by how far they are from their copies.",
		m.view.ColorBy == apartQuantity) {
		m.toggleApart()
	}
	imgui.SameLineV(0, g.Px(14))
	bound := widget.Field{Key: "twin.bound", Unit: "%", Scale: widget.Scale{Lo: 0.01, Hi: 1000, Log: true}, Name: "Bound",
		Help: "Distance of a body from its copy, in hundredths of its radius, from which on the worlds count as parted."}
	if x, ok := g.Number(bound, shown(&m.edits, "twin.bound", 100*m.snap.Beside.Parting.Bound), g.Px(80)); ok {
		m.set("twin.bound", x, bridge.SetPartingBound{Bound: x / 100})
	}
	imgui.SameLineV(0, g.Px(14))
	if small("end", "End…", "Asks which of the two worlds goes on. "+keymap.Shortcut(keymap.Twin), false) {
		m.toggleTwin()
	}
}
