package sim

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"tumble/sim/bridge"
	"tumble/sim/limit"
	"tumble/sim/shape"
)

// stretch is how many spheres and capsules, one behind the other, are searched by one worker, which
// also makes the candidates and contacts of their pairs. It is fixed, so that chunks, which hold
// pairs of one stretch, have the same pairs for any number of workers. What touches a wall or a mesh
// is cut into stretches, too: the bodies of a chunk are near each other in memory, and seldom those
// of two workers.
const stretch = 4 * chunk

// perRound is the work [ns] of a rebuild per sphere or capsule.
const perRound = 800

// rebuildLists finds all candidates anew. What was known of a pair, and its contacts, go with it.
func (w *neighbourSearch) rebuildLists() error {
	rounds := w.shapes.Solids()
	w.grid.Build(rounds, w.boxOf, w.strays.shapes)
	stretches := (rounds + stretch - 1) / stretch
	for i := range w.lists {
		w.cutList(&w.lists[i], stretches)
	}
	w.pool.begin(rounds)
	w.team.Run(stretches, 1, stretch*perRound, nil, w.search)
	w.closeLists()
	return w.pool.end(w.contactSet)
}

// rebuildPart finds the pairs of one stretch.
func (w *neighbourSearch) rebuildPart(worker, number, _ int) {
	space := &w.spaces[worker]
	for i := range w.lists {
		l := &w.lists[i]
		s := &l.parts[number]
		s.space = space
		if l.round() {
			continue
		}
		all := w.shapes.Count(l.kindB)
		first, last := lesser(number*stretch, all), lesser((number+1)*stretch, all)
		findPairs[l.kindA](w, s, first, last)
		w.finish(s) // so that the next list gets the chunks of this one's past
	}
	w.findRoundPairs(number, space)
}

// findPairs find the pairs of shapes [first, last) with those of a kind that have no mass.
var findPairs = [len(shape.Kinds)]func(w *neighbourSearch, s *succession, first, last int){
	shape.KindWall:     (*neighbourSearch).findWallPairs,
	shape.KindMesh:     (*neighbourSearch).findMeshPairs,
	shape.KindCylinder: (*neighbourSearch).findCylinderPairs,
}

// findRoundPairs finds the pairs of the shapes with a mass of a stretch with those that come later.
func (w *neighbourSearch) findRoundPairs(number int, space *workspace) {
	s := w.shapes
	var parts [len(shape.Kinds)][len(shape.Kinds)]*succession
	for i := range w.lists {
		if l := &w.lists[i]; l.round() {
			parts[l.kindA][l.kindB] = &l.parts[number]
		}
	}
	for i := number * stretch; i < lesser((number+1)*stretch, s.Solids()) && !w.pool.full.Load(); i++ {
		kindA, a := s.Solid(int32(i))
		bodyA := s.Infos[kindA][a].Body
		space.later = w.grid.Later(int32(i), space.later[:0])
		for _, b := range space.later {
			kindB, b := s.Solid(b)
			w.offer(parts[kindA][kindB], a, b, bodyA, s.Infos[kindB][b].Body)
		}
	}
	for _, row := range parts {
		for _, part := range row {
			if part != nil {
				w.finish(part)
			}
		}
	}
}

// succession is a part of a list during a rebuild: its new chunks, and the old ones whose candidates
// they take over.
type succession struct {
	list        *pairList
	number      int        // of the part
	space       *workspace // of the worker that makes it
	made        []*chunkOfPairs
	touching    int // pairs that touch, since the last chunk was made
	chunk, last int // old chunks from here to before the last have not been passed
	pair        int // ... and this is the first of its pairs that has not
}

// cutList puts the chunks of a list aside and cuts it into stretches.
func (w *neighbourSearch) cutList(l *pairList, stretches int) {
	l.chunks, l.old = l.old[:0], l.chunks
	l.old = slices.DeleteFunc(l.old, func(k *chunkOfPairs) bool {
		if len(k.pairs) > 0 {
			return false
		}
		w.pool.put(k) // all its bodies are gone
		return true
	})
	l.parts = slices.Grow(l.parts[:0], stretches)[:stretches]
	for i := range l.parts {
		l.parts[i] = succession{list: l, number: i, made: l.parts[i].made[:0]}
	}
	for i, k := range l.old {
		from, to := w.stretchOf(l, &k.pairs[0]), w.stretchOf(l, &k.pairs[len(k.pairs)-1])
		k.shared = from < to
		for ; from <= to; from++ {
			if s := &l.parts[from]; s.last == 0 {
				s.chunk = i
			}
			l.parts[from].last = i + 1
		}
	}
}

