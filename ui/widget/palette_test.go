package widget

import (
	"math"
	"testing"

	"github.com/inkyblackness/imgui-go/v4"
)

// over returns what is seen of a colour over an opaque one.
func over(c, below imgui.Vec4) imgui.Vec4 {
	mix := func(a, b float32) float32 { return a*c.W + b*(1-c.W) }
	return imgui.Vec4{X: mix(c.X, below.X), Y: mix(c.Y, below.Y), Z: mix(c.Z, below.Z), W: 1}
}

// contrast returns the ratio of luminances as WCAG 2 defines it.
func contrast(a, b imgui.Vec4) float64 {
	luminance := func(c imgui.Vec4) float64 {
		linear := func(x float32) float64 {
			if x <= 0.04045 {
				return float64(x) / 12.92
			}
			return math.Pow((float64(x)+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(c.X) + 0.7152*linear(c.Y) + 0.0722*linear(c.Z)
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Text can be read on every ground that it stands on, in both themes, whatever the view shows below: at least
// 4.5:1, hints as well.
func TestTextHasContrast(t *testing.T) {
	defer setColors(false)
	for name, light := range map[string]bool{"dark": false, "light": true} {
		setColors(light)
		below := []imgui.Vec4{{W: 1}, {X: 1, Y: 1, Z: 1, W: 1}} // the darkest and the lightest that a view can be
		strip := below[1]
		if light {
			strip = below[0]
		}
		grounds := map[string]imgui.Vec4{"bar": colorBar, "panel": ColorPanel, "raised": ColorRaised, "ground": ColorGround,
			"frame": ColorFrame, "hover": ColorHover, "strip": over(Fade(ColorPanel, StripOpacity), strip)}
		check := func(text imgui.Vec4, what, ground string, on imgui.Vec4) {
			for _, b := range below {
				if got := contrast(text, over(on, b)); got < 4.5 {
					t.Errorf("%s: %s on %s has %.2f:1, want 4.5:1", name, what, ground, got)
				}
			}
		}
		for ground, on := range grounds {
			check(ColorText, "text", ground, on)
			check(ColorSecondary, "secondary text", ground, on)
			check(ColorFaint, "a hint", ground, on)
		}
		for ground, on := range map[string]imgui.Vec4{"active": colorActive, "on": colorOn, "fault": ColorFault,
			"hold": ColorHold, "fill": over(ColorFill, ColorFrame), "fill under the pointer": over(colorFillHi, ColorHover)} {
			check(ColorText, "text", ground, on)
		}
		for _, ground := range []string{"bar", "panel", "raised"} {
			check(ColorRecord, "red", ground, grounds[ground])
			check(ColorWarning, "yellow", ground, grounds[ground])
			check(ColorAccentHi, "blue", ground, grounds[ground])
		}
		check(ColorAccentHi, "blue", "chip", over(Fade(ColorPanel, 0.9), strip))
		check(ColorPanel, "the ground of panels", "loud chip", ColorWarning)
	}
}
