package insertion

import (
	"math"
	"math/bits"

	"example.org/tumble/sim/vec"
)

// cover marks cells of an inlet's volume in which no fresh body has room: wherever in the cell its centroid is,
// and however it is turned, its boxes meet the box of a shape that is there. In a volume that is nearly full, the
// marks decide most trials.
type cover struct {
	core  float64 // bodies have a ball of this radius about their centroid inside a shape [m]; 0: no cell is marked
	inner float64 // a little less than core, for rounding errors [m]
	lo    vec.Vec3
	size  float64  // edge of a cell [m]
	n     [2]int   // rows of cells along y and z
	rows  []uint64 // a bit for each cell along x

	beyond []uint64 // as rows: the cells in which no body fits into the volume
	below  float64  // core for which these cells were found; they hold for larger cores, too [m]
}

const (
	// coverAfter is how many trials fail before cells are marked: marking takes about as long as a hundred trials.
	coverAfter = 100
	// coverSlack is the fraction of all lengths by which marks are smaller than they could be, so that rounding
	// never marks a cell too many.
	coverSlack = 1e-6
)

// clear takes all marks away.
func (c *cover) clear() { c.core = 0 }

// reset lays cells without marks over a box, for bodies with the given core.
func (c *cover) reset(box vec.Box, core float64) {
	side := box.Size()
	c.core, c.inner, c.lo = core, core*(1-coverSlack), box.Lo
	c.size = math.Max(side.X, math.Max(side.Y, side.Z)) / 64
	c.n = [2]int{int(side.Y/c.size) + 1, int(side.Z/c.size) + 1}
	c.rows = append(c.rows[:0], make([]uint64, c.n[0]*c.n[1])...)
}

// mark marks the cells in which a body would meet a box: those within the box grown by the
// core.
func (c *cover) mark(box vec.Box) {
	x0, x1 := c.within(box.Lo.X-c.lo.X, box.Hi.X-c.lo.X, 64)
	y0, y1 := c.within(box.Lo.Y-c.lo.Y, box.Hi.Y-c.lo.Y, c.n[0])
	z0, z1 := c.within(box.Lo.Z-c.lo.Z, box.Hi.Z-c.lo.Z, c.n[1])
	if x0 >= x1 {
		return
	}
	bits := ^uint64(0) << x0 & (^uint64(0) >> (64 - x1))
	for z := z0; z < z1; z++ {
		for y := y0; y < y1; y++ {
			c.rows[z*c.n[0]+y] |= bits
		}
	}
}

// open calls yield for the cells that are not marked and in which bodies fit into a volume.
func (c *cover) open(v *Volume, yield func(cell vec.Box) bool) {
	if len(c.beyond) != len(c.rows) || c.core < c.below {
		c.findBeyond(v)
	}
	for i, row := range c.rows {
		for left := ^(row | c.beyond[i]); left != 0; left &= left - 1 {
			if !yield(c.cell(bits.TrailingZeros64(left), i)) {
				return
			}
		}
	}
}

// cell returns the cell at x in a row.
func (c *cover) cell(x, row int) vec.Box {
	lo := c.lo.AddScaled(c.size, vec.New(float64(x), float64(row%c.n[0]), float64(row/c.n[0])))
	return vec.Box{Lo: lo, Hi: lo.Add(vec.New(c.size, c.size, c.size))}
}

// findBeyond finds the cells in which no body fits into a volume. Between two points the depth changes by no more
// than their distance, so that the depth of one cell decides for others in its row.
func (c *cover) findBeyond(v *Volume) {
	c.beyond, c.below = append(c.beyond[:0], make([]uint64, len(c.rows))...), c.core
	for i := range c.beyond {
		for x := 0; x < 64; {
			spare := c.spare(v, c.cell(x, i))
			alike := min(1+int(math.Abs(spare)/c.size*(1-coverSlack)), 64-x)
			if spare < 0 {
				c.beyond[i] |= ^uint64(0) >> (64 - alike) << x
			}
			x += alike
		}
	}
}

// fitsNowhere reports whether the core reaches out of a volume, wherever in a box its centre is.
func (c *cover) fitsNowhere(v *Volume, box vec.Box) bool { return c.spare(v, box) < 0 }

// spare returns the largest depth in a volume that a point of a box may have, less the depth that the core needs
// [m].
func (c *cover) spare(v *Volume, box vec.Box) float64 {
	return v.depth(box.Center()) + box.Size().Norm()/2 - c.inner
}

// within returns the cells [first, end) of n that lie between lo and hi, from the first
// cell's edge, after growing by the core [m].
func (c *cover) within(lo, hi float64, n int) (first, end int) {
	first = int(math.Ceil(vec.Clamp((lo-c.inner)/c.size+coverSlack, 0, float64(n))))
	end = int(vec.Clamp((hi+c.inner)/c.size-coverSlack, 0, float64(n)))
	return first, end
}

// has reports whether the cell of p is marked.
func (c *cover) has(p vec.Vec3) bool {
	d := p.Sub(c.lo).Scale(1 / c.size)
	if !(d.X >= 0 && d.X < 64 && d.Y >= 0 && d.Y < float64(c.n[0]) && d.Z >= 0 && d.Z < float64(c.n[1])) {
		return false
	}
	return c.rows[int(d.Z)*c.n[0]+int(d.Y)]>>int(d.X)&1 != 0
}