// stretchOf returns the stretch in which a pair of a list is found: that of its first shape if it is
// round, else of the second.
func (w *neighbourSearch) stretchOf(l *pairList, c *candidate) int {
	if l.round() {
		return (w.shapes.SolidsBefore(l.kindA) + int(c.a)) / stretch
	}
	return int(c.b) / stretch
}

// offer makes a pair of shapes a candidate unless they can never act on each other, or,
// for round ones, not before the next rebuild. Pairs are offered in the order of the
// list; what was known of the pair, and its contacts, go with it.
func (w *neighbourSearch) offer(s *succession, a, b, bodyA, bodyB int32) {
	k := w.bodies
	if s == nil || bodyA == bodyB || k.Kind[bodyA] != bridge.Dynamic && k.Kind[bodyB] != bridge.Dynamic {
		return
	}
	c := &s.space.offered
	*c = candidate{a: a, b: b, bodyA: bodyA, bodyB: bodyB}
	from, o := w.recall(s, c)
	if o != nil {
		c.until, c.view, c.contact, c.count, c.side = o.until, o.view, o.contact, o.count, o.side
	} else if s.list.kindA == shape.KindMesh {
		c.view = w.newView()
	}
	if c.count == 0 && s.list.round() && w.stayApart(s, c, k.Margin(bodyA)+k.Margin(bodyB)) {
		return
	}
	if c.count > 0 || c.until == 0 && s.list.round() {
		s.touching++
	}
	if n := len(s.made); n == 0 || len(s.made[n-1].pairs) == chunk {
		w.pool.count(s)
	}
	w.open(&s.made, s.list).takeOver(from, c)
}

// takeOver appends a candidate with the contacts that it has in the chunk it comes from.
func (k *chunkOfPairs) takeOver(from *chunkOfPairs, c *candidate) {
	k.bodiesA.include(c.bodyA)
	k.bodiesB.include(c.bodyB)
	n := k.contacts.n
	for i := range int(c.count) {
		k.add(from, int(c.contact)+i)
	}
	k.pairs = append(k.pairs, *c)
	k.pairs[len(k.pairs)-1].contact = uint16(n)
}

// stayApart measures a pair that does not touch and reports whether it will not until one
// of the bodies has used up its margin.
func (w *neighbourSearch) stayApart(s *succession, c *candidate, margin float64) bool {
	moved := w.bodies.Travel[c.bodyA] + w.bodies.Travel[c.bodyB]
	if c.until-moved > margin {
		return true
	}
	found, gap := w.findWithin(&nearest[s.list.kindA][s.list.kindB], s.list, c, s.space, s.space.found[:0])
	s.space.found = found[:0]
	if len(found) > 0 {
		c.until = 0
		return false
	}
	c.until = moved + gap
	return gap > margin
}

// recall goes to the place of c in the old list and returns it, with its chunk, if it was
// there. What it returns lasts until the next call.
func (w *neighbourSearch) recall(s *succession, c *candidate) (*chunkOfPairs, *candidate) {
	place := s.list.place(c.a, c.b)
	for ; s.chunk < s.last; w.pass(s) {
		k := s.list.old[s.chunk]
		for s.pair < len(k.pairs) {
			o := &k.pairs[s.pair]
			is := s.list.place(o.a, o.b)
			if place < is {
				return nil, nil
			}
			s.pair++
			if place == is {
				return k, o
			}
			w.leave(s, o)
		}
	}
	return nil, nil
}

// leave takes back what belonged to an old candidate that is none any more. Parts that share a chunk
// pass all of its candidates; each leaves its own.
func (w *neighbourSearch) leave(s *succession, old *candidate) {
	if w.stretchOf(s.list, old) == s.number {
		w.dropView(s.list, old)
	}
}

// pass goes on to the next old chunk, and gives back the one before if no other part needs it.
func (w *neighbourSearch) pass(s *succession) {
	if k := s.list.old[s.chunk]; !k.shared {
		w.pool.put(k)
	}
	s.chunk, s.pair = s.chunk+1, 0
}

