// Package broad finds pairs of boxes that overlap.
package broad

import (
	"math"

	"tumble/sim/vec"
)

// Grid finds, for many boxes of similar size, those that overlap a given one. Boxes are
// sorted into cubic cells by their centres. The cells cover the region where most boxes
// are; what lies outside belongs to the nearest cell, so that a few boxes that flew off
// cost nothing. The zero value is ready to use, and its memory is reused from one Build
// to the next.
//
// It compares boxes as numbers of 32 bits, about the mean of all. Rounding keeps their order, so
// no overlap is missed; boxes that are apart by less than it may be found with them.
type Grid struct {
	boxes  []box32 // with some room beyond the last, which vector kernels read
	cells  []int32 // cell of each box
	start  []int32 // first entry of each cell, one more than there are cells
	order  []int32 // box indices sorted by cell, ascending within one
	slabs          // the boxes in this order, for a vector kernel
	middle vec.Vec3
	lo     vec.Vec3
	size   float64  // edge of a cell [m]
	n      [3]int32 // cells along each axis
}

// box32 holds the lower and then the upper ends of a box along x, y, z, about the middle [m].
type box32 [6]float32

// Build sorts n boxes into cells. It asks for each box twice.
//
// The edge of a cell is at least the largest edge of any box, so that a box overlaps only
// boxes of its own and the 26 neighbouring cells. Cost: linear in n.
func (g *Grid) Build(n int, box func(i int) vec.Box) {
	g.cover(n, box)
	cells := int(g.n[0] * g.n[1] * g.n[2])
	g.start = grow(g.start, cells+1)
	clear(g.start)
	g.boxes = grow(g.boxes, n+padding)
	g.cells = grow(g.cells, n)
	g.order = grow(g.order, n)

	// Counting sort: count, sum up, place from the end so that order is kept.
	for i := range n {
		b := box(i)
		c := g.cellOf(b.Center())
		g.cells[i] = c
		g.start[c]++
		lo, hi := b.Lo.Sub(g.middle).Float32(), b.Hi.Sub(g.middle).Float32()
		g.boxes[i] = box32{lo[0], lo[1], lo[2], hi[0], hi[1], hi[2]}
	}
	var sum int32
	for c := range g.start {
		sum += g.start[c]
		g.start[c] = sum
	}
	for i := n - 1; i >= 0; i-- {
		c := g.cells[i]
		g.start[c]--
		g.order[g.start[c]] = int32(i)
	}
	g.lineUp()
}

// cover lays the cells over the boxes' centres, but not farther than four standard
// deviations from their mean, and makes cells larger until there are at most four per
// box.
func (g *Grid) cover(n int, box func(i int) vec.Box) {
	var sum, square vec.Vec3
	all := vec.EmptyBox()
	g.size = 0
	for i := range n {
		b := box(i)
		p, s := b.Center(), b.Size()
		all = all.Include(p)
		sum, square = sum.Add(p), square.Add(p.Mul(p))
		g.size = larger(g.size, larger(s.X, larger(s.Y, s.Z)))
	}
	if !(g.size > 0) {
		g.size = 1
	}
	g.size *= 1 + 1e-9 // so that rounding cannot put neighbours two cells apart
	f := 1 / larger(float64(n), 1)
	mean := sum.Scale(f)
	deviation := square.Scale(f).Sub(mean.Mul(mean))
	g.lo, g.middle = all.Lo, mean
	var extent [3]float64
	for k := range extent {
		lo, hi, m := all.Lo.Component(k), all.Hi.Component(k), mean.Component(k)
		far := 4*math.Sqrt(larger(deviation.Component(k), 0)) + g.size
		lo, hi = larger(lo, m-far), -larger(-hi, -m-far)
		if !(hi-lo < math.MaxFloat64) { // no box, or numbers too large to square
			lo, hi = 0, 0
			g.middle = vec.Vec3{}
		}
		g.lo = g.lo.WithComponent(k, lo)
		extent[k] = hi - lo
	}
	for most := float64(4*n + 64); ; g.size *= 1.3 {
		cells := 1.
		for k := range extent {
			n := math.Floor(extent[k]/g.size) + 1
			cells *= n
			if cells <= most {
				g.n[k] = int32(n)
			}
		}
		if cells <= most {
			return
		}
	}
}

// Later appends to out the boxes j > i that overlap box i, in ascending order.
func (g *Grid) Later(i int32, out []int32) []int32 {
	c, first := g.cells[i], len(out)
	nx, ny := g.n[0], g.n[1]
	x, y, z := c%nx, c/nx%ny, c/nx/ny
	x0, x1 := neighbours(x, nx)
	y0, y1 := neighbours(y, ny)
	z0, z1 := neighbours(z, g.n[2])
	var runs [9]run
	n := 0
	for z := z0; z <= z1; z++ {
		for y := y0; y <= y1; y++ {
			row := (z*ny + y) * nx
			runs[n] = run{g.start[row+x0], g.start[row+x1+1]}
			n++
		}
	}
	out = g.search(i, runs[:n], out)
	insertionSort(out[first:])
	return out
}

// padding is how many boxes vector kernels may read beyond the last one.
const padding = 2

// run is the boxes order[first:end], of cells that follow one another.
type run struct{ first, end int32 }

// searchPlain appends to out the boxes j > i in some runs that overlap box i.
func (g *Grid) searchPlain(i int32, runs []run, out []int32) []int32 {
	box := &g.boxes[i]
	for _, r := range runs {
		for _, j := range g.order[r.first:r.end] {
			if j > i && box.overlaps(&g.boxes[j]) {
				out = append(out, j)
			}
		}
	}
	return out
}

func (a *box32) overlaps(b *box32) bool {
	return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5]
}

// neighbours returns the first and the last cell, of n, that are not farther than one
// from x.
func neighbours(x, n int32) (first, last int32) {
	first, last = x-1, x+1
	if first < 0 {
		first = 0
	}
	if last >= n {
		last = n - 1
	}
	return first, last
}

func (g *Grid) cellOf(p vec.Vec3) int32 {
	d := p.Sub(g.lo)
	x, y, z := g.along(d.X, 0), g.along(d.Y, 1), g.along(d.Z, 2)
	return (z*g.n[1]+y)*g.n[0] + x
}

// along returns the cell along an axis at the distance d from the first one's edge, the
// nearest one outside of the region.
func (g *Grid) along(d float64, axis int) int32 {
	c := d / g.size
	if !(c > 0) {
		return 0
	}
	if c >= float64(g.n[axis]) {
		return g.n[axis] - 1
	}
	return int32(c)
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
		return make([]T, n, n+cap(s)/8)
	}
	return s[:n]
}

func larger(a, b float64) float64 {
	if b > a {
		return b
	}
	return a
}
