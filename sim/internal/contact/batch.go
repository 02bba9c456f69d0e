package contact

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/shape"
)

// Pair is a pair of shapes that may touch before the next rebuild. Of the two
// shapes the kind of a comes first in the pair matrix.
type Pair struct {
	A, B  int32   // indices in the slices of their kinds
	Until float32 // the pair cannot touch before both bodies' travels add up to this [m]
}

// PairState is what lasts of a pair from step to step beside its contacts, if its first shape is a mesh or a wall.
type PairState struct {
	view int32 // number of its view in those of the set, if the shape is a mesh
	Side int8  // to which the shape pushes since the contact began, if it is a wall: -1 or +1
}

// BodiesOf returns the bodies of a pair of a list.
func (set *Set) BodiesOf(l *List, c *Pair) (a, b int32) {
	return set.Shapes.Infos[l.KindA][c.A].Body, set.Shapes.Infos[l.KindB][c.B].Body
}

// Apart notes that a pair cannot touch before both bodies' travels, which add up to moved, have grown by a gap [m]. The
// sum may have been rounded up to single precision, so the number kept is the next lower one.
func (c *Pair) Apart(moved, gap float64) {
	c.Until = math.Float32frombits(max(math.Float32bits(float32(moved+gap)), 1) - 1)
}

// List is the neighbour list of two kinds of shapes: their pairs, in the order of their places, and their
// contacts, in chunks.
type List struct {
	KindA, KindB shape.Kind
	cell
	Chunks  []*Chunk
	set     *Set // of which it is a list
	central bool // its contacts are; see central.go
}

// NewList returns a list for two kinds of shapes, without pairs.
func (set *Set) NewList(a, b shape.Kind) List {
	return List{KindA: a, KindB: b, set: set, central: set.centralFor(a, b)}
}

// pairs calls yield for all of them.
func (l *List) pairs(yield func(*Pair) bool) {
	for k := range l.Chunks {
		for i := range l.Chunks[k].Pairs {
			if !yield(&l.Chunks[k].Pairs[i]) {
				return
			}
		}
	}
}

// Place returns where a pair of shapes comes in the list: sorted by a, then b, but by the stretches
// of b first if a is not round.
func (l *List) Place(a, b int32) uint64 {
	if l.Round() {
		return uint64(a)<<32 | uint64(b)
	}
	return (uint64(b/Stretch)<<32|uint64(a))*Stretch + uint64(b%Stretch)
}

// Count returns how many pairs there are.
func (l *List) Count() (n int) {
	for k := range l.Chunks {
		n += len(l.Chunks[k].Pairs)
	}
	return n
}

// Round reports whether shapes of both kinds have a mass.
func (l *List) Round() bool { return l.KindA.Solid() }

// hasStates reports whether each pair has a PairState.
func (l *List) hasStates() bool { return l.KindA == shape.KindMesh || l.KindA == shape.KindWall }

// Chunk is a run of pairs with the contacts that they have. It is the piece
// of work that one worker does at a time: first all distances, then all forces, so that
// what the first finds is still in the cache for the second. What every step needs comes first: so much is asked for
// ahead, see package kernel.
type Chunk struct {
	shared   shared // of its contacts, as all chunks last had theirs
	List     *List
	Pairs    []Pair       // at most ChunkSize; see Set.MostPairs
	touching pairBits     // which of them have contacts
	Fixed    bool         // the first bodies of all pairs are fixed
	home     int32        // body with which it belongs; see cuts
	number   int32        // of the chunk in Set.Chunks
	BodiesA  Span         // among which are the first bodies of all pairs,
	BodiesB  Span         // ... and the second
	Sharing  atomic.Int32 // how many parts of a rebuild still take its pairs over
	Moments  Moments      // of each contact, if they are line contacts
	Halo     []Halo       // what they put on bodies of other spans
	Contacts Table        // in contact order: those of the first pair, then those of the second ...

	States  []PairState // of the pairs, if the list has states
	extents []extent    // of the contacts of each pair; see Set.extentsOf
}

// Touches reports whether a pair has contacts.
func (k *Chunk) Touches(pair int) bool { return k.touching.has(pair) }

// ContactsOf returns which contacts of a chunk are those of a pair: n of them, from number first on.
func (k *Chunk) ContactsOf(pair int) (first, n int) {
	if !k.Touches(pair) {
		return 0, 0
	}
	first = k.touching.below(pair) // or a later one, if pairs before it have several
	for int(k.Contacts.PairOf(first)) < pair {
		first++
	}
	return first, k.Contacts.countOf(first, pair)
}

// stateOf returns the state of a pair, or an empty one where pairs have none.
func (k *Chunk) stateOf(pair int) (s PairState) {
	if len(k.States) > 0 {
		s = k.States[pair]
	}
	return s
}

