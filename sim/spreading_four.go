// Code generated from sim/spreading_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package sim

import (
	"math/bits"

	"tumble/sim/narrow"
	wide "tumble/sim/wide/four"
)

// spreadFour is touchFour for pairs of capsules whose contacts spread along shafts.
func (w *contactSet) spreadFour(k *chunkOfPairs, space *workspace, n int) (found int) {
	near, t, s := &space.near, &space.touches, &space.spreads
	near.touching, near.careful = pairBits{}, pairBits{}
	for first := 0; first < n; first += wide.Lanes {
		count := lesser(wide.Lanes, n-first)
		rowsA, rowsB := (*wide.Rows)(near.a[first:]), (*wide.Rows)(near.b[first:])
		point, normal, turn, overlap, share, gap, careful := narrow.SpreadCapsulesFour(w.shapes.Capsules, w.shapes.Capsules, rowsA, rowsB)
		var zero wide.Float
		touching := gap.Less(zero).ToBits() & (1<<count - 1)
		t.point.packFour(found, point, touching)
		t.normal.packFour(found, normal, touching)
		numbersFour(t.overlap, found).Keep(wide.Packed(overlap, touching))
		numbersFour(s.share, found).Keep(wide.Packed(share, touching))
		s.turn.packFour(found, turn, touching)
		numbersFour(near.gaps[:], first).Keep(gap)
		near.touching.add(first, touching)
		near.careful.add(first, careful&touching)
		found += bits.OnesCount8(touching)
		wide.Leave()
	}
	return found
}

// packFour writes those of four vectors whose bit is set, one behind the other from number i
// on.
func (v *vectors) packFour(i int, a wide.Vec3, lanes uint8) {
	numbersFour(v.x, i).Keep(wide.Packed(a.X, lanes))
	numbersFour(v.y, i).Keep(wide.Packed(a.Y, lanes))
	numbersFour(v.z, i).Keep(wide.Packed(a.Z, lanes))
}
