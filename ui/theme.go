package ui

import (
	"github.com/inkyblackness/imgui-go/v4"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
)

// The palette. One accent; red only for recording, refusals and faults.
var (
	colorPanel     = hex(0x1C1D20, 0.97)
	colorBar       = hex(0x18191C, 1)
	colorHeader    = hex(0x232428, 1)
	colorFrame     = hex(0x2E3036, 1)
	colorHover     = hex(0x3A3D45, 1)
	colorActive    = hex(0x454952, 1)
	colorLine      = hex(0x34373D, 1)
	colorText      = hex(0xE6E8ED, 1)
	colorSecondary = hex(0xA8AEB8, 1)
	colorFaint     = hex(0x6E747F, 1)
	colorAccent    = hex(0x4A90C8, 1)
	colorAccentHi  = hex(0x5FA3D9, 1)
	colorFill      = hex(0x4A90C8, 0.38)
	colorFillHi    = hex(0x4A90C8, 0.55)
	colorRecord    = hex(0xFF6166, 1)
	colorWarning   = hex(0xE6B450, 1)
	colorFault     = hex(0x8C2A30, 0.97)
	colorHold      = hex(0x6B4E14, 0.97)
)

func hex(rgb uint32, alpha float32) imgui.Vec4 {
	return imgui.Vec4{
		X: float32(rgb>>16) / 255, Y: float32(rgb>>8&255) / 255, Z: float32(rgb&255) / 255, W: alpha,
	}
}

// fade returns a colour with its opacity multiplied.
func fade(c imgui.Vec4, f float32) imgui.Vec4 {
	c.W *= f
	return c
}

func packed(c imgui.Vec4) imgui.PackedColor { return imgui.PackedColorFromVec4(c) }

// fonts are the sizes and cuts of type that the window uses.
type fonts struct {
	text, medium, mono, small imgui.Font
}

// Heights of type at a scale of 1 [units of the window].
const (
	textHeight  = 15
	monoHeight  = 14
	smallHeight = 13
)

// load adds the fonts to an atlas, at scale pixels per unit.
func (f *fonts) load(atlas imgui.FontAtlas, scale float32) {
	var b imgui.GlyphRangesBuilder
	b.Add(0x20, 0xFF)
	b.Add(0x370, 0x3FF)   // Greek
	b.Add(0x2010, 0x22FF) // punctuation, super- and subscripts, arrows, mathematics
	b.Add(0x25A0, 0x25FF) // geometric shapes
	ranges := b.Build()   // the atlas reads it when it is built, later: never freed
	add := func(data []byte, height float32) imgui.Font {
		config := imgui.NewFontConfig()
		defer config.Delete()
		config.SetOversampleH(2)
		config.SetOversampleV(1)
		config.SetPixelSnapH(true)
		return atlas.AddFontFromMemoryTTFV(data, height*scale, config, ranges.GlyphRanges)
	}
	f.text = add(goregular.TTF, textHeight)
	f.medium = add(gomedium.TTF, textHeight)
	f.mono = add(gomono.TTF, monoHeight)
	f.small = add(goregular.TTF, smallHeight)
}

// applyStyle sets imgui's style at a scale.
func applyStyle(scale float32) {
	imgui.StyleColorsDark()
	s := imgui.CurrentStyle()
	px := func(x float32) float32 { return float32(int(x*scale + 0.5)) }
	vec := func(x, y float32) imgui.Vec2 { return imgui.Vec2{X: px(x), Y: px(y)} }
	s.SetWindowPadding(vec(12, 10))
	s.SetFramePadding(vec(8, 4))
	s.SetItemSpacing(vec(6, 6))
	s.SetItemInnerSpacing(vec(6, 4))
	s.SetCellPadding(vec(4, 2))
	s.SetWindowBorderSize(0)
	s.SetPopupBorderSize(1)
	s.SetChildBorderSize(0)
	s.SetFrameBorderSize(0)
	s.SetWindowRounding(px(4))
	s.SetChildRounding(px(4))
	s.SetPopupRounding(px(4))
	s.SetFrameRounding(px(3))
	s.SetGrabRounding(px(3))
	s.SetScrollbarRounding(px(3))
	s.SetScrollbarSize(px(9))
	s.SetGrabMinSize(px(10))
	s.SetWindowMinSize(imgui.Vec2{X: 1, Y: 1})
	for id, c := range map[imgui.StyleColorID]imgui.Vec4{
		imgui.StyleColorText: colorText, imgui.StyleColorTextDisabled: colorFaint,
		imgui.StyleColorWindowBg: colorPanel, imgui.StyleColorChildBg: {}, imgui.StyleColorPopupBg: hex(0x1C1D20, 0.99),
		imgui.StyleColorBorder: colorLine, imgui.StyleColorFrameBg: colorFrame,
		imgui.StyleColorFrameBgHovered: colorHover, imgui.StyleColorFrameBgActive: colorActive,
		imgui.StyleColorScrollbarBg: {}, imgui.StyleColorScrollbarGrab: colorFrame,
		imgui.StyleColorScrollbarGrabHovered: colorHover, imgui.StyleColorScrollbarGrabActive: colorActive,
		imgui.StyleColorButton: colorFrame, imgui.StyleColorButtonHovered: colorHover,
		imgui.StyleColorButtonActive: colorActive, imgui.StyleColorHeader: colorFrame,
		imgui.StyleColorHeaderHovered: colorHover, imgui.StyleColorHeaderActive: colorActive,
		imgui.StyleColorSeparator: colorLine, imgui.StyleColorCheckMark: colorAccent,
		imgui.StyleColorTextSelectedBg: hex(0x4A90C8, 0.5), imgui.StyleColorNavHighlight: colorAccent,
		imgui.StyleColorModalWindowDarkening: hex(0x101114, 0.6),
	} {
		s.SetColor(id, c)
	}
}
