package contact

import (
	"math"
	"math/bits"
	"unsafe"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
)

// nearMemory is what findBatches keeps of the pairs of a chunk that it looks at.
type nearMemory struct {
	pairs    [ChunkSize]uint8               // their numbers in the chunk
	a, b     [ChunkSize + BlockSize]uintptr // where their shapes begin, in bytes; kernels look at some behind the last
	gaps     [ChunkSize]float64
	had      pairBits // a contact in the step before
	touching pairBits
	careful  pairBits // touching, but in a way that is left to the scalar kernel
}

// pairBits are one for each pair of a chunk.
type pairBits [ChunkSize / 64]uint64

func (b *pairBits) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// put sets whether pair i is one of them.
func (b *pairBits) put(i int, on bool) {
	if b[uint(i)/64] &^= 1 << (i % 64); on {
		b[uint(i)/64] |= 1 << (i % 64)
	}
}

// add sets those of the pairs from number first on, which do not go over into the next word.
func (b *pairBits) add(first int, pairs wide.Set) { b[first/64] |= uint64(pairs) << (first % 64) }

// keep clears those from pair n on.
func (b *pairBits) keep(n int) {
	for word := range b {
		b[word] &= between(0, n-1-word*64)
	}
}

// count returns how many they are, and below how many of them are before pair i.
func (b *pairBits) count() int { return b.below(ChunkSize) }

func (b *pairBits) below(i int) (n int) {
	for word := range b {
		n += bits.OnesCount64(b[word] & between(0, i-1-word*64))
	}
	return n
}

// between returns the bits of a word from first to last, which may lie outside it.
func between(first, last int) uint64 {
	if last < 0 {
		return 0
	}
	return ^uint64(0) << max(first, 0) & (^uint64(0) >> (63 - min(last, 63)))
}

// inBatches reports whether kernels find the contacts of the pairs of a list: those with walls if all walls push to one
// side.
func (set *Set) inBatches(l *List) bool {
	return wide.InBatches() && l.kernel != 0 && (l.KindA != shape.KindWall || set.walls.oneSided)
}

// wallPlanes are the planes of all walls where kernels find them.
type wallPlanes struct {
	list     [][4]float64 // see shape.Wall.Plane
	oneSided bool         // all walls push to one side
}

// lay puts the planes of walls there.
func (p *wallPlanes) lay(walls []body.PlacedWall) {
	p.list, p.oneSided = p.list[:0], true
	for i := range walls {
		p.list = append(p.list, walls[i].Plane())
		p.oneSided = p.oneSided && walls[i].Sense != 0
	}
}

// records are where kernels find the shapes of a kind, and the bytes of one.
var records = [len(shape.Kinds)]func(set *Set) (first wide.Records, size uintptr){
	shape.KindWall: func(set *Set) (wide.Records, uintptr) {
		return wide.First(set.walls.list), unsafe.Sizeof(set.walls.list[0])
	},
	shape.KindSphere: func(set *Set) (wide.Records, uintptr) {
		return wide.First(set.Shapes.Spheres), unsafe.Sizeof(shape.Sphere{})
	},
	shape.KindCapsule: func(set *Set) (wide.Records, uintptr) {
		return wide.First(set.Shapes.Capsules), unsafe.Sizeof(shape.Capsule{})
	},
}

// soonPairs returns the pair that is done a chunk later than pair i.
func (k *Chunk) soonPairs(i int, next *Chunk) wide.Records {
	if next != nil && i < len(next.Pairs) {
		return unsafe.Pointer(&next.Pairs[i])
	}
	return unsafe.Pointer(&k.Pairs[0])
}

// findBatches is findTouching for a list with a kernel.
func (set *Set) findBatches(k *Chunk, space *Workspace) {
	near := &space.near
	n := set.nearPairs(k, near)
	space.hits, space.Steady = space.hits[:0], true
	space.Touches.Resize(n)
	space.Lines.Resize(0)
	if k.List.line {
		space.Lines.Resize(n)
	}
	found := 0
	if n > 0 {
		clear(near.a[n : n+BlockSize])
		clear(near.b[n : n+BlockSize])
		found = set.touchBatches(k, space, n)
		clear(space.Touches.feature[:found]) // narrow.FeatureWhole
		set.settle(k, space, n)
	}
	space.Touches.Resize(found)
	if k.List.line {
		space.Lines.Resize(found)
	}
}

