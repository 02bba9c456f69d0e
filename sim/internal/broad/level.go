package broad

import (
	"math"
	"slices"

	"example.org/tumble/sim/vec"
)

// bySize is the levels of a grid.
type bySize struct {
	levels  []level        // the largest boxes first
	levelOf [classes]uint8 // of the boxes of a class
	sample  [3][]float64   // coordinates of the centres of some boxes, sorted [m]
}

// level is the cells of boxes of similar size, so that many small boxes beside a large one are not all in its cell.
type level struct {
	size
	region
	first int32   // number of its first cell
	reach float64 // half of its longest edge, and what rounding may take from it [m]
}

// size is boxes of similar size.
type size struct {
	boxes   int
	centers vec.Box // round their centres
	longest float64 // edge [m]
}

// noBoxes is the size of none.
var noBoxes = size{centers: vec.EmptyBox()}

// include adds boxes.
func (s *size) include(o *size) {
	s.boxes, s.centers, s.longest = s.boxes+o.boxes, s.centers.Union(o.centers), larger(s.longest, o.longest)
}

// classes is how many classes of size there are, and smallest the power of two from which the edges of the second one
// go on; the first has all that are smaller, the last all that are larger.
const classes, smallest = 128, -64

// classOf returns the class of a box, from one power of two to the next, and its longest edge [m].
func classOf(b *vec.Box) (class int, edge float64) {
	s := b.Size()
	longest := max(math.Float64bits(s.X), math.Float64bits(s.Y), math.Float64bits(s.Z)) // in the order of the numbers
	return max(0, min(int(longest>>52)-1023-smallest+1, classes-1)), math.Float64frombits(longest)
}

// similar is the ratio of the longest edges of two classes up to which their boxes are in one level.
const similar = 1.5

// region is where cells are.
type region struct {
	lo   vec.Vec3
	edge float64  // of a cell [m]
	n    [3]int32 // cells along each axis
}

// measureBoxes finds how large boxes [first, last) are, and where.
func (g *Grid) measureBoxes(_, first, last int) {
	var sizes [classes]size
	for class := range sizes {
		sizes[class] = noBoxes
	}
	for i := first; i < last; i++ {
		b := g.box(i)
		class, edge := classOf(&b)
		s := &sizes[class]
		s.boxes, s.centers, s.longest = s.boxes+1, s.centers.Include(b.Center()), larger(s.longest, edge)
	}
	g.access.Lock()
	for class := range sizes {
		g.sizes[class].include(&sizes[class])
	}
	g.access.Unlock()
}

// cover lays cells over the centres of the boxes of each level or, where that makes too many cells, over the part of
// them that makes the search fastest.
func (g *Grid) cover(n int) {
	for class := range g.sizes {
		g.sizes[class] = noBoxes
	}
	g.share(n, g.measure)
	g.levels = g.levels[:0]
	for class := classes - 1; class >= 0; class-- {
		s := &g.sizes[class]
		if s.boxes == 0 {
			continue
		}
		if k := len(g.levels) - 1; k < 0 || similar*s.longest < g.levels[k].longest {
			g.levels = append(g.levels, level{size: noBoxes})
		}
		g.levels[len(g.levels)-1].include(s)
		g.levelOf[class] = uint8(len(g.levels) - 1)
	}
	if len(g.levels) == 0 {
		g.levels = append(g.levels, level{size: noBoxes})
	}
	first, most := int32(0), &g.levels[0]
	for k := range g.levels {
		l := &g.levels[k]
		if l.boxes > most.boxes {
			most = l
		}
		l.cover()
		if l.edge > enlarged*l.longest && l.boxes > manyBoxes {
			g.cut(n, l)
		}
		l.first, l.reach = first, l.longest/2*(1+1e-9)+1e-15*far(l.bounds())
		first += int32(l.count())
	}
	g.middle = most.middle() // so that most numbers of boxes are small
}

// level returns the level of a box.
func (g *Grid) level(b *vec.Box) *level {
	if len(g.levels) == 1 {
		return &g.levels[0]
	}
	class, _ := classOf(b)
	return &g.levels[g.levelOf[class]]
}

// cellOf returns the number of the cell of a box.
func (g *Grid) cellOf(b *vec.Box) int32 {
	l := g.level(b)
	return l.first + l.cellOf(b.Center())
}

// count returns how many cells there are.
func (g *Grid) count() int {
	l := &g.levels[len(g.levels)-1]
	return int(l.first) + l.count()
}

// cover lays cells over all centres.
func (l *level) cover() {
	l.region = newRegion(l.centers, l.longest, l.mostCells())
}

// mostCells returns how many cells the boxes have at most.
func (l *level) mostCells() float64 { return 4*float64(l.boxes) + 64 }

// near returns the first and the last cells along each axis that may have boxes of the level which overlap a box.
func (l *level) near(b vec.Box) (first, last [3]int32) {
	reach := vec.New(l.reach, l.reach, l.reach)
	return l.place(b.Lo.Sub(reach)), l.place(b.Hi.Add(reach))
}

