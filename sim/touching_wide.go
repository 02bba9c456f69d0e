//go:build goexperiment.simd && amd64

package sim

import (
	"unsafe"

	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/wide"
)

// nearMemory is what findWide keeps of the pairs of a chunk that it looks at.
type nearMemory struct {
	pairs    [chunk + wide.Lanes]int32 // their numbers in the list
	gaps     [chunk / wide.Lanes]wide.Lane
	touching [chunk / wide.Lanes]uint8
	careful  [chunk / wide.Lanes]uint8
}

// hasWide reports whether a list has a kernel for eight pairs.
func (l *pairList) hasWide() bool {
	return l.spread == nil && l.kindA == l.kindB && (l.kindA == shape.KindSphere || l.kindA == shape.KindCapsule)
}

// findWide is findTouching for a list of pairs of spheres or of capsules.
func (w *World) findWide(k *chunkOfPairs, space *workspace) {
	l, travel, near := k.list, w.bodies.travel, &space.near
	n := 0
	for i := k.first; i < k.last; i++ {
		if c := &l.pairs[i]; c.count > 0 || !(travel[c.bodyA]+travel[c.bodyB] < c.until) {
			near.pairs[n] = i
			n++
		}
	}
	space.hits, space.spreads = space.hits[:0], space.spreads[:0]
	if cap(space.touches) <= n { // one more, for what does not touch
		space.touches = make([]narrow.Touch, chunk+1)
	}
	space.touches, space.steady = space.touches[:n+1], true
	if n > 0 {
		n = w.touchWide(l, space, n)
	}
	space.touches = space.touches[:n]
}

// touchWide finds the touches of the n pairs in space.near, and returns how many touch.
func (w *World) touchWide(l *pairList, space *workspace, n int) (found int) {
	near, pairs := &space.near, l.pairs
	for first := 0; first < n; first += wide.Lanes {
		var rowsA, rowsB, to wide.Rows
		count := lesser(wide.Lanes, n-first)
		size := unsafe.Sizeof(shape.Sphere{})
		if l.kindA == shape.KindCapsule {
			size = unsafe.Sizeof(shape.Capsule{})
		}
		for i := range wide.Lanes {
			c := &pairs[near.pairs[first+lesser(i, count-1)]]
			rowsA.Set(i, c.a, size)
			rowsB.Set(i, c.b, size)
		}
		var point, normal wide.Vec3
		var overlap, gap, zero wide.Float
		var careful uint8
		if l.kindA == shape.KindSphere {
			point, normal, overlap, gap, careful = narrow.SpheresWide(w.shapes.spheres, w.shapes.spheres, &rowsA, &rowsB)
		} else {
			point, normal, overlap, gap, careful = narrow.CapsulesWide(w.shapes.capsules, w.shapes.capsules, &rowsA, &rowsB)
		}
		touching := gap.LessEqual(zero).ToBits() & (1<<count - 1)
		for i := range wide.Lanes {
			touches := int(touching >> i & 1)
			to.Set(i, int32(n+(found-n)*touches), unsafe.Sizeof(narrow.Touch{})) // without a branch
			found += touches
		}
		base := unsafe.Pointer(&space.touches[0])
		to.Store(unsafe.Add(base, touchPoint), point.X, point.Y, point.Z, normal.X)
		to.Store(unsafe.Add(base, touchNormalY), normal.Y, normal.Z, overlap, zero) // FeatureWhole
		g := first / wide.Lanes
		near.gaps[g].Keep(gap)
		near.touching[g], near.careful[g] = touching, careful&touching
		wide.Leave()
	}
	w.settleWide(l, space, n)
	return found
}

// settleWide makes of what touchWide found what the rest of the step needs.
func (w *World) settleWide(l *pairList, space *workspace, n int) {
	near, travel, found := &space.near, w.bodies.travel, 0
	space.steady = true
	for i, pair := range near.pairs[:n] {
		c, g, bit := &l.pairs[pair], i/wide.Lanes, uint8(1)<<(i%wide.Lanes)
		if near.touching[g]&bit == 0 {
			c.until = travel[c.bodyA] + travel[c.bodyB] + near.gaps[g][i%wide.Lanes]
			if c.count > 0 {
				space.hits = append(space.hits, hit{pair, 0})
				space.steady = false
			}
			continue
		}
		if near.careful[g]&bit != 0 {
			t := &space.touches[found]
			if l.kindA == shape.KindSphere {
				narrow.TouchSpheres(&w.shapes.spheres[c.a], &w.shapes.spheres[c.b], t)
			} else {
				narrow.TouchCapsules(&w.shapes.capsules[c.a], &w.shapes.capsules[c.b], t)
			}
		}
		space.hits = append(space.hits, hit{pair, 1})
		space.steady = space.steady && c.count == 1
		found++
	}
}
