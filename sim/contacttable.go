package sim

import (
	"tumble/sim/vec"
	"tumble/sim/wide"
)

// contactTable keeps the contacts of a chunk of pairs. A vector kernel loads the same number
// of several contacts at once, so they lie number by number, in blocks of eight.
type contactTable struct {
	n          int
	blocks     []contactBlock
	marks      []marks      // of the same contacts
	springs    []springs    // that its contacts have
	resistance []resistance // of all contacts, or none
}

// blockSize is how many contacts a block has, as many as the widest vector kernel has lanes.
const blockSize = 8

// contactBlock keeps eight contacts; see contact.
type contactBlock struct {
	point, normal, shear vectorColumn
	normalForce          column
	bodyA, bodyB         [blockSize]int32
	overlap              column // sums look at what is before it
	feature              [blockSize]int32
	pair                 [blockSize]uint8 // in its chunk
	springs              [blockSize]uint8 // in those of its table
	_                    [16]byte         // so that columns begin where cache lines do
}

// marks are a bit for each contact of a block. They change, and what lies with them is fetched and put
// back: so not in the last cache line of the block, where all the rest stays as it is.
type marks struct{ fresh, sliding uint8 }

// markLine is how many marks fill a cache line: those of two chunks are in none together.
const markLine = 32

// A chunk has no more pairs, and so no more springs, than a byte can number.
const _ = -uint(chunk >> 8) // or it has

// column is the same number of eight contacts, vectorColumn the same vector.
type (
	column       [blockSize]float64
	vectorColumn struct{ x, y, z column }
)

func (c *vectorColumn) at(l int) vec.Vec3 { return vec.Vec3{X: c.x[l], Y: c.y[l], Z: c.z[l]} }

func (c *vectorColumn) put(l int, v vec.Vec3) { c.x[l], c.y[l], c.z[l] = v.X, v.Y, v.Z }

// force returns the force of contact l of the block on its first body [N].
func (b *contactBlock) force(l int) vec.Vec3 {
	return b.shear.at(l).AddScaled(-b.normalForce[l], b.normal.at(l))
}

// row returns the block of contact i and its number there.
func (t *contactTable) row(i int) (b *contactBlock, l int) {
	return &t.blocks[uint(i)/blockSize], int(uint(i) % blockSize)
}

// resize makes it hold n contacts, of which it keeps what it can. Memory is for whole blocks, and
// no more: a chunk that needs another one soon has as many as it will ever need.
func (t *contactTable) resize(n int) {
	blocks := (n + blockSize - 1) / blockSize
	if blocks > cap(t.blocks) {
		t.blocks = append(make([]contactBlock, 0, blocks), t.blocks...)
		t.marks = append(make([]marks, 0, blocks+markLine-blocks%markLine), t.marks...)
	}
	t.n, t.blocks, t.marks = n, t.blocks[:blocks], t.marks[:blocks]
	for i := n; i < blocks*blockSize; i++ { // vector kernels look at all lanes
		b, l := t.row(i)
		b.bodyA[l], b.bodyB[l], b.springs[l] = 0, 0, 0
	}
	if len(t.resistance) > 0 {
		t.resist(n)
	}
}

// resist makes room for the resistance of n contacts.
func (t *contactTable) resist(n int) {
	if all := len(t.blocks) * blockSize; all > cap(t.resistance) { // vector kernels look at all lanes
		t.resistance = append(make([]resistance, 0, all), t.resistance...)
	}
	was := len(t.resistance)
	if t.resistance = t.resistance[:n]; was < n {
		clear(t.resistance[was:])
	}
}

// relax takes away what contacts no longer have after an edit.
func (t *contactTable) relax(w *contactSet) {
	for i := range t.resistance {
		b, l := t.row(i)
		if t.springs[b.springs[l]].damping == 0 {
			t.resistance[i].drag = 0
		}
		if !w.resists {
			t.resistance[i].couple = vec.Vec3{}
		}
	}
	if w.elastic {
		t.resistance = t.resistance[:0]
	}
}

// contact returns contact i of a chunk.
func (k *chunkOfPairs) contact(i int) (c contact) {
	k.read(i, &c)
	return c
}

// read makes c contact i of a chunk. It writes number by number: a law that reads at once
// what was written in larger pieces would have to wait for it.
func (k *chunkOfPairs) read(i int, c *contact) {
	b, l := k.contacts.row(i)
	pair, s := &k.pairs[b.pair[l]], &k.contacts.springs[b.springs[l]]
	c.kn, c.kt, c.mu, c.smaller = s.kn, s.kt, s.mu, s.smaller
	c.mass, c.damping, c.pull, c.surface = s.mass, s.damping, s.pull, s.surface
	c.point.X, c.point.Y, c.point.Z = b.point.x[l], b.point.y[l], b.point.z[l]
	c.normal.X, c.normal.Y, c.normal.Z = b.normal.x[l], b.normal.y[l], b.normal.z[l]
	c.shear.X, c.shear.Y, c.shear.Z = b.shear.x[l], b.shear.y[l], b.shear.z[l]
	c.overlap, c.normalForce = b.overlap[l], b.normalForce[l]
	c.bodyA, c.bodyB, c.a, c.b, c.feature = b.bodyA[l], b.bodyB[l], pair.a, pair.b, b.feature[l]
	c.kindA, c.kindB = k.list.kindA, k.list.kindB
	c.fresh, c.sliding = k.contacts.marked(i)
	c.resistance = resistance{}
	if len(k.contacts.resistance) > 0 {
		c.resistance = k.contacts.resistance[i]
	}
}

