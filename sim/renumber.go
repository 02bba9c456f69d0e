package sim

import (
	"cmp"
	"slices"

	"tumble/sim/body"
)

// renumber gives bodies and shapes their new places and takes out those that do not stay,
// with their candidates and contacts. What stays keeps its history. The candidate lists are
// rebuilt; until then their chunks may be shorter than others.
func (w *World) renumber(r *body.Renumbering) {
	w.bodies.Renumber(r)
	w.shapes.Renumber(r)
	w.motions.Renumber(r.Bodies)
	w.renumberLists(r)
	w.stale = true
}

// renumberLists does it for candidates and contacts.
func (w *contactSet) renumberLists(r *body.Renumbering) {
	w.count = 0
	for i := range w.lists {
		l := &w.lists[i]
		for _, k := range l.chunks {
			w.renumberPairs(k, r)
			w.count += k.contacts.n
		}
		w.sortPairs(l)
	}
}

// renumberPairs drops the candidates of bodies that are gone, with their contacts, and
// renumbers the rest.
func (w *contactSet) renumberPairs(k *chunkOfPairs, r *body.Renumbering) {
	toA, toB := r.Shapes[k.list.kindA], r.Shapes[k.list.kindB]
	pairs, n := k.pairs[:0], 0
	for _, c := range k.pairs {
		first := int(c.contact)
		c.bodyA, c.bodyB, c.a, c.b = r.Bodies[c.bodyA], r.Bodies[c.bodyB], toA[c.a], toB[c.b]
		if c.bodyA >= r.Stay || c.bodyB >= r.Stay {
			w.dropView(k.list, &c)
			continue
		}
		c.contact = uint16(n)
		for j := range int(c.count) {
			k.contacts.move(n, &k.contacts, first+j)
			b, l := k.contacts.row(n)
			b.bodyA[l], b.bodyB[l], b.pair[l] = c.bodyA, c.bodyB, uint8(len(pairs))
			n++
		}
		pairs = append(pairs, c)
	}
	k.contacts.resize(n)
	k.pairs, k.turns = pairs, k.turns[:0]
	for i := range k.pairs {
		if c := &k.pairs[i]; k.list.kindA == k.list.kindB && c.a > c.b {
			w.turnRound(k, i)
		}
	}
}

// turnRound makes the second shape of pair i the first. Its contacts then act on the other
// body.
func (w *contactSet) turnRound(k *chunkOfPairs, i int) {
	c := &k.pairs[i]
	c.a, c.b, c.bodyA, c.bodyB = c.b, c.a, c.bodyB, c.bodyA
	springs := w.mix(k.list, c)
	for j := int(c.contact); j < int(c.contact)+int(c.count); j++ {
		t := k.contact(j)
		t.normal, t.shear, t.couple = t.normal.Neg(), t.shear.Neg(), t.couple.Neg()
		k.contacts.keep(j, &t)
		k.contacts.name(j, i, c, springs)
	}
}

// pairPlace says where a pair goes that has contacts, and where it is.
type pairPlace struct {
	place       uint64
	chunk, pair int32
}

// sortPairs brings the candidates of a list that have contacts into its order. The rebuild
// finds the others again.
func (w *contactSet) sortPairs(l *pairList) {
	if l.sorted() {
		return
	}
	var places []pairPlace
	left := make([]int, len(l.chunks)) // so many of each chunk have still to be taken over
	for k, h := range l.chunks {
		for i := range h.pairs {
			c := &h.pairs[i]
			if c.count == 0 {
				w.dropView(l, c)
				continue
			}
			places = append(places, pairPlace{l.place(c.a, c.b), int32(k), int32(i)})
			left[k]++
		}
		if left[k] == 0 {
			w.pool.put(h)
		}
	}
	slices.SortFunc(places, func(p, q pairPlace) int { return cmp.Compare(p.place, q.place) })
	old := l.chunks
	l.chunks = nil
	for _, p := range places {
		from := old[p.chunk]
		w.open(&l.chunks, l).takeOver(from, &from.pairs[p.pair])
		if left[p.chunk]--; left[p.chunk] == 0 {
			w.pool.put(from)
		}
	}
}

// sorted reports whether the candidates are in the order of the list.
func (l *pairList) sorted() bool {
	last := uint64(0)
	for c := range l.candidates {
		place := l.place(c.a, c.b)
		if place < last {
			return false
		}
		last = place
	}
	return true
}
