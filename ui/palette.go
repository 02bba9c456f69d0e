package ui

import (
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
)

// The colours of the panels. One accent; red only for recording, refusals and faults. They are what
// wear last made them: the window has one thread and one theme at a time.
var (
	colorBar, colorPanel, colorRaised, colorHeader        imgui.Vec4 // grounds of panes
	colorFrame, colorHover, colorActive, colorOn          imgui.Vec4 // grounds of widgets
	colorFill, colorFillHi                                imgui.Vec4 // of the part of a slider
	colorFault, colorHold                                 imgui.Vec4 // grounds of banners
	colorLine                                             imgui.Vec4
	colorText, colorSecondary, colorFaint                 imgui.Vec4 // of texts and signs; faint is for hints
	colorAccent, colorAccentHi, colorRecord, colorWarning imgui.Vec4
	colorSeries                                           [8]imgui.Vec4 // of curves and bands

	colorStick, colorSlip imgui.Vec4 // of contacts, as in the picture
)

// palette gives each colour its value on dark and on light panels.
var palette = []struct {
	color       *imgui.Vec4
	dark, light imgui.Vec4
}{
	{&colorBar, hex(0x18191C, 1), hex(0xE9E9E7, 1)},
	{&colorPanel, hex(0x1C1D20, 0.97), hex(0xF5F5F3, 0.98)},
	{&colorRaised, hex(0x26282D, 0.99), hex(0xFFFFFF, 0.99)},
	{&colorHeader, hex(0x232428, 1), hex(0xEAEAE8, 1)},
	{&colorFrame, hex(0x2E3036, 1), hex(0xE0E1E2, 1)},
	{&colorHover, hex(0x3A3D45, 1), hex(0xD2D4D7, 1)},
	{&colorActive, hex(0x454952, 1), hex(0xC6C9CD, 1)},
	{&colorOn, hex(0x2C6595, 1), hex(0xA9CFEC, 1)},
	{&colorFill, hex(0x4A90C8, 0.38), hex(0x4A90C8, 0.38)},
	{&colorFillHi, hex(0x4A90C8, 0.46), hex(0x4A90C8, 0.5)},
	{&colorFault, hex(0x8C2A30, 0.97), hex(0xF6CFCF, 0.98)},
	{&colorHold, hex(0x6B4E14, 0.97), hex(0xF6E3B6, 0.98)},
	{&colorLine, hex(0x34373D, 1), hex(0xCBCDD0, 1)},
	{&colorText, hex(0xE6E8ED, 1), hex(0x1D2024, 1)},
	{&colorSecondary, hex(0xB2B8C2, 1), hex(0x454B54, 1)},
	{&colorFaint, hex(0x8B919C, 1), hex(0x656B74, 1)},
	{&colorAccent, hex(0x4A90C8, 1), hex(0x2B6CA3, 1)},
	{&colorAccentHi, hex(0x6AAEE2, 1), hex(0x1F5C93, 1)},
	{&colorRecord, hex(0xFF6E72, 1), hex(0xB3202A, 1)},
	{&colorWarning, hex(0xE6B450, 1), hex(0x7A5200, 1)},
	{&colorSeries[0], hex(0x56B4E9, 1), hex(0x2E8BC4, 1)},
	{&colorSeries[1], hex(0xE69F00, 1), hex(0xC07F00, 1)},
	{&colorSeries[2], hex(0x1FB58A, 1), hex(0x008A63, 1)},
	{&colorSeries[3], hex(0xF0E442, 1), hex(0x9C9200, 1)},
	{&colorSeries[4], hex(0x3D7FB8, 1), hex(0x00568A, 1)},
	{&colorSeries[5], hex(0xE5762E, 1), hex(0xC24E00, 1)},
	{&colorSeries[6], hex(0xD58FB4, 1), hex(0xAE5588, 1)},
	{&colorSeries[7], hex(0xC9CDD4, 1), hex(0x6E747D, 1)},
	{&colorStick, hex(0x56B4E9, 1), hex(0x0F6396, 1)},
	{&colorSlip, hex(0xE69F00, 1), hex(0x855300, 1)},
}

// wear gives the panels dark colours or light ones.
func wear(light bool) {
	for _, p := range palette {
		if *p.color = p.dark; light {
			*p.color = p.light
		}
	}
}

// dress gives the panels the colours that go with the theme of the view, and reports whether they are
// others than before.
func (g *gui) dress() bool {
	light := g.m.view.Theme != view.Dark
	if light == g.light {
		return false
	}
	g.light = light
	wear(light)
	applyStyle(g.scale)
	return true
}

// ground returns the colour of the window where there is neither a picture nor a panel.
func ground() color.RGBA {
	c := colorPanel
	return color.RGBA{uint8(c.X*255 + 0.5), uint8(c.Y*255 + 0.5), uint8(c.Z*255 + 0.5), 0xFF}
}