// keep puts back what changes while contact i goes on.
func (t *contactTable) keep(i int, c *contact) {
	b, l := t.row(i)
	b.point.put(l, c.point)
	b.normal.put(l, c.normal)
	b.shear.put(l, c.shear)
	b.overlap[l], b.normalForce[l], b.feature[l] = c.overlap, c.normalForce, c.feature
	t.mark(i, c.fresh, c.sliding)
	if len(t.resistance) == 0 {
		if c.resistance == (resistance{}) {
			return
		}
		t.resist(t.n)
	}
	t.resistance[i] = c.resistance
}

// marked returns the marks of contact i.
func (t *contactTable) marked(i int) (fresh, sliding bool) {
	m, l := t.marks[uint(i)/blockSize], uint(i)%blockSize
	return m.fresh>>l&1 != 0, m.sliding>>l&1 != 0
}

// mark sets the marks of contact i.
func (t *contactTable) mark(i int, fresh, sliding bool) {
	m, l := &t.marks[uint(i)/blockSize], uint(i)%blockSize
	m.fresh, m.sliding = m.fresh&^(1<<l), m.sliding&^(1<<l)
	if fresh {
		m.fresh |= 1 << l
	}
	if sliding {
		m.sliding |= 1 << l
	}
}

// begin makes contact i a fresh one of a pair.
func (k *chunkOfPairs) begin(w *contactSet, i, pair int) {
	c := &k.pairs[pair]
	k.contacts.keep(i, &contact{fresh: true})
	k.contacts.name(i, pair, c, w.mix(k.list, c))
}

// name says which pair of the chunk contact i belongs to, and what springs it has.
func (t *contactTable) name(i, pair int, c *candidate, s springs) {
	b, l := t.row(i)
	b.bodyA[l], b.bodyB[l], b.pair[l], b.springs[l] = c.bodyA, c.bodyB, uint8(pair), t.put(s)
}

// put returns the number of springs in those of the table, to which it adds them if they are
// new there. Most often all contacts of a table have the same.
func (t *contactTable) put(s springs) uint8 {
	for i := range t.springs {
		if t.springs[i] == s {
			return uint8(i)
		}
	}
	t.springs = wide.Padded(append(t.springs, s), 1) // vector kernels read on behind the last
	return uint8(len(t.springs) - 1)
}

// move makes contact i what contact j of another table is that has the same springs.
func (t *contactTable) move(i int, from *contactTable, j int) {
	b, l := t.row(i)
	c, m := from.row(j)
	b.point.put(l, c.point.at(m))
	b.normal.put(l, c.normal.at(m))
	b.shear.put(l, c.shear.at(m))
	b.overlap[l], b.normalForce[l] = c.overlap[m], c.normalForce[m]
	b.bodyA[l], b.bodyB[l], b.feature[l] = c.bodyA[m], c.bodyB[m], c.feature[m]
	b.pair[l], b.springs[l] = c.pair[m], c.springs[m]
	fresh, sliding := from.marked(j)
	t.mark(i, fresh, sliding)
	if len(from.resistance) > 0 {
		t.resist(t.n)
		t.resistance[i] = from.resistance[j]
	} else if len(t.resistance) > 0 {
		t.resistance[i] = resistance{}
	}
}

// add appends contact j of a chunk, which becomes one of the pair that is added next.
func (k *chunkOfPairs) add(from *chunkOfPairs, j int) {
	i := k.contacts.n
	k.contacts.resize(i + 1)
	k.contacts.move(i, &from.contacts, j)
	b, l := k.contacts.row(i)
	b.pair[l], b.springs[l] = uint8(len(k.pairs)), k.contacts.put(from.contacts.springs[b.springs[l]])
}

// copyFrom makes it the contacts [first, last) of another table; first is where a block begins.
func (t *contactTable) copyFrom(from *contactTable, first, last int) {
	t.n = last - first
	t.blocks = append(t.blocks[:0], from.blocks[first/blockSize:(last+blockSize-1)/blockSize]...)
	t.marks = append(t.marks[:0], from.marks[first/blockSize:(last+blockSize-1)/blockSize]...)
	t.resistance = t.resistance[:0]
	if len(from.resistance) > 0 {
		t.resistance = append(t.resistance, from.resistance[first:last]...)
	}
}

// clear empties it and keeps its memory.
func (t *contactTable) clear() {
	t.n, t.blocks, t.marks, t.springs, t.resistance = 0, t.blocks[:0], t.marks[:0], t.springs[:0], t.resistance[:0]
}

// editContacts changes contacts.
func (w *contactSet) editContacts(change func(c *contact)) {
	for k := range w.listed {
		for i := range k.contacts.n {
			c := k.contact(i)
			change(&c)
			k.contacts.keep(i, &c)
		}
	}
}
