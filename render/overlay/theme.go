package overlay

import (
	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Theme is a set of colours that go together.
type Theme struct {
	Top, Bottom glyph.RGBA // background
	Floor       glyph.RGBA // horizontal walls
	Wall        glyph.RGBA // other walls; alpha is their opacity
	Ink         glyph.RGBA // grid and edges
	Paper       glyph.RGBA // faces of technical drawings
	Text, Faint glyph.RGBA
	Halo        glyph.RGBA // round text
	Pane        glyph.RGBA // behind keys and legends
	Glass       glyph.RGBA // meshes without a colour of their own
	Exposure    float32
}

// ThemeOf returns the theme of a view.
func ThemeOf(v *view.View) *Theme { return &themes[min(v.Theme, view.NumThemes-1)] }

// hex shortens the tables below.
var hex = glyph.Hex

var themes = [view.NumThemes]Theme{
	view.Dark: {
		Top: hex(0x3A3F47), Bottom: hex(0x23262B), Floor: hex(0x666B74), Wall: hex(0x8A92A0).Alpha(0.18),
		Ink: hex(0xE6E8ED), Paper: hex(0x2E3238), Text: hex(0xE6E8ED), Faint: hex(0xA8AEB8),
		Halo: hex(0x15171A).Alpha(0.55), Pane: hex(0x1C1D20).Alpha(0.55), Glass: hex(0xF29A30), Exposure: 0.68,
	},
	view.Light: {
		Top: hex(0xFAFAF8), Bottom: hex(0xE3E5E8), Floor: hex(0xF0F0EE), Wall: hex(0x9AA2AE).Alpha(0.16),
		Ink: hex(0x2B2F36), Paper: hex(0xFCFCFA), Text: hex(0x22252A), Faint: hex(0x5A606A),
		Halo: hex(0xFFFFFF).Alpha(0.7), Pane: hex(0xFFFFFF).Alpha(0.6), Glass: hex(0xE8962E), Exposure: 0.74,
	},
	view.Print: {
		Top: hex(0xFFFFFF), Bottom: hex(0xFFFFFF), Floor: hex(0xFFFFFF), Wall: hex(0x808080).Alpha(0.10),
		Ink: hex(0x000000), Paper: hex(0xFFFFFF), Text: hex(0x000000), Faint: hex(0x404040),
		Halo: hex(0xFFFFFF).Alpha(0.9), Pane: hex(0xFFFFFF).Alpha(0.8), Glass: hex(0xE8962E), Exposure: 0.74,
	},
}

// Colours with a fixed meaning, the same in every theme. They were chosen so that people with a colour
// vision deficiency can distinguish them: Okabe and Ito, "Color Universal Design" (2008).
var (
	ToneCap        = hex(0xB3122A)
	ToneBody       = hex(0xF1EEE4)
	Sticking       = hex(0x56B4E9)
	sliding        = hex(0xE69F00)
	axisColors     = [3]glyph.RGBA{hex(0xE5484D), hex(0xA6D84A), hex(0x4C9BEA)}
	NormalTint     = hex(0xF0E442)
	TangentialTint = hex(0xCC79A7)
	velocityTint   = hex(0x59D9A8)
	inletTint      = hex(0x59D9FF)
	boxTint        = hex(0xB8A6E8)
	handTint       = hex(0xFFB020)
	motionTint     = hex(0xE8E4D8)
)

// SceneColor returns the colour that a scene gives, or the renderer's own colour if the scene gives none.
func SceneColor(c bridge.RGBA, own glyph.RGBA) glyph.RGBA {
	if c[3] == 0 {
		return own
	}
	return glyph.RGBA(c)
}

// Tint returns the colour of walls, meshes and cylinders: the colour of the scene, or the renderer's own. If
// bodies have the colours of a legend, it returns a grey of the same lightness, so that nothing else seems to have
// a value.
func (f *Frame) Tint(c bridge.RGBA, own glyph.RGBA) glyph.RGBA {
	t := SceneColor(c, own)
	if f.Data {
		grey := uint8(0.30*float32(t[0]) + 0.59*float32(t[1]) + 0.11*float32(t[2]) + 0.5)
		t[0], t[1], t[2] = grey, grey, grey
	}
	return t
}

// mobilisation runs from the colour of a contact that uses no friction (Sticking) to the colour of a
// contact that uses all of its friction and slides (sliding).
var mobilisation = [...]glyph.RGBA{Sticking, hex(0x86CDBE), hex(0xE4D77A), sliding}
