package narrow

import (
	"unsafe"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
)

// Batch returns arguments for the kernels of pairs of spheres and of capsules, with the constants of
// this package.
func Batch() wide.Touches {
	return wide.Touches{
		Coincident: coincident, Parallel: parallel, Cancelled: cancelled,
		Meet: hair, Least: hair * hair, Tiny: tiny, TinySquare: tiny * tiny, Rule: &mirrored,
	}
}

const (
	_ = -(len(gauss) - 2*wide.RulePoints)               // or the rule lacks points
	_ = -(unsafe.Offsetof(shape.Sphere{}.Radius) - 3*8) // or its four numbers have another order
	_ = -(unsafe.Offsetof(shape.Capsule{}.Axis) - 3*8) | -(unsafe.Offsetof(shape.Capsule{}.Half) - 6*8) |
		-(unsafe.Offsetof(shape.Capsule{}.Radius) - 7*8)
)
