package contact

import (
	"unsafe"

	"example.org/tumble/sim/internal/wide"
)

// sumsBatch is what the kernel of sums has, and memory for what it finds.
type sumsBatch struct {
	wide.Sums
	ontoA, ontoB wide.Index
}

// aim points to the block of contact first.
func (k *Chunk) aim(x *wide.Block, next *Chunk, first int) {
	c := k.Contacts.Blocks[uint(first)/BlockSize]
	x.Contact, x.Next = (*wide.Lane)(&c.normal.x), unsafe.Pointer(k.soonContacts(first, soonBlocks, next))
	x.BodyA, x.BodyB = (*wide.Index)(&c.BodyA), (*wide.Index)(&c.BodyB)
	if len(k.Moments) > 0 {
		x.Couples = wide.First(k.Moments[first:])
	}
}

// geometry returns the geometry of its contacts for kernels.
func (k *Chunk) geometry() wide.Options {
	switch {
	case k.Contacts.central:
		return wide.Central
	case len(k.Moments) > 0:
		return wide.LineContacts
	}
	return 0
}

// withoutPositions returns the option of kernels that ask for bodies ahead, if no kernel needs to know where these are.
func (k *Chunk) withoutPositions() wide.Options {
	if k.Contacts.central {
		return wide.WithoutPositions
	}
	return 0
}

// sumBatches adds the forces of the contacts of a chunk to those bodies in a span: the loop of sumChunk,
// eight forces and torques at a time, then added one by one. What acts on other bodies goes to a
// spare record.
func (set *Set) sumBatches(k *Chunk, onto *summing) {
	b, x, t, geometry := set.Bodies, &onto.batch, &k.Contacts, k.geometry()
	kept := t.central && len(t.overlaps) > 0
	if kept {
		geometry = wide.OverlapsKept
	}
	options, couples := geometry*wide.SumsGeometry, len(t.couples) > 0
	if couples {
		options |= wide.Couples
	}
	x.Pos, x.Wrench, x.Table = wide.First(b.Pos), wide.First(b.Wrench), wide.First(t.Springs)
	all := onto.holds(k.BodiesA) && onto.holds(k.BodiesB) && !k.Fixed
	for first := 0; first < k.Contacts.N; first += wide.Lanes {
		k.aim(&x.Block, onto.next, first)
		if couples {
			x.Resistance = (*wide.Lane)(&t.couples[uint(first)/BlockSize].x)
		}
		if kept {
			x.Overlaps = (*wide.Lane)(&t.overlaps[uint(first)/BlockSize])
		}
		if t.central && (first == 0 || len(t.Springs) > 1) {
			x.Rows = t.rows(first)
			wide.SumsRadiiKernel.Run(&x.Sums, 0)
		}
		n := min(wide.Lanes, k.Contacts.N-first)
		x.OntoA, x.OntoB = x.BodyA, x.BodyB
		if !all || n < wide.Lanes {
			bodiesA := x.BodyA[:n]
			if k.Fixed {
				bodiesA = nil
			}
			onto.pick(bodiesA, x.ontoA[:])
			onto.pick(x.BodyB[:n], x.ontoB[:])
			x.OntoA, x.OntoB = &x.ontoA, &x.ontoB
		}
		if !onto.fits {
			soon := k.soonContacts(first, soonBodies, onto.next)
			x.SoonB = soon.secondBodies()
			wide.FetchWrenchesKernel.Run(&x.Sums, k.withoutPositions())
		}
		wide.SumsKernel.Run(&x.Sums, options)
	}
}

// Kernels tell the processor what they will need before long: a pile that does not fit into the cache next
// to a core takes a quarter less time. Chunks have their own memory, so that it cannot guess where they
// go on: without ahead it waits where each chunk begins.

// soonBlocks is how many blocks of contacts that is ahead (20,000 capsules, ns per body and step: none 296,
// one 264, 2 239, 4 219, 6 260).
const soonBlocks = 4

// soonContacts returns the block that is done so many blocks later than that of contact first, or this one if it is
// not known which that is.
func (k *Chunk) soonContacts(first, later int, next *Chunk) *Block {
	number, blocks := int(uint(first)/BlockSize), k.Contacts.Blocks
	if soon := number + later; soon < len(blocks) {
		return blocks[soon]
	} else if next != nil && next.shared.blocks[soon-len(blocks)] != nil {
		return next.shared.blocks[soon-len(blocks)]
	}
	return blocks[number]
}

// secondBodies returns where the numbers of a block's second bodies are. To take the address of the field would be to
// wait for the block: Go checks the pointer by a load.
func (b *Block) secondBodies() *wide.Index {
	return (*wide.Index)(unsafe.Add(unsafe.Pointer(b), unsafe.Offsetof(b.BodyB)))
}

// soonBodies is how many batches the kernels are ahead that ask, in large piles, for shapes and bodies.
const soonBodies = 2

// nearCache is the size of the cache next to each core as far as it was measured: 512 KiB, or 1 MiB for all larger ones
// and where it is not known.
var nearCache = func() int {
	if size := wide.NearCache(); size > 0 && size <= 512<<10 {
		return 512 << 10
	}
	return 1 << 20
}()

// shapesFit reports whether the shapes that one worker looks at for a list stay in the cache next to its core. Kernels
// then need not ask for them. Time with asking over time without, with 1 MiB, capsules and spheres: 12,000 1.02 and
// 1.03, 20,000 1.01 and 1.03, a low pile of 40,000 0.90 and 0.96, 80,000 0.88 and 0.98.
func (set *Set) shapesFit(l *List) bool {
	_, size := records[l.KindA](set)
	_, sizeB := records[l.KindB](set)
	all := set.Shapes.Count(l.KindA) * int(size)
	if l.KindB != l.KindA {
		all += set.Shapes.Count(l.KindB) * int(sizeB)
	}
	return all < nearCache*set.Team.Workers()
}

// bodiesFit reports whether the caches keep what laws and sums need of the bodies of one worker from one step to the
// next. Kernels then need not ask for them. Time with asking over time without, capsules and spheres: in laws, with
// 1 MiB, a low pile of 40,000 0.96 and 0.98, 80,000 0.96 and 0.96, and 20,000 spheres 1.04; with 512 KiB 5,000 1.05 and
// 1.10, 10,000 0.98 and 1.01, 20,000 0.95 and 0.95. In sums, with 1 MiB, 12,000 1.03 and 1.04, 20,000 1.03 and 1.04,
// the low pile 0.98 and 1.00, 80,000 0.96 and 0.98.
func (set *Set) bodiesFit() bool {
	most := 30000
	if nearCache < 1<<20 {
		most = 12500
	}
	return set.Bodies.Len() < most*set.Team.Workers()
}

// ahead holds the addresses of what is asked for before the next chunk is come to, beside its pairs and contacts.
type ahead struct{ wide.Ahead }

// fetch asks for the springs, marks and slots of the next chunk, if there is one, and for the header of the chunk with
// the number after, which says where the memory of that one is: to read the header here would be to wait for it.
func (x *ahead) fetch(next *Chunk, chunks []*Chunk, after int) {
	if next == nil || !wide.InBatches() {
		return
	}
	x.Springs, x.Marks, x.Blocks = next.shared.springs, next.shared.marks, next.shared.list
	if x.Slots = next.shared.slots; x.Slots == nil {
		x.Slots = x.Marks
	}
	x.Chunk = unsafe.Pointer(chunks[min(max(after, 0), len(chunks)-1)])
	wide.AheadKernel.Run(&x.Ahead, 0)
}
