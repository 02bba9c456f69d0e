package sim

import (
	"slices"
	"sync/atomic"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
)

// Hash returns a fingerprint of the state: of every bit of what decides how the run goes on.
// Two runs that took the same way have the same one, and so has a saved state when it is
// restored. It does not depend on where bodies lie in memory, nor on what only shows: names,
// colours, energies, rates, notices. It is made with XXH64.
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

	// The prints of bodies and contacts are added up, so that their order does not count.
	var bodies, contacts atomic.Uint64
	w.contacts.Team.Run(w.bodies.Len(), contact.ChunkSize, body.PerBody, nil, func(_, first, last int) {
		bodies.Add(w.bodies.Print(first, last))
	})
	chunks := slices.Collect(w.contacts.Listed)
	w.contacts.Team.Run(len(chunks), 1, contact.PerChunk, nil, func(_, first, last int) {
		for _, k := range chunks[first:last] {
			contacts.Add(k.Print(&w.contacts))
		}
	})
	for _, sum := range [...]uint64{bodies.Load(), contacts.Load()} {
		a.Word(&sum)
	}
	return a.Sum()
}
