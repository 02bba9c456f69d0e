//go:build goexperiment.simd && amd64

package sim

import (
	"unsafe"

	"tumble/sim/narrow"
	"tumble/sim/vec"
	"tumble/sim/wide"
	"tumble/sim/wide/four"
)

// vectorKernels are those that the program has, the widest first.
var vectorKernels = []laneKernels{
	{wide.Lanes, wide.Available, (*World).touchWide, (*World).applyLawWide, (*World).integrateChunkWide, wide.Within},
	{four.Lanes, four.Available, (*World).touchFour, (*World).applyLawFour, (*World).integrateChunkFour, four.Within},
}

// Where vector kernels find the numbers of records, in bytes.
const (
	contactPoint   = unsafe.Offsetof(contact{}.point)           // point, normal.X
	contactNormalY = unsafe.Offsetof(contact{}.normal) + 8      // normal.YZ, shear.XY
	contactShearZ  = unsafe.Offsetof(contact{}.shear) + 16      // shear.Z, overlap, normalForce, smaller
	contactSprings = unsafe.Offsetof(contact{}.kn)              // kn, kt, mu, drag
	touchPoint     = unsafe.Offsetof(narrow.Touch{}.Point)      // Point, Normal.X
	touchNormalY   = unsafe.Offsetof(narrow.Touch{}.Normal) + 8 // Normal.YZ, Overlap, Feature

	_ = -(contactSprings - 12*8) | -(touchNormalY - 4*8) // or the order has changed
	_ = -(unsafe.Sizeof(vec.Vec3{}) - 24)                // or vectors are not three numbers
	_ = -(unsafe.Offsetof(vec.Quat{}.Z) - 24)            // or quaternions not W, X, Y, Z
)