// finish passes what is left of the old list.
func (w *neighbourSearch) finish(s *succession) {
	for ; s.chunk < s.last; w.pass(s) {
		for pairs := s.list.old[s.chunk].pairs; s.pair < len(pairs); s.pair++ {
			w.leave(s, &pairs[s.pair])
		}
	}
}

// closeLists ends a rebuild.
func (w *neighbourSearch) closeLists() {
	w.chunks = w.chunks[:0]
	for i := range w.lists {
		l := &w.lists[i]
		for k := range l.parts {
			l.chunks = append(l.chunks, l.parts[k].made...)
			clear(l.parts[k].made)
		}
		w.chunks = append(w.chunks, l.chunks...)
		for _, k := range l.old {
			if k.shared {
				w.pool.put(k)
			}
		}
		clear(l.old)
	}
	w.pool.keep(len(w.chunks)/8 + len(w.lists))
	for i, k := range w.chunks {
		k.number, k.blocks = i, k.contacts.blocks
	}
	w.outcomes = slices.Grow(w.outcomes[:0], len(w.chunks))[:len(w.chunks)]
	w.cuts.settle(w.contactSet)
}

// open returns the last of some chunks of a list, a fresh one if that is full.
func (w *contactSet) open(chunks *[]*chunkOfPairs, l *pairList) *chunkOfPairs {
	n := len(*chunks)
	if n == 0 || len((*chunks)[n-1].pairs) == chunk {
		*chunks = append(*chunks, w.pool.take(l))
		n++
	}
	return (*chunks)[n-1]
}

// chunkPool keeps chunks that a rebuild has passed, so that there is never much more than one copy of
// all candidates and contacts.
type chunkPool struct {
	access sync.Mutex
	free   []*chunkOfPairs

	// Of the present rebuild: what there is, and whether it is more than there may be.
	near, touching         int
	mostNear, mostTouching int
	full                   atomic.Bool
}

// begin and end enclose a rebuild of so many spheres and capsules. Where too many pairs are
// found it is left half done, and the world stops. How much is counted does not depend on
// the workers, and nothing of what they did until then is left.
func (p *chunkPool) begin(rounds int) {
	p.near, p.touching = 0, 0
	p.mostNear, p.mostTouching = limit.Near.Most*(rounds+limit.Extra), limit.Touching.Most*(rounds+limit.Extra)
}

func (p *chunkPool) end(w *contactSet) error {
	if !p.full.Load() {
		return nil
	}
	for i := range w.lists {
		w.lists[i].chunks = nil
	}
	w.chunks, w.outcomes, p.free = nil, nil, nil
	return fmt.Errorf("too many bodies lie in each other: %d spheres and capsules must have at most %d %s, and at most %d %s",
		w.shapes.Solids(), p.mostTouching, limit.Touching.What, p.mostNear, limit.Near.What)
}

// count counts a chunk of a part of a list that is begun, and what touches in those before.
func (p *chunkPool) count(s *succession) {
	p.access.Lock()
	p.near, p.touching = p.near+chunk, p.touching+s.touching
	if p.near > p.mostNear || p.touching > p.mostTouching {
		p.full.Store(true)
	}
	p.access.Unlock()
	s.touching = 0
}

func (p *chunkPool) put(k *chunkOfPairs) {
	p.access.Lock()
	p.free = append(p.free, k)
	p.access.Unlock()
}

// keep lets go of all chunks but those that came last: sorting needs two copies for a while.
func (p *chunkPool) keep(most int) {
	p.free = slices.Delete(p.free, 0, max(len(p.free)-most, 0))
}

// take returns an empty chunk for a list: one of the same list, if such a one was passed not long ago, as
// that has had as many contacts.
func (p *chunkPool) take(l *pairList) *chunkOfPairs {
	p.access.Lock()
	defer p.access.Unlock()
	n := len(p.free)
	if n == 0 {
		return &chunkOfPairs{list: l, pairs: make([]candidate, 0, chunk)}
	}
	for i := n - 1; i >= 0 && i >= n-8; i-- {
		if p.free[i].list == l {
			p.free[i], p.free[n-1] = p.free[n-1], p.free[i]
			break
		}
	}
	k := p.free[n-1]
	p.free = p.free[:n-1]
	k.contacts.clear()
	*k = chunkOfPairs{list: l, pairs: k.pairs[:0], contacts: k.contacts, turns: k.turns[:0], sent: k.sent[:0]}
	return k
}
