package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// chip is a note over the view about an unusual state, such as a softened run, with a cross that ends this state.
type chip struct {
	text string
	end  func(*model)
	loud bool // results differ from those of the scene, so the chip must stand out
}

// font returns the font of the text of a chip.
func (c *chip) font(g *gui) imgui.Font {
	if c.loud {
		return g.Fonts.Medium
	}
	return g.Fonts.Small
}

// chipHeight is the height of a chip at a scale of 1.
const chipHeight = 24

// chips returns the chips that are shown now.
func (g *gui) chips() (list []chip) {
	if ph := &g.m.physics; ph.softened() {
		list = append(list, chip{ph.previewText(), func(m *model) { m.physics.endPreview() }, true})
	}
	if f := &g.m.camera.following; f.on {
		list = append(list, chip{fmt.Sprintf("following body %d", f.number),
			func(m *model) { m.camera.following.on = false }, false})
	}
	if n := g.m.view.Hidden.Len(); n > 0 {
		list = append(list, chip{fmt.Sprintf("%d hidden: show all", n), func(m *model) { m.groups.showAll() }, false})
	}
	if text, end := g.m.notebook.state(); text != "" {
		list = append(list, chip{text, func(*model) { end() }, false})
	}
	if g.m.forecast.foresees() {
		list = append(list, chip{g.m.forecast.forecastText(), func(m *model) { m.forecast.dropTried() }, false})
	}
	return list
}

// chipsSize returns the size of all chips together, in rows as wide as the room allows.
func (g *gui) chipsSize(most layout.Size) layout.Size {
	var size layout.Size
	for _, at := range g.placeChips(g.chips(), layout.Box(0, 0, most.Width, 0)) {
		size = layout.Size{Width: max(size.Width, at.X+at.Width), Height: at.Y + at.Height}
	}
	return size
}

// placeChips returns where chips lie in a width, row by row.
func (g *gui) placeChips(list []chip, in layout.Rect) (places []layout.Rect) {
	x, y, h, gap := in.X, in.Y, g.Px(chipHeight), g.Px(6)
	for _, c := range list {
		w := min(widget.TextWidth(c.font(g), c.text)+g.Px(36), in.Width)
		if x > in.X && x+w > in.X+in.Width {
			x, y = in.X, y+h+gap
		}
		places = append(places, layout.Box(x, y, w, h))
		x += w + gap
	}
	return places
}

// drawChips shows the chips.
func (g *gui) drawChips(in layout.Rect) {
	list := g.chips()
	for i, at := range g.placeChips(list, in) {
		c := list[i]
		ground, color := widget.Fade(widget.ColorPanel, 0.9), widget.ColorAccentHi
		if c.loud {
			ground, color = widget.ColorWarning, widget.ColorPanel
		}
		imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
		// Its name is a number, since its text changes: each new name makes one more window, which lies over all others.
		g.Pane(fmt.Sprintf("##chip %d", i), at, ground, widget.Quiet|imgui.WindowFlagsNoScrollbar)
		if widget.Clickable("chip", at.Width, at.Height) {
			c.end(g.m)
		}
		if imgui.IsItemHovered() && !c.loud {
			color = widget.ColorText
		}
		y := at.Y + at.Height/2
		g.TextAt(c.font(g), color, at.X+g.Px(8), y, g.Fit(c.font(g), c.text, at.Width-g.Px(32)))
		g.Tip("")
		widget.IconClose(imgui.WindowDrawList(), at.X+at.Width-g.Px(14), y, g.Px(12), widget.Pack(color))
		imgui.End()
		imgui.PopStyleVar()
	}
}
