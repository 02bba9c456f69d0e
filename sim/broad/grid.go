// Package broad finds pairs of boxes that overlap.
package broad

import (
	"math"

	"tumble/sim/vec"
)

// Grid finds, for many boxes of similar size, those that overlap a given one. Boxes are
// sorted into cubic cells by their centres; cells live in a hash table, so the region
// may be as large as it likes. The zero value is ready to use, and its memory is reused
// from one Build to the next.
type Grid struct {
	boxes []vec.Box
	cells []cell  // cell of each box
	start []int32 // first entry of each bucket, one more than there are buckets
	order []int32 // box indices sorted by bucket, ascending within one
	size  float64 // edge of a cell [m]
	mask  uint32
}

type cell struct{ x, y, z int32 }

// Build sorts the boxes into cells. It keeps the slice until the next Build.
//
// The edge of a cell is the largest edge of any box, so that a box overlaps only boxes
// of its own and the 26 neighbouring cells. Cost: linear in len(boxes).
func (g *Grid) Build(boxes []vec.Box) {
	g.boxes = boxes
	g.size = 0
	for i := range boxes {
		s := boxes[i].Size()
		g.size = larger(g.size, larger(s.X, larger(s.Y, s.Z)))
	}
	if !(g.size > 0) {
		g.size = 1
	}
	buckets := 16
	for buckets < 2*len(boxes) {
		buckets *= 2
	}
	g.mask = uint32(buckets - 1)
	g.start = grow(g.start, buckets+1)
	clear(g.start)
	g.cells = grow(g.cells, len(boxes))
	g.order = grow(g.order, len(boxes))

	// Counting sort: count, sum up, place from the end so that order is kept.
	for i := range boxes {
		g.cells[i] = g.cellOf(boxes[i].Center())
		g.start[g.bucket(g.cells[i])]++
	}
	var sum int32
	for b := range g.start {
		sum += g.start[b]
		g.start[b] = sum
	}
	for i := len(boxes) - 1; i >= 0; i-- {
		b := g.bucket(g.cells[i])
		g.start[b]--
		g.order[g.start[b]] = int32(i)
	}
}

// Later appends to out the boxes j > i that overlap box i, in ascending order.
func (g *Grid) Later(i int32, out []int32) []int32 {
	c, box, first := g.cells[i], g.boxes[i], len(out)
	for dz := int32(-1); dz <= 1; dz++ {
		for dy := int32(-1); dy <= 1; dy++ {
			for dx := int32(-1); dx <= 1; dx++ {
				n := cell{c.x + dx, c.y + dy, c.z + dz}
				b := g.bucket(n)
				for _, j := range g.order[g.start[b]:g.start[b+1]] {
					if j > i && g.cells[j] == n && box.Overlaps(g.boxes[j]) {
						out = append(out, j)
					}
				}
			}
		}
	}
	insertionSort(out[first:])
	return out
}

func (g *Grid) cellOf(p vec.Vec3) cell {
	return cell{floor(p.X / g.size), floor(p.Y / g.size), floor(p.Z / g.size)}
}

// floor saturates, so that a body that flew off to nowhere keeps a valid cell.
func floor(x float64) int32 {
	return int32(vec.Clamp(math.Floor(x), -1<<30, 1<<30))
}

// bucket mixes the coordinates with large odd constants (Teschner et al., Optimized
// Spatial Hashing, VMV 2003) and folds the high bits down.
func (g *Grid) bucket(c cell) uint32 {
	h := uint32(c.x)*73856093 ^ uint32(c.y)*19349663 ^ uint32(c.z)*83492791
	return (h ^ h>>15) & g.mask
}

// insertionSort is the fastest for the handful of neighbours a box has.
func insertionSort(a []int32) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j] < a[j-1]; j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

func larger(a, b float64) float64 {
	if b > a {
		return b
	}
	return a
}
