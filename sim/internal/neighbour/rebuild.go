package neighbour

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/broad"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
)

const (
	perRound = 800  // work [ns] of a rebuild per sphere or capsule
	perBox   = 20   // ... of which this is for each of three looks at its box
	perShare = 1024 // boxes that a worker looks at in one go
)

// rebuild is the memory of rebuilds.
type rebuild struct {
	grid         broad.Grid
	listRebuilds []listRebuild // by list
}

// rebuildLists finds all pairs anew. A pair that was listed before keeps its contacts and its measured gap.
//
// Workers take stretches of shapes in any order, but each stretch has its own parts of the lists, and closeLists joins
// them by the numbers of the stretches. So the order of pairs and contacts, and with it the rounding of all sums of
// forces, does not depend on the number of workers.
func (search *Search) rebuildLists() error {
	search.contacts.Recentre()
	rounds := search.contacts.Shapes.Solids()
	search.grid.Build(rounds, search.box, search.contacts.Bodies.Spare())
	stretches := (max(rounds, len(search.contacts.Shapes.Meshes)) + contact.Stretch - 1) / contact.Stretch
	for len(search.listRebuilds) < len(search.contacts.Lists) {
		search.listRebuilds = append(search.listRebuilds, listRebuild{})
	}
	for i := range search.contacts.Lists {
		search.cutList(&search.contacts.Lists[i], &search.listRebuilds[i], stretches)
	}
	search.counted.begin(rounds)
	search.contacts.Team.Run(stretches, 1, contact.Stretch*perRound, nil, search.findPart)
	search.grid.Return()
	search.closeLists()
	err := search.counted.end(search.contacts)
	if err != nil {
		clear(search.contacts.Bodies.Spare()) // no forces will be summed there
	}
	return err
}

// rebuildPart finds the pairs of one stretch.
func (search *Search) rebuildPart(worker, number, _ int) {
	space := &search.near[worker]
	space.space = &search.contacts.Spaces[worker]
	for i := range search.contacts.Lists {
		l := &search.contacts.Lists[i]
		s := &search.listRebuilds[i].parts[number]
		s.space = space
		if l.Round() {
			continue
		}
		all := search.contacts.Shapes.Count(l.KindB)
		first, last := min(number*contact.Stretch, all), min((number+1)*contact.Stretch, all)
		findPairs[l.KindA](search, s, first, last)
		search.finish(s) // returns the old chunks of this list to the pool, from which the next list takes its own
	}
	search.findRoundPairs(number, space)
}

// findPairs find the pairs of shapes [first, last) with those of a kind that have no mass.
var findPairs = [len(shape.Kinds)]func(w *Search, s *partRebuild, first, last int){
	shape.KindWall:     (*Search).findWallPairs,
	shape.KindMesh:     (*Search).findMeshPairs,
	shape.KindCylinder: (*Search).findCylinderPairs,
}

// findRoundPairs finds the pairs of the shapes with a mass of a stretch with those that come later.
func (search *Search) findRoundPairs(number int, space *nearby) {
	s := search.contacts.Shapes
	var parts [len(shape.Kinds)][len(shape.Kinds)]*partRebuild
	for i := range search.contacts.Lists {
		if l := &search.contacts.Lists[i]; l.Round() {
			parts[l.KindA][l.KindB] = &search.listRebuilds[i].parts[number]
		}
	}
	for i := number * contact.Stretch; i < min((number+1)*contact.Stretch, s.Solids()) &&
		!search.counted.full.Load(); i++ {
		kindA, a := s.Solid(int32(i))
		bodyA := s.Infos[kindA][a].Body
		space.later = search.grid.Later(int32(i), space.later[:0])
		for _, b := range space.later {
			kindB, b := s.Solid(b)
			search.offer(parts[kindA][kindB], a, b, bodyA, s.Infos[kindB][b].Body)
		}
	}
	for _, row := range parts {
		for _, part := range row {
			if part != nil {
				search.finish(part)
			}
		}
	}
}

// listRebuild is a rebuild of one list: the chunks of before, and the parts of the list that follow them.
type listRebuild struct {
	old   []*contact.Chunk
	parts []partRebuild
}

// partRebuild is a part of a list during a rebuild: its new chunks, and the old ones whose pairs
// they take over.
type partRebuild struct {
	old         []*contact.Chunk
	list        *contact.List
	number      int     // of the part
	space       *nearby // of the worker that makes it
	made        []*contact.Chunk
	touching    int // pairs that touch, since the last chunk was made
	chunk, last int // old chunks from here to before the last have not been passed
	pair        int // ... and this is the first of its pairs that has not
}

// cutList puts the chunks of a list aside and cuts it into stretches.
func (search *Search) cutList(l *contact.List, t *listRebuild, stretches int) {
	l.Chunks, t.old = t.old[:0], l.Chunks
	t.old = slices.DeleteFunc(t.old, func(k *contact.Chunk) bool {
		if len(k.Pairs) > 0 {
			return false
		}
		search.contacts.Pool.Put(k) // all its bodies are gone
		return true
	})
	t.parts = slices.Grow(t.parts[:0], stretches)[:stretches]
	for i := range t.parts {
		t.parts[i] = partRebuild{list: l, old: t.old, number: i, made: t.parts[i].made[:0]}
	}
	for i, k := range t.old {
		from, to := search.stretchOf(l, &k.Pairs[0]), search.stretchOf(l, &k.Pairs[len(k.Pairs)-1])
		k.Sharing.Store(int32(to - from + 1))
		for ; from <= to; from++ {
			if s := &t.parts[from]; s.last == 0 {
				s.chunk = i
			}
			t.parts[from].last = i + 1
		}
	}
}

