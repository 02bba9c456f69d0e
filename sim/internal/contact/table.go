package contact

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// Table keeps the contacts of a chunk of pairs. A vector kernel loads the same number
// of several contacts at once, so they lie number by number, in blocks of eight.
type Table struct {
	N          int
	Blocks     []Block
	marks      []marks      // of the same contacts
	Springs    []Springs    // that its contacts have
	resistance []Resistance // of all contacts, or none
}

// BlockSize is how many contacts a block has, as many as the widest vector kernel has lanes.
const BlockSize = 8

// Block keeps eight contacts; see contact.
type Block struct {
	point, normal, tangential vectorColumn
	normalForce               column
	BodyA, BodyB              [BlockSize]int32
	overlap                   column // sums look at what is before it
	feature                   [BlockSize]int32
	Pair                      [BlockSize]uint8 // in its chunk
	Springs                   [BlockSize]uint8 // in those of its table
	_                         [16]byte         // so that columns begin where cache lines do
}

// marks are a bit for each contact of a block. They change, and what lies with them is fetched and put
// back: so not in the last cache line of the block, where all the rest stays as it is.
type marks struct{ fresh, sliding uint8 }

// markLine is how many marks fill a cache line: those of two chunks are in none together.
const markLine = 32

// A chunk has no more pairs, and so no more springs, than a byte can number.
const _ = -uint(ChunkSize >> 8) // or it has

// column is the same number of eight contacts, vectorColumn the same vector.
type (
	column       [BlockSize]float64
	vectorColumn struct{ x, y, z column }
)

func (c *vectorColumn) at(l int) vec.Vec3 { return vec.Vec3{X: c.x[l], Y: c.y[l], Z: c.z[l]} }

func (c *vectorColumn) put(l int, v vec.Vec3) { c.x[l], c.y[l], c.z[l] = v.X, v.Y, v.Z }

// force returns the force of contact l of the block on its first body [N].
func (b *Block) force(l int) vec.Vec3 {
	return b.tangential.at(l).AddScaled(-b.normalForce[l], b.normal.at(l))
}

// Point returns where contact l of the block is [m].
func (b *Block) Point(l int) vec.Vec3 { return b.point.at(l) }

// Normal returns the normal of contact l of the block, from its first body to its second.
func (b *Block) Normal(l int) vec.Vec3 { return b.normal.at(l) }

// Tangential returns the tangential force of contact l of the block on its first body [N].
func (b *Block) Tangential(l int) vec.Vec3 { return b.tangential.at(l) }

// NormalForce returns the normal force of contact l of the block, positive in compression [N].
func (b *Block) NormalForce(l int) float64 { return b.normalForce[l] }

// Row returns the block of contact i and its number there.
func (t *Table) Row(i int) (b *Block, l int) {
	return &t.Blocks[uint(i)/BlockSize], int(uint(i) % BlockSize)
}

// Resize makes it hold n contacts, of which it keeps what it can. Memory is for whole blocks, and
// no more: a chunk that needs another one soon has as many as it will ever need.
func (t *Table) Resize(n int) {
	blocks := (n + BlockSize - 1) / BlockSize
	if blocks > cap(t.Blocks) {
		t.Blocks = append(make([]Block, 0, blocks), t.Blocks...)
		t.marks = append(make([]marks, 0, blocks+markLine-blocks%markLine), t.marks...)
	}
	t.N, t.Blocks, t.marks = n, t.Blocks[:blocks], t.marks[:blocks]
	for i := n; i < blocks*BlockSize; i++ { // vector kernels look at all lanes
		b, l := t.Row(i)
		b.BodyA[l], b.BodyB[l], b.Springs[l] = 0, 0, 0
	}
	if len(t.resistance) > 0 {
		t.resist(n)
	}
}

// shared is where a table's memory was when all chunks last had theirs. Other workers may look that up to ask for it
// ahead, while the worker of the chunk makes the table larger.
type shared struct {
	blocks         []Block
	springs, marks wide.Records
}

func (t *Table) share() shared { return shared{t.Blocks, wide.First(t.Springs), wide.First(t.marks)} }

// outdated reports whether the table has got other memory, or less of it.
func (s *shared) outdated(t *Table) bool {
	return len(s.blocks) != len(t.Blocks) || s.springs != wide.First(t.Springs) || s.marks != wide.First(t.marks)
}

// resist makes room for the resistance of n contacts.
func (t *Table) resist(n int) {
	if all := len(t.Blocks) * BlockSize; all > cap(t.resistance) { // vector kernels look at all lanes
		t.resistance = append(make([]Resistance, 0, all), t.resistance...)
	}
	was := len(t.resistance)
	if t.resistance = t.resistance[:n]; was < n {
		clear(t.resistance[was:])
	}
}

