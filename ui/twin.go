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

// twin compares worlds that run side by side.
type twin struct {
	*shared
	viewport  *viewport
	questions *questions
	drawing   *drawing
	parting   bridge.Divergence // the divergence that was last reported
}

// toggleTwin adds a copy of the world beside it, or asks which of the two worlds to keep.
func (tw *twin) toggleTwin() {
	switch {
	case tw.snap == nil:
	case !tw.twins():
		tw.send(bridge.BeginTwin{})
	default:
		end := func(place int) func() { return func() { tw.send(bridge.EndTwin{Place: place}) } }
		tw.questions.ask(question{
			about: "twin", text: "One world goes on alone, from here. What the other one has done stays as a track of the " +
				"time line. Which one goes on?",
			yes: "A goes on", do: end(0), other: "B goes on", instead: end(1),
		})
	}
}

// editNext lets edits go to the next choice of world A, world B, and both.
func (tw *twin) editNext() {
	if tw.twins() {
		tw.editIn((tw.editsIn() + 1) % len(twinEdits))
	}
}

// twinEdits are the choices of the worlds that edits go to.
var twinEdits = []string{"A", "B", "both"}

// editsIn returns the worlds that edits go to, as an index into twinEdits.
func (tw *twin) editsIn() int {
	b := &tw.snap.Comparison
	if b.Both {
		return shown(&tw.edits, "twin", 2)
	}
	return shown(&tw.edits, "twin", b.Place)
}

// editIn chooses the worlds that edits go to. With both, the panels continue to show their present world.
func (tw *twin) editIn(choice int) {
	c := bridge.ChooseTwin{Place: choice}
	if choice == 2 {
		c = bridge.ChooseTwin{Place: tw.snap.Comparison.Place, Both: true}
	}
	tw.set("twin", choice, c)
}

// reportParting shows a message once when the worlds have diverged.
func (tw *twin) reportParting() {
	if tw.snap.Revision != tw.revision || !tw.twins() {
		tw.parting = bridge.Divergence{}
	}
	if !tw.twins() {
		if tw.view.ColorBy == apartQuantity { // without a second world there are no copies
			tw.drawing.setColorBy(view.ColorByShape)
		}
		return
	}
	now := tw.snap.Comparison.Divergence
	if now.Bits.Yes && now.Bits != tw.parting.Bits {
		tw.toasts.addOfWorld(bridge.Info, "The worlds part: "+now.First(), tw.now)
	}
	if now.Bodies.Yes && now.Bodies != tw.parting.Bodies {
		tw.toasts.addOfWorld(bridge.Info, "The worlds are "+now.Farther(), tw.now)
	}
	tw.parting = now
}

// Sizes of the bar of twins at a scale of 1.
const (
	twinBarWidth  = 640
	twinBarHeight = 80 // with one row of buttons
	twinBarPad    = 8
	twinRow       = 22
)

// barSize returns the size of the bar of twins.
func (tw *twin) barSize(u *widget.Context, most layout.Size) layout.Size {
	if !tw.twins() {
		tw.view.Split.Top = 0
		return layout.Size{}
	}
	width := min(u.Px(twinBarWidth), most.Width)
	_, _, rows := tw.groups(u, width)
	return layout.Size{Width: width, Height: u.Px(twinBarHeight) + float32(rows-1)*u.Px(twinRow+3)}
}

// twinBar shows over the view which of two worlds is edited, how they are shown, and when they diverged. The names
// of the worlds in the picture stand below the bar.
func (tw *twin) twinBar(u *widget.Context, at layout.Rect) {
	tw.view.Split.Top = (at.Y + at.Height - tw.viewport.area.Y) * tw.viewport.pixelScale
	if tw.viewport.onLine(imgui.MousePos().X, imgui.MousePos().Y) && !imgui.CurrentIO().WantCaptureMouse() {
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
	}
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: u.Px(twinBarPad), Y: u.Px(5)})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: u.Px(6), Y: u.Px(3)})
	u.Pane("##twin", at, widget.Fade(widget.ColorPanel, widget.StripOpacity),
		widget.Quiet|imgui.WindowFlagsNoScrollWithMouse|imgui.WindowFlagsNoScrollbar|
			imgui.WindowFlagsNoBringToFrontOnFocus) // below all layers, also those that were open before
	tw.twinButtons(u, at.Width)
	p := tw.snap.Comparison.Divergence
	u.Line("first", u.Fonts.Small, widget.ColorText, format.Sentence(p.First()),
		"The first step after which a bit of a pose or velocity of a body differed.")
	u.Line("farther", u.Fonts.Small, widget.ColorText, format.Sentence(p.Farther()),
		"The first step after which a body was farther from its copy than the bound.")
	imgui.End()
	imgui.PopStyleVarV(2)
}

