package sim

import (
	"math"
	"slices"
	"sync/atomic"

	"tumble/sim/archive"
	"tumble/sim/body"
	"tumble/sim/vec"
)

// Hash returns a fingerprint of the state: of every bit of what decides how the run goes on.
// Two runs that took the same way have the same one, and so has a saved state when it is
// restored. It does not depend on where bodies lie in memory, nor on what only shows: names,
// colours, energies, rates, notices. It is made with XXH64.
func (w *World) Hash() uint64 {
	a := archive.NewDigest()
	w.archiveSettings(a)
	w.motions.Archive(a)
	w.flow.Archive(a, new(body.Library))
	w.flow.Digest(a)
	w.log.Archive(a)
	archive.Whole(a, &w.bodies.Next)

	// The prints of bodies and contacts are added up, so that their order does not count.
	var bodies, contacts atomic.Uint64
	w.team.Run(w.bodies.Len(), chunk, perBody, nil, func(_, first, last int) {
		bodies.Add(w.bodies.Print(first, last))
	})
	chunks := slices.Collect(w.listed)
	w.team.Run(len(chunks), 1, perChunk, nil, func(_, first, last int) {
		for _, k := range chunks[first:last] {
			contacts.Add(k.print(&w.contactSet))
		}
	})
	for _, sum := range [...]uint64{bodies.Load(), contacts.Load()} {
		a.Word(&sum)
	}
	return a.Sum()
}

// print returns the sum of the prints of its contacts: of what the next step needs to know of
// them. Of two shapes of one kind either may be the first: here it is that of the older body.
func (k *chunkOfPairs) print(w *contactSet) (sum uint64) {
	var r archive.Record
	t := &k.contacts
	infosA, infosB := w.shapes.Infos[k.list.kindA], w.shapes.Infos[k.list.kindB]
	for i := range t.n {
		b, l := t.row(i)
		pair := &k.pairs[b.pair[l]]
		idA, idB := w.bodies.Info[b.bodyA[l]].ID, w.bodies.Info[b.bodyB[l]].ID
		shapeA, shapeB := infosA[pair.a].Print, infosB[pair.b].Print
		normal, shear, couple := b.normal.at(l), b.shear.at(l), vec.Vec3{}
		if len(t.resistance) > 0 {
			couple = t.resistance[i].couple
		}
		if k.list.kindA == k.list.kindB && idA > idB {
			idA, idB, shapeA, shapeB = idB, idA, shapeB, shapeA
			normal, shear, couple = normal.Neg(), shear.Neg(), couple.Neg()
		}
		r.Words(0, uint64(idA), uint64(idB))
		r.Words(2, shapeA, shapeB)
		r.Words(4, uint64(uint32(b.feature[l]))<<8|uint64(uint8(pair.side)), math.Float64bits(b.overlap[l]))
		r.Vector(6, b.point.at(l))
		r.Vector(9, normal)
		r.Vector(12, shear)
		words := 15
		if couple != (vec.Vec3{}) {
			r.Vector(15, couple)
			words = 18
		}
		sum += r.Sum(words)
	}
	return sum
}