// relax takes away what contacts no longer have after an edit.
func (t *Table) relax(set *Set) {
	for i := range t.resistance {
		b, l := t.Row(i)
		if t.Springs[b.Springs[l]].Damping == 0 {
			t.resistance[i].Drag = 0
		}
		if !set.Resists {
			t.resistance[i].Couple = vec.Vec3{}
		}
	}
	if set.Elastic {
		t.resistance = t.resistance[:0]
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
	pair, s := &k.Pairs[b.Pair[l]], &k.Contacts.Springs[b.Springs[l]]
	c.Kn, c.Kt, c.Mu, c.Smaller = s.Kn, s.Kt, s.Mu, s.Smaller
	c.Mass, c.Damping, c.Rolling, c.Twisting, c.pull = s.Mass, s.Damping, s.Rolling, s.Twisting, s.pull
	c.Point.X, c.Point.Y, c.Point.Z = b.point.x[l], b.point.y[l], b.point.z[l]
	c.Normal.X, c.Normal.Y, c.Normal.Z = b.normal.x[l], b.normal.y[l], b.normal.z[l]
	c.Tangential.X, c.Tangential.Y, c.Tangential.Z = b.tangential.x[l], b.tangential.y[l], b.tangential.z[l]
	c.Overlap, c.NormalForce = b.overlap[l], b.normalForce[l]
	c.BodyA, c.BodyB, c.A, c.B, c.feature = b.BodyA[l], b.BodyB[l], pair.A, pair.B, b.feature[l]
	c.KindA, c.KindB = k.List.KindA, k.List.KindB
	c.Fresh, c.Sliding = k.Contacts.marked(i)
	c.Resistance = Resistance{}
	if len(k.Contacts.resistance) > 0 {
		c.Resistance = k.Contacts.resistance[i]
	}
}

// Keep puts back what changes while contact i goes on.
func (t *Table) Keep(i int, c *Contact) {
	b, l := t.Row(i)
	b.point.put(l, c.Point)
	b.normal.put(l, c.Normal)
	b.tangential.put(l, c.Tangential)
	b.overlap[l], b.normalForce[l], b.feature[l] = c.Overlap, c.NormalForce, c.feature
	t.mark(i, c.Fresh, c.Sliding)
	if len(t.resistance) == 0 {
		if c.Resistance == (Resistance{}) {
			return
		}
		t.resist(t.N)
	}
	t.resistance[i] = c.Resistance
}

// marked returns the marks of contact i.
func (t *Table) marked(i int) (fresh, sliding bool) {
	m, l := t.marks[uint(i)/BlockSize], uint(i)%BlockSize
	return m.fresh>>l&1 != 0, m.sliding>>l&1 != 0
}

// Sliding reports whether contact i has reached its friction limit.
func (t *Table) Sliding(i int) bool {
	_, sliding := t.marked(i)
	return sliding
}

// mark sets the marks of contact i.
func (t *Table) mark(i int, fresh, sliding bool) {
	m, l := &t.marks[uint(i)/BlockSize], uint(i)%BlockSize
	m.fresh, m.sliding = m.fresh&^(1<<l), m.sliding&^(1<<l)
	if fresh {
		m.fresh |= 1 << l
	}
	if sliding {
		m.sliding |= 1 << l
	}
}

// Assign says which pair of the chunk contact i belongs to, and what springs it has.
func (t *Table) Assign(i, pair int, c *Pair, s Springs) {
	b, l := t.Row(i)
	b.BodyA[l], b.BodyB[l], b.Pair[l], b.Springs[l] = c.BodyA, c.BodyB, uint8(pair), t.put(s)
}

// put returns the number of springs in those of the table, to which it adds them if they are
// new there. Most often all contacts of a table have the same.
func (t *Table) put(s Springs) uint8 {
	for i := range t.Springs {
		if t.Springs[i] == s {
			return uint8(i)
		}
	}
	t.Springs = wide.Padded(append(t.Springs, s), 1) // vector kernels read on behind the last
	return uint8(len(t.Springs) - 1)
}

// move makes contact i what contact j of another table is that has the same springs.
func (t *Table) move(i int, from *Table, j int) {
	b, l := t.Row(i)
	c, m := from.Row(j)
	b.point.put(l, c.point.at(m))
	b.normal.put(l, c.normal.at(m))
	b.tangential.put(l, c.tangential.at(m))
	b.overlap[l], b.normalForce[l] = c.overlap[m], c.normalForce[m]
	b.BodyA[l], b.BodyB[l], b.feature[l] = c.BodyA[m], c.BodyB[m], c.feature[m]
	b.Pair[l], b.Springs[l] = c.Pair[m], c.Springs[m]
	fresh, sliding := from.marked(j)
	t.mark(i, fresh, sliding)
	if len(from.resistance) > 0 {
		t.resist(t.N)
		t.resistance[i] = from.resistance[j]
	} else if len(t.resistance) > 0 {
		t.resistance[i] = Resistance{}
	}
}

// copyFrom makes it the contacts [first, last) of another table; first is where a block begins.
func (t *Table) copyFrom(from *Table, first, last int) {
	t.N = last - first
	t.Blocks = append(t.Blocks[:0], from.Blocks[first/BlockSize:(last+BlockSize-1)/BlockSize]...)
	t.marks = append(t.marks[:0], from.marks[first/BlockSize:(last+BlockSize-1)/BlockSize]...)
	t.resistance = t.resistance[:0]
	if len(from.resistance) > 0 {
		t.resistance = append(t.resistance, from.resistance[first:last]...)
	}
}

// clear empties it and keeps its memory.
func (t *Table) clear() {
	t.N, t.Blocks, t.marks, t.Springs, t.resistance = 0, t.Blocks[:0], t.marks[:0], t.Springs[:0], t.resistance[:0]
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
