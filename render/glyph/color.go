package glyph

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// RGBA is an sRGB colour with straight alpha, as vertex buffers hold it.
type RGBA [4]uint8

// Hex returns the opaque colour 0xRRGGBB.
func Hex(c uint32) RGBA { return RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255} }

// Alpha returns the colour with another opacity, 0 to 1.
func (c RGBA) Alpha(a float32) RGBA {
	c[3] = uint8(255*a + 0.5)
	return c
}

// Vec4 returns the colour in the form that shaders use, each component 0 to 1.
func (c RGBA) Vec4() mgl32.Vec4 {
	return mgl32.Vec4{float32(c[0]) / 255, float32(c[1]) / 255, float32(c[2]) / 255, float32(c[3]) / 255}
}

// Mix returns the colour at a part t, 0 to 1, of the way from a to b.
func Mix(a, b RGBA, t float32) (c RGBA) {
	for k := range c {
		c[k] = uint8(float32(a[k])*(1-t) + float32(b[k])*t + 0.5)
	}
	return c
}

// Ramp returns the colour of a colour map at x, clamped to 0..1. For a NaN it returns magenta, which no colour map
// contains.
func Ramp(colors []RGBA, x float32) RGBA {
	if x != x {
		return Hex(0xFF00FF)
	}
	x = mgl32.Clamp(x, 0, 1) * float32(len(colors)-1)
	i := int(math.Min(float64(x), float64(len(colors)-2)))
	return Mix(colors[i], colors[i+1], x-float32(i))
}
