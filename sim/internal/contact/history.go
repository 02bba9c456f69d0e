package contact

import (
	"math"
	"math/bits"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
)

// sameDirection is the cosine of the largest angle between the normals of one contact in
// two successive steps. Normals turn by far less in a step; contacts of one pair in
// different places (a groove) differ by more.
const sameDirection = 0.86 // 30°

// continued finds, among the n contacts from number first on that a pair had in the previous step, the contact that a
// touch continues: of the contacts not yet taken, the one with the nearest normal. It returns -1 for a new contact.
//
// A contact must find its past, since its tangential spring holds the force of all earlier sliding: a contact that is
// taken for a new one loses its friction for a moment, and a pile at rest would creep.
func (t *Table) continued(first, n int, touch *narrow.Touch, taken *bitset) int {
	var best float64
	found := -1
	for i := range n {
		if taken.has(i) {
			continue
		}
		b, l := t.Row(first + i)
		d, feature := b.normal.at(l).Dot(touch.Normal), t.feature(first+i)
		if !(d > sameDirection) || touch.Feature <= narrow.FeatureCorner && feature != touch.Feature {
			continue
		}
		if feature == touch.Feature {
			d += 1e-3 // of two contacts with equally near normals, prefer the one with the same feature
		}
		if d > best {
			best, found = d, i
		}
	}
	if found >= 0 {
		taken.put(found)
	}
	return found
}

// bitset is some of the contacts of a pair.
type bitset [(math.MaxUint8 + 1) / 64]uint64

func (b *bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }
func (b *bitset) put(i int)      { b[i/64] |= 1 << (i % 64) }

// carryOver makes contact i of a chunk the one that touch i continues, or a fresh one. Most
// often every pair has as many as it had, and they are where they were. Where a pair has one
// contact as before, vector kernels themselves see whether it goes on.
func (set *Set) carryOver(k *Chunk, space *Workspace) (changed bool) {
	if space.single {
		set.carrySingles(k, &space.near)
		return true
	}
	many := set.forcesInBatches(k)
	old, shift := &k.Contacts, 0 // its first contact is number shift of before
	was, at := 0, 0              // number of the first contact of the pair, before and now
	for _, h := range space.hits {
		had, count := old.countOf(was-shift, int(h.pair)), int(h.count)
		if !changed && count != had {
			changed = true
			shift = at / BlockSize * BlockSize
			old = &space.old
			old.copyFrom(&k.Contacts, shift, k.Contacts.N)
			k.Contacts.Resize(space.Touches.len())
		}
		switch {
		case many && count == 1 && had == 1:
			if changed && was != at {
				k.Contacts.move(at, old, was-shift)
			}
		case !changed && count > 1: // they may change places
			space.old.copyFrom(&k.Contacts, at/BlockSize*BlockSize, at+count)
			set.carryPair(k, space, h, at, &space.old, at%BlockSize)
		default:
			set.carryPair(k, space, h, at, old, was-shift)
		}
		if (had > 0) != (count > 0) {
			k.touching.put(int(h.pair), count > 0)
		}
		was, at = was+had, at+count
	}
	return changed
}

// carrySingles is carryOver for the pairs in space.near, which touch in one point at most, as before. Contacts whose
// numbers decrease move first, in ascending order, then those whose numbers increase, in descending order. So none is
// written over before it has moved, and contacts that keep their numbers stay where they are.
func (set *Set) carrySingles(k *Chunk, near *nearMemory) {
	was, is := k.Contacts.N, near.touching.count()
	first, last := near.changes()
	down, up := last, last // or the last pair, if all behind the last change move that way
	if is < was {
		down = ChunkSize - 1
	} else if is > was {
		up = ChunkSize - 1
	}
	k.moveDown(near, first, down)
	k.Contacts.Resize(is)
	set.moveUp(k, near, first, up)
}

// changes returns the first and the last of the pairs with a contact that begins or ends.
func (near *nearMemory) changes() (first, last int) {
	first, last = ChunkSize, -1
	for word := range near.had {
		if changed := near.had[word] ^ near.touching[word]; changed != 0 {
			first = min(first, word*64+bits.TrailingZeros64(changed))
			last = word*64 + bits.Len64(changed) - 1
		}
	}
	return first, last
}

// moveDown ends contacts of the pairs [first, last] in near, and moves those whose numbers decrease.
func (k *Chunk) moveDown(near *nearMemory, first, last int) {
	t, before := &k.Contacts, near.had.below(first)
	after := before
	for word := first / 64; word <= last/64; word++ {
		had, touching := near.had[word], near.touching[word]
		for either := (had | touching) & between(first-word*64, last-word*64); either != 0; either &= either - 1 {
			i := bits.TrailingZeros64(either)
			switch {
			case had>>i&1 == 0:
				after++
				continue
			case touching>>i&1 == 0:
				k.touching.put(int(near.pairs[word*64+i]), false)
			default:
				if after < before {
					t.move(after, t, before)
				}
				after++
			}
			before++
		}
	}
}

