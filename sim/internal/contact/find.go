package contact

import (
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/limit"
)

// Listed calls yield for the chunks of all lists, in contact order. It finds them also where
// lists were renumbered, restored or given another rule, before the rebuild that follows.
func (set *Set) Listed(yield func(*Chunk) bool) {
	for i := range set.Lists {
		for _, k := range set.Lists[i].Chunks {
			if !yield(k) {
				return
			}
		}
	}
}

// outcome is what the step needs to know of a chunk once its contacts are done. They lie side by
// side: to look at all chunks takes longer where another core has done half of them.
type outcome struct {
	contacts int
	worst    float64 // largest overlap over the smaller radius
	moved    bool    // its contacts are not where other workers look them up
	unsound  bool    // a force may be lost
}

// Workspace is the memory in which a worker does one chunk.
type Workspace struct {
	Touches  touchTable
	Lines    lineTable // of the touches, if they are line contacts
	hits     []hit
	Steady   bool  // every pair has one contact, as before, or none
	single   bool  // every pair has one contact at most, as before; the near memory tells which
	old      Table // contacts of the previous step, where they cannot be renewed in place
	near     nearMemory
	onMeshes meshMemory
	pairs    wide.Touches
	laws     lawBatch
	bins     []bin         // see losses
	singles  [MostSums]sum // beside the bins: what is added to sums one by one
	wanted   wanted        // bins for that
	grown    growth
	Worst    float64 // of the chunk: largest overlap over the smaller radius
	next     *Chunk  // is done after this one
	ahead    ahead
	Onto     summing
	unsound  bool // a force of the chunk may be lost
	spent    spent
	Halos    halos // that are free

	query narrow.Query
	sight sight
	_     [64]byte // the next one is another worker's
}

// hit is a pair that touches or did so in the previous step.
type hit struct {
	pair  int32 // in its chunk
	count uint8
}

// Update finds the contacts of all pairs and their forces, and adds to lost what becomes heat of their energy.
func (set *Set) Update(lost *ledger.Loss) {
	set.foundIn = set.Clock.Step
	set.cutBodies()
	set.walls.lay(set.Shapes.Walls)
	set.Team.Run(len(set.Partition.order), 1, set.PerChunk(), set.Partition.chunks, set.find)
	set.moveCuts()
	set.Count, set.Deepest, set.Unsound = 0, 0, false
	for i := range set.outcomes {
		o := &set.outcomes[i]
		set.Count += o.contacts
		if o.worst > set.Deepest {
			set.Deepest = o.worst
		}
		set.Unsound = set.Unsound || o.unsound
		if o.moved {
			set.Chunks[i].shared = set.Chunks[i].Contacts.share()
		}
	}
	made := set.TakeLost()
	lost.Add(&made)
}

// doChunks does the chunks [first, last) in the order of their homes.
func (set *Set) doChunks(worker, first, last int) {
	space, order := &set.Spaces[worker], set.Partition.order
	for i := first; i < last; i++ {
		k := order[i]
		space.next = set.Partition.after(i)
		space.ahead.fetch(space.next, order, i+2)
		set.fetch(k, &space.laws)
		set.findTouching(k, space)
		if set.Clock.Timed() {
			set.timedLaws(k, space)
		} else {
			set.applyLaws(k, space)
		}
		set.sendHalo(k, space)
		set.outcomes[k.number] = outcome{k.Contacts.N, space.Worst, k.shared.outdated(&k.Contacts), space.unsound}
	}
}

