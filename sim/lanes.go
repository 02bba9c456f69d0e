package sim

import (
	"math/bits"
	"unsafe"

	"tumble/sim/law"
	"tumble/sim/ledger"
	"tumble/sim/narrow"
	"tumble/sim/shape"
)

// laneKernels are vector kernels, which do as many records at a time as they have lanes and
// give the bits of the plain ones.
type laneKernels struct {
	name      string
	lanes     int
	available bool // this processor can run them

	place     func(w *World, first, last int)
	touch     func(w *contactSet, k *chunkOfPairs, space *workspace, n int) (found int)
	spread    func(w *contactSet, k *chunkOfPairs, space *workspace, n int) (found int)
	law       func(w *contactSet, k *chunkOfPairs, space *workspace)
	send      func(w *contactSet, k *chunkOfPairs, own span) []sent
	sum       func(w *contactSet, k *chunkOfPairs, onto *summing)
	integrate func(w *World, first, last int, t *ledger.Tally)
	squares   func(v []float64) float64
	above     func(v, limits []float64) bool
}

// inLanes are the vector kernels in use: the widest that the processor can run. It is nil
// where there are none, and the plain kernels do all the work.
var inLanes = widest()

// Kernels returns the name of the vector kernels in use: avx512, avx2, or scalar if there are none.
// No bit of a result depends on it.
func Kernels() string {
	if inLanes == nil {
		return "scalar"
	}
	return inLanes.name
}

func widest() *laneKernels {
	for i := range vectorKernels {
		if vectorKernels[i].available {
			return &vectorKernels[i]
		}
	}
	return nil
}

// nearMemory is what findInLanes keeps of the pairs of a chunk that it looks at.
type nearMemory struct {
	pairs    [chunk]uint8               // their numbers in the chunk
	a, b     [chunk + blockSize]uintptr // where their shapes begin, in bytes; vector kernels look at some behind the last
	gaps     [chunk]float64
	had      pairBits // a contact in the step before
	touching pairBits
	careful  pairBits // touching, but in a way that is left to the plain kernel
}

// pairBits are one for each pair of a chunk.
type pairBits [chunk / 64]uint64

func (b *pairBits) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// put sets that of pair i.
func (b *pairBits) put(i int, on bool) {
	if on {
		b[i/64] |= 1 << (i % 64)
	}
}

// add sets those of the pairs from number first on, which do not go over into the next word.
func (b *pairBits) add(first int, pairs uint8) { b[first/64] |= uint64(pairs) << (first % 64) }

// inLanes reports whether there is a vector kernel for the pairs of a list.
func (l *pairList) inLanes() bool {
	return inLanes != nil && l.kindA == l.kindB && (l.kindA == shape.KindSphere || l.kindA == shape.KindCapsule)
}

// Vector kernels tell the processor what they will need before long: a pile that does not fit into
// the cache next to a core takes a quarter less time. Chunks have their own memory, so that it cannot
// guess where they go on.

// soonBlocks is how many blocks of contacts that is ahead (20,000 capsules, ns per body and step: none 296,
// one 264, 2 239, 4 219, 6 260).
const soonBlocks = 4

// soonContacts returns the block that is done so many after block i, if a chunk follows or none.
func (k *chunkOfPairs) soonContacts(i int, next *chunkOfPairs) *contactBlock {
	blocks, soon := k.contacts.blocks, i+soonBlocks
	if soon >= len(blocks) && next != nil {
		soon -= len(blocks)
		blocks = next.blocks
	}
	if soon < len(blocks) {
		return &blocks[soon]
	}
	return &k.contacts.blocks[i]
}

// soonPairs returns the pair that is done a chunk later than pair i.
func (k *chunkOfPairs) soonPairs(i int, next *chunkOfPairs) *candidate {
	if next != nil && i < len(next.pairs) {
		return &next.pairs[i]
	}
	return &k.pairs[0]
}

// findInLanes is findTouching for a list of pairs of spheres or of capsules.
func (w *contactSet) findInLanes(k *chunkOfPairs, space *workspace) {
	travel, near, size := w.bodies.Travel, &space.near, unsafe.Sizeof(shape.Sphere{})
	if k.list.kindA == shape.KindCapsule {
		size = unsafe.Sizeof(shape.Capsule{})
	}
	n := 0
	near.had = pairBits{}
	for i := range k.pairs {
		if c := &k.pairs[i]; c.count > 0 || !(travel[c.bodyA]+travel[c.bodyB] < c.until) {
			near.pairs[n], near.a[n], near.b[n] = uint8(i), uintptr(c.a)*size, uintptr(c.b)*size
			near.had.put(n, c.count > 0)
			n++
		}
	}
	space.hits, space.steady = space.hits[:0], true
	space.touches.resize(n)
	space.spreads.resize(0)
	found, find := 0, inLanes.touch
	if k.list.line {
		find = inLanes.spread
		space.spreads.resize(n)
	}
	if n > 0 {
		clear(near.a[n : n+blockSize])
		clear(near.b[n : n+blockSize])
		found = find(w, k, space, n)
		clear(space.touches.feature[:found]) // narrow.FeatureWhole
		w.settle(k, space, n)
	}
	space.touches.resize(found)
	if k.list.line {
		space.spreads.resize(found)
	}
}

// settle makes of the touches that were found of n pairs what the rest of the step needs.
func (w *contactSet) settle(k *chunkOfPairs, space *workspace, n int) {
	near, travel := &space.near, w.bodies.Travel
	for word := 0; word*64 < n; word++ {
		apart := ^near.touching[word]
		if left := n - word*64; left < 64 {
			apart &= 1<<left - 1
		}
		for ; apart != 0; apart &= apart - 1 {
			i := word*64 + bits.TrailingZeros64(apart)
			c := &k.pairs[near.pairs[i]]
			c.until = travel[c.bodyA] + travel[c.bodyB] + near.gaps[i]
		}
	}
	if near.careful != (pairBits{}) {
		w.touchCarefully(k, space, n)
	}
	if space.steady = near.touching == near.had; space.steady && w.lawInLanes() {
		return // which needs no more
	}
	for word, touching := range near.touching {
		for either := touching | near.had[word]; either != 0; either &= either - 1 {
			i := bits.TrailingZeros64(either)
			space.hits = append(space.hits, hit{int32(near.pairs[word*64+i]), uint8(touching >> i & 1)})
		}
	}
}

// touchCarefully finds with the plain kernel the touches that were left to it.
func (w *contactSet) touchCarefully(k *chunkOfPairs, space *workspace, n int) {
	near, s, found := &space.near, w.shapes, 0
	for i, pair := range near.pairs[:n] {
		if !near.touching.has(i) {
			continue
		}
		if c := &k.pairs[pair]; near.careful.has(i) {
			var d narrow.Distributed
			switch {
			case k.list.kindA == shape.KindSphere:
				narrow.TouchSpheres(&s.Spheres[c.a], &s.Spheres[c.b], &d.Touch)
			case !k.list.line:
				narrow.TouchCapsules(&s.Capsules[c.a], &s.Capsules[c.b], &d.Touch)
			default:
				narrow.SpreadCapsules(&s.Capsules[c.a], &s.Capsules[c.b], &d)
				space.spreads.put(found, &d)
			}
			space.touches.put(found, &d.Touch)
		}
		found++
	}
}

// lawInLanes reports whether vector kernels know the law.
func (w *contactSet) lawInLanes() bool { return law.Kinds[w.law].Lanes && inLanes != nil && !w.resists }
