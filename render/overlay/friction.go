package overlay

import (
	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// frictionColor returns the colour for the part of its friction that a contact uses.
func frictionColor(c *bridge.Contact) glyph.RGBA {
	return glyph.Ramp(mobilisation[:], view.FrictionUsed(c))
}

// frictionKey explains the colours of frictionColor.
func (f *Frame) frictionKey(to *glyph.List) {
	s := f.Scale
	width := 44 * s
	to.Key("friction used: 0 to 100 %", width, func(to *glyph.Sheet, x, y float32) {
		to.Gradient(x, y-4*s, width, 8*s, mobilisation[:], true)
	})
}