// twinGroup is a group of buttons of the bar of twins that stay in one row: a row may only end between two groups.
type twinGroup struct {
	label   string // small text before the buttons
	buttons []twinButton
	field   float32 // width of the field of the bound, which the group has in place of buttons
}

// twinButton is a button of the bar of twins.
type twinButton struct {
	text, tip string
	on        bool
	do        func()
}

// groups returns the groups of the bar in a width, which of them begin a new row, and the number of rows.
func (tw *twin) groups(u *widget.Context, width float32) (list []twinGroup, begins []bool, rows int) {
	b, now := &tw.view.Split, tw.editsIn()
	edit := twinGroup{label: "Edit"}
	for i, name := range twinEdits {
		tip := fmt.Sprintf("Panels, inspector and time line are those of world %s.", name)
		if i == 2 {
			tip = "Edits go to both worlds."
		}
		edit.buttons = append(edit.buttons, twinButton{name,
			tip + " " + keymap.Shortcut(keymap.TwinNext) + " goes to the next.", i == now, func() { tw.editIn(i) }})
	}
	list = []twinGroup{edit,
		{buttons: []twinButton{
			{"Side by side", "Each world has its own part of the view.", !b.Wipe, func() { b.Wipe = false }},
			{"Wipe", "The worlds lie over each other, each on its side of the line. Drag the line.", b.Wipe,
				func() { b.Wipe = true }}}},
		{buttons: []twinButton{{"Distance", "Colours bodies by how far they are from their copies.",
			tw.view.ColorBy == apartQuantity, tw.drawing.toggleApart}}},
		{label: "Parted at", field: u.Px(80)},
		{buttons: []twinButton{{"End…", "Asks which of the two worlds goes on. " + keymap.Shortcut(keymap.Twin), false,
			tw.toggleTwin}}},
	}
	var widths, gaps []float32
	for _, group := range list {
		w := group.field
		if group.label != "" {
			w += widget.TextWidth(u.Fonts.Small, group.label) + u.Px(6)
		}
		for _, button := range group.buttons {
			w += tw.buttonWidth(u, button.text) + u.Px(1)
		}
		widths, gaps = append(widths, w), append(gaps, u.Px(14))
	}
	begins, rows = widget.Rows(widths, gaps, width-2*u.Px(twinBarPad))
	return list, begins, rows
}

// buttonWidth returns the width of a button of the bar.
func (tw *twin) buttonWidth(u *widget.Context, text string) float32 {
	return u.ButtonWidth(text, "") + u.Px(4)
}

// twinButtons shows the buttons of the bar of twins in a width.
func (tw *twin) twinButtons(u *widget.Context, width float32) {
	h := u.Px(twinRow)
	list, begins, _ := tw.groups(u, width)
	for i, group := range list {
		if !begins[i] {
			imgui.SameLineV(0, u.Px(14))
		}
		if p := imgui.CursorScreenPos(); group.label != "" {
			u.TextAt(u.Fonts.Small, widget.ColorSecondary, p.X, p.Y+h/2, group.label)
			imgui.SetCursorScreenPos(imgui.Vec2{X: p.X + widget.TextWidth(u.Fonts.Small, group.label) + u.Px(6), Y: p.Y})
		}
		for k, button := range group.buttons {
			if k > 0 {
				imgui.SameLineV(0, u.Px(1))
			}
			if u.Button(button.text, button.text, "", tw.buttonWidth(u, button.text), h, button.on) {
				button.do()
			}
			u.Tip(button.tip)
		}
		if group.field > 0 {
			tw.boundField(u, group.field)
		}
	}
}

// boundField shows the field of the distance from which on worlds count as diverged.
func (tw *twin) boundField(u *widget.Context, width float32) {
	bound := widget.Field{Key: "twin.bound", Unit: "%", Scale: widget.Scale{Lo: 0.01, Hi: 1000, Log: true}, Name: "Bound",
		Help: "Distance of a body from its copy, in hundredths of its radius, from which on the worlds count as parted."}
	if x, ok := u.Number(bound, shown(&tw.edits, "twin.bound", 100*tw.snap.Comparison.Divergence.Bound), width); ok {
		tw.set("twin.bound", x, bridge.SetDivergenceBound{Bound: x / 100})
	}
}
