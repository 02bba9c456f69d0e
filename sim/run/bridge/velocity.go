package bridge

import (
	"fmt"

	"example.org/tumble/sim/vec"
)

func (SetVelocity) command() {}

// Lasts is false: after a reset, the same number may mean a different body.
func (SetVelocity) Lasts() bool { return false }

// Apply sets the velocity.
func (e SetVelocity) Apply(to World) error { return to.SetVelocity(e.Body, e.Velocity, e.Spin) }

// Inverse returns the edit to the body's present velocity.
func (e SetVelocity) Inverse(of World) Edit {
	if v, s, ok := of.Velocity(e.Body); ok {
		return SetVelocity{e.Body, v, s}
	}
	return nil
}

// Field names the body.
func (e SetVelocity) Field(World) string { return fmt.Sprintf("velocity of body %d", e.Body) }

// Change gives the velocity before and after, and the spin if that changes.
func (e SetVelocity) Change(of World, inverse Edit) (key, text string) {
	was := inverse.(SetVelocity)
	numbers := func(v vec.Vec3) string { return fmt.Sprintf("[%.4g %.4g %.4g]", v.X, v.Y, v.Z) }
	text = said(e.Field(of), numbers(was.Velocity), numbers(e.Velocity))
	if e.Spin != was.Spin {
		text += said(", spin", numbers(was.Spin), numbers(e.Spin))
	}
	return fmt.Sprintf("velocity.%d", e.Body), text
}
