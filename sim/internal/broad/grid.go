// Package broad finds pairs of boxes that overlap.
package broad

import (
	"iter"
	"math"
	"slices"
	"sync"
	"unsafe"

	"example.org/tumble/sim/vec"
)

// Grid finds, for many boxes of similar size, those that overlap a given one. Boxes are sorted into cubic cells by
// their centres. The cells cover the region where most boxes are; a box outside the region belongs to the nearest
// cell, so that boxes that flew off cost little, however far they are. The zero value is ready to use, and its
// memory is reused from one Build to the next, unless it is lent.
//
// It compares boxes as numbers of 32 bits, relative to the middle of the cells. Rounding keeps the order of
// numbers, so no overlap is missed; but boxes that are apart by less than the rounding error may be found as well.
type Grid struct {
	// Share calls do for parts that together are [0, n), some of them at the same time, each by a worker; nil: at once.
	Share func(n int, do func(worker, first, last int))

	tasks
	ask    func(i int) vec.Box
	kept   []vec.Box    // all boxes, if they are few
	apart  []int32      // boxes that are in no cell, ascending
	cells  []int32      // of each box; apartCell if it is in none
	start  []int32      // first entry of each cell, one more than there are cells
	order  []int32      // box indices sorted by cell, ascending within one; after them the boxes that are in no cell
	sorted []box32      // the boxes in this order: a search reads them one after the other
	sample [3][]float64 // coordinates of the centres of some boxes, sorted [m]
	middle vec.Vec3
	lent   bool // cells and boxes lie in lent memory
	region
}

// tasks are what workers share, kept so that a Build allocates nothing.
type tasks struct {
	measure, assign, copy func(worker, first, last int)

	access  sync.Mutex
	centers vec.Box // round the centres of the boxes that are in cells
	longest float64 // edge of these [m]
}

// region is where cells are.
type region struct {
	lo   vec.Vec3
	size float64  // edge of a cell [m]
	n    [3]int32 // cells along each axis
}

// apartCell stands for the cell of a box that is in none.
const apartCell = -1

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

// Build sorts n boxes into cells. The boxes in apart, in ascending order, are in no cell and are compared with all
// others: the few boxes that are much larger than the rest belong there. The grid calls box several times, also in
// searches, unless there are few, and by Share, and keeps apart: both must stay the same until the next Build. If lent
// has room for boxes and cells, eight numbers a box and one a cell, they lie there until Return.
//
// The edge of a cell is at least the largest edge of any box in a cell, so that it overlaps only
// boxes of its own and the 26 neighbouring cells. Cost: linear in n, and in n for each box apart.
func (g *Grid) Build(n int, box func(i int) vec.Box, apart []int32, lent []int32) {
	if g.ask, g.kept, g.apart = box, g.kept[:0], apart; g.measure == nil {
		g.measure, g.assign, g.copy = g.measureBoxes, g.assignCells, g.copyBoxes
	}
	g.Return()
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
	for _, i := range apart {
		g.cells[i] = apartCell
	}
	g.arrange()
	g.share(n, g.copy)
}

// measureBoxes finds how large boxes [first, last) are, and where.
func (g *Grid) measureBoxes(_, first, last int) {
	centers, longest := vec.EmptyBox(), 0.0
	for _, b := range g.among(first, last) {
		s := b.Size()
		centers, longest = centers.Include(b.Center()), larger(longest, larger(s.X, larger(s.Y, s.Z)))
	}
	g.access.Lock()
	g.centers, g.longest = g.centers.Union(centers), larger(g.longest, longest)
	g.access.Unlock()
}

// assignCells finds the cells of boxes [first, last).
func (g *Grid) assignCells(_, first, last int) {
	for i, b := range g.among(first, last) {
		g.cells[i] = g.cellOf(b.Center())
	}
}

// copyBoxes puts the boxes [first, last) of the order in this order.
func (g *Grid) copyBoxes(_, first, last int) {
	for at, i := range g.order[first:last] {
		g.sorted[first+at] = g.box32(g.box(int(i)))
	}
}

