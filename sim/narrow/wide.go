//go:build goexperiment.simd && amd64

package narrow

import (
	"unsafe"

	"tumble/sim/shape"
	"tumble/sim/wide"
	"tumble/sim/wide/hot"
)

// Constants, in all lanes.
var coincidentWide, parallelWide = wide.Splat(coincident), wide.Splat(parallel)

// TouchesWide returns what vector kernels need for pairs of spheres and of capsules.
func TouchesWide() (t hot.Touches) {
	t.Coincident.Set(coincident)
	t.Parallel.Set(parallel)
	t.Cancelled.Set(cancelled)
	return t
}

const (
	_ = -(unsafe.Offsetof(shape.Sphere{}.Radius) - 3*8) // or its four numbers have another order
	_ = -(unsafe.Offsetof(shape.Capsule{}.Axis) - 3*8) | -(unsafe.Offsetof(shape.Capsule{}.Half) - 6*8) |
		-(unsafe.Offsetof(shape.Capsule{}.Radius) - 7*8)
)