// nearPairs lists the pairs of a chunk that may touch, and returns how many they are.
//
// Pairs with and without contact come in no order that a processor could learn in a large pile: to ask each pair which
// it is would be to guess, and wrongly for one in three. So bits tell, and the pairs that must be looked at are done
// one after the other. The loops are functions of their own, since so few numbers stay in registers.
func (set *Set) nearPairs(k *Chunk, near *nearMemory) (n int) {
	offsetA, sameA := set.Shapes.Offset(k.List.KindA)
	offsetB, sameB := set.Shapes.Offset(k.List.KindB)
	_, sizeA := records[k.List.KindA](set)
	_, sizeB := records[k.List.KindB](set)
	near.had = pairBits{}
	for word, had := range k.touching {
		first := min(word*64, len(k.Pairs))
		pairs := k.Pairs[first:min(first+64, len(k.Pairs))]
		apart, travel := ^had<<(64-len(pairs))>>(64-len(pairs)), set.Bodies.Travel
		var met uint64
		if sameA && sameB {
			met = due(pairs, apart, travel, offsetA, offsetB)
		} else {
			met = dueOf(pairs, apart, travel, set.Shapes.Infos[k.List.KindA], set.Shapes.Infos[k.List.KindB])
		}
		near.list(pairs, had|met, first, n, sizeA, sizeB)
		n += near.note(had, met, n)
	}
	return n
}

// due returns which of some pairs that are apart may have met since their gap was measured, if the numbers of shapes
// tell their bodies.
func due(pairs []Pair, apart uint64, travel []float64, offsetA, offsetB int32) (some uint64) {
	for ; apart != 0; apart &= apart - 1 {
		i := bits.TrailingZeros64(apart)
		c := &pairs[i]
		some |= over(travel[c.A+offsetA]+travel[c.B+offsetB], float64(c.Until)) << i
	}
	return some
}

// dueOf is due for shapes that must be asked for their bodies.
func dueOf(pairs []Pair, apart uint64, travel []float64, infosA, infosB []body.ShapeInfo) (some uint64) {
	for ; apart != 0; apart &= apart - 1 {
		i := bits.TrailingZeros64(apart)
		c := &pairs[i]
		some |= over(travel[infosA[c.A].Body]+travel[infosB[c.B].Body], float64(c.Until)) << i
	}
	return some
}

// over returns 1 unless a way is shorter than a limit, else 0. A processor need not guess which: of positive numbers,
// and of them alone, the bits less one are less than those of infinity.
func over(way, limit float64) uint64 {
	const infinity = 0x7ff << 52
	_, shorter := bits.Sub64(math.Float64bits(limit-way)-1, infinity, 0)
	return shorter ^ 1
}

// list puts those of the pairs from number first of the chunk on that are to be looked at behind the n that it has.
func (near *nearMemory) list(pairs []Pair, look uint64, first, n int, sizeA, sizeB uintptr) {
	for at := uint(n); look != 0; look &= look - 1 {
		i, to := bits.TrailingZeros64(look), at%ChunkSize // which is at
		c := &pairs[i]
		near.pairs[to], near.a[to], near.b[to] = uint8(first+i), uintptr(c.A)*sizeA, uintptr(c.B)*sizeB
		at++
	}
}

// note notes which of the pairs behind the n that are there had a contact, of those that had one and those that may
// have met since. It returns how many they are.
func (near *nearMemory) note(had, met uint64, n int) int {
	look := had | met
	all := bits.OnesCount64(look)
	before := uint64(1)<<all - 1
	for ; met != 0; met &= met - 1 {
		before &^= 1 << bits.OnesCount64(look&(met&-met-1))
	}
	near.had[n/64%len(near.had)] |= before << (n % 64)
	near.had[(n+63)/64%len(near.had)] |= before >> (64 - n%64)
	return all
}

// touchBatches finds the touches of the n pairs in space.near, and returns how many touch.
func (set *Set) touchBatches(k *Chunk, space *Workspace, n int) (found int) {
	near, x, fits, options := &space.near, &space.pairs, set.shapesFit(k.List), wide.Options(0)
	if k.List.central {
		options = wide.WithoutPoints
	}
	near.touching, near.careful = pairBits{}, pairBits{}
	if x.Rule == nil {
		*x = narrow.Batch()
	}
	x.A, _ = records[k.List.KindA](set)
	x.B, _ = records[k.List.KindB](set)
	x.Beside = 0          // only the kernel of capsules writes it
	var ends wide.Options // AllEnds if the batch before needed it
	for first := 0; first < n; first += wide.Lanes {
		x.Pairs = 1<<min(wide.Lanes, n-first) - 1
		x.Before = wide.Set(near.had[uint(first)/64] >> (first % 64))
		x.RowsA, x.RowsB = (*wide.Rows)(near.a[first:]), (*wide.Rows)(near.b[first:])
		x.Next, x.Gap = k.soonPairs(first, space.next), wide.At(near.gaps[:], first)
		space.aim(&x.Touch, found)
		if soon := first + soonBodies*wide.Lanes; !fits && soon < n {
			x.SoonA, x.SoonB = (*wide.Rows)(near.a[soon:]), (*wide.Rows)(near.b[soon:])
			wide.FetchShapesKernel.Run(x, 0)
		}
		k.List.kernel.Run(x, options|ends)
		if x.Beside == 0 {
			ends = 0
		} else if ends == 0 {
			ends = wide.AllEnds
			k.List.kernel.Run(x, options|ends)
		}
		near.touching.add(first, x.Touching)
		near.careful.add(first, x.Careful)
		found += bits.OnesCount8(uint8(x.Touching))
	}
	return found
}

