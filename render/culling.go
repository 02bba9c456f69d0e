package render

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// culling finds the capsules that others hide entirely, or that lie beside the picture, so that they need not be
// drawn (occlusion culling).
//
// It covers the picture with cells and goes through the capsules from front to back. Of each cell that one of them
// covers it knows a depth from which on nothing more is seen there. A capsule is hidden if all cells that it may
// reach are so covered before it begins.
//
// A picture without them is the same but for a few pixels: where the near end of a long capsule sticks out in front of
// one that is drawn later, its soft edge shows what was drawn before both.
type culling struct {
	order      []depthOrder  // of the capsules that are drawn, from back to front
	views      []capsuleView // of all capsules
	cell       float32       // side of a cell [px]
	cols, rows int           // of cells; multiples of blockSide
	full       []float32     // of each cell: the depth from which on nothing is seen [m]
	blocks     []float32     // of each block of cells: the largest of them
}

// blockSide is the side of a block of cells.
const blockSide = 4

// capsuleView is where a capsule is in the picture [px], and how deep before the eye [m].
type capsuleView struct {
	a, b   [2]float32 // the ends of its segment
	inner  float32    // nothing shines through it so near to its segment; not positive: it hides nothing
	lo, hi [2]float32 // corners of a rectangle that holds it
	near   float32    // the depth where it begins at the earliest
	far    float32    // that of the farther end of its segment
	always bool       // it is so near to the eye that it must be drawn
}

// depthOrder is the place of a capsule in the order in which capsules are drawn: how near to the eye it is, as a number
// without sign that grows with it, and in the lower half its index.
type depthOrder uint64

// orderedBy returns the place of a capsule that is so near to the eye: behind all others if that is not a number.
func orderedBy(nearness float32, index int) depthOrder {
	key := math.Float32bits(nearness)
	switch {
	case nearness != nearness:
		key = 0
	case key>>31 != 0:
		key = ^key
	default:
		key |= 1 << 31
	}
	return depthOrder(key)<<32 | depthOrder(uint32(index))
}

func (o depthOrder) index() int { return int(uint32(o)) }

// Measures of culling: the room for soft edges and rounding [px], that for passes which are shifted by parts of a
// pixel, the cells in a typical radius, how many capsules tell what is typical, and from how many on
// it pays: of the 316 capsules of the bottle 140 are hidden, and to find them takes as long as to draw them.
const (
	softEdge   = 0.75
	passShift  = 0.75
	cullCells  = 3
	cullSample = 256
	cullLeast  = 1000
)

// projection projects points into a picture.
type projection struct {
	right, up, back, eye mgl32.Vec3
	scale, shift         [2]float32 // pixels of a slope, or of a metre if orthographic; the place of the axis [px]
	ortho                bool
	near                 float32 // the depth from which on there is something to see
	margin               float32 // [px]
	size                 [2]int
}

// projection returns that of the picture of a frame.
func (f *frame) projection() projection {
	c := f.Camera
	m := c.ProjectionMatrix(f.Aspect())
	near, _ := c.Clip()
	p := projection{right: c.Right(), up: c.Up(), back: c.Back(), eye: c.Eye(), ortho: c.Ortho, near: near,
		margin: softEdge, size: f.points}
	if f.View.Quality == view.Best {
		p.margin += passShift
	}
	off := [2]float32{-m[8], -m[9]}
	if c.Ortho {
		off = [2]float32{m[12], m[13]}
	}
	for k := range p.size {
		half := float32(p.size[k]) / 2
		p.scale[k], p.shift[k] = half*m[5*k], half*(1+off[k])
	}
	p.scale[1], p.shift[1] = -p.scale[1], float32(p.size[1])-p.shift[1]
	return p
}

// at returns a point as right, up and ahead of the eye.
func (p *projection) at(x mgl32.Vec3) mgl32.Vec3 {
	d := x.Sub(p.eye)
	return mgl32.Vec3{d.Dot(p.right), d.Dot(p.up), -d.Dot(p.back)}
}

