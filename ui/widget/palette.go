package widget

import (
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"
)

// The colours of the panels. There is one accent colour; red is only for recording, refusals and faults. setColors
// sets these variables: they can be global, because the window has one thread and one theme at a time.
var (
	colorBar, ColorPanel, ColorRaised, ColorGround        imgui.Vec4 // grounds of panes
	ColorFrame, ColorHover, colorActive, colorOn          imgui.Vec4 // grounds of widgets
	ColorFill, colorFillHi                                imgui.Vec4 // of the part of a slider
	ColorFault, ColorHold                                 imgui.Vec4 // grounds of banners
	ColorLine, colorShadow, colorShade                    imgui.Vec4 // shade: over everything below an overlay
	ColorText, ColorSecondary, ColorFaint                 imgui.Vec4 // of texts and signs; faint is for hints
	ColorAccent, ColorAccentHi, ColorRecord, ColorWarning imgui.Vec4
	ColorSeries                                           [9]imgui.Vec4 // of curves and bands

	ColorStick, ColorSlip, ColorSelect imgui.Vec4 // of contacts and of the selection, as in the picture
)

// palette gives each colour its value on dark and on light panels.
var palette = []struct {
	color       *imgui.Vec4
	dark, light imgui.Vec4
}{
	{&colorBar, hex(0x18191C, 1), hex(0xE9E9E7, 1)},
	{&ColorPanel, hex(0x1C1D20, 0.97), hex(0xF5F5F3, 0.98)},
	{&ColorRaised, hex(0x26282D, 1), hex(0xFFFFFF, 1)},
	{&ColorGround, hex(0x232428, 1), hex(0xEAEAE8, 1)},
	{&ColorFrame, hex(0x2E3036, 1), hex(0xE0E1E2, 1)},
	{&ColorHover, hex(0x3A3D45, 1), hex(0xD2D4D7, 1)},
	{&colorActive, hex(0x454952, 1), hex(0xC6C9CD, 1)},
	{&colorOn, hex(0x2C6595, 1), hex(0xA9CFEC, 1)},
	{&ColorFill, hex(0x4A90C8, 0.38), hex(0x4A90C8, 0.38)},
	{&colorFillHi, hex(0x4A90C8, 0.46), hex(0x4A90C8, 0.5)},
	{&ColorFault, hex(0x8C2A30, 0.97), hex(0xF6CFCF, 0.98)},
	{&ColorHold, hex(0x6B4E14, 0.97), hex(0xF6E3B6, 0.98)},
	{&colorShade, hex(0x000000, 0.5), hex(0x3C4046, 0.4)},
	{&ColorLine, hex(0x34373D, 1), hex(0xCBCDD0, 1)},
	{&colorShadow, hex(0x000000, 0.34), hex(0x000000, 0.16)},
	{&ColorText, hex(0xE6E8ED, 1), hex(0x1D2024, 1)},
	{&ColorSecondary, hex(0xB2B8C2, 1), hex(0x454B54, 1)},
	{&ColorFaint, hex(0xA4AAB5, 1), hex(0x555B64, 1)},
	{&ColorAccent, hex(0x4A90C8, 1), hex(0x2B6CA3, 1)},
	{&ColorAccentHi, hex(0x6AAEE2, 1), hex(0x1F5C93, 1)},
	{&ColorRecord, hex(0xFF6E72, 1), hex(0xB3202A, 1)},
	{&ColorWarning, hex(0xE6B450, 1), hex(0x7A5200, 1)},
	{&ColorSeries[0], hex(0x56B4E9, 1), hex(0x2E8BC4, 1)},
	{&ColorSeries[1], hex(0xE69F00, 1), hex(0xC07F00, 1)},
	{&ColorSeries[2], hex(0x1FB58A, 1), hex(0x008A63, 1)},
	{&ColorSeries[3], hex(0xF0E442, 1), hex(0x9C9200, 1)},
	{&ColorSeries[4], hex(0x3D7FB8, 1), hex(0x00568A, 1)},
	{&ColorSeries[5], hex(0xE5762E, 1), hex(0xC24E00, 1)},
	{&ColorSeries[6], hex(0xD58FB4, 1), hex(0xAE5588, 1)},
	{&ColorSeries[7], hex(0xC9CDD4, 1), hex(0x6E747D, 1)},
	{&ColorSeries[8], hex(0xA88BE0, 1), hex(0x6A4FB0, 1)},
	{&ColorStick, hex(0x56B4E9, 1), hex(0x0F6396, 1)},
	{&ColorSlip, hex(0xE69F00, 1), hex(0x855300, 1)},
	{&ColorSelect, hex(0xFFC733, 1), hex(0x8A6100, 1)},
}

// setColors gives the panels dark colours or light ones.
func setColors(light bool) {
	for _, p := range palette {
		if *p.color = p.dark; light {
			*p.color = p.light
		}
	}
}

// SetLight gives the panels light or dark colours, and reports whether this was a change.
func (u *Context) SetLight(light bool) bool {
	if light == u.light {
		return false
	}
	u.light = light
	setColors(light)
	ApplyStyle(u.Scale)
	return true
}

// LightColor returns the version for light panels of a colour of the palette.
func LightColor(of *imgui.Vec4) imgui.Vec4 {
	for i := range palette {
		if palette[i].color == of {
			return palette[i].light
		}
	}
	return *of
}

// Background returns the colour of the window where there is neither a picture nor a panel.
func Background() color.RGBA {
	c := ColorPanel
	return color.RGBA{uint8(c.X*255 + 0.5), uint8(c.Y*255 + 0.5), uint8(c.Z*255 + 0.5), 0xFF}
}

// StripOpacity is the opacity of the strip, which lets the view show through a little.
const StripOpacity = 0.88

func hex(rgb uint32, alpha float32) imgui.Vec4 {
	return imgui.Vec4{
		X: float32(rgb>>16) / 255, Y: float32(rgb>>8&255) / 255, Z: float32(rgb&255) / 255, W: alpha,
	}
}

// Fade returns a colour with its opacity multiplied.
func Fade(c imgui.Vec4, f float32) imgui.Vec4 {
	c.W *= f
	return c
}

// Pack returns a colour in the form of draw lists. Inside Disabled it is fainter.
func Pack(c imgui.Vec4) imgui.PackedColor {
	return imgui.PackedColorFromVec4(Fade(c, imgui.CurrentStyle().Alpha()))
}