// put appends a pair with its state, if the list has states. If it touches, its contacts are added before or after it.
func (k *Chunk) put(c *Pair, s PairState, touches bool) {
	k.touching.put(len(k.Pairs), touches)
	k.Pairs = append(k.Pairs, *c)
	if k.List.hasStates() {
		k.States = append(k.States, s)
	}
}

// Full reports whether the next pair needs a fresh chunk, after some chunks of its list.
func (set *Set) Full(chunks []*Chunk) bool {
	n := len(chunks)
	return n == 0 || len(chunks[n-1].Pairs) >= set.MostPairs()
}

// Open returns the last of some chunks of a list, a fresh one if that is full.
func (set *Set) Open(chunks *[]*Chunk, l *List) *Chunk {
	if set.Full(*chunks) {
		*chunks = append(*chunks, set.Pool.get(l, set.MostPairs()))
	}
	return (*chunks)[len(*chunks)-1]
}

// Pool keeps chunks that a rebuild has passed, so that there is never much more than one copy of
// all pairs and contacts.
type Pool struct {
	access sync.Mutex
	free   []*Chunk
	supply supply // of the contacts of all chunks
}

// Put takes a chunk back, whose pairs and contacts nobody needs any more.
func (p *Pool) Put(k *Chunk) {
	k.Contacts.clear()
	p.access.Lock()
	p.free = append(p.free, k)
	p.access.Unlock()
}

// keep lets go of all chunks but the chunks that came last: sorting needs two copies for a while. A rebuild needs only
// few more than there are, since it gives back each chunk that it has passed.
func (p *Pool) keep(most int) {
	p.free = slices.Delete(p.free, 0, max(len(p.free)-most, 0))
}

// get returns an empty chunk of so many pairs for a list: one of the same list, if such a one was passed not long ago,
// as that has had as many contacts.
func (p *Pool) get(l *List, pairs int) *Chunk {
	p.access.Lock()
	defer p.access.Unlock()
	n := len(p.free)
	if n == 0 {
		return &Chunk{List: l, Pairs: make([]Pair, 0, pairs), Contacts: Table{supply: &p.supply, central: l.central}}
	}
	for i := n - 1; i >= 0 && i >= n-8; i-- {
		if p.free[i].List == l {
			p.free[i], p.free[n-1] = p.free[n-1], p.free[i]
			break
		}
	}
	k := p.free[n-1]
	p.free = p.free[:n-1]
	*k = Chunk{List: l, Pairs: k.Pairs[:0], Contacts: k.Contacts, Moments: k.Moments[:0], Halo: k.Halo[:0],
		States: k.States[:0], extents: k.extents[:0]}
	k.Contacts.central = l.central // it has no blocks
	k.Contacts.ungroup()
	return k
}

// Stretch is how many spheres and capsules, one behind the other, are searched by one worker, which
// also lists their pairs. It is fixed, so that chunks, which hold
// pairs of one stretch, have the same pairs for any number of workers. What touches a wall or a mesh
// is cut into stretches, too: the bodies of a chunk are near each other in memory, and seldom those
// of two workers.
const Stretch = 4 * parallel.Chunk

// ForgetGaps lets the gaps of all pairs be measured anew, and those to the triangles of meshes.
func (set *Set) ForgetGaps() {
	for k := range set.Listed {
		for i := range k.Pairs {
			k.Pairs[i].Until = 0
		}
	}
	for i := range set.views {
		set.views[i].forget()
	}
}

// Relist takes in that the lists have been rebuilt.
func (set *Set) Relist() {
	set.Listing++
	set.Chunks = set.Chunks[:0]
	for i := range set.Lists {
		set.Chunks = append(set.Chunks, set.Lists[i].Chunks...)
	}
	set.Pool.keep(len(set.Chunks)/64 + len(set.Lists)*set.Team.Workers())
	set.fit()
	for i, k := range set.Chunks {
		k.number, k.shared = int32(i), k.Contacts.share()
	}
	set.outcomes = slices.Grow(set.outcomes[:0], len(set.Chunks))[:len(set.Chunks)]
	set.Partition.settle(set)
}

// Empty drops all pairs and contacts, and the memory that they take.
func (set *Set) Empty() {
	for i := range set.Lists {
		set.Lists[i].Chunks = nil
	}
	set.Chunks, set.outcomes, set.Pool = nil, nil, Pool{}
	set.lend()
}

// fit lets go of memory that no contacts need.
func (set *Set) fit() {
	for i := range set.Spaces {
		set.Spaces[i].old.clear()
	}
	for _, k := range set.Chunks {
		k.Contacts.fit()
	}
	set.Pool.supply.fit(func(yield func(*Table) bool) {
		for _, k := range set.Chunks {
			if !yield(&k.Contacts) {
				return
			}
		}
	})
}

// lend lets the workers have memory of the pool for contacts of the previous step.
func (set *Set) lend() {
	for i := range set.Spaces {
		set.Spaces[i].old = Table{supply: &set.Pool.supply}
	}
}