// moveUp begins contacts of the pairs [first, last] in near, and moves those whose numbers increase.
func (set *Set) moveUp(k *Chunk, near *nearMemory, first, last int) {
	t, before, after := &k.Contacts, near.had.below(last+1), near.touching.below(last+1)
	for word := last / 64; word >= first/64; word-- {
		had, touching := near.had[word], near.touching[word]
		for either := (had | touching) & between(first-word*64, last-word*64); either != 0; {
			i := bits.Len64(either) - 1
			either &^= 1 << i
			if had>>i&1 != 0 {
				before--
			}
			if touching>>i&1 == 0 {
				continue
			}
			after--
			switch {
			case had>>i&1 == 0:
				pair := int(near.pairs[word*64+i])
				k.begin(set, after, pair)
				k.touching.put(pair, true)
			case after > before:
				t.move(after, t, before)
			}
		}
	}
}

// carryPair makes the contacts of one pair, from number at on, from those it had before: in
// the table old from number was on.
func (set *Set) carryPair(k *Chunk, space *Workspace, h hit, at int, old *Table, was int) {
	var taken bitset
	var touch narrow.Touch
	n := old.countOf(was, int(h.pair))
	for i := range int(h.count) {
		space.Touches.Read(at+i, &touch)
		from := old.continued(was, n, &touch, &taken)
		if from < 0 {
			k.begin(set, at+i, int(h.pair))
			continue
		}
		if old != &k.Contacts {
			k.Contacts.move(at+i, old, was+from)
		}
		_, sliding := k.Contacts.marked(at + i)
		k.Contacts.mark(at+i, false, sliding)
	}
}

// begin makes contact i a fresh one of a pair.
func (k *Chunk) begin(set *Set, i, pair int) {
	set.assign(k, i, pair)
	k.Contacts.Keep(i, &Contact{Fresh: true})
}

// assign makes contact i of a chunk one of a pair.
func (set *Set) assign(k *Chunk, i, pair int) {
	c := &k.Pairs[pair]
	a, b := set.BodiesOf(k.List, c)
	k.Contacts.Assign(i, pair, a, b, set.mix(k.List, c))
}

// TakeOver appends a pair with the state and the contacts that it has in the chunk that it comes from, where it has a
// number; if that chunk is nil, the pair is new.
func (set *Set) TakeOver(k *Chunk, c *Pair, from *Chunk, pair int) {
	a, b := set.BodiesOf(k.List, c)
	k.BodiesA.include(a)
	k.BodiesB.include(b)
	if from == nil {
		k.put(c, set.newState(k.List), false)
		return
	}
	first, n := from.ContactsOf(pair)
	for i := range n {
		k.add(from, first+i)
	}
	k.put(c, from.stateOf(pair), n > 0)
}

// add appends contact j of a chunk, which becomes one of the pair that is added next.
func (k *Chunk) add(from *Chunk, j int) {
	i := k.Contacts.N
	k.Contacts.Resize(i + 1)
	k.Contacts.move(i, &from.Contacts, j)
	k.Contacts.link(i, uint8(len(k.Pairs)), k.Contacts.put(*from.Contacts.SpringsOf(j)))
}

// renumberPairs drops the pairs of bodies that are gone, with their contacts, and
// renumbers the rest.
func (set *Set) renumberPairs(k *Chunk, r *body.Renumbering) {
	kindA, kindB := k.List.KindA, k.List.KindB
	toA, toB := r.Shapes[kindA], r.Shapes[kindB]
	stay, n := 0, 0 // pairs that stay, and their contacts, so far
	next := 0       // the first contact that has not been passed
	for i, c := range k.Pairs {
		first, count := next, k.Contacts.countOf(next, i)
		next += count
		c.A, c.B = toA[c.A], toB[c.B]
		if int(c.A) >= set.Shapes.Count(kindA) || int(c.B) >= set.Shapes.Count(kindB) { // they have left
			set.DropView(k, i)
			continue
		}
		bodyA, bodyB := set.BodiesOf(k.List, &c)
		for j := range count {
			k.Contacts.move(n, &k.Contacts, first+j)
			b, l := k.Contacts.Row(n)
			b.BodyA[l], b.BodyB[l], k.Contacts.links[n/BlockSize].pair[l] = bodyA, bodyB, uint8(stay)
			n++
		}
		k.replace(stay, c, k.stateOf(i))
		k.touching.put(stay, count > 0)
		stay++
	}
	k.Contacts.Resize(n)
	k.keep(stay)
	k.Moments, k.extents = k.Moments[:0], k.extents[:0]
	for i := range k.Pairs {
		if c := &k.Pairs[i]; k.List.KindA == k.List.KindB && c.A > c.B {
			set.swap(k, i)
		}
	}
}

// swap makes the second shape of pair i the first. Its contacts then act on the other
// body.
func (set *Set) swap(k *Chunk, i int) {
	c := &k.Pairs[i]
	c.A, c.B = c.B, c.A
	first, n := k.ContactsOf(i)
	for j := first; j < first+n; j++ {
		t := k.Contact(j)
		t.Normal, t.Force, t.Couple = t.Normal.Neg(), t.Force.Neg(), t.Couple.Neg()
		k.Contacts.Keep(j, &t)
		set.assign(k, j, i)
	}
}
