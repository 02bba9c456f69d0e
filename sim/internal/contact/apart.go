package contact

import (
	"slices"

	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// This file is what contacts need that act while the bodies are apart, under laws with a Range: the
// search finds pairs that are so near, kernels see the second shape grown by the range, and a
// contact that goes on until it ends is told from one that has not yet begun.

// actsApart reports whether contacts may act while the bodies are apart.
func (set *Set) actsApart() bool { return law.Kinds[set.Law].Range != nil }

// findWithin finds the contacts of a pair that go on until the overlap end, and returns a lower bound of
// how far the pair is from that [m] if there are none.
func (set *Set) findWithin(find finder, l *List, c *Pair, end float64, space *Workspace) (gap float64) {
	if end == 0 {
		return find(set, c, space)
	}
	q := &space.query
	first := len(q.Contacts)
	space.grown.by = -end
	gap = find(set, c, space)
	space.grown.by = 0
	for i := range q.Contacts[first:] {
		d := &q.Contacts[first+i]
		d.Overlap += end
		if l.KindA != shape.KindWall { // where the point lies in the plane
			d.Point = d.Point.AddScaled(-end/2, d.Normal)
		}
	}
	return gap
}

// extent is the overlaps at which contacts begin and end [m].
type extent struct{ begin, end float64 }

// extent returns the extent of the contacts of a pair.
func (set *Set) extent(l *List, c *Pair) (x extent) {
	if set.actsApart() {
		s := set.mix(l, c)
		x.begin, x.end = law.Kinds[set.Law].Extent(s.law())
	}
	return x
}

// extentsOf returns those of all pairs of a chunk, which are mixed once, until pairs or materials change.
func (set *Set) extentsOf(k *Chunk) []extent {
	if len(k.extents) != len(k.Pairs) {
		k.extents = slices.Grow(k.extents[:0], ChunkSize)
		for i := range k.Pairs {
			k.extents = append(k.extents, set.extent(k.List, &k.Pairs[i]))
		}
	}
	return k.extents
}

// leaveOut drops, of the contacts that were found of a pair from number first on, what neither continues
// one of those that it had nor begins one. It returns which of those are continued, a bit for each.
func (set *Set) leaveOut(k *Chunk, pair int, begin float64, q *narrow.Query, first int) (continued bitset) {
	was, had := k.ContactsOf(pair)
	kept := q.Contacts[:first]
	for i := range q.Contacts[first:] {
		d := &q.Contacts[first+i]
		if k.Contacts.continued(was, had, &d.Touch, &continued) >= 0 || d.Overlap >= begin {
			kept = append(kept, *d)
		}
	}
	q.Contacts = kept
	return continued
}

// endOf adds what the contacts of a pair held that are not continued to what those of its chunk lost. The half step
// since they were seen is booked already, as their work.
func (set *Set) endOf(k *Chunk, pair int, continued bitset, space *Workspace) {
	b := set.Bodies
	first, n := k.ContactsOf(pair)
	for i := range n {
		if continued.has(i) {
			continue
		}
		old := k.Contact(first + i)
		normal, tangential, couple := set.ElasticIn(&old)
		power := old.Force.Dot(set.between(&old, old.Point)) +
			k.Torque(first+i).Dot(b.Spin[old.BodyA].Sub(b.Spin[old.BodyB]))
		var lost ledger.Heat
		lost.Adhesion.Add(normal + tangential + couple - set.Clock.Last/2*power)
		set.loseAt(space, unknown, old.Point, &lost)
	}
}

// Farthest returns how far apart two bodies can be whose contact goes on [m].
func (set *Set) Farthest() (most float64) {
	if !set.actsApart() {
		return 0
	}
	l, r := &law.Kinds[set.Law], set.Shapes.LargestRadius()
	for a := range set.Materials {
		for b := range set.Materials {
			s := set.Properties[a*len(set.Materials)+b].PairProperties
			for _, other := range [2]float64{0, r} {
				_, end := l.Extent(l.Mix(set.elastic(a), set.elastic(b), s, r, other))
				most = max(most, -end)
			}
		}
	}
	return most
}

// possible reports whether a contact may have its overlap.
func (set *Set) possible(c *Contact) bool {
	_, end := law.Kinds[set.Law].Extent(c.law())
	return c.Overlap >= end && c.Overlap < limit.Lost
}

// within takes back to where it ends what is past that after an edit.
func (t *Table) within(l *law.Law) {
	for i := range t.N {
		if _, end := l.Extent(t.SpringsOf(i).law()); t.Overlap(i) < end {
			t.setOverlap(i, end)
			b, m := t.Row(i)
			b.force.put(m, b.normal.at(m).Scale(-b.NormalForce(m)))
			t.setCouple(i, vec.Vec3{})
		}
	}
}
