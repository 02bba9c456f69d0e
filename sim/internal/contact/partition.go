package contact

import (
	"cmp"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/parallel"
)

// # Who does what
//
// A core that needs what another has written waits for it: five times as long where they share a
// cache as for its own, and much longer where they do not. So in all loops of all steps the same
// bodies belong to the same worker, with their shapes and with the chunks that are at home there.
//
// The contacts take the most time. Where that loop is cut between two workers is where the work is cut in the others,
// too, and the cut moves if one of them becomes slower than the other.

// ChunkSize is how many pairs a chunk can have: a byte numbers them. Each chunk costs some time and memory of its own.
const ChunkSize = 256

// MostPairs is how many pairs a chunk gets: half as many where there are few bodies, so that there are enough chunks to
// be shared evenly. No sum depends on it.
func (set *Set) MostPairs() int {
	if set.Shapes.Solids() < fewSolids {
		return ChunkSize / 2
	}
	return ChunkSize
}

const fewSolids = 512

// PerChunk is the work [ns] per chunk of pairs that loops over them count with: that of capsules on meshes. A chunk of
// spheres takes half of it. See body.PerBody.
func (set *Set) PerChunk() int { return set.MostPairs() * 50 }

// Partition say which bodies and chunks are whose.
type Partition struct {
	order          []*Chunk          // all of them in the order of their homes
	chunks, Bodies parallel.Division // of that order, and of the bodies
	Spans          []Span            // of the bodies, whose forces a worker sums
	Footprints     []Footprint       // of the chunks, in contact order
}

// Footprint is what all workers look up of every chunk. It changes in rebuilds only: the chunk itself is in
// the cache of the core that does it.
type Footprint struct {
	Home int32
	a, b Span // the bodies that its contacts act on
}

// cutPace is which part of the way to the fair place a cut goes in a step: the moment in which something else needs a
// core should not move it.
const cutPace = 1.0 / 8

// settle gives the chunks their homes: the body of their middle pair. Of a wall and what touches it
// that is the second one.
func (c *Partition) settle(set *Set) {
	c.order, c.Footprints = append(c.order[:0], set.Chunks...), c.Footprints[:0]
	for _, k := range c.order {
		a, b := set.BodiesOf(k.List, &k.Pairs[len(k.Pairs)/2])
		k.home, k.Fixed = a, false
		if !k.List.Round() {
			k.home, k.Fixed = b, allFixed(set.Bodies, k.BodiesA)
		}
		r := Footprint{k.home, k.BodiesA, k.BodiesB}
		if k.Fixed {
			r.a = Span{}
		}
		c.Footprints = append(c.Footprints, r)
	}
	slices.SortStableFunc(c.order, func(a, b *Chunk) int { return cmp.Compare(a.home, b.home) })
}

// cutBodies cuts the bodies for this step where the chunks are cut, but so that each chunk of bodies is
// one worker's.
func (set *Set) cutBodies() {
	c, n, chunks := &set.Partition, set.Bodies.Len(), len(set.Partition.order)
	c.Spans = c.Spans[:0]
	if set.Team.Alone(n, 1, body.PerBody) {
		c.Spans = append(c.Spans, Span{0, int32(n)})
		return
	}
	if !set.Team.Alone(chunks, 1, set.PerChunk()) {
		for worker := 1; worker < set.Team.Workers(); worker++ {
			c.Bodies[worker] = 1
			if k := c.chunks.Of(chunks, worker); k < chunks {
				c.Bodies[worker] = float64(c.order[k].home) / float64(n)
			}
		}
	}
	pieces := (n + parallel.Chunk - 1) / parallel.Chunk
	for i := range set.Team.Workers() {
		c.Spans = append(c.Spans, Span{int32(min(c.Bodies.Of(pieces, i)*parallel.Chunk, n)),
			int32(min(c.Bodies.Of(pieces, i+1)*parallel.Chunk, n))})
	}
}

// spanOf returns the span that a body is in.
func (c *Partition) spanOf(body int32) Span {
	for _, s := range c.Spans {
		if s.Has(body) {
			return s
		}
	}
	return Span{}
}

// after returns the chunk that comes after number i of the order, nil if that is at home with another worker.
func (c *Partition) after(i int) *Chunk {
	if i+1 == len(c.order) || !c.spanOf(c.order[i].home).Has(c.order[i+1].home) {
		return nil
	}
	return c.order[i+1]
}

// moveCuts moves the cuts toward where they would have been fair in the contacts of this step. Where a helper was
// missing they stay: it will come back.
func (set *Set) moveCuts() {
	c, chunks := &set.Partition, len(set.Partition.order)
	if set.Team.Alone(chunks, 1, set.PerChunk()) || set.Team.Short() {
		return
	}
	for worker := 1; worker < set.Team.Workers(); worker += 2 {
		c.chunks.Move(worker, set.Team.FairCut(worker), cutPace)
	}
}

// allFixed reports whether some bodies are all fixed.
func allFixed(b *body.Set, among Span) bool {
	for i := among.First; i < among.Last; i++ {
		if !b.IsFixed(int(i)) {
			return false
		}
	}
	return true
}
