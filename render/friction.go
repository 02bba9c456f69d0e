package render

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/bridge"
)

// frictionColor returns the colour of how much friction a contact uses.
func frictionColor(c *bridge.Contact) rgba { return ramp(mobilisation[:], view.FrictionUsed(c)) }

// frictionKey explains the colours of frictionColor.
func (f *frame) frictionKey() {
	s := f.scale
	width := 44 * s
	f.key("friction used: 0 to 100 %", width, func(x, y float32) {
		n := len(mobilisation) - 1
		step := width / float32(n)
		for i := 0; i < n; i++ {
			l, r := mobilisation[i], mobilisation[i+1]
			x0, x1 := x+step*float32(i), x+step*float32(i+1)
			f.hud.quad([4][2]float32{{x0, y - 4*s}, {x1, y - 4*s}, {x1, y + 4*s}, {x0, y + 4*s}}, [4]rgba{l, r, r, l})
		}
	})
}
