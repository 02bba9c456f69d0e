package sim

import (
	"slices"
	"sync/atomic"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/parallel"
)

// Hash returns the XXH64 hash of the state: of every bit that determines how the run goes on. Two runs that took
// the same course have the same hash, and so has a world that was restored from a checkpoint. The hash does not
// depend on the order of bodies in memory, nor on values that are only shown: names, colours, energies, rates,
// notices.
func (w *World) Hash() uint64 {
	a := archive.NewDigest()
	archiveParams(a, &w.params)
	w.contacts.ArchiveMaterials(a)
	w.clock.Archive(a)
	w.motions.Archive(a)
	w.flow.Archive(a, new(body.Library))
	w.flow.Digest(a)
	w.log.Archive(a)
	archive.Integer(a, &w.bodies.Next)
	w.archiveLater(a)

	// The hashes of bodies and of contacts are added up, so that their order in memory does not change the result.
	var bodies, contacts atomic.Uint64
	w.contacts.Team.Run(w.bodies.Len(), parallel.Chunk, body.PerBody, nil, func(_, first, last int) {
		bodies.Add(w.bodies.Print(first, last))
	})
	chunks := slices.Collect(w.contacts.Listed)
	w.contacts.Team.Run(len(chunks), 1, w.contacts.PerChunk(), nil, func(_, first, last int) {
		for _, k := range chunks[first:last] {
			contacts.Add(k.Print(&w.contacts))
		}
	})
	for _, sum := range [...]uint64{bodies.Load(), contacts.Load()} {
		a.Word(&sum)
	}
	return a.Sum()
}
