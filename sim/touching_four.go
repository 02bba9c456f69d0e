// Code generated from sim/touching_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package sim

import (
	"math/bits"

	"tumble/sim/narrow"
	"tumble/sim/shape"
	wide "tumble/sim/wide/four"
)

// touchFour finds the touches of the n pairs in space.near, and returns how many touch.
func (w *World) touchFour(k *chunkOfPairs, space *workspace, n int) (found int) {
	near, t := &space.near, &space.touches
	near.touching, near.careful = pairBits{}, pairBits{}
	spheres := k.list.kindA == shape.KindSphere
	for first := 0; first < n; first += wide.Lanes {
		count := lesser(wide.Lanes, n-first)
		rowsA, rowsB := (*wide.Rows)(near.a[first:]), (*wide.Rows)(near.b[first:])
		var point, normal wide.Vec3
		var overlap, gap, zero wide.Float
		var careful uint8
		if spheres {
			point, normal, overlap, gap, careful = narrow.SpheresFour(w.shapes.spheres, w.shapes.spheres, rowsA, rowsB)
		} else {
			point, normal, overlap, gap, careful = narrow.CapsulesFour(w.shapes.capsules, w.shapes.capsules, rowsA, rowsB)
		}
		touching := gap.LessEqual(zero).ToBits() & (1<<count - 1)
		t.point.packFour(found, point, touching)
		t.normal.packFour(found, normal, touching)
		numbersFour(t.overlap, found).Keep(wide.Packed(overlap, touching))
		numbersFour(near.gaps[:], first).Keep(gap)
		near.touching.add(first, touching)
		near.careful.add(first, careful&touching)
		found += bits.OnesCount8(touching)
		wide.Leave()
	}
	return found
}
