package render

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// frictionColor returns the colour of how much friction a contact uses.
func frictionColor(c *bridge.Contact) rgba { return ramp(mobilisation[:], view.FrictionUsed(c)) }

// frictionKey explains the colours of frictionColor.
func (f *frame) frictionKey() {
	s := f.scale
	width := 44 * s
	f.key("friction used: 0 to 100 %", width, func(f *frame, x, y float32) {
		f.hud.ramp(x, y-4*s, width, 8*s, mobilisation[:], true)
	})
}