// aim points to eight touches.
func (s *Workspace) aim(t *wide.Touch, first int) {
	t.Point, t.Normal = s.Touches.point.lanes(first), s.Touches.normal.lanes(first)
	t.Overlap = wide.At(s.Touches.overlap, first)
	if s.Lines.Len() > 0 {
		t.Share, t.Arm = wide.At(s.Lines.share, first), s.Lines.arm.lanes(first)
	}
}

// lanes returns where eight vectors from number i on are.
func (v *vectors) lanes(i int) wide.VectorsAt {
	return wide.VectorsAt{X: wide.At(v.x, i), Y: wide.At(v.y, i), Z: wide.At(v.z, i)}
}

// settle makes of the touches that were found of n pairs what the rest of the step needs.
func (set *Set) settle(k *Chunk, space *Workspace, n int) {
	near, travel := &space.near, set.Bodies.Travel
	infosA, infosB := set.Shapes.Infos[k.List.KindA], set.Shapes.Infos[k.List.KindB]
	offsetA, sameA := set.Shapes.Offset(k.List.KindA)
	offsetB, sameB := set.Shapes.Offset(k.List.KindB)
	for word := 0; word*64 < n; word++ {
		apart := ^near.touching[word]
		if left := n - word*64; left < 64 {
			apart &= 1<<left - 1
		}
		if sameA && sameB {
			near.keepGaps(k.Pairs, apart, word*64, travel, offsetA, offsetB)
		} else {
			near.keepGapsOf(k.Pairs, apart, word*64, travel, infosA, infosB)
		}
	}
	if near.careful != (pairBits{}) {
		set.touchCarefully(k, space, n)
	}
	if space.Steady = near.touching == near.had; space.Steady && set.lawInBatches() {
		return // which needs no more
	}
	space.single = set.forcesInBatches(k) && k.Contacts.N == near.had.count()
	if space.single && k.List.KindA != shape.KindWall {
		return
	}
	for word, touching := range near.touching {
		for either := touching | near.had[word]; either != 0; either &= either - 1 {
			i := bits.TrailingZeros64(either)
			pair := near.pairs[word*64+i]
			if k.List.KindA == shape.KindWall {
				k.States[pair].Side = int8(set.Shapes.Walls[k.Pairs[pair].A].Sense)
			}
			space.hits = append(space.hits, hit{int32(pair), uint8(touching >> i & 1)})
		}
	}
}

// keepGaps notes the gaps of the pairs from number first on that are apart, if the numbers of shapes tell their bodies.
func (near *nearMemory) keepGaps(pairs []Pair, apart uint64, first int, travel []float64, offsetA, offsetB int32) {
	for ; apart != 0; apart &= apart - 1 {
		i := uint(first+bits.TrailingZeros64(apart)) % ChunkSize
		c := &pairs[near.pairs[i]]
		c.Apart(travel[c.A+offsetA]+travel[c.B+offsetB], near.gaps[i])
	}
}

// keepGapsOf is keepGaps for shapes that must be asked for their bodies.
func (near *nearMemory) keepGapsOf(pairs []Pair, apart uint64, first int, travel []float64,
	infosA, infosB []body.ShapeInfo) {
	for ; apart != 0; apart &= apart - 1 {
		i := uint(first+bits.TrailingZeros64(apart)) % ChunkSize
		c := &pairs[near.pairs[i]]
		c.Apart(travel[infosA[c.A].Body]+travel[infosB[c.B].Body], near.gaps[i])
	}
}

// touchCarefully finds with the scalar function the touches that were left to it.
func (set *Set) touchCarefully(k *Chunk, space *Workspace, n int) {
	near, found := &space.near, 0
	for i, pair := range near.pairs[:n] {
		if !near.touching.has(i) {
			continue
		}
		if near.careful.has(i) {
			q := set.ask(space)
			space.lookAt(k, int(pair))
			k.List.find(set, &k.Pairs[pair], space)
			space.keepSide(k, int(pair))
			q.Contacts = append(q.Contacts, narrow.LineContact{}) // if the overlap is lost in rounding
			space.Touches.Put(found, &q.Contacts[0].Touch)
			if k.List.line {
				space.Lines.Put(found, &q.Contacts[0])
			}
		}
		found++
	}
}
