package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// endCard says that the scene has come to its own end, and asks what is to follow. It lies at the top of the view,
// since what has fallen lies at the bottom.
func (g *gui) endCard(v layout.Rect) {
	s := g.m.snap
	if s == nil || !s.Timeline.Ended || g.m.config.Loop {
		return
	}
	choices := []struct {
		text string
		do   func()
	}{
		{"Go on", func() { g.m.set("paused", false, bridge.Resume{}) }},
		{"Again", func() { g.m.timeline.again(bridge.SetLoop{}) }},
		{"Loop", func() { g.m.timeline.again(bridge.SetLoop{Begin: 0, End: s.End}) }},
	}
	title := "The scene ends here, at " + format.Quantity(s.End, "s", 4)
	h, w := g.Px(30), widget.TextWidth(g.Fonts.Text, title)+g.Px(36)
	for _, c := range choices {
		w += g.ButtonWidth(c.text, "") + g.Px(16)
	}
	w = min(w, v.Width)
	y := g.m.shell.belowBars(g.Context, v) + g.Px(chipHeight+layout.FloatMargin)
	if g.m.search.open {
		y += g.Px(findHeight)
	}
	at := layout.Box(v.X+(v.Width-w)/2, y, w, h+g.Px(16))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.Vec(14, 8))
	g.Pane("##end", at, widget.ColorRaised, widget.Quiet)
	p := imgui.CursorScreenPos()
	g.TextAt(g.Fonts.Text, widget.ColorText, p.X, p.Y+h/2, title)
	x := p.X + widget.TextWidth(g.Fonts.Text, title) + g.Px(14)
	for _, c := range choices {
		imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: p.Y})
		w := g.ButtonWidth(c.text, "") + g.Px(10)
		if g.Button(c.text, c.text, "", w, h, false) {
			c.do()
		}
		x += w + g.Px(6)
	}
	imgui.End()
	imgui.PopStyleVar()
}
