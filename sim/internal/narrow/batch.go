package narrow

import (
	"unsafe"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
)

// Batch returns the arguments of the vector kernels for pairs of spheres and pairs of capsules, filled
// with the constants of this package.
func Batch() wide.Touches {
	return wide.Touches{
		Coincident: coincident, Parallel: parallel, Cancelled: cancelled,
		Meet: hair, Least: hair * hair, Tiny: tiny, TinySquare: tiny * tiny, Rule: &mirrored,
	}
}

const (
	_ = -(len(gauss) - 2*wide.RulePoints)               // no compile if a Rule holds fewer points
	_ = -(unsafe.Offsetof(shape.Sphere{}.Radius) - 3*8) // no compile if its numbers have another order
	_ = -(unsafe.Offsetof(shape.Capsule{}.Axis) - 3*8) | -(unsafe.Offsetof(shape.Capsule{}.Half) - 6*8) |
		-(unsafe.Offsetof(shape.Capsule{}.Radius) - 7*8)
)