// enlarged is the ratio of cells to boxes in size above which the grid looks for a part of the boxes of a level that
// smaller cells can cover, if there are more than manyBoxes: to look for it takes longer than to compare all boxes of
// the grid with so many.
const enlarged, manyBoxes = 1.1, 100

// newRegion covers a box of centres with cells of an edge, or with larger cells if there would be more than most
// of them.
func newRegion(centers vec.Box, edge, most float64) region {
	// so that rounding cannot put neighbours two cells apart
	r := region{lo: centers.Lo, edge: edge*(1+1e-9) + 1e-15*far(centers)}
	if !(r.edge > 0 && r.edge < math.MaxFloat64) {
		r.edge = 1
	}
	var extent [3]float64
	for k := range extent {
		extent[k] = centers.Hi.Component(k) - centers.Lo.Component(k)
		if !(extent[k] >= 0 && extent[k] < math.MaxFloat64) { // no box, or coordinates that are not finite
			extent[k] = 0
			r.lo = r.lo.WithComponent(k, 0)
		}
	}
	for ; ; r.edge *= 1.3 {
		var along [3]float64
		for k := range along {
			along[k] = math.Floor(extent[k]/r.edge) + 1
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

// cut chooses the region of a level that needs the fewest comparisons of boxes in one cell: the region of all boxes, or
// one that leaves out some boxes at the ends, which are far from the others.
func (g *Grid) cut(n int, l *level) {
	const many = 1024
	sorted := &g.sample
	for k := range sorted {
		sorted[k] = sorted[k][:0]
	}
	stride, next := 1+l.boxes/many, 0
	for i := range n {
		b := g.box(i)
		if g.level(&b) != l {
			continue
		}
		if next++; next%stride == 0 {
			for k := range sorted {
				sorted[k] = append(sorted[k], b.Center().Component(k))
			}
		}
	}
	if len(sorted[0]) == 0 {
		return
	}
	for k := range sorted {
		slices.Sort(sorted[k])
	}
	best, least := l.region, g.crowd(n, l)
	for _, share := range cuts {
		part := l.centers
		off := int(share * float64(len(sorted[0])))
		for k, p := range sorted {
			// If the boxes lie evenly, those that are left out reach this far beyond the others.
			lo, hi := p[off], p[len(p)-1-off]
			outside := (hi-lo)*share/(1-2*share) + l.longest
			part.Lo = part.Lo.WithComponent(k, larger(part.Lo.Component(k), lo-outside))
			part.Hi = part.Hi.WithComponent(k, -larger(-part.Hi.Component(k), -hi-outside))
		}
		l.region = newRegion(part, l.longest, l.mostCells())
		if crowd := g.crowd(n, l); crowd < least {
			best, least = l.region, crowd
		}
	}
	l.region = best
}

// crowd returns how many pairs of boxes of a level are in the same cell.
func (g *Grid) crowd(n int, l *level) (pairs float64) {
	g.start = grow(g.start, l.count())
	clear(g.start)
	for i := range n {
		if b := g.box(i); g.level(&b) == l {
			g.start[l.cellOf(b.Center())]++
		}
	}
	for _, c := range g.start {
		pairs += float64(c) * float64(c)
	}
	return pairs
}

// count returns how many cells there are.
func (r *region) count() int { return int(r.n[0]) * int(r.n[1]) * int(r.n[2]) }

// bounds returns the box round all cells.
func (r *region) bounds() vec.Box {
	return vec.Box{Lo: r.lo, Hi: r.lo.AddScaled(r.edge, vec.New(float64(r.n[0]), float64(r.n[1]), float64(r.n[2])))}
}

// middle returns the middle of the cells.
func (r *region) middle() vec.Vec3 {
	p := r.lo
	for k, cells := range r.n {
		p = p.WithComponent(k, r.lo.Component(k)+float64(cells)/2*r.edge)
	}
	if !p.IsFinite() {
		return vec.Vec3{}
	}
	return p
}

// row returns the number of the first cell in a row of the level.
func (l *level) row(y, z int32) int32 { return l.first + (z*l.n[1]+y)*l.n[0] }

// cellOf returns the number of the cell of a point, in the region.
func (r *region) cellOf(p vec.Vec3) int32 {
	at := r.place(p)
	return (at[2]*r.n[1]+at[1])*r.n[0] + at[0]
}

// place returns the numbers of the cell of a point along the axes.
func (r *region) place(p vec.Vec3) [3]int32 {
	d := p.Sub(r.lo)
	return [3]int32{r.along(d.X, 0), r.along(d.Y, 1), r.along(d.Z, 2)}
}

// along returns the number of the cell along an axis at the distance d from the edge of the first cell; outside of
// the region, the nearest cell.
func (r *region) along(d float64, axis int) int32 {
	c := d / r.edge
	if !(c > 0) {
		return 0
	}
	if c >= float64(r.n[axis]) {
		return r.n[axis] - 1
	}
	return int32(c)
}