// stretchOf returns the stretch in which a pair of a list is found: that of its first shape if it is
// round, else of the second.
func (search *Search) stretchOf(l *contact.List, c *contact.Pair) int {
	if l.Round() {
		return (search.contacts.Shapes.SolidsBefore(l.KindA) + int(c.A)) / contact.Stretch
	}
	return int(c.B) / contact.Stretch
}

// offer lists a pair of shapes unless they can never act on each other, or,
// for round ones, not before the next rebuild. Pairs are offered in the order of the
// list; what was known of the pair, and its contacts, go with it.
func (search *Search) offer(s *partRebuild, a, b, bodyA, bodyB int32) {
	k := search.contacts.Bodies
	if s == nil || bodyA == bodyB || k.Kind[bodyA] != body.Dynamic && k.Kind[bodyB] != body.Dynamic {
		return
	}
	c := &s.space.offered
	*c = contact.Pair{A: a, B: b}
	from, i := search.recall(s, c)
	touches := from != nil && from.Touches(i)
	if from != nil {
		*c = from.Pairs[i]
	}
	if !touches && s.list.Round() &&
		search.stayApart(s, c, k.Travel[bodyA]+k.Travel[bodyB], k.Margin(bodyA)+k.Margin(bodyB)) {
		return
	}
	if touches || c.Until == 0 && s.list.Round() {
		s.touching++
	}
	if search.contacts.Full(s.made) {
		search.counted.add(s, search.contacts.MostPairs())
	}
	search.contacts.TakeOver(search.contacts.Open(&s.made, s.list), c, from, i)
}

// stayApart measures the gap of a pair whose bodies have moved so far [m], and reports whether the gap is so wide that
// the pair cannot touch before one of its bodies has used up its margin. Such a pair need not be listed: the boxes in
// the grid overlap more often than the shapes come near each other.
func (search *Search) stayApart(s *partRebuild, c *contact.Pair, moved, margin float64) bool {
	if float64(c.Until)-moved > margin {
		return true
	}
	gap, touching := search.contacts.Measure(s.list, c, s.space.space)
	if touching {
		c.Until = 0
		return false
	}
	c.Apart(moved, gap)
	return gap > margin
}

// recall goes to the place of c in the old list and returns its chunk and its number there, if it was
// there. What it returns lasts until the next call.
func (search *Search) recall(s *partRebuild, c *contact.Pair) (*contact.Chunk, int) {
	place := s.list.Place(c.A, c.B)
	for ; s.chunk < s.last; search.pass(s) {
		k := s.old[s.chunk]
		for s.pair < len(k.Pairs) {
			o := &k.Pairs[s.pair]
			is := s.list.Place(o.A, o.B)
			if place < is {
				return nil, 0
			}
			s.pair++
			if place == is {
				return k, s.pair - 1
			}
			search.leave(s, k, s.pair-1)
		}
	}
	return nil, 0
}

// leave takes back what belonged to an old pair that is in no list any more. Parts that share a chunk
// pass all of its pairs; each leaves its own.
func (search *Search) leave(s *partRebuild, old *contact.Chunk, pair int) {
	if search.stretchOf(s.list, &old.Pairs[pair]) == s.number {
		search.contacts.DropView(old, pair)
	}
}

// pass goes on to the next old chunk, and gives back the one before if no other part needs it any more.
func (search *Search) pass(s *partRebuild) {
	if k := s.old[s.chunk]; k.Sharing.Add(-1) == 0 {
		search.contacts.Pool.Put(k)
	}
	s.chunk, s.pair = s.chunk+1, 0
}

// finish passes what is left of the old list.
func (search *Search) finish(s *partRebuild) {
	for ; s.chunk < s.last; search.pass(s) {
		for old := s.old[s.chunk]; s.pair < len(old.Pairs); s.pair++ {
			search.leave(s, old, s.pair)
		}
	}
}

// closeLists ends a rebuild: it joins the parts of each list, in the order of their stretches.
func (search *Search) closeLists() {
	for i := range search.contacts.Lists {
		l, t := &search.contacts.Lists[i], &search.listRebuilds[i]
		for k := range t.parts {
			l.Chunks = append(l.Chunks, t.parts[k].made...)
			clear(t.parts[k].made)
		}
		clear(t.old)
	}
	search.contacts.Relist()
}

// pairCount counts the pairs that a rebuild finds, and whether they are more than there may be.
type pairCount struct {
	access                 sync.Mutex
	near, touching         int
	mostNear, mostTouching int
	full                   atomic.Bool
}

// begin and end enclose a rebuild of so many spheres and capsules. Where too many pairs are
// found it is left half done, and the world stops. How much is counted does not depend on
// the workers, and nothing of what they did until then is left.
func (p *pairCount) begin(rounds int) {
	p.near, p.touching = 0, 0
	p.mostNear, p.mostTouching = limit.Near.Most*(rounds+limit.Extra), limit.Touching.Most*(rounds+limit.Extra)
}

func (p *pairCount) end(set *contact.Set) error {
	if !p.full.Load() {
		return nil
	}
	set.Empty()
	return fmt.Errorf("too many bodies lie in each other: %d spheres and capsules must have at most %d %s, and at most "+
		"%d %s",
		set.Shapes.Solids(), p.mostTouching, limit.Touching.What, p.mostNear, limit.Near.What)
}

// add counts a chunk of so many pairs of a part of a list that is begun, and what touches in those before.
func (p *pairCount) add(s *partRebuild, pairs int) {
	p.access.Lock()
	p.near, p.touching = p.near+pairs, p.touching+s.touching
	if p.near > p.mostNear || p.touching > p.mostTouching {
		p.full.Store(true)
	}
	p.access.Unlock()
	s.touching = 0
}
