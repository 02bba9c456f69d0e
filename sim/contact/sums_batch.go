package contact

import (
	"math"
	"math/bits"
	"unsafe"

	"example.org/tumble/sim/body"
	"example.org/tumble/sim/wide"
)

// sumsBatch is what the kernel of sums has, and memory for what it finds.
type sumsBatch struct {
	wide.Sums
	ontoA, ontoB wide.Index
	puts         [2 * wide.Lanes]body.Wrench // or two wrenches of each contact
}

// aim points to the block of contact first, which it returns.
func (k *Chunk) aim(x *wide.Block, next *Chunk, first int) *Block {
	c := &k.Contacts.Blocks[uint(first)/BlockSize]
	x.Contact, x.Next = (*wide.Lane)(&c.point.x), k.soonContacts(first, next)
	x.BodyA, x.BodyB = (*wide.Index)(&c.BodyA), (*wide.Index)(&c.BodyB)
	if len(k.Moments) > 0 {
		x.Couples = wide.First(k.Moments[first:])
	}
	return c
}

// lineOption returns the option that its contacts are line contacts, if they are.
func (k *Chunk) lineOption() wide.Options {
	if len(k.Moments) > 0 {
		return wide.LineContacts
	}
	return 0
}

// sumBatches adds the forces of the contacts of a chunk to those bodies in a span: the loop of sumChunk,
// eight forces and torques at a time, then added one by one. What acts on other bodies goes to a
// spare record.
func (onto *summing) sumBatches(k *Chunk, b *body.Set) {
	x, options := &onto.batch, k.lineOption()
	x.Pos, x.Wrench = wide.First(b.Pos), wide.First(b.Wrench)
	all := onto.holds(k.BodiesA) && onto.holds(k.BodiesB) && !k.Still
	for first := 0; first < k.Contacts.N; first += wide.Lanes {
		k.aim(&x.Block, onto.next, first)
		n := min(wide.Lanes, k.Contacts.N-first)
		x.OntoA, x.OntoB = x.BodyA, x.BodyB
		if !all || n < wide.Lanes {
			bodiesA := x.BodyA[:n]
			if k.Still {
				bodiesA = nil
			}
			onto.pick(bodiesA, x.ontoA[:])
			onto.pick(x.BodyB[:n], x.ontoB[:])
			x.OntoA, x.OntoB = &x.ontoA, &x.ontoB
		}
		wide.SumsKernel.Run(&x.Sums, options)
	}
}

// SendBatches is sendEach. Forces and torques come from the kernel of sums, which adds them, eight contacts
// at a time, to records of their own.
func (onto *summing) SendBatches(k *Chunk, b *body.Set, own Span) []Halo {
	x, t, all, options := &onto.batch, &k.Contacts, k.Halo[:0], k.lineOption()
	x.Pos, x.Wrench, x.OntoA, x.OntoB = wide.First(b.Pos), unsafe.Pointer(&x.puts), &even, &odd
	for first := 0; first < t.N; first += wide.Lanes {
		c := k.aim(&x.Block, nil, first)
		filled := uint8(1<<min(wide.Lanes, t.N-first) - 1)
		toA, toB := own.without(&c.BodyA)&filled, own.without(&c.BodyB)&filled
		if k.Still {
			toA = 0
		}
		if toA|toB == 0 {
			continue
		}
		x.puts = nothing
		wide.SumsKernel.Run(&x.Sums, options)
		for s := toA | toB; s != 0; s &= s - 1 {
			l := bits.TrailingZeros8(s)
			if toA>>l&1 != 0 {
				all = k.addHalo(all, first+l, 0, &x.puts[2*l])
			}
			if toB>>l&1 != 0 {
				all = k.addHalo(all, first+l, 1, &x.puts[2*l+1])
			}
		}
	}
	return all
}

// without returns a bit for each of eight bodies that is not in the span.
func (s Span) without(list *[BlockSize]int32) (outside uint8) {
	for l, j := range list {
		if uint32(j-s.First) >= uint32(s.Last-s.First) {
			outside |= 1 << l
		}
	}
	return outside
}

// Even and odd numbers, and wrenches to which anything can be added without a change of its bits.
var even, odd, nothing = func() (even, odd wide.Index, nothing [2 * wide.Lanes]body.Wrench) {
	for l := range even {
		even[l], odd[l] = int32(2*l), int32(2*l+1)
	}
	zero := math.Copysign(0, -1)
	for l := range nothing {
		*(*wide.Lane)(unsafe.Pointer(&nothing[l])) = wide.Lane{zero, zero, zero, zero, zero, zero}
	}
	return even, odd, nothing
}()

// Kernels tell the processor what they will need before long: a pile that does not fit into the cache next
// to a core takes a quarter less time. Chunks have their own memory, so that it cannot guess where they
// go on.

// soonBlocks is how many blocks of contacts that is ahead (20,000 capsules, ns per body and step: none 296,
// one 264, 2 239, 4 219, 6 260).
const soonBlocks = 4

// soonContacts returns the block that is done so many after that of contact first, if a chunk follows or
// none.
func (k *Chunk) soonContacts(first int, next *Chunk) wide.Records {
	number := int(uint(first) / BlockSize)
	blocks, soon := k.Contacts.Blocks, number+soonBlocks
	if soon >= len(blocks) && next != nil {
		soon -= len(blocks)
		blocks = next.blocks
	}
	if soon < len(blocks) {
		return unsafe.Pointer(&blocks[soon])
	}
	return unsafe.Pointer(&k.Contacts.Blocks[number])
}
