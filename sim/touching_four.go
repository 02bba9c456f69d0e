// Code generated from sim/touching_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package sim

import (
	"unsafe"

	"tumble/sim/narrow"
	"tumble/sim/shape"
	wide "tumble/sim/wide/four"
)

// touchFour finds the touches of the n pairs in space.near, and returns how many touch.
func (w *World) touchFour(k *chunkOfPairs, space *workspace, n int) (found int) {
	near, kind := &space.near, k.list.kindA
	near.touching, near.careful = pairBits{}, pairBits{}
	for first := 0; first < n; first += wide.Lanes {
		var rowsA, rowsB, to wide.Rows
		count := lesser(wide.Lanes, n-first)
		size := unsafe.Sizeof(shape.Sphere{})
		if kind == shape.KindCapsule {
			size = unsafe.Sizeof(shape.Capsule{})
		}
		for i := range wide.Lanes {
			c := &k.pairs[near.pairs[first+lesser(i, count-1)]]
			rowsA.Set(i, c.a, size)
			rowsB.Set(i, c.b, size)
		}
		var point, normal wide.Vec3
		var overlap, gap, zero wide.Float
		var careful uint8
		if kind == shape.KindSphere {
			point, normal, overlap, gap, careful = narrow.SpheresFour(w.shapes.spheres, w.shapes.spheres, &rowsA, &rowsB)
		} else {
			point, normal, overlap, gap, careful = narrow.CapsulesFour(w.shapes.capsules, w.shapes.capsules, &rowsA, &rowsB)
		}
		touching := gap.LessEqual(zero).ToBits() & (1<<count - 1)
		for i := range wide.Lanes {
			touches := int(touching >> i & 1)
			to.Set(i, int32(n+(found-n)*touches), unsafe.Sizeof(narrow.Touch{})) // without a branch
			found += touches
		}
		base := unsafe.Pointer(&space.touches[0])
		to.Store(unsafe.Add(base, touchPoint), point.X, point.Y, point.Z, normal.X)
		to.Store(unsafe.Add(base, touchNormalY), normal.Y, normal.Z, overlap, zero) // FeatureWhole
		(*wide.Lane)(near.gaps[first:]).Keep(gap)
		near.touching.add(first, touching)
		near.careful.add(first, careful&touching)
		wide.Leave()
	}
	return found
}
