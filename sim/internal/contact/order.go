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
	places := make([]pairPlace, 0, l.touching())
	left := make([]int, len(l.Chunks)) // so many of each chunk have still to be taken over
	for k, h := range l.Chunks {
		for i := range h.Pairs {
			c := &h.Pairs[i]
			if c.Count == 0 {
				set.DropView(l, c)
				continue
			}
			places = append(places, pairPlace{l.Place(c.A, c.B), int32(k), int32(i)})
			left[k]++
		}
		if left[k] == 0 {
			set.Pool.Put(h)
		}
	}
	slices.SortFunc(places, func(p, q pairPlace) int { return cmp.Compare(p.place, q.place) })
	old := l.Chunks
	l.Chunks = nil
	for _, p := range places {
		from := old[p.chunk]
		set.Open(&l.Chunks, l).TakeOver(from, &from.Pairs[p.pair])
		if left[p.chunk]--; left[p.chunk] == 0 {
			set.Pool.Put(from)
		}
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
