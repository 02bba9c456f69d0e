package sim

import (
	"time"

	"tumble/sim/bridge"
	"tumble/sim/ledger"
	"tumble/sim/narrow"
	"tumble/sim/wide"
)

// listed calls yield for the chunks of all lists, in contact order. It finds them also where
// lists were renumbered, restored or given another rule, before the rebuild that follows.
func (w *contactSet) listed(yield func(*chunkOfPairs) bool) {
	for i := range w.lists {
		for _, k := range w.lists[i].chunks {
			if !yield(k) {
				return
			}
		}
	}
}

// chunkOfPairs is a run of candidates with the contacts that they have. It is the piece
// of work that one worker does at a time: first all distances, then all forces, so that
// what the first finds is still in the cache for the second.
type chunkOfPairs struct {
	list     *pairList
	pairs    []candidate    // at most chunk
	bodiesA  span           // among which are the first bodies of all candidates,
	bodiesB  span           // ... and the second
	contacts contactTable   // in contact order
	turns    turns          // of each contact, if they spread along shafts
	sent     []sent         // what they put on bodies of other spans
	number   int            // of the chunk in World.chunks
	home     int32          // body with which it belongs; see cuts
	still    bool           // the first bodies of all candidates are still
	shared   bool           // several parts of a rebuild take its candidates over
	blocks   []contactBlock // its contacts as all chunks last had theirs, which other workers may look up
}

// outcome is what the step needs to know of a chunk once its contacts are done. They lie side by
// side: to look at all chunks takes longer where another core has done half of them.
type outcome struct {
	contacts int
	lost     ledger.Loss // energy that turned into heat
	worst    float64     // largest overlap over the smaller radius
	moved    bool        // its contacts are not where other workers look them up
	unsound  bool        // a force may be lost
}

// workspace is the memory in which a worker does one chunk.
type workspace struct {
	touches touchTable
	spreads spreadTable // of the touches, if they spread along shafts
	hits    []hit
	steady  bool         // every pair has one contact, as before, or none
	old     contactTable // contacts of the previous step, where they cannot be renewed in place
	near    nearMemory
	pairs   wide.Touches
	laws    lawBatch
	lost    ledger.Loss // of the chunk: energy that turned into heat
	ended   ledger.Loss // ... that contacts held which have ended
	grown   growth
	worst   float64       // ... and largest overlap over the smaller radius
	next    *chunkOfPairs // is done after this one
	onto    summing
	tally   ledger.Tally
	offered candidate     // of a rebuild,
	later   []int32       // ... and the boxes beside one
	fetched float64       // of fetch: kept, lest the compiler leave the reading out
	unsound bool          // a force of the chunk may be lost
	law     time.Duration // in applyLaws
	sum     time.Duration // ... and sumSpan

	found   []narrow.Distributed // memory of finders
	points  []narrow.Touch       // ... of mesh and cylinder contacts
	profile narrow.Profile
	_       [64]byte // the next one is another worker's
}

// hit is a pair that touches or did so in the previous step.
type hit struct {
	pair  int32 // in its chunk
	count uint8
}

// updateContacts turns candidates into the contacts of this step, with their forces.
func (w *World) updateContacts() {
	w.contactSet.update(&w.ledger.Lost)
	w.timePart(bridge.StageLaw, bridge.StageNarrow, func(s *workspace) *time.Duration { return &s.law })
	w.audit.LookAtOverlap(w.clock.step, w.deepest, w.DeepestPair, &w.log)
}

// update finds the contacts of all candidates and their forces, and adds to lost what they turn into heat.
func (w *contactSet) update(lost *ledger.Loss) {
	w.cutBodies()
	w.team.Run(len(w.cuts.order), 1, perChunk, w.cuts.chunks, w.find)
	w.moveCuts()
	w.count, w.deepest, w.unsound = 0, 0, false
	for i := range w.outcomes {
		o := &w.outcomes[i]
		w.count += o.contacts
		lost.Add(&o.lost)
		if o.worst > w.deepest {
			w.deepest = o.worst
		}
		w.unsound = w.unsound || o.unsound
		if o.moved {
			w.chunks[i].blocks = w.chunks[i].contacts.blocks
		}
	}
}

// contactChunks does the chunks [first, last) in the order of their homes.
func (w *contactSet) contactChunks(worker, first, last int) {
	space, order := &w.spaces[worker], w.cuts.order
	for i := first; i < last; i++ {
		k := order[i]
		space.next = w.cuts.after(i, worker)
		space.fetched = w.fetch(k)
		w.findTouching(k, space)
		if w.clock.timing() {
			w.timedLaws(k, space)
		} else {
			w.applyLaws(k, space)
		}
		space.lost.Add(&space.ended)
		w.send(k, &space.onto)
		w.outcomes[k.number] = outcome{k.contacts.n, space.lost, space.worst, len(k.blocks) != len(k.contacts.blocks), space.unsound}
	}
}

