//go:build goexperiment.simd && amd64

package sim

import (
	"unsafe"

	"tumble/sim/body"
	"tumble/sim/vec"
	"tumble/sim/wide"
	"tumble/sim/wide/four"
)

// vectorKernels are those that the program has, the widest first.
var vectorKernels = []laneKernels{
	{"avx512", wide.Lanes, wide.Available, (*World).placeCapsulesWide, (*contactSet).touchWide, (*contactSet).spreadWide, (*contactSet).applyLawWide, (*contactSet).sendWide, (*contactSet).sumWide, (*World).integrateChunkWide, wide.Squares, wide.Above},
	{"avx2", four.Lanes, four.Available, (*World).placeCapsulesFour, (*contactSet).touchFour, (*contactSet).spreadFour, (*contactSet).applyLawFour, (*contactSet).sendFour, (*contactSet).sumFour, (*World).integrateChunkFour, four.Squares, four.Above},
}

// Where vector kernels find the numbers of springs, in bytes.
const (
	springsStiffness = unsafe.Offsetof(springs{}.kn)   // kn, kt, mu, smaller
	springsMass      = unsafe.Offsetof(springs{}.mass) // mass, damping
)

const (
	_ = -(springsMass - springsStiffness - 32) | -(unsafe.Offsetof(springs{}.damping) - springsMass - 8) // or the order has changed
	_ = -(unsafe.Offsetof(resistance{}.drag) - 24) | -(unsafe.Sizeof(resistance{}) - 32)                 // or it is not four numbers
	_ = -(unsafe.Sizeof(body.Wrench{}) - 64)                                                             // or a wrench is something else
	_ = -(unsafe.Sizeof(vec.Vec3{}) - 24)                                                                // or vectors are not three numbers
	_ = -(unsafe.Offsetof(vec.Quat{}.Z) - 24)                                                            // or quaternions not W, X, Y, Z
)
