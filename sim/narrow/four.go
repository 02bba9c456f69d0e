// Code generated from sim/narrow/wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package narrow

import (
	"unsafe"

	"tumble/sim/shape"
	wide "tumble/sim/wide/four"
	"tumble/sim/wide/four/hot"
)

// Constants, in all lanes.
var coincidentFour, parallelFour = wide.Splat(coincident), wide.Splat(parallel)

// TouchesFour returns what vector kernels need for pairs of spheres and of capsules.
func TouchesFour() (t hot.Touches) {
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
