package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// endChoice is what may follow the end of the scene.
type endChoice struct {
	text string
	do   func()
}

// endChoices are what may follow; none while the scene has not come to its end.
func (g *gui) endChoices() []endChoice {
	s := g.m.snap
	if s == nil || !s.Timeline.Ended || g.m.config.Loop {
		return nil
	}
	list := []endChoice{
		{"Go on", func() { g.m.set("paused", false, bridge.Resume{}) }},
		{"Again", func() { g.m.timeline.again(bridge.SetLoop{}) }},
		{"Loop", func() { g.m.timeline.again(bridge.SetLoop{Begin: 0, End: s.End}) }},
	}
	if next, there := g.m.stories.next(); there {
		list = append(list, endChoice{"Next: " + next.Title, func() { g.m.scene.load(next.Name) }})
	}
	return list
}

// endTitle says where the scene ends.
func (g *gui) endTitle() string {
	return "The scene ends here, at " + format.Quantity(g.m.snap.End, "s", 4)
}

// Sizes of the card of the end at a scale of 1.
const (
	endRow = 28
	endPad = 7
)

// endSize is the size of the card of the end: one row, or where that has no room the buttons below the title.
func (g *gui) endSize(most layout.Size) layout.Size {
	choices := g.endChoices()
	if len(choices) == 0 {
		return layout.Size{}
	}
	title, buttons := g.endWidths(choices)
	if wide := title + buttons + g.Px(3*2*endPad); wide <= most.Width {
		return layout.Size{Width: wide, Height: g.Px(endRow + 2*endPad)}
	}
	return layout.Size{Width: max(title, buttons) + g.Px(2*2*endPad), Height: g.Px(2*endRow + 2*endPad)}
}

// endWidths returns the width of the title, and that of all buttons.
func (g *gui) endWidths(choices []endChoice) (title, buttons float32) {
	for _, c := range choices {
		buttons += g.ButtonWidth(c.text, "") + g.Px(16)
	}
	return widget.TextWidth(g.Fonts.Text, g.endTitle()), buttons - g.Px(6)
}

// endCard says that the scene has come to its own end, and asks what is to follow.
func (g *gui) endCard(at layout.Rect) {
	choices, h, pad := g.endChoices(), g.Px(endRow), g.Px(2*endPad)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.Vec(2*endPad, endPad))
	g.Pane("##end", at, widget.ColorRaised, widget.Quiet)
	g.Border(at, widget.ColorLine)
	x, y := at.X+pad, at.Y+g.Px(endPad)
	g.TextAt(g.Fonts.Text, widget.ColorText, x, y+h/2, g.endTitle())
	if at.Height > h+pad {
		y += h
	} else {
		title, _ := g.endWidths(choices)
		x += title + pad
	}
	for _, c := range choices {
		imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: y})
		w := g.ButtonWidth(c.text, "") + g.Px(10)
		if g.Button(c.text, c.text, "", w, h, false) {
			c.do()
		}
		x += w + g.Px(6)
	}
	imgui.End()
	imgui.PopStyleVar()
}