// view returns where a capsule is in the picture.
func (p *projection) view(c *bridge.Capsule) (v capsuleView) {
	center, along := mgl32.Vec3(c.Center), mgl32.Vec3(c.Axis).Mul(c.Half)
	ends := [2]mgl32.Vec3{p.at(center.Sub(along)), p.at(center.Add(along))}
	r := c.Radius
	v.near = min(ends[0][2], ends[1][2]) - r
	v.far = max(ends[0][2], ends[1][2])
	if v.always = !(v.near > p.near && v.far < math.MaxFloat32 && r > 0); v.always {
		return v
	}
	for e, x := range ends {
		for k := range 2 {
			s, middle := p.scale[k], p.shift[k]
			lo, hi := s*(x[k]-r), s*(x[k]+r)
			at := s * x[k]
			if !p.ortho {
				at /= x[2]
				long := sqrt32(x[k]*x[k] + x[2]*x[2] - r*r)
				lo = s * (x[k]*long - r*x[2]) / (x[2]*long + r*x[k])
				hi = s * (x[k]*long + r*x[2]) / (x[2]*long - r*x[k])
			}
			if lo, hi = min(lo, hi)+middle-p.margin, max(lo, hi)+middle+p.margin; e == 0 {
				v.a[k], v.lo[k], v.hi[k] = at+middle, lo, hi
			} else {
				v.b[k], v.lo[k], v.hi[k] = at+middle, min(v.lo[k], lo), max(v.hi[k], hi)
			}
		}
	}
	px := min(p.scale[0], -p.scale[1])
	if !p.ortho {
		px /= v.far
	}
	v.inner = px*r - p.margin
	for k := range 2 {
		v.always = v.always || !(v.lo[k] > -math.MaxFloat32 && v.hi[k] < math.MaxFloat32)
	}
	return v
}

func sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// list puts the capsules that are drawn in the usual way in the order in which they are drawn, from back to front, so
// that their soft edges blend with the bodies behind them. Those that nobody sees come first, if something else needs
// them, or are left out; it returns how many of them are in the order.
func (o *culling) list(f *frame) (unseen int) {
	if f.View.Cutting() || len(f.Capsules) < cullLeast { // what is cut open hides little
		o.sort(f)
		return 0
	}
	p := f.projection()
	var sorting sync.WaitGroup
	sorting.Go(func() { o.sort(f) })
	o.look(&p, f.Capsules)
	sorting.Wait()
	o.cover(&p)
	seen := len(o.order)
	for i := len(o.order) - 1; i >= 0; i-- { // those that are seen move to the end
		x := o.order[i]
		v := &o.views[x.index()]
		if !v.always && o.hides(v) {
			continue
		}
		if v.inner > o.cell/2 {
			o.add(v)
		}
		seen--
		o.order[i], o.order[seen] = o.order[seen], x
	}
	if f.shadows {
		return seen
	}
	o.order = o.order[:copy(o.order, o.order[seen:])] // with all its memory, for the next picture
	return 0
}

// sort puts the capsules that are drawn in the usual way in the order of their middles, from back to front.
func (o *culling) sort(f *frame) {
	depth := f.nearness()
	o.order = o.order[:0]
	for i := range f.Capsules {
		if c := &f.Capsules[i]; f.appearance(c.Body) == drawnUsual {
			o.order = append(o.order, orderedBy(depth(c.Center), i))
		}
	}
	slices.Sort(o.order)
}

// nearness returns a function of points that grows toward the eye.
func (f *frame) nearness() func(p [3]float32) float32 {
	if back := f.Camera.Back(); f.Camera.Ortho {
		return func(p [3]float32) float32 { return p[0]*back[0] + p[1]*back[1] + p[2]*back[2] }
	}
	eye := f.Camera.Eye()
	return func(p [3]float32) float32 {
		x, y, z := p[0]-eye[0], p[1]-eye[1], p[2]-eye[2]
		return -(x*x + y*y + z*z)
	}
}

// look finds where capsules are in the picture.
func (o *culling) look(p *projection, capsules []bridge.Capsule) {
	o.views = slices.Grow(o.views[:0], len(capsules))[:len(capsules)]
	inParts(len(capsules), func(first, last int) {
		for i := first; i < last; i++ {
			o.views[i] = p.view(&capsules[i])
		}
	})
}

// cover lays cells over the picture, of a size that suits the capsules in the order.
func (o *culling) cover(p *projection) {
	var sizes [cullSample]float32
	n := min(len(o.order), cullSample)
	for i := range n {
		sizes[i] = o.views[o.order[i*len(o.order)/n].index()].inner
	}
	slices.Sort(sizes[:n])
	o.cell = max(1, float32(math.Floor(float64(sizes[n/2]/cullCells))))
	cells := func(pixels int) int { return (int(float32(pixels)/o.cell)/blockSide + 1) * blockSide }
	o.cols, o.rows = cells(p.size[0]), cells(p.size[1])
	open := func(list []float32, n int) []float32 {
		list = slices.Grow(list[:0], n)[:n]
		for i := range list {
			list[i] = math.MaxFloat32
		}
		return list
	}
	o.full = open(o.full, o.cols*o.rows)
	o.blocks = open(o.blocks, o.cols*o.rows/blockSide/blockSide)
}

