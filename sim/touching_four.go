// Code generated from sim/touching_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package sim

import (
	"math/bits"
	"unsafe"

	"tumble/sim/narrow"
	"tumble/sim/shape"
	wide "tumble/sim/wide/four"
)

// touchFour finds the touches of the n pairs in space.near, and returns how many touch.
func (w *contactSet) touchFour(k *chunkOfPairs, space *workspace, n int) (found int) {
	near, t := &space.near, &space.touches
	near.touching, near.careful = pairBits{}, pairBits{}
	spheres, x := k.list.kindA == shape.KindSphere, narrow.TouchesFour()
	x.A = unsafe.Pointer(unsafe.SliceData(w.shapes.Capsules))
	if spheres {
		x.A = unsafe.Pointer(unsafe.SliceData(w.shapes.Spheres))
	}
	x.B = x.A
	for first := 0; first < n; first += wide.Lanes {
		x.Pairs = 1<<lesser(wide.Lanes, n-first) - 1
		x.RowsA, x.RowsB = (*wide.Rows)(near.a[first:]), (*wide.Rows)(near.b[first:])
		x.Next = (*wide.Lane)(unsafe.Pointer(k.soonPairs(first, space.next)))
		x.Gap = numbersFour(near.gaps[:], first)
		x.PointX, x.PointY, x.PointZ = t.point.columnsFour(found)
		x.NormalX, x.NormalY, x.NormalZ = t.normal.columnsFour(found)
		x.Overlap = numbersFour(t.overlap, found)
		if spheres {
			x.RunSpheres()
		} else {
			x.RunCapsules()
		}
		near.touching.add(first, uint8(x.Touching))
		near.careful.add(first, uint8(x.Careful))
		found += bits.OnesCount8(uint8(x.Touching))
		wide.Leave()
	}
	return found
}