// findTouching fills space.touches with the touches of a chunk's candidates and
// space.hits with the pairs that have or had contacts. Pairs that cannot have met since
// their gap was measured are passed over.
func (w *contactSet) findTouching(k *chunkOfPairs, space *workspace) {
	apart := w.actsApart()
	space.ended = ledger.Loss{}
	if k.list.inBatches() && !apart {
		w.findBatches(k, space)
		return
	}
	found, hits, steady := space.found[:0], space.hits[:0], true
	travel := w.bodies.Travel
	for i := range k.pairs {
		c := &k.pairs[i]
		moved := travel[c.bodyA] + travel[c.bodyB]
		if moved < c.until && c.count == 0 {
			continue
		}
		before := len(found)
		var gap float64
		if apart {
			var continued uint32
			found, gap = w.findWithin(&k.list.cell, k.list, c, space, found)
			found, continued = w.leaveOut(k, c, found, before)
			w.endOf(k, c, continued, &space.ended)
		} else {
			found, gap = k.list.find(w, c, space, found)
		}
		count := uint8(len(found) - before)
		if count == 0 {
			c.until = moved + gap
		}
		if count != 0 || c.count != 0 {
			hits = append(hits, hit{int32(i), count})
			steady = steady && count == 1 && c.count == 1
		}
	}
	space.found, space.hits, space.steady = found, hits, steady
	space.take(k.list.line)
}

// take puts what was found into the tables of touches.
func (s *workspace) take(line bool) {
	s.touches.resize(len(s.found))
	s.spreads.resize(0)
	if line {
		s.spreads.resize(len(s.found))
	}
	for i := range s.found {
		s.touches.put(i, &s.found[i].Touch)
		if line {
			s.spreads.put(i, &s.found[i])
		}
	}
}

// applyLaws renews the contacts of a chunk: each takes the geometry that was found and
// the history that it continues, and gets its force.
func (w *contactSet) applyLaws(k *chunkOfPairs, space *workspace) {
	many := w.lawInBatches()
	if !(many && space.steady) {
		w.carryOver(k, space)
	}
	space.lost, space.worst, space.unsound = ledger.Loss{}, 0, false
	if n := space.spreads.len(); n != len(k.turns) {
		k.turns = k.turns.resize(n)
	}
	if many {
		w.applyLawBatches(k, space)
		return
	}
	var c contact
	var t narrow.Touch
	s := inOnePoint
	for i := range k.contacts.n {
		k.read(i, &c)
		space.touches.read(i, &t)
		if k.list.line {
			s = space.spreads.at(i)
		}
		push := w.applyLaw(&c, &t, &s, &space.lost)
		k.contacts.keep(i, &c)
		space.unsound = space.unsound || !(c.shear.Norm2()+c.couple.Norm2()+push*push < beyond*beyond)
		if k.list.line {
			k.turns[i] = s.turn.Scale(-push)
		}
		if ratio := c.overlap / c.smaller; ratio > space.worst {
			space.worst = ratio
		}
	}
}

// carryOver makes contact i of a chunk the one that touch i continues, or a fresh one. Most
// often every pair has as many as it had, and they are where they were. Where a pair has one
// contact as before, vector kernels themselves see whether it goes on.
func (w *contactSet) carryOver(k *chunkOfPairs, space *workspace) {
	many := w.lawInBatches()
	old, shift := &k.contacts, 0 // its first contact is number shift of before
	changed := false
	at := 0
	for _, h := range space.hits {
		c, count := &k.pairs[h.pair], int(h.count)
		if !changed && h.count != c.count {
			changed = true
			shift = at / blockSize * blockSize
			old = &space.old
			old.copyFrom(&k.contacts, shift, k.contacts.n)
			k.contacts.resize(space.touches.len())
		}
		was := int(c.contact) - shift
		switch {
		case many && count == 1 && c.count == 1:
			if changed && int(c.contact) != at {
				k.contacts.move(at, old, was)
			}
		case !changed && count > 1: // they may change places
			space.old.copyFrom(&k.contacts, at/blockSize*blockSize, at+count)
			w.carryPair(k, space, h, at, &space.old, at%blockSize)
		default:
			w.carryPair(k, space, h, at, old, was)
		}
		c.contact, c.count = uint16(at), h.count
		at += count
	}
}

// carryPair makes the contacts of one pair, from number at on, from those it had before: in
// the table old from number was on.
func (w *contactSet) carryPair(k *chunkOfPairs, space *workspace, h hit, at int, old *contactTable, was int) {
	var taken uint32
	var touch narrow.Touch
	n := int(k.pairs[h.pair].count)
	for i := range int(h.count) {
		space.touches.read(at+i, &touch)
		from := old.continued(was, n, &touch, &taken)
		if from < 0 {
			k.begin(w, at+i, int(h.pair))
			continue
		}
		if old != &k.contacts {
			k.contacts.move(at+i, old, was+from)
		}
		_, sliding := k.contacts.marked(at + i)
		k.contacts.mark(at+i, false, sliding)
	}
}

func lower(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}
