package widget

import (
	"github.com/inkyblackness/imgui-go/v4"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
)

// Fonts are the fonts of the window, in their sizes and weights.
type Fonts struct {
	Text, Medium, Mono, Small imgui.Font
}

// Heights of type at a scale of 1 [units of the window].
const (
	textHeight  = 15
	monoHeight  = 14
	smallHeight = 13
)

// Load adds the fonts to an atlas, at scale pixels per unit.
func (f *Fonts) Load(atlas imgui.FontAtlas, scale float32) {
	var b imgui.GlyphRangesBuilder
	b.Add(0x20, 0xFF)
	b.Add(0x370, 0x3FF)   // Greek
	b.Add(0x2010, 0x22FF) // punctuation, super- and subscripts, arrows, mathematics
	b.Add(0x25A0, 0x25FF) // geometric shapes
	ranges := b.Build()   // never freed, because the atlas reads the ranges only when it is built
	add := func(data []byte, height float32) imgui.Font {
		config := imgui.NewFontConfig()
		defer config.Delete()
		config.SetOversampleH(2)
		config.SetOversampleV(1)
		config.SetPixelSnapH(true)
		return atlas.AddFontFromMemoryTTFV(data, height*scale, config, ranges.GlyphRanges)
	}
	f.Text = add(goregular.TTF, textHeight)
	f.Medium = add(gomedium.TTF, textHeight)
	f.Mono = add(gomono.TTF, monoHeight)
	f.Small = add(goregular.TTF, smallHeight)
}

// ApplyStyle sets imgui's style at a scale, in the present colours of the palette.
func ApplyStyle(scale float32) {
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
		imgui.StyleColorText: ColorText, imgui.StyleColorTextDisabled: ColorFaint,
		imgui.StyleColorWindowBg: ColorPanel, imgui.StyleColorChildBg: {}, imgui.StyleColorPopupBg: ColorRaised,
		imgui.StyleColorBorder: ColorLine, imgui.StyleColorFrameBg: ColorFrame,
		imgui.StyleColorFrameBgHovered: ColorHover, imgui.StyleColorFrameBgActive: colorActive,
		imgui.StyleColorScrollbarBg: {}, imgui.StyleColorScrollbarGrab: ColorFrame,
		imgui.StyleColorScrollbarGrabHovered: ColorHover, imgui.StyleColorScrollbarGrabActive: colorActive,
		imgui.StyleColorButton: ColorFrame, imgui.StyleColorButtonHovered: ColorHover,
		imgui.StyleColorButtonActive: colorActive, imgui.StyleColorHeader: ColorFrame,
		imgui.StyleColorHeaderHovered: ColorHover, imgui.StyleColorHeaderActive: colorActive,
		imgui.StyleColorSeparator: ColorLine, imgui.StyleColorCheckMark: ColorAccent,
		imgui.StyleColorTextSelectedBg: colorFillHi, imgui.StyleColorNavHighlight: ColorAccent,
	} {
		s.SetColor(id, c)
	}
}
