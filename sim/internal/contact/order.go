package contact

import (
	"cmp"
	"slices"

	"example.org/tumble/sim/internal/body"
)

// Renumber does it for pairs and contacts.
func (set *Set) Renumber(r *body.Renumbering) {
	set.Count = 0
	for i := range set.Lists {
		l := &set.Lists[i]
		for _, k := range l.Chunks {
			set.renumberPairs(k, r)
			set.Count += k.Contacts.N
		}
		set.sortPairs(l)
	}
}

// pairPlace says where a pair goes that has contacts, and where it is.
type pairPlace struct {
	place       uint64
	chunk, pair int32
}

// sortPairs brings the pairs of a list that have contacts into its order. The rebuild
// finds the others again.
func (set *Set) sortPairs(l *List) {
	if l.sorted() {
		return
	}
	set.dropApart(l)
	places, once := make([]pairPlace, 0, l.Count()), true
	for k, h := range l.Chunks {
		for i := range h.Pairs {
			c := &h.Pairs[i]
			places = append(places, pairPlace{l.Place(c.A, c.B), int32(k), int32(i)})
		}
		once = once && h.Contacts.N == len(h.Pairs)
	}
	slices.SortFunc(places, func(p, q pairPlace) int { return cmp.Compare(p.place, q.place) })
	if once {
		set.sortInPlace(l, places)
	} else {
		set.sortCopies(l, places)
	}
}

// dropApart drops the pairs of a list that have no contacts.
func (set *Set) dropApart(l *List) {
	kept := l.Chunks[:0]
	for _, k := range l.Chunks {
		touching, n := 0, 0 // pairs that touch, and their contacts, so far
		for i, c := range k.Pairs {
			if !k.Touches(i) {
				set.DropView(k, i)
				continue
			}
			for end := n + k.Contacts.countOf(n, i); n < end; n++ {
				k.Contacts.links[n/BlockSize].pair[n%BlockSize] = uint8(touching)
			}
			k.replace(touching, c, k.stateOf(i))
			k.touching.put(touching, true)
			touching++
		}
		k.keep(touching)
		if len(k.Pairs) == 0 {
			set.Pool.Put(k)
			continue
		}
		kept = append(kept, k)
	}
	clear(l.Chunks[len(kept):])
	l.Chunks = kept
}

// sortCopies copies the pairs of a list to other chunks, in the order of their places: both copies are there for a
// while.
func (set *Set) sortCopies(l *List, places []pairPlace) {
	old := l.Chunks
	l.Chunks = nil
	left := make([]int, len(old)) // so many of each chunk have still to be taken over
	for k, h := range old {
		left[k] = len(h.Pairs)
	}
	for _, p := range places {
		from := old[p.chunk]
		set.TakeOver(set.Open(&l.Chunks, l), &from.Pairs[p.pair], from, int(p.pair))
		if left[p.chunk]--; left[p.chunk] == 0 {
			set.Pool.Put(from)
		}
	}
}

// sortInPlace brings pairs with one contact each into the order of their places. Each chunk keeps the number of its
// pairs, so that there is only one copy of all contacts, which are most of the memory of a world.
func (set *Set) sortInPlace(l *List, places []pairPlace) {
	for _, k := range l.Chunks { // while contacts change places it is not known which springs are theirs
		k.Contacts.keepOverlaps()
	}
	const done = -1
	first, n := make([]int, len(l.Chunks)), 0 // number of the first pair of each chunk
	for k, h := range l.Chunks {
		first[k], n = n, n+len(h.Pairs)
	}
	for k, h := range l.Chunks {
		for i := range h.Pairs {
			begin := first[k] + i
			if places[begin].chunk == done {
				continue
			}
			pair, state, one := h.Pairs[i], h.stateOf(i), h.Contact(i)
			to, j := h, i
			for at := begin; ; { // each pair makes room for the next, until the first of them gets its place
				p := &places[at]
				from := l.Chunks[p.chunk]
				at = first[p.chunk] + int(p.pair)
				p.chunk = done
				if at == begin {
					break
				}
				to.replace(j, from.Pairs[p.pair], from.stateOf(int(p.pair)))
				to.Contacts.move(j, &from.Contacts, int(p.pair))
				to, j = from, int(p.pair)
			}
			to.replace(j, pair, state)
			to.Contacts.Keep(j, &one)
		}
	}
	for _, h := range l.Chunks {
		h.Contacts.Springs = h.Contacts.Springs[:0]
		for i := range h.Pairs {
			set.assign(h, i, i)
		}
		h.Contacts.dropOverlaps()
	}
}

// replace puts another pair with its state, if the list has states, in the place of pair i.
func (k *Chunk) replace(i int, c Pair, s PairState) {
	k.Pairs[i] = c
	if len(k.States) > 0 {
		k.States[i] = s
	}
}

// keep drops the pairs from number n on, which have no contacts any more.
func (k *Chunk) keep(n int) {
	k.touching.keep(n)
	k.Pairs = k.Pairs[:n]
	if len(k.States) > 0 {
		k.States = k.States[:n]
	}
}

// sorted reports whether the pairs are in the order of the list.
func (l *List) sorted() bool {
	last := uint64(0)
	for c := range l.pairs {
		place := l.Place(c.A, c.B)
		if place < last {
			return false
		}
		last = place
	}
	return true
}
