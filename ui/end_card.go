package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// endChoice is an action that a person may choose at the end of the scene.
type endChoice struct {
	text string
	do   func()
}

// endChoices returns the actions that may follow the end of the scene; none before its end.
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
	if next, ok := g.m.stories.next(); ok {
		list = append(list, endChoice{"Next: " + next.Title, func() { g.m.scene.load(next.Name) }})
	}
	return list
}

// endTitle says at which time the scene ends.
func (g *gui) endTitle() string {
	return "The scene ends here, at " + format.Quantity(g.m.snap.End, "s", 4)
}

// Sizes of the end card at a scale of 1.
const (
	endRow = 28
	endPad = 7
	endGap = 6
)

// endRoom returns the title and the choices of the card that have room in a width, and how wide they are together.
// The title is left out first, because the time line shows the same, then the last choices.
func (g *gui) endRoom(width float32) (title string, choices []endChoice, wide float32) {
	choices, title = g.endChoices(), g.endTitle()
	for _, c := range choices {
		wide += g.endWidth(c) + g.Px(endGap)
	}
	wide += g.Px(4*endPad - endGap)
	if beside := widget.TextWidth(g.Fonts.Text, title) + g.Px(2*endPad); wide+beside <= width {
		return title, choices, wide + beside
	}
	for wide > width && len(choices) > 1 {
		wide -= g.endWidth(choices[len(choices)-1]) + g.Px(endGap)
		choices = choices[:len(choices)-1]
	}
	return "", choices, wide
}

// endWidth returns the width of the button of a choice.
func (g *gui) endWidth(c endChoice) float32 { return g.ButtonWidth(c.text, "") + g.Px(10) }

// endSize returns the size of the end card, which has one low row. There is no card where panels are hidden and
// over figures.
func (g *gui) endSize(most layout.Size) layout.Size {
	if g.m.shell.hidden || g.m.pictures.figure || len(g.endChoices()) == 0 {
		return layout.Size{}
	}
	_, _, wide := g.endRoom(most.Width)
	return layout.Size{Width: min(wide, most.Width), Height: g.Px(endRow + 2*endPad)}
}

// endCard says that the scene has ended, and offers the actions that may follow.
func (g *gui) endCard(at layout.Rect) {
	title, choices, _ := g.endRoom(at.Width)
	h, x, y := g.Px(endRow), at.X+g.Px(2*endPad), at.Y+g.Px(endPad)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.Vec(2*endPad, endPad))
	g.Pane("##end", at, widget.ColorRaised, widget.Quiet)
	g.Border(at, widget.ColorLine)
	if title != "" {
		g.TextAt(g.Fonts.Text, widget.ColorText, x, y+h/2, title)
		x += widget.TextWidth(g.Fonts.Text, title) + g.Px(2*endPad)
	}
	for _, c := range choices {
		imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: y})
		w := g.endWidth(c)
		if g.Button(c.text, c.text, "", w, h, false) {
			c.do()
		}
		x += w + g.Px(endGap)
	}
	imgui.End()
	imgui.PopStyleVar()
}
