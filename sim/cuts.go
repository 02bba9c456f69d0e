package sim

import (
	"cmp"
	"slices"

	"tumble/sim/body"
	"tumble/sim/parallel"
)

// # Who does what
//
// A core that needs what another has written waits for it: five times as long where they share a
// cache as for its own, and much longer where they do not. So in all loops of all steps the same
// bodies belong to the same worker, with their shapes and with the chunks that are at home there.
//
// The contacts take the most time. Where two workers meet in that loop is where the work is cut in
// the others, too, and it follows them if one of them becomes slower than the other.

// chunk is how many bodies, capsules or candidate pairs a worker takes at a time.
const chunk = parallel.Chunk

const (
	// perBody is the work [ns] per body or capsule that all short loops over them count with,
	// though some take less: from the same size on a step is shared as a whole. A loop that one
	// core does alone takes half as long again if another has just written what it reads.
	perBody = 100
	// perChunk is the same per chunk of pairs.
	perChunk = chunk * 25
)

// cuts say which bodies and chunks are whose.
type cuts struct {
	order          []*chunkOfPairs   // all of them in the order of their homes
	chunks, bodies parallel.Division // of that order, and of the bodies
	spans          []span            // of the bodies, whose forces a worker sums
	reaches        []reach           // of the chunks, in contact order
}

// reach is what all workers look up of every chunk. It changes in rebuilds only: the chunk itself is in
// the cache of the core that does it.
type reach struct {
	home int32
	a, b span // the bodies that its contacts act on
}

// cutPace is which part of the way to where workers met a cut goes in a step: the moment in which
// something else needs a core should not move it.
const cutPace = 1.0 / 8

// settle gives the chunks their homes: the body of their middle pair. Of a wall and what touches it
// that is the second one.
func (c *cuts) settle(w *contactSet) {
	c.order, c.reaches = append(c.order[:0], w.chunks...), c.reaches[:0]
	for _, k := range c.order {
		middle := &k.pairs[len(k.pairs)/2]
		k.home, k.still = middle.bodyA, false
		if !k.list.round() {
			k.home, k.still = middle.bodyB, allStill(w.bodies, k.bodiesA)
		}
		r := reach{k.home, k.bodiesA, k.bodiesB}
		if k.still {
			r.a = span{}
		}
		c.reaches = append(c.reaches, r)
	}
	slices.SortStableFunc(c.order, func(a, b *chunkOfPairs) int { return cmp.Compare(a.home, b.home) })
}

// cutBodies cuts the bodies for this step where the chunks are cut, but so that each chunk of bodies is
// one worker's.
func (w *contactSet) cutBodies() {
	c, n, chunks := &w.cuts, w.bodies.Len(), len(w.cuts.order)
	c.spans = c.spans[:0]
	if w.team.Alone(n, 1, perBody) {
		c.spans = append(c.spans, span{0, int32(n)})
		return
	}
	if !w.team.Alone(chunks, 1, perChunk) {
		for worker := 1; worker < w.team.Workers(); worker++ {
			c.bodies[worker] = 1
			if k := c.chunks.Of(chunks, worker); k < chunks {
				c.bodies[worker] = float64(c.order[k].home) / float64(n)
			}
		}
	}
	pieces := (n + chunk - 1) / chunk
	for i := range w.team.Workers() {
		c.spans = append(c.spans, span{int32(lesser(c.bodies.Of(pieces, i)*chunk, n)), int32(lesser(c.bodies.Of(pieces, i+1)*chunk, n))})
	}
}

// spanOf returns the span that a body is in.
func (c *cuts) spanOf(body int32) span {
	for _, s := range c.spans {
		if s.has(body) {
			return s
		}
	}
	return span{}
}

// after returns the chunk that a worker does after number i of the order, nil if that is another
// worker's.
func (c *cuts) after(i, worker int) *chunkOfPairs {
	i, k := i+1-worker%2*2, c.order[i] // see share.take
	if i < 0 || i >= len(c.order) || !c.spanOf(k.home).has(c.order[i].home) {
		return nil
	}
	return c.order[i]
}

// moveCuts moves the cuts toward where workers met in the contacts of this step.
func (w *contactSet) moveCuts() {
	c, chunks := &w.cuts, len(w.cuts.order)
	if w.team.Alone(chunks, 1, perChunk) {
		return
	}
	for worker := 1; worker < w.team.Workers(); worker += 2 {
		at := &c.chunks[worker]
		met := w.team.Met(worker)
		*at = lower(*at+cutPace*(met-*at), c.chunks[worker+1])
	}
}

// allStill reports whether some bodies are all still.
func allStill(b *body.Set, among span) bool {
	for i := among.first; i < among.last; i++ {
		if !b.Still(int(i)) {
			return false
		}
	}
	return true
}

func lesser(a, b int) int {
	if b < a {
		return b
	}
	return a
}