// arrange puts the boxes in the order of their cells, ascending within one, and those that are in none last. It is a
// counting sort: count, sum up, place from the end so that order is kept.
func (g *Grid) arrange() {
	g.start = grow(g.start, g.count()+1)
	clear(g.start)
	for _, c := range g.cells {
		if c != apartCell {
			g.start[c]++
		}
	}
	var sum int32
	for c := range g.start {
		sum += g.start[c]
		g.start[c] = sum
	}
	for i, c := range slices.Backward(g.cells) {
		if c != apartCell {
			g.start[c]--
			g.order[g.start[c]] = int32(i)
		}
	}
	copy(g.order[len(g.order)-len(g.apart):], g.apart)
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

// mostCells is how many cells n boxes have at most.
func mostCells(n int) int { return 4*n + 64 }

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

// among calls yield for those of the boxes [first, last) that are in cells.
func (g *Grid) among(first, last int) iter.Seq2[int, vec.Box] {
	return func(yield func(int, vec.Box) bool) {
		next, _ := slices.BinarySearch(g.apart, int32(first))
		for i := first; i < last; i++ {
			if next < len(g.apart) && g.apart[next] == int32(i) {
				next++
				continue
			}
			if !yield(i, g.box(i)) {
				return
			}
		}
	}
}

// cover lays the cells over the centres of all boxes that are in one or, where that makes too many
// cells, over the part of them that makes the search fastest.
func (g *Grid) cover(n int) {
	g.centers, g.longest = vec.EmptyBox(), 0
	g.share(n, g.measure)
	all, edge := g.centers, g.longest
	most := float64(mostCells(n - len(g.apart)))
	if g.region = newRegion(all, edge, most); g.size > enlarged*edge {
		g.cut(n, all, edge, most)
	}
	g.middle = g.lo
	for k, cells := range g.n {
		g.middle = g.middle.WithComponent(k, g.lo.Component(k)+float64(cells)/2*g.size)
	}
	if !g.middle.IsFinite() {
		g.middle = vec.Vec3{}
	}
}

// enlarged is the ratio of cells to boxes in size above which the grid looks for a part of the boxes that smaller
// cells can cover.
const enlarged = 1.1

// newRegion covers a box of centres with cells of an edge, or with larger cells if there would be more than most
// of them.
func newRegion(centers vec.Box, edge, most float64) region {
	// so that rounding cannot put neighbours two cells apart
	r := region{lo: centers.Lo, size: edge*(1+1e-9) + 1e-15*far(centers)}
	if !(r.size > 0 && r.size < math.MaxFloat64) {
		r.size = 1
	}
	var extent [3]float64
	for k := range extent {
		extent[k] = centers.Hi.Component(k) - centers.Lo.Component(k)
		if !(extent[k] >= 0 && extent[k] < math.MaxFloat64) { // no box, or coordinates that are not finite
			extent[k] = 0
			r.lo = r.lo.WithComponent(k, 0)
		}
	}
	for ; ; r.size *= 1.3 {
		var along [3]float64
		for k := range along {
			along[k] = math.Floor(extent[k]/r.size) + 1
		}
		if along[0]*along[1]*along[2] <= most {
			r.n = [3]int32{int32(along[0]), int32(along[1]), int32(along[2])}
			return r
		}
	}
}

// far returns the largest magnitude of the coordinates of a box, 0 for an empty one [m].
func far(b vec.Box) (most float64) {
	for k := range 3 {
		most = larger(most, larger(-b.Lo.Component(k), b.Hi.Component(k)))
	}
	return most
}

// cuts are the fractions of all boxes, at each end of each axis, that the cells may leave out.
var cuts = [...]float64{1. / 64, 1. / 16, 1. / 8, 1. / 4, 3. / 8}

// cut chooses the region that needs the fewest comparisons of boxes in one cell: the region of all boxes, or one
// that leaves out some boxes at the ends, which are far from the others.
func (g *Grid) cut(n int, all vec.Box, edge, most float64) {
	const many = 1024
	sorted := &g.sample
	for k := range sorted {
		sorted[k] = sorted[k][:0]
	}
	stride := 1 + n/many
	for i := 0; i < n; i += stride {
		if !g.isApart(int32(i)) {
			for k := range sorted {
				sorted[k] = append(sorted[k], g.box(i).Center().Component(k))
			}
		}
	}
	if len(sorted[0]) == 0 {
		return
	}
	for k := range sorted {
		slices.Sort(sorted[k])
	}
	best, least := g.region, g.crowd(n)
	for _, share := range cuts {
		part := all
		off := int(share * float64(len(sorted[0])))
		for k, p := range sorted {
			// If the boxes lie evenly, those that are left out reach this far beyond the others.
			lo, hi := p[off], p[len(p)-1-off]
			outside := (hi-lo)*share/(1-2*share) + edge
			part.Lo = part.Lo.WithComponent(k, larger(all.Lo.Component(k), lo-outside))
			part.Hi = part.Hi.WithComponent(k, -larger(-all.Hi.Component(k), -hi-outside))
		}
		g.region = newRegion(part, edge, most)
		if crowd := g.crowd(n); crowd < least {
			best, least = g.region, crowd
		}
	}
	g.region = best
}

// crowd returns how many pairs of boxes are in the same cell.
func (g *Grid) crowd(n int) (pairs float64) {
	g.start = grow(g.start, g.count())
	clear(g.start)
	for _, b := range g.among(0, n) {
		g.start[g.cellOf(b.Center())]++
	}
	for _, c := range g.start {
		pairs += float64(c) * float64(c)
	}
	return pairs
}

// count returns how many cells there are.
func (r *region) count() int { return int(r.n[0]) * int(r.n[1]) * int(r.n[2]) }

// Later appends to out the boxes j > i that overlap box i, in ascending order.
func (g *Grid) Later(i int32, out []int32) []int32 {
	var space [10]run
	first, box, cell := len(out), g.box(int(i)), int32(apartCell)
	if !g.isApart(i) {
		cell = g.cellOf(box.Center())
	}
	out = g.search(i, g.box32(box), g.around(cell, &space), out)
	sort(out[first:])
	return out
}

// isApart reports whether a box is in no cell.
func (g *Grid) isApart(i int32) bool {
	_, apart := slices.BinarySearch(g.apart, i)
	return apart
}

// around fills space with runs and returns those in use: the boxes in no cell, and the boxes in a cell and its
// neighbours; for apartCell, one run of all boxes.
func (g *Grid) around(cell int32, space *[10]run) []run {
	space[0] = run{g.start[len(g.start)-1], int32(len(g.order))}
	if cell == apartCell {
		space[0].first = 0
		return space[:1]
	}
	nx, ny := g.n[0], g.n[1]
	x, y, z := cell%nx, cell/nx%ny, cell/nx/ny
	x0, x1 := neighbours(x, nx)
	y0, y1 := neighbours(y, ny)
	z0, z1 := neighbours(z, g.n[2])
	n := 1
	for z := z0; z <= z1; z++ {
		for y := y0; y <= y1; y++ {
			row := (z*ny + y) * nx
			space[n] = run{g.start[row+x0], g.start[row+x1+1]}
			n++
		}
	}
	return space[:n]
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

func (r *region) cellOf(p vec.Vec3) int32 {
	d := p.Sub(r.lo)
	x, y, z := r.along(d.X, 0), r.along(d.Y, 1), r.along(d.Z, 2)
	return (z*r.n[1]+y)*r.n[0] + x
}

// along returns the number of the cell along an axis at the distance d from the edge of the first cell; outside of
// the region, the nearest cell.
func (r *region) along(d float64, axis int) int32 {
	c := d / r.size
	if !(c > 0) {
		return 0
	}
	if c >= float64(r.n[axis]) {
		return r.n[axis] - 1
	}
	return int32(c)
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
