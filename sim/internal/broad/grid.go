// Package broad finds pairs of boxes that overlap.
package broad

import (
	"math"
	"slices"
	"sync"
	"unsafe"

	"example.org/tumble/sim/vec"
)

// Grid finds, for many boxes, those that overlap a given one. Boxes are sorted into cubic cells by their centres, and
// boxes of another size into other cells. The cells cover the region where most boxes are; a box outside the region
// belongs to the nearest cell, so that boxes that flew off cost little, however far they are. The zero value is ready
// to use, and its memory is reused from one Build to the next, unless it is lent.
//
// It compares boxes as numbers of 32 bits, relative to the middle of the cells. Rounding keeps the order of
// numbers, so no overlap is missed; but boxes that are apart by less than the rounding error may be found as well.
//
// Few boxes have no cells: a vector kernel compares all of them.
type Grid struct {
	// Share calls do for parts that together are [0, n), some of them at the same time, each by a worker; nil: at once.
	Share func(n int, do func(worker, first, last int))

	tasks
	ask    func(i int) vec.Box
	kept   []vec.Box // all boxes, if they are few
	cells  []int32   // of each box
	start  []int32   // first entry of each cell, one more than there are cells
	order  []int32   // box indices sorted by cell, ascending within one
	sorted []box32   // the boxes in this order: a search reads them one after the other
	middle vec.Vec3
	lent   bool // cells and boxes lie in lent memory
	bySize
	fewBoxes
}

// tasks are what workers share, kept so that a Build allocates nothing.
type tasks struct {
	measure, assign, copy func(worker, first, last int)

	access sync.Mutex
	sizes  [classes]size
}

// box32 holds the lower and then the upper ends of a box along x, y, z, relative to the middle of the cells, as
// integers in the order of the numbers: integers are compared without branches, which no processor could predict
// here.
type box32 [6]int32

func newBox32(lo, hi [3]float32) (b box32) {
	for k := range lo {
		b[k], b[k+3] = ordered(lo[k]), ordered(hi[k])
	}
	return b
}

// ordered returns an integer for a number, a larger integer for a larger number.
func ordered(x float32) int32 {
	bits := int32(math.Float32bits(x + 0)) // a negative zero is zero
	return bits ^ bits>>31&math.MaxInt32
}

// Build sorts n boxes into cells. The grid calls box several times, also in searches, unless there are few, and by
// Share: it must give the same until the next Build. If lent has room for boxes and cells, eight numbers a box and one
// a cell, they lie there until Return.
//
// The edge of a cell is at least the largest edge of any box in cells of its level, so that it overlaps only boxes of
// its own and the 26 neighbouring cells. Cost: linear in n.
func (g *Grid) Build(n int, box func(i int) vec.Box, lent []int32) {
	if g.ask, g.kept = box, g.kept[:0]; g.measure == nil {
		g.measure, g.assign, g.copy = g.measureBoxes, g.assignCells, g.copyBoxes
	}
	g.Return()
	if g.fill(n, box) {
		return
	}
	if n <= few {
		g.kept = grow(g.kept, n)
		for i := range g.kept {
			g.kept[i] = box(i)
		}
	}
	g.cover(n)
	if g.lent = len(lent) > 8*n+g.count(); g.lent {
		g.order, g.cells, g.start = lent[:n:n], lent[7*n:8*n:8*n], lent[8*n:8*n]
		g.sorted = unsafe.Slice((*box32)(unsafe.Pointer(unsafe.SliceData(lent[n:]))), n)
	}
	g.order, g.sorted, g.cells = grow(g.order, n), grow(g.sorted, n), grow(g.cells, n)
	g.share(n, g.assign)
	g.arrange()
	g.share(n, g.copy)
}

// assignCells finds the cells of boxes [first, last).
func (g *Grid) assignCells(_, first, last int) {
	for i := first; i < last; i++ {
		b := g.box(i)
		g.cells[i] = g.cellOf(&b)
	}
}

// copyBoxes puts the boxes [first, last) of the order in this order.
func (g *Grid) copyBoxes(_, first, last int) {
	for at, i := range g.order[first:last] {
		g.sorted[first+at] = g.box32(g.box(int(i)))
	}
}

// arrange puts the boxes in the order of their cells, ascending within one. It is a counting sort: count, sum up, place
// from the end so that order is kept.
func (g *Grid) arrange() {
	g.start = grow(g.start, g.count()+1)
	clear(g.start)
	for _, c := range g.cells {
		g.start[c]++
	}
	var sum int32
	for c := range g.start {
		sum += g.start[c]
		g.start[c] = sum
	}
	for i, c := range slices.Backward(g.cells) {
		g.start[c]--
		g.order[g.start[c]] = int32(i)
	}
}

// share is Share.
func (g *Grid) share(n int, do func(worker, first, last int)) {
	if g.Share == nil {
		do(0, 0, n)
		return
	}
	g.Share(n, do)
}

// Return gives lent memory back: nothing can be found until the next Build.
func (g *Grid) Return() {
	if g.lent {
		g.start, g.order, g.cells, g.sorted, g.lent = nil, nil, nil, nil, false
	}
}

// few is how many boxes are kept, as to ask for each four times takes longer than to read it.
const few = 1 << 12

// box returns box i.
func (g *Grid) box(i int) vec.Box {
	if i < len(g.kept) {
		return g.kept[i]
	}
	return g.ask(i)
}

// box32 returns a box relative to the middle of the cells.
func (g *Grid) box32(b vec.Box) box32 {
	return newBox32(b.Lo.Sub(g.middle).Float32(), b.Hi.Sub(g.middle).Float32())
}

// Later appends to out the boxes j > i that overlap box i, in ascending order.
func (g *Grid) Later(i int32, out []int32) []int32 {
	if len(g.batches) > 0 {
		return g.later(int(i), out)
	}
	var runs [32]run
	first, box := len(out), g.box(int(i))
	own, n := g.box32(box), 0
	for k := range g.levels {
		l := &g.levels[k]
		low, high := l.near(box)
		for z := low[2]; z <= high[2]; z++ {
			for y := low[1]; y <= high[1]; y++ {
				if n == len(runs) {
					out, n = g.search(i, own, runs[:], out), 0
				}
				row := l.row(y, z)
				runs[n] = run{g.start[row+low[0]], g.start[row+high[0]+1]}
				n++
			}
		}
	}
	out = g.search(i, own, runs[:n], out)
	sort(out[first:])
	return out
}

// run is the boxes order[first:end], of cells that follow one another.
type run struct{ first, end int32 }

// search appends to out the boxes j > i in some runs that overlap the box of i: neither of two boxes ends before the
// other one begins.
func (g *Grid) search(i int32, box box32, runs []run, out []int32) []int32 {
	x0, y0, z0 := int64(box[0]), int64(box[1]), int64(box[2])
	x1, y1, z1 := int64(box[3]), int64(box[4]), int64(box[5])
	for _, r := range runs {
		sorted := g.sorted[r.first:r.end]
		for n, j := range g.order[r.first:r.end] {
			if j <= i {
				continue
			}
			b := &sorted[n]
			x := (x1 - int64(b[0])) | (int64(b[3]) - x0)
			y := (y1 - int64(b[1])) | (int64(b[4]) - y0)
			z := (z1 - int64(b[2])) | (int64(b[5]) - z0)
			if x|y|z >= 0 {
				out = append(out, j)
			}
		}
	}
	return out
}

// sort sorts a list of boxes. Insertion sort is the fastest for the handful of neighbours that a box has.
func sort(a []int32) {
	const handful = 64
	if len(a) > handful {
		slices.Sort(a)
		return
	}
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
