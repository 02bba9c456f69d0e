package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// chips say over the view what is not as usual, each with a cross that ends it.
func (g *gui) chips(v layout.Rect) {
	x, y := v.X+g.Px(layout.FloatMargin), g.m.shell.belowBars(g.Context, v)
	for _, c := range []struct {
		on   bool
		text string
		end  func(*model)
	}{
		{g.m.camera.following.on, fmt.Sprintf("following body %d", g.m.camera.following.number),
			func(m *model) { m.camera.following.on = false }},
		{g.m.view.Hidden.Len() > 0, fmt.Sprintf("%d hidden: show all", g.m.view.Hidden.Len()),
			func(m *model) { m.groups.showAll() }},
		{g.m.forecast.foresees(), g.m.forecast.forecastText(), func(m *model) { m.forecast.dropTried() }},
	} {
		if !c.on {
			continue
		}
		h, w := g.Px(chipHeight), widget.TextWidth(g.Fonts.Small, c.text)+g.Px(36)
		imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
		g.Pane("##chip "+c.text, layout.Box(x, y, w, h), widget.Fade(widget.ColorPanel, 0.9),
			widget.Quiet|imgui.WindowFlagsNoScrollbar)
		p := imgui.CursorScreenPos()
		if widget.Clickable("chip", w, h) {
			c.end(g.m)
		}
		color := widget.ColorAccentHi
		if imgui.IsItemHovered() {
			color = widget.ColorText
		}
		g.TextAt(g.Fonts.Small, color, p.X+g.Px(8), p.Y+h/2, c.text)
		widget.IconClose(imgui.WindowDrawList(), p.X+w-g.Px(14), p.Y+h/2, g.Px(12), widget.Pack(color))
		imgui.End()
		imgui.PopStyleVar()
		x += w + g.Px(6)
	}
}
