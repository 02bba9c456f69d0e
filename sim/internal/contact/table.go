package contact

import (
	"slices"
	"unsafe"

	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Table keeps the contacts of a chunk of pairs. A vector kernel loads the same number
// of several contacts at once, so they lie number by number, in blocks of eight.
type Table struct {
	N        int
	Blocks   []*Block
	central  bool           // the contacts are, and their blocks keep no points; see central.go
	supply   *supply        // of blocks and springs; nil: it has its own
	marks    []marks        // of the same contacts
	links    []links        // of the same contacts
	features []features     // of the same contacts, or none where all are narrow.FeatureWhole
	overlaps []column       // of the same contacts, or none where each is the normal force over Kn
	drags    []column       // of the same contacts, or none where none has a dashpot; see Resistance
	couples  []vectorColumn // of the same contacts, or none where none opposes rolling or twisting
	Springs  []Springs      // that its contacts have
	grouping *grouping      // of all contacts; nil: it was never asked for
}

// BlockSize is how many contacts a block has, as many as the widest vector kernel has lanes.
const BlockSize = 8

// Block keeps eight contacts; see contact. It has whole forces: the sums need no more, and the law finds their
// tangential parts, and the overlaps of linear springs, in them. So there is less to read and to write.
type Block struct {
	normal, force vectorColumn
	BodyA, BodyB  [BlockSize]int32
}

// pointBlock is a block of contacts that keep their points, which are not central.
type pointBlock struct {
	Block
	points vectorColumn
}

// points returns the points of the contacts of a block, which is in a pointBlock [m].
func (b *Block) points() *vectorColumn { return &(*pointBlock)(unsafe.Pointer(b)).points }

// copyTo makes another block, with points as it has them, what it is.
func (b *Block) copyTo(to *Block, central bool) {
	if *to = *b; !central {
		*to.points() = *b.points()
	}
}

// links are the numbers of what the contacts of a block belong to: of the pairs in their chunk, and of the springs
// in those of their table.
type links struct{ pair, springs [BlockSize]uint8 }

// features are what the contacts of a block lie on; see narrow.Touch.
type features [BlockSize]int32

// marks are a bit for each contact of a block. They change, and what lies with them is fetched and put
// back: so not with the links, which stay as they are.
type marks struct{ fresh, sliding uint8 }

// markLine is how many marks fill a cache line: those of two chunks are in none together.
const markLine = 32

// A chunk has no more pairs, and so no more springs, than a byte can number.
const _ = -uint((ChunkSize - 1) >> 8) // or it has

// column is the same number of eight contacts, vectorColumn the same vector.
type (
	column       [BlockSize]float64
	vectorColumn struct{ x, y, z column }
)

func (c *vectorColumn) at(l int) vec.Vec3 { return vec.Vec3{X: c.x[l], Y: c.y[l], Z: c.z[l]} }

func (c *vectorColumn) put(l int, v vec.Vec3) { c.x[l], c.y[l], c.z[l] = v.X, v.Y, v.Z }

// take makes vector l what vector m of another column is.
func (c *vectorColumn) take(l uint, from *vectorColumn, m uint) {
	c.x[l], c.y[l], c.z[l] = from.x[m], from.y[m], from.z[m]
}

// Normal returns the normal of contact l of the block, from its first body to its second.
func (b *Block) Normal(l int) vec.Vec3 { return b.normal.at(l) }

// NormalForce returns the normal force of contact l of the block, positive in compression [N].
func (b *Block) NormalForce(l int) float64 { return normalForce(b.force.at(l), b.normal.at(l)) }

// Tangential returns the tangential force of contact l of the block on its first body [N].
func (b *Block) Tangential(l int) vec.Vec3 { return tangential(b.force.at(l), b.normal.at(l)) }

// Overlap returns that of contact i [m].
func (t *Table) Overlap(i int) float64 {
	if len(t.overlaps) > 0 {
		return t.overlaps[uint(i)/BlockSize][uint(i)%BlockSize]
	}
	b, l := t.Row(i)
	if t.central { // as kernels find it, for which a quotient takes too long
		return b.NormalForce(l) * t.SpringsOf(i).Softness
	}
	return b.NormalForce(l) / t.SpringsOf(i).Kn
}

// setOverlap says what the overlap of contact i is, whose springs and force are known [m].
func (t *Table) setOverlap(i int, overlap float64) {
	if len(t.overlaps) == 0 {
		if overlap == t.Overlap(i) {
			return
		}
		t.keepOverlaps()
	}
	t.overlaps[uint(i)/BlockSize][uint(i)%BlockSize] = overlap
}

// keepOverlaps gives the overlaps of all contacts a column of their own, because their springs or forces will no
// longer tell them.
func (t *Table) keepOverlaps() {
	if len(t.overlaps) == len(t.Blocks) {
		return
	}
	overlaps := fitted(t, t.overlaps)
	for i := range t.N {
		if int(t.links[uint(i)/BlockSize].springs[uint(i)%BlockSize]) < len(t.Springs) { // else it is just being made
			overlaps[uint(i)/BlockSize][uint(i)%BlockSize] = t.Overlap(i)
		}
	}
	t.overlaps = overlaps
}

// fitOverlaps gives the overlaps of a chunk a column of their own unless they are the normal forces over Kn: of linear
// springs without dashpots that act in one point. These need no column.
func (set *Set) fitOverlaps(k *Chunk) {
	if t := &k.Contacts; len(k.Moments) > 0 || set.keepsOverlaps() {
		t.keepOverlaps()
	} else {
		t.overlaps = nil
	}
}

// keepsOverlaps reports whether the forces of contacts do not tell their overlaps.
func (set *Set) keepsOverlaps() bool { return set.Damps || law.Kinds[set.Law].Stiffens() }

// dropOverlaps lets go of the column of overlaps if springs and forces tell them all.
func (t *Table) dropOverlaps() {
	overlaps := t.overlaps
	t.overlaps = nil
	for i := range t.N {
		if t.Overlap(i) != overlaps[uint(i)/BlockSize][uint(i)%BlockSize] {
			t.overlaps = overlaps
			return
		}
	}
}

// Row returns the block of contact i and its number there.
func (t *Table) Row(i int) (b *Block, l int) {
	return t.Blocks[uint(i)/BlockSize], int(uint(i) % BlockSize)
}

// usual is how many blocks the chunks of a heap at rest have at least.
const usual = 3 * ChunkSize / 4 / BlockSize

// Resize makes it hold n contacts, of which it keeps what it can. It has as many blocks as it needs. Other memory, from
// the usual number of blocks on, is for no more than are needed: a chunk that needs another one soon has as many as it
// will ever need.
func (t *Table) Resize(n int) {
	blocks := (n + BlockSize - 1) / BlockSize
	if blocks > cap(t.links) {
		t.allot(max(blocks, min(2*cap(t.links), usual)))
	}
	if has := len(t.Blocks); blocks > has {
		t.Blocks = t.supply.take(t.Blocks, blocks-has, t.central)
	} else if blocks < has {
		t.supply.put(t.Blocks[blocks:], t.central)
	}
	t.N, t.Blocks, t.marks, t.links = n, t.Blocks[:blocks], t.marks[:blocks], t.links[:blocks]
	for i := n; i < blocks*BlockSize; i++ { // vector kernels look at all lanes
		b, l := t.Row(i)
		b.BodyA[l], b.BodyB[l], t.links[blocks-1].springs[l] = 0, 0, 0
	}
	if len(t.features) > 0 {
		t.distinguish()
	}
	if len(t.overlaps) > 0 {
		t.overlaps = fitted(t, t.overlaps)
	}
	if len(t.drags) > 0 {
		t.keepDrags()
	}
	if len(t.couples) > 0 {
		t.keepCouples()
	}
}

// fitted returns a list with an item for each block of a table, of which those behind the ones that it had are zero. It
// has memory for as many blocks as the table.
func fitted[T any](t *Table, list []T) []T {
	n := len(t.Blocks)
	if n > cap(list) {
		list = append(make([]T, 0, cap(t.links)), list...)
	}
	was := min(len(list), n)
	list = list[:n]
	clear(list[was:])
	return list
}

// allot gives it memory for what belongs to a number of blocks.
func (t *Table) allot(blocks int) {
	t.Blocks = append(make([]*Block, 0, blocks), t.Blocks...)
	t.marks = append(make([]marks, 0, blocks+markLine-blocks%markLine), t.marks...)
	t.links = append(make([]links, 0, blocks), t.links...)
}

// slack is for how many blocks more than it has a table may have memory: so it seldom has to get other memory.
const slack = 2

// fit lets go of memory that the table does not need: chunks hand theirs on, also from times when all pairs touched.
func (t *Table) fit() {
	if blocks := len(t.Blocks); cap(t.links) > blocks+slack {
		t.allot(blocks)
	}
	t.features, t.overlaps = trimmed(t.features), trimmed(t.overlaps)
	t.drags, t.couples = trimmed(t.drags), trimmed(t.couples)
	if len(t.Springs) < sharedSprings && cap(t.Springs) > sharedSprings {
		if one := t.Springs; len(one) == 0 {
			t.Springs = nil
		} else {
			t.Springs = t.supply.just(one[0])
		}
	}
}

// trimmed returns a list without memory for many more items.
func trimmed[T any](list []T) []T {
	if n := len(list); cap(list) > n+slack {
		return append(make([]T, 0, n), list...)
	}
	return list
}

// shared is where a table's memory was when all chunks last had theirs. Other workers may look that up to ask for it
// ahead, while the worker of the chunk makes the table larger.
type shared struct {
	blocks                      [soonBlocks]*Block // the first ones
	springs, marks, slots, list wide.Records       // the last says where all blocks are
}

func (t *Table) share() shared {
	s := shared{springs: wide.First(t.Springs), marks: wide.First(t.marks), list: wide.First(t.Blocks)}
	if g := t.grouping; g != nil {
		s.slots = wide.First(g.slots)
	}
	copy(s.blocks[:], t.Blocks)
	return s
}

// outdated reports whether the table has got other memory.
func (s *shared) outdated(t *Table) bool { return *s != t.share() }

// keepDrags and keepCouples make room for the forces of the dashpots of all contacts, and for their couples.
func (t *Table) keepDrags()   { t.drags = fitted(t, t.drags) }
func (t *Table) keepCouples() { t.couples = fitted(t, t.couples) }

// drag returns the force of the dashpot of contact i [N].
func (t *Table) drag(i int) float64 {
	if len(t.drags) == 0 {
		return 0
	}
	return t.drags[uint(i)/BlockSize][uint(i)%BlockSize]
}

// setDrag says what the force of the dashpot of contact i is [N].
func (t *Table) setDrag(i int, drag float64) {
	if len(t.drags) == 0 {
		if drag == 0 {
			return
		}
		t.keepDrags()
	}
	t.drags[uint(i)/BlockSize][uint(i)%BlockSize] = drag
}

// couple returns the couple of contact i on its first body, against rolling and twisting [N·m].
func (t *Table) couple(i int) (c vec.Vec3) {
	if len(t.couples) == 0 {
		return c
	}
	return t.couples[uint(i)/BlockSize].at(i % BlockSize)
}

// setCouple says what the couple of contact i is [N·m].
func (t *Table) setCouple(i int, couple vec.Vec3) {
	if len(t.couples) == 0 {
		if couple == (vec.Vec3{}) {
			return
		}
		t.keepCouples()
	}
	t.couples[uint(i)/BlockSize].put(i%BlockSize, couple)
}

// distinguish makes room for the features of all contacts.
func (t *Table) distinguish() { t.features = fitted(t, t.features) }

// resized returns a list of n items, of which those behind the ones that it had are zero.
func resized[T any](list []T, n int) []T {
	was := min(len(list), n)
	list = slices.Grow(list[:was], n-was)[:n]
	clear(list[was:])
	return list
}

// feature returns what contact i lies on.
func (t *Table) feature(i int) int32 {
	if len(t.features) == 0 {
		return narrow.FeatureWhole
	}
	return t.features[uint(i)/BlockSize][uint(i)%BlockSize]
}

// setFeature says what contact i lies on.
func (t *Table) setFeature(i int, feature int32) {
	if len(t.features) == 0 {
		if feature == narrow.FeatureWhole {
			return
		}
		t.distinguish()
	}
	t.features[uint(i)/BlockSize][uint(i)%BlockSize] = feature
}

// PairOf returns the number of the pair of contact i in its chunk.
func (t *Table) PairOf(i int) uint8 { return t.links[uint(i)/BlockSize].pair[uint(i)%BlockSize] }

// countOf returns how many contacts a pair has, of which the first is number first unless it has none.
func (t *Table) countOf(first, pair int) (n int) {
	for first+n < t.N && int(t.PairOf(first+n)) == pair {
		n++
	}
	return n
}

// SpringsOf returns the springs of contact i.
func (t *Table) SpringsOf(i int) *Springs {
	if len(t.Springs) == 1 { // the number is 0, and to read it would be to wait for it
		return &t.Springs[0]
	}
	return &t.Springs[t.links[uint(i)/BlockSize].springs[uint(i)%BlockSize]]
}

// link says which pair contact i belongs to, and which of the springs of the table it has.
func (t *Table) link(i int, pair, springs uint8) {
	to, l := &t.links[uint(i)/BlockSize], uint(i)%BlockSize
	to.pair[l], to.springs[l] = pair, springs
}

// relax takes away what contacts no longer have after an edit.
func (t *Table) relax(set *Set) {
	if !set.Resists {
		t.couples = nil
	}
	if !set.Damps {
		t.drags = nil
	}
	for i := range t.N {
		if t.SpringsOf(i).Damping == 0 {
			t.setDrag(i, 0)
		}
	}
}

// Contact returns contact i of a chunk.
func (k *Chunk) Contact(i int) (c Contact) {
	k.Read(i, &c)
	return c
}

// Read makes c contact i of a chunk. It writes number by number: a law that reads at once
// what was written in larger pieces would have to wait for it.
func (k *Chunk) Read(i int, c *Contact) {
	b, l := k.Contacts.Row(i)
	pair, s := &k.Pairs[k.Contacts.PairOf(i)], k.Contacts.SpringsOf(i)
	c.Kn, c.Kt, c.Mu, c.Smaller = s.Kn, s.Kt, s.Mu, s.Smaller
	c.Mass, c.Damping, c.Rolling, c.Twisting, c.pull = s.Mass, s.Damping, s.Rolling, s.Twisting, s.pull
	c.RadiusA, c.RadiusB, c.Softness = s.RadiusA, s.RadiusB, s.Softness
	c.Point = k.Point(i)
	c.Normal.X, c.Normal.Y, c.Normal.Z = b.normal.x[l], b.normal.y[l], b.normal.z[l]
	c.Force.X, c.Force.Y, c.Force.Z, c.Overlap = b.force.x[l], b.force.y[l], b.force.z[l], k.Contacts.Overlap(i)
	c.BodyA, c.BodyB, c.A, c.B, c.feature = b.BodyA[l], b.BodyB[l], pair.A, pair.B, k.Contacts.feature(i)
	c.KindA, c.KindB = k.List.KindA, k.List.KindB
	c.Fresh, c.Sliding = k.Contacts.marked(i)
	c.Couple, c.Drag = k.Contacts.couple(i), k.Contacts.drag(i)
}

// Keep puts back what changes while contact i goes on. The springs of the contact are known.
func (t *Table) Keep(i int, c *Contact) {
	t.renew(i, c)
	t.setOverlap(i, c.Overlap)
}

// renew is Keep for a contact whose overlap follows from its force if overlaps have no column.
func (t *Table) renew(i int, c *Contact) {
	b, l := t.Row(i)
	if !t.central {
		b.points().put(l, c.Point)
	}
	b.normal.put(l, c.Normal)
	b.force.put(l, c.Force)
	if len(t.overlaps) > 0 {
		t.overlaps[uint(i)/BlockSize][uint(i)%BlockSize] = c.Overlap
	}
	t.setFeature(i, c.feature)
	t.mark(i, c.Fresh, c.Sliding)
	t.setDrag(i, c.Drag)
	t.setCouple(i, c.Couple)
}

// marked returns the marks of contact i.
func (t *Table) marked(i int) (fresh, sliding bool) {
	m, l := t.marks[uint(i)/BlockSize], uint(i)%BlockSize
	return m.fresh>>l&1 != 0, m.sliding>>l&1 != 0
}

// Fresh reports whether contact i began in the last step.
func (t *Table) Fresh(i int) bool {
	fresh, _ := t.marked(i)
	return fresh
}

// Sliding reports whether contact i has reached its friction limit.
func (t *Table) Sliding(i int) bool {
	_, sliding := t.marked(i)
	return sliding
}

// mark sets the marks of contact i.
func (t *Table) mark(i int, fresh, sliding bool) {
	t.marks[uint(i)/BlockSize].put(uint(i)%BlockSize, bit(fresh), bit(sliding))
}

func bit(on bool) uint8 {
	if on {
		return 1
	}
	return 0
}

// put sets the bits of contact l of the block.
func (m *marks) put(l uint, fresh, sliding uint8) {
	m.fresh, m.sliding = m.fresh&^(1<<l)|fresh<<l, m.sliding&^(1<<l)|sliding<<l
}

// Assign says which pair of the chunk contact i belongs to, on which bodies it acts, and what springs it has.
func (t *Table) Assign(i, pair int, bodyA, bodyB int32, s Springs) {
	b, l := t.Row(i)
	b.BodyA[l], b.BodyB[l] = bodyA, bodyB
	t.link(i, uint8(pair), t.put(s))
}

// put returns the number of springs in those of the table, to which it adds them if they are
// new there. Most often all contacts of a table have the same: then it shares the list with other tables.
func (t *Table) put(s Springs) uint8 {
	for i := range t.Springs {
		if t.Springs[i] == s {
			return uint8(i)
		}
	}
	own := t.Springs
	if cap(own) <= sharedSprings {
		if len(own) == 0 {
			t.Springs = t.supply.just(s)
			return 0
		}
		own = append(make([]Springs, 0, 2*sharedSprings), own...)
	}
	t.Springs = wide.Padded(append(own, s), 1) // vector kernels read on behind the last
	return uint8(len(t.Springs) - 1)
}

// move makes contact i what contact j of another table is that has the same springs.
func (t *Table) move(i int, from *Table, j int) {
	to, l, at, m := uint(i)/BlockSize, uint(i)%BlockSize, uint(j)/BlockSize, uint(j)%BlockSize
	b, c := t.Blocks[to], from.Blocks[at]
	if !t.central {
		b.points().take(l, c.points(), m)
	}
	b.normal.take(l, &c.normal, m)
	b.force.take(l, &c.force, m)
	if t.hasColumns() || from.hasColumns() {
		t.moveColumns(i, from, j)
	}
	b.BodyA[l], b.BodyB[l] = c.BodyA[m], c.BodyB[m]
	links, marks := &from.links[at], from.marks[at]
	t.link(i, links.pair[m], links.springs[m])
	t.marks[to].put(l, marks.fresh>>m&1, marks.sliding>>m&1)
}

// hasColumns reports whether the contacts have numbers that not all tables keep.
func (t *Table) hasColumns() bool {
	return len(t.features)+len(t.overlaps)+len(t.drags)+len(t.couples) > 0
}

// moveColumns is move for these numbers, before the contact gets its springs.
func (t *Table) moveColumns(i int, from *Table, j int) {
	if len(from.overlaps) > 0 {
		t.keepOverlaps()
	}
	if len(t.overlaps) > 0 {
		t.overlaps[uint(i)/BlockSize][uint(i)%BlockSize] = from.Overlap(j)
	}
	t.setFeature(i, from.feature(j))
	t.setDrag(i, from.drag(j))
	t.setCouple(i, from.couple(j))
}

// copyFrom makes it the contacts [first, last) of another table; first is where a block begins.
func (t *Table) copyFrom(from *Table, first, last int) {
	begin, end := first/BlockSize, (last+BlockSize-1)/BlockSize
	t.features, t.overlaps, t.drags, t.couples = t.features[:0], t.overlaps[:0], t.drags[:0], t.couples[:0]
	t.clearFor(from.central)
	t.Resize(last - first)
	for i, b := range from.Blocks[begin:end] {
		b.copyTo(t.Blocks[i], t.central)
	}
	copy(t.marks, from.marks[begin:end])
	copy(t.links, from.links[begin:end])
	if len(from.features) > 0 {
		t.features = append(t.features, from.features[begin:end]...)
	}
	if len(from.overlaps) > 0 {
		t.overlaps = append(t.overlaps, from.overlaps[begin:end]...)
	}
	if len(from.drags) > 0 {
		t.drags = append(t.drags, from.drags[begin:end]...)
	}
	if len(from.couples) > 0 {
		t.couples = append(t.couples, from.couples[begin:end]...)
	}
}

// clear empties it. It keeps its memory but the blocks.
func (t *Table) clear() {
	t.supply.put(t.Blocks, t.central)
	t.N, t.Blocks, t.marks, t.links = 0, t.Blocks[:0], t.marks[:0], t.links[:0]
	t.features, t.overlaps, t.drags, t.couples = t.features[:0], t.overlaps[:0], t.drags[:0], t.couples[:0]
	t.Springs = t.Springs[:0]
}

// EditContacts changes contacts.
func (set *Set) EditContacts(change func(c *Contact)) {
	for k := range set.Listed {
		for i := range k.Contacts.N {
			c := k.Contact(i)
			change(&c)
			k.Contacts.Keep(i, &c)
		}
	}
}
