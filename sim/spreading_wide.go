//go:build goexperiment.simd && amd64

package sim

import (
	"math/bits"

	"tumble/sim/narrow"
	"tumble/sim/wide"
)

// spreadWide is touchWide for pairs of capsules whose contacts spread along shafts.
func (w *contactSet) spreadWide(k *chunkOfPairs, space *workspace, n int) (found int) {
	near, t, s := &space.near, &space.touches, &space.spreads
	near.touching, near.careful = pairBits{}, pairBits{}
	for first := 0; first < n; first += wide.Lanes {
		count := lesser(wide.Lanes, n-first)
		rowsA, rowsB := (*wide.Rows)(near.a[first:]), (*wide.Rows)(near.b[first:])
		point, normal, turn, overlap, share, gap, careful := narrow.SpreadCapsulesWide(w.shapes.Capsules, w.shapes.Capsules, rowsA, rowsB)
		var zero wide.Float
		touching := gap.Less(zero).ToBits() & (1<<count - 1)
		t.point.packWide(found, point, touching)
		t.normal.packWide(found, normal, touching)
		numbersWide(t.overlap, found).Keep(wide.Packed(overlap, touching))
		numbersWide(s.share, found).Keep(wide.Packed(share, touching))
		s.turn.packWide(found, turn, touching)
		numbersWide(near.gaps[:], first).Keep(gap)
		near.touching.add(first, touching)
		near.careful.add(first, careful&touching)
		found += bits.OnesCount8(touching)
		wide.Leave()
	}
	return found
}

// packWide writes those of eight vectors whose bit is set, one behind the other from number i
// on.
func (v *vectors) packWide(i int, a wide.Vec3, lanes uint8) {
	numbersWide(v.x, i).Keep(wide.Packed(a.X, lanes))
	numbersWide(v.y, i).Keep(wide.Packed(a.Y, lanes))
	numbersWide(v.z, i).Keep(wide.Packed(a.Z, lanes))
}