// findTouching fills space.touches with the touches of a chunk's pairs and
// space.hits with the pairs that have or had contacts. Pairs that cannot have met since
// their gap was measured are passed over.
func (set *Set) findTouching(k *Chunk, space *Workspace) {
	apart := set.actsApart()
	space.single = false
	if !apart && set.inBatches(k.List) {
		set.findBatches(k, space)
		return
	}
	if k.List.onMeshesInBatches() && !apart {
		set.findOnMeshes(k, space)
		return
	}
	q, hits := set.ask(space), space.hits[:0]
	var extents []extent
	if apart {
		extents = set.extentsOf(k)
	}
	travel, infosA, infosB := set.Bodies.Travel, set.Shapes.Infos[k.List.KindA], set.Shapes.Infos[k.List.KindB]
	for i := range k.Pairs {
		c := &k.Pairs[i]
		moved := travel[infosA[c.A].Body] + travel[infosB[c.B].Body]
		touched := k.Touches(i)
		if moved < float64(c.Until) && !touched {
			continue
		}
		space.lookAt(k, i)
		before := len(q.Contacts)
		var gap float64
		if apart {
			gap = set.findWithin(k.List.find, k.List, c, extents[i].end, space)
			set.endOf(k, i, set.leaveOut(k, i, extents[i].begin, q, before), space)
		} else {
			gap = k.List.find(set, c, space)
		}
		space.keepSide(k, i)
		count := uint8(len(q.Contacts) - before)
		if count == 0 {
			c.Apart(moved, gap)
		}
		if count != 0 || touched {
			hits = append(hits, hit{int32(i), count})
		}
	}
	space.hits, space.Steady = hits, k.steady(hits)
	space.putTouches(q.Contacts, k.List.line)
}

// steady reports whether each pair that touches or did so in the previous step has one contact, as before.
func (k *Chunk) steady(hits []hit) bool {
	for i := range hits {
		if hits[i].count != 1 {
			return false
		}
	}
	return k.touching.count() == len(hits) && k.Contacts.N == len(hits)
}

// putTouches puts what was found into the tables of touches.
func (s *Workspace) putTouches(found []narrow.LineContact, line bool) {
	s.Touches.Resize(len(found))
	s.Lines.Resize(0)
	if line {
		s.Lines.Resize(len(found))
	}
	for i := range found {
		s.Touches.Put(i, &found[i].Touch)
		if line {
			s.Lines.Put(i, &found[i])
		}
	}
}

// applyLaws renews the contacts of a chunk: each takes the geometry that was found and
// the history that it continues, and gets its force.
func (set *Set) applyLaws(k *Chunk, space *Workspace) {
	many := set.forcesInBatches(k)
	if !(many && space.Steady) && set.carryOver(k, space) {
		k.Contacts.regroup()
	}
	space.Worst, space.unsound = 0, false
	if n := space.Lines.Len(); n != len(k.Moments) {
		k.Moments = k.Moments.Resize(n)
	}
	if many {
		set.ApplyLawBatches(k, space)
		return
	}
	set.fitOverlaps(k)
	var c Contact
	var t narrow.Touch
	s, lost := InOnePoint, &space.bins[0].heat
	asked := set.samples()
	var own ledger.Heat
	if asked {
		lost = &own
	}
	for i := range k.Contacts.N {
		k.Read(i, &c)
		space.Touches.Read(i, &t)
		if k.List.line {
			s = space.Lines.At(i)
		}
		push := set.ApplyLaw(&c, &t, &s, lost)
		if k.Contacts.renew(i, &c); asked {
			set.loseAt(space, k.Contacts.slotsOf(uint(i) / BlockSize)[uint(i)%BlockSize], k.Point(i), &own)
			own = ledger.Heat{}
		}
		space.unsound = space.unsound || !(c.Tangential().Norm2()+c.Couple.Norm2()+push*push < limit.Lost*limit.Lost)
		if k.List.line {
			k.Moments[i] = s.Arm.Scale(-push)
		}
		if ratio := c.Overlap / c.Smaller; ratio > space.Worst {
			space.Worst = ratio
		}
	}
}

// Measure returns a lower bound of the distance between the shapes of a pair [m], and whether they touch.
func (set *Set) Measure(l *List, c *Pair, space *Workspace) (gap float64, touching bool) {
	q := set.ask(space)
	gap = set.findWithin(nearest[l.KindA][l.KindB].find, l, c, set.extent(l, c).end, space)
	return gap, len(q.Contacts) > 0
}
