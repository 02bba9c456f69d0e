package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// rgba is an sRGB colour with straight alpha, as vertex buffers hold it.
type rgba [4]uint8

func hex(c uint32) rgba { return rgba{uint8(c >> 16), uint8(c >> 8), uint8(c), 255} }

// alpha returns the colour with another opacity, 0 to 1.
func (c rgba) alpha(a float32) rgba {
	c[3] = uint8(255*a + 0.5)
	return c
}

func (c rgba) vec4() mgl32.Vec4 {
	return mgl32.Vec4{float32(c[0]) / 255, float32(c[1]) / 255, float32(c[2]) / 255, float32(c[3]) / 255}
}

// theme is a set of colours that go together.
type theme struct {
	top, bottom rgba // background
	floor       rgba // walls that lie flat
	wall        rgba // other walls; alpha is their opacity
	ink         rgba // grid and edges
	paper       rgba // faces of technical drawings
	text, faint rgba
	halo        rgba // round text
	pane        rgba // behind keys and legends
	glass       rgba // meshes without a colour of their own
	exposure    float32
}

var themes = [view.NumThemes]theme{
	view.Dark: {
		top: hex(0x3A3F47), bottom: hex(0x23262B), floor: hex(0x666B74), wall: hex(0x8A92A0).alpha(0.18),
		ink: hex(0xE6E8ED), paper: hex(0x2E3238), text: hex(0xE6E8ED), faint: hex(0xA8AEB8),
		halo: hex(0x15171A).alpha(0.55), pane: hex(0x1C1D20).alpha(0.55), glass: hex(0xF29A30), exposure: 0.68,
	},
	view.Light: {
		top: hex(0xFAFAF8), bottom: hex(0xE3E5E8), floor: hex(0xF0F0EE), wall: hex(0x9AA2AE).alpha(0.16),
		ink: hex(0x2B2F36), paper: hex(0xFCFCFA), text: hex(0x22252A), faint: hex(0x5A606A),
		halo: hex(0xFFFFFF).alpha(0.7), pane: hex(0xFFFFFF).alpha(0.6), glass: hex(0xE8962E), exposure: 0.74,
	},
	view.Print: {
		top: hex(0xFFFFFF), bottom: hex(0xFFFFFF), floor: hex(0xFFFFFF), wall: hex(0x808080).alpha(0.10),
		ink: hex(0x000000), paper: hex(0xFFFFFF), text: hex(0x000000), faint: hex(0x404040),
		halo: hex(0xFFFFFF).alpha(0.9), pane: hex(0xFFFFFF).alpha(0.8), glass: hex(0xE8962E), exposure: 0.74,
	},
}

// Colours with a meaning of their own, the same in every theme. They were chosen to stay
// apart for people who see fewer colours: Okabe and Ito, "Color Universal Design" (2008).
var (
	toneCap        = hex(0xB3122A)
	toneBody       = hex(0xF1EEE4)
	sticking       = hex(0x56B4E9)
	sliding        = hex(0xE69F00)
	axisColors     = [3]rgba{hex(0xE5484D), hex(0xA6D84A), hex(0x4C9BEA)}
	normalTint     = hex(0xF0E442)
	tangentialTint = hex(0xCC79A7)
	velocityTint   = hex(0x59D9A8)
	inletTint      = hex(0x59D9FF)
	boxTint        = hex(0xB8A6E8)
	handTint       = hex(0xFFB020)
	motionTint     = hex(0xE8E4D8)
)

// sceneColor returns the colour a scene gives, or the renderer's own where it gives none.
func sceneColor(c bridge.RGBA, own rgba) rgba {
	if c[3] == 0 {
		return own
	}
	return rgba(c)
}

// tint returns the colour of what is no body: that of the scene, or the renderer's own. Beside bodies
// in the colours of a legend it is a grey as light.
func (f *frame) tint(c bridge.RGBA, own rgba) rgba {
	t := sceneColor(c, own)
	if f.data {
		grey := uint8(0.30*float32(t[0]) + 0.59*float32(t[1]) + 0.11*float32(t[2]) + 0.5)
		t[0], t[1], t[2] = grey, grey, grey
	}
	return t
}

// mobilisation runs from a contact that needs no friction, in the colour of sticking, to one
// that uses all of it and slides.
var mobilisation = [...]rgba{sticking, hex(0x86CDBE), hex(0xE4D77A), sliding}

// ramp returns the colour of a map at x, clamped to 0..1; a value that is no number is
// magenta, which is in no map.
func ramp(colors []rgba, x float32) rgba {
	if x != x {
		return hex(0xFF00FF)
	}
	x = clamp(x, 0, 1) * float32(len(colors)-1)
	i := int(math.Min(float64(x), float64(len(colors)-2)))
	return mix(colors[i], colors[i+1], x-float32(i))
}

func mix(a, b rgba, t float32) (c rgba) {
	for k := range c {
		c[k] = uint8(float32(a[k])*(1-t) + float32(b[k])*t + 0.5)
	}
	return c
}

func clamp(x, lo, hi float32) float32 { return max(lo, min(hi, x)) }