// hides reports whether what was added hides a capsule, or the picture does not reach it.
func (o *culling) hides(v *capsuleView) bool {
	x0, x1 := o.span(v.lo[0], v.hi[0], o.cols)
	y0, y1 := o.span(v.lo[1], v.hi[1], o.rows)
	for y := y0 / blockSide; y*blockSide <= y1; y++ {
		for x := x0 / blockSide; x*blockSide <= x1; x++ {
			if !(v.near > o.blocks[y*(o.cols/blockSide)+x]) && !o.hidesIn(v, x, y, x0, x1, y0, y1) {
				return false
			}
		}
	}
	return true
}

// hidesIn is hides for those of the cells from x0 to x1 and y0 to y1 that are in a block.
func (o *culling) hidesIn(v *capsuleView, x, y, x0, x1, y0, y1 int) bool {
	x0, x1 = max(x0, x*blockSide), min(x1, x*blockSide+blockSide-1)
	for y := max(y0, y*blockSide); y <= min(y1, y*blockSide+blockSide-1); y++ {
		for _, full := range o.full[y*o.cols:][x0 : x1+1] {
			if !(v.near > full) {
				return false
			}
		}
	}
	return true
}

// span returns the cells, of so many, with middles of pixels in a stretch; if there are none, the last is before the
// first.
func (o *culling) span(lo, hi float32, cells int) (first, last int) {
	lo, hi = float32(math.Ceil(float64(lo-0.5))), float32(math.Floor(float64(hi-0.5)))
	return int(mgl32.Clamp(lo/o.cell, 0, float32(cells))), int(mgl32.Clamp(hi/o.cell, -1, float32(cells-1)))
}

// add covers the cells whose pixels all have their middles in a capsule. It is convex, so those at the corners tell.
func (o *culling) add(v *capsuleView) {
	r := v.inner
	top, bottom := min(v.a[1], v.b[1])-r, max(v.a[1], v.b[1])+r
	first, last := o.within(top, bottom, o.rows)
	if first >= last {
		return
	}
	for y := first; y < last; y++ {
		lo, hi := v.chord(r, float32(y)*o.cell+0.5)
		if o.cell > 1 {
			l, h := v.chord(r, float32(y+1)*o.cell-0.5)
			lo, hi = max(lo, l), min(hi, h)
		}
		if x0, x1 := o.within(lo, hi, o.cols); x0 < x1 {
			for x, full := range o.full[y*o.cols:][x0:x1] {
				o.full[y*o.cols+x0+x] = min(full, v.far)
			}
		}
	}
	x0, x1 := o.within(min(v.a[0], v.b[0])-r, max(v.a[0], v.b[0])+r, o.cols)
	for y := first / blockSide; y*blockSide < last; y++ {
		for x := x0 / blockSide; x*blockSide < x1; x++ {
			if b := &o.blocks[y*(o.cols/blockSide)+x]; *b > v.far {
				*b = o.largest(x, y)
			}
		}
	}
}

// within returns the cells, of so many, whose pixels all have their middles in a stretch.
func (o *culling) within(lo, hi float32, cells int) (first, end int) {
	return int(math.Ceil(float64(max(lo-0.5, 0) / o.cell))), int(min((hi+0.5)/o.cell, float32(cells)))
}

// largest returns the largest depth of the cells in a block.
func (o *culling) largest(x, y int) (most float32) {
	for row := range blockSide {
		for _, full := range o.full[(y*blockSide+row)*o.cols+x*blockSide:][:blockSide] {
			most = max(most, full)
		}
	}
	return most
}

// chord returns where the points begin and end that are on a row of the picture and no farther than r from the
// segment; if there are none, it begins after its end.
func (v *capsuleView) chord(r, y float32) (lo, hi float32) {
	lo, hi = math.MaxFloat32, -math.MaxFloat32
	for _, end := range [2]*[2]float32{&v.a, &v.b} {
		if dy := y - end[1]; dy*dy < r*r {
			w := sqrt32(r*r - dy*dy)
			lo, hi = min(lo, end[0]-w), max(hi, end[0]+w)
		}
	}
	dx, dy := v.b[0]-v.a[0], v.b[1]-v.a[1]
	length := sqrt32(dx*dx + dy*dy)
	if dy == 0 || !(length > 0) {
		return lo, hi
	}
	for _, side := range [2]float32{r / length, -r / length} {
		x, y0 := v.a[0]-side*dy, v.a[1]+side*dx
		if part := (y - y0) / dy; part > 0 && part < 1 {
			at := x + part*dx
			lo, hi = min(lo, at), max(hi, at)
		}
	}
	return lo, hi
}

// inParts lets as many goroutines as there are processors do their parts of n things.
func inParts(n int, do func(first, last int)) {
	parts := min(runtime.GOMAXPROCS(0), n/1024+1)
	var done sync.WaitGroup
	for part := range parts {
		done.Add(1)
		go func() {
			defer done.Done()
			do(part*n/parts, (part+1)*n/parts)
		}()
	}
	done.Wait()
}
