package sim

import (
	"math/bits"
	"unsafe"

	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/wide"
)

// nearMemory is what findBatches keeps of the pairs of a chunk that it looks at.
type nearMemory struct {
	pairs    [chunk]uint8               // their numbers in the chunk
	a, b     [chunk + blockSize]uintptr // where their shapes begin, in bytes; kernels look at some behind the last
	gaps     [chunk]float64
	had      pairBits // a contact in the step before
	touching pairBits
	careful  pairBits // touching, but in a way that is left to the scalar kernel
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
func (b *pairBits) add(first int, pairs wide.Set) { b[first/64] |= uint64(pairs) << (first % 64) }

// inBatches reports whether there is a kernel for the pairs of a list.
func (l *pairList) inBatches() bool {
	return wide.InBatches() && l.kindA == l.kindB && (l.kindA == shape.KindSphere || l.kindA == shape.KindCapsule)
}

// soonPairs returns the pair that is done a chunk later than pair i.
func (k *chunkOfPairs) soonPairs(i int, next *chunkOfPairs) wide.Records {
	if next != nil && i < len(next.pairs) {
		return unsafe.Pointer(&next.pairs[i])
	}
	return unsafe.Pointer(&k.pairs[0])
}

// findBatches is findTouching for a list of pairs of spheres or of capsules.
func (w *contactSet) findBatches(k *chunkOfPairs, space *workspace) {
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
	if k.list.line {
		space.spreads.resize(n)
	}
	found := 0
	if n > 0 {
		clear(near.a[n : n+blockSize])
		clear(near.b[n : n+blockSize])
		found = w.touchBatches(k, space, n)
		clear(space.touches.feature[:found]) // narrow.FeatureWhole
		w.settle(k, space, n)
	}
	space.touches.resize(found)
	if k.list.line {
		space.spreads.resize(found)
	}
}

// touchBatches finds the touches of the n pairs in space.near, and returns how many touch.
func (w *contactSet) touchBatches(k *chunkOfPairs, space *workspace, n int) (found int) {
	near, t, s, x := &space.near, &space.touches, &space.spreads, &space.pairs
	near.touching, near.careful = pairBits{}, pairBits{}
	if x.Rule == nil {
		*x = narrow.Batch()
	}
	x.A = wide.First(w.shapes.Capsules)
	if k.list.kindA == shape.KindSphere {
		x.A = wide.First(w.shapes.Spheres)
	}
	x.B = x.A
	for first := 0; first < n; first += wide.Lanes {
		x.Pairs = 1<<lesser(wide.Lanes, n-first) - 1
		x.RowsA, x.RowsB = (*wide.Rows)(near.a[first:]), (*wide.Rows)(near.b[first:])
		x.Next = k.soonPairs(first, space.next)
		x.Gap = wide.At(near.gaps[:], first)
		x.PointX, x.PointY, x.PointZ = t.point.lanes(found)
		x.NormalX, x.NormalY, x.NormalZ = t.normal.lanes(found)
		x.Overlap = wide.At(t.overlap, found)
		switch {
		case k.list.line:
			x.Share = wide.At(s.share, found)
			x.TurnX, x.TurnY, x.TurnZ = s.turn.lanes(found)
			x.RunSpread()
		case k.list.kindA == shape.KindSphere:
			x.RunSpheres()
		default:
			x.RunCapsules()
		}
		near.touching.add(first, x.Touching)
		near.careful.add(first, x.Careful)
		found += bits.OnesCount8(uint8(x.Touching))
	}
	return found
}

// lanes returns where eight vectors from number i on are.
func (v *vectors) lanes(i int) (x, y, z *wide.Lane) {
	return wide.At(v.x, i), wide.At(v.y, i), wide.At(v.z, i)
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
	if space.steady = near.touching == near.had; space.steady && w.lawInBatches() {
		return // which needs no more
	}
	for word, touching := range near.touching {
		for either := touching | near.had[word]; either != 0; either &= either - 1 {
			i := bits.TrailingZeros64(either)
			space.hits = append(space.hits, hit{int32(near.pairs[word*64+i]), uint8(touching >> i & 1)})
		}
	}
}

// touchCarefully finds with the scalar kernel the touches that were left to it.
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
