// Package fields makes fields of what bodies and contacts do, such as density, velocity and stress, by spreading each
// of them over a width: coarse-graining. (Sources: I. Goldhirsch (2010), Granular Matter 12; T. Weinhart et al. (2012),
// Granular Matter 14, for contacts with walls.)
//
// With the kernel φ, the bodies i of mass mᵢ at xᵢ that forces move, and their contacts c at p with the force f on the
// body, fields at a point r are
//
//	density          ρ = Σᵢ mᵢ φ(r - xᵢ)
//	momentum         Σᵢ mᵢ vᵢ φ(r - xᵢ) = ρ V
//	contact stress   -Σᵢ Σ_c f ⊗ (p - xᵢ) ∫₀¹ φ(r - xᵢ - s (p - xᵢ)) ds
//	kinetic stress   Σᵢ mᵢ vᵢ ⊗ vᵢ φ(r - xᵢ) - ρ V ⊗ V
//	wall force       Σ_c f φ(r - p), over contacts with bodies that forces do not move
//
// positive in compression, the symmetric part. They obey the balance of momentum at each point, also near walls, where
// the wall force stands for what the wall puts on them. A cell has the mean over points in it, apart by at most a
// third of the distance where the kernel ends. Of each body, contact or wall force, the shares of all points, also of
// those beyond the box, add up to one: so fields integrate to the sums over bodies and contacts to the last digits,
// however coarse the cells are. Means over time are those of the sums, so that their kinetic stress and temperature are
// of the velocities about the mean in space and time.
package fields

import (
	"math"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Grid has the fields over the cells of a box, x fastest, then y.
type Grid struct {
	bridge.Field
	Moments int // that were added

	sums  []sums
	axes  [3]axis
	cell  float64 // volume [m³]
	reach float64 // of the kernel [m]
	kern  *bridge.FieldKernel

	weights []float64 // of what is being spread, in each cell [1/m³]
	rows    []row     // the cells that have a weight, row by row
	near    []int     // the rows that have some
	lines   []line    // memory of spread
	values  []float64 // of the kernel, one line after the other, unless it is a product
}

// sums are densities in a cell, of all moments together.
type sums struct {
	mass     float64
	momentum vec.Vec3
	motion   [6]float64 // of m v ⊗ v: xx, yy, zz, yz, xz, xy
	contact  [6]float64
	wall     vec.Vec3
}

// row has the cells with a weight among those that follow each other along x.
type row struct{ first, end int }

// line is what points that follow each other along x put into a row of cells: a number times the part of each.
type line struct {
	row        int
	first, end int // of the points, among those near a place
	parts      int // index of the part of the first
	across     float64
}

// axis is one direction of the points of a grid.
type axis struct {
	low, step float64 // of the first point, and the next
	perStep   float64 // 1/step
	points    int     // within a cell
	cells     int
	most      int       // as many points are near a place at most
	cellOf    []int     // of each point, after that many that are before the box, and before as many behind it
	squares   []float64 // exp(-(i step/width)²/2)

	first     int       // of the points near a place, negative before the box
	middle    int       // the nearest of them, from the first on
	off       float64   // how far the place is beyond it [steps]
	distances []float64 // squared, of these
	cell      []int     // in which each of them is, -1 beyond the box
	parts     []float64 // of the kernel at these distances, if it is a product
	sums      []float64 // of the parts before each of these points, and of all
}

// New returns a grid without moments.
//
// Errors: an unknown kernel.
func New(f bridge.Field) (*Grid, error) {
	g := &Grid{Field: f}
	if err := f.Check(); err != nil {
		return nil, err
	}
	g.kern, _ = bridge.FindFieldKernel(f.Kernel) // it was checked
	g.reach = g.kern.Reach * f.Width
	g.cell = f.Box.Volume()
	n := 1
	for k := range g.axes {
		cells := f.Box.Cells[k]
		edge := (f.Box.High.Component(k) - f.Box.Low.Component(k)) / float64(cells)
		points := max(1, int(math.Ceil(3*edge/g.reach*(1-1e-9))))
		step := edge / float64(points)
		g.axes[k] = newAxis(f.Box.Low.Component(k)+step/2, step, points, cells, &f, g.reach)
		g.cell /= float64(cells)
		n *= cells
	}
	g.sums, g.weights = make([]sums, n), make([]float64, n)
	g.rows = make([]row, g.axes[1].cells*g.axes[2].cells)
	return g, nil
}

// Of returns the fields of one moment.
//
// Errors: an unknown kernel.
func Of(f bridge.Field, m *state.Matter) (*Grid, error) {
	g, err := New(f)
	if err == nil {
		g.Add(m)
	}
	return g, err
}

// Add adds a moment, after which values are means over the moments. Matter out of Reach may be left out.
func (g *Grid) Add(m *state.Matter) {
	g.Moments++
	for i := range m.Grains {
		b := &m.Grains[i]
		momentum, motion := b.Velocity.Scale(b.Mass), [6]float64{}
		add(&motion, b.Mass, b.Velocity, b.Velocity)
		g.spread(b.Position, 1)
		for c, weight := range g.weighed {
			c.mass += weight * b.Mass
			c.momentum = c.momentum.AddScaled(weight, momentum)
			for k := range motion {
				c.motion[k] += weight * motion[k]
			}
		}
	}
	for i := range m.Pushes {
		g.push(&m.Pushes[i])
	}
}

// Reach returns the corners of the box beyond which nothing is spread into the cells [m].
func (g *Grid) Reach() (low, high vec.Vec3) {
	by := vec.New(g.reach, g.reach, g.reach)
	return g.Box.Low.Sub(by), g.Box.High.Add(by)
}

// push adds what a contact does to a body.
func (g *Grid) push(p *state.Push) {
	arm, stress := p.Point.Sub(p.From), [6]float64{}
	add(&stress, -0.5, arm, p.Force)
	pieces := max(1, min(int(math.Ceil(arm.Norm()/g.Width)), mostPieces))
	for k := range pieces {
		for _, x := range [2]float64{0.5 - 1/math.Sqrt(12), 0.5 + 1/math.Sqrt(12)} { // rule of Gauss of two points
			g.spread(p.From.AddScaled((float64(k)+x)/float64(pieces), arm), 1/float64(pieces))
		}
	}
	for c, weight := range g.weighed {
		for k := range stress {
			c.contact[k] += weight * stress[k]
		}
	}
	if p.Wall {
		g.spread(p.Point, 1)
		for c, weight := range g.weighed {
			c.wall = c.wall.AddScaled(weight, p.Force)
		}
	}
}

// mostPieces is the number of pieces into which the way from a body to a contact is cut at most.
const mostPieces = 64

// spread adds to the weights of cells the shares of a point, times a number.
func (g *Grid) spread(p vec.Vec3, by float64) {
	for k := range g.axes {
		if !g.axes[k].place(p.Component(k), g.reach) {
			return // no cell is near
		}
	}
	if g.kern.Parts {
		for k := range g.axes {
			g.axes[k].weigh(p.Component(k), g.Width)
		}
	}
	x, y, z := &g.axes[0], &g.axes[1], &g.axes[2]
	g.values, g.lines = g.values[:0], g.lines[:0]
	low, high := -x.first, x.points*x.cells-x.first // of the points in the box
	all, across, parts := 0.0, 1.0, x.parts
	for k, dz := range z.distances {
		for j, dy := range y.distances {
			first, end := x.within(g.reach*g.reach - dy - dz)
			from := first
			if g.kern.Parts {
				across = y.parts[j] * z.parts[k]
				all += across * (x.sums[end] - x.sums[first])
			} else {
				from = len(g.values)
				all += g.evaluate(x.distances[first:end], dy+dz)
			}
			if to := min(end, high); y.cell[j] >= 0 && z.cell[k] >= 0 && max(first, low) < to {
				in := max(first, low)
				g.lines = append(g.lines, line{z.cell[k]*y.cells + y.cell[j], in, to, from + in - first, across})
			}
		}
	}
	if by /= all * g.cell; !g.kern.Parts {
		parts = g.values
	}
	for i := range g.lines {
		l := &g.lines[i]
		g.take(l.row, x.cell[l.first:l.end], parts[l.parts:], by*l.across)
	}
}

// evaluate finds what the kernel has at points whose squared distances are these, and another across [m²], and returns
// the sum.
func (g *Grid) evaluate(distances []float64, across float64) (sum float64) {
	for _, d := range distances {
		part := g.kern.Of(math.Sqrt(d+across) / g.Width)
		g.values, sum = append(g.values, part), sum+part
	}
	return sum
}

// take adds to the weights of some cells of a row the parts of its points, times a number.
func (g *Grid) take(i int, cells []int, parts []float64, by float64) {
	r, n := &g.rows[i], g.axes[0].cells
	first, end := cells[0], cells[len(cells)-1]+1
	if r.end == 0 {
		r.first, r.end = first, end
		g.near = append(g.near, i)
	}
	r.first, r.end = min(r.first, first), max(r.end, end)
	weights := g.weights[i*n : i*n+n]
	for i, part := range parts[:len(cells)] {
		weights[cells[i]] += by * part
	}
}

// weighed goes over the cells that have a weight, and takes it away.
func (g *Grid) weighed(yield func(c *sums, weight float64) bool) {
	for _, i := range g.near {
		r := &g.rows[i]
		from := i * g.axes[0].cells
		weights, cells := g.weights[from+r.first:from+r.end], g.sums[from+r.first:from+r.end]
		for j, weight := range weights {
			if weight != 0 {
				yield(&cells[j], weight)
			}
		}
		clear(weights)
		*r = row{}
	}
	g.near = g.near[:0]
}

// newAxis returns the axis of a field with its first point, and the distance to the next [m].
func newAxis(low, step float64, points, cells int, f *bridge.Field, reach float64) axis {
	a := axis{low: low, step: step, perStep: 1 / step, points: points, cells: cells, most: int(2*reach/step) + 2}
	for i := -a.most; i < points*cells+a.most; i++ {
		cell := -1
		if i >= 0 && i < points*cells {
			cell = i / points
		}
		a.cellOf = append(a.cellOf, cell)
	}
	for i := range a.most {
		d := float64(i) * step / f.Width
		a.squares = append(a.squares, math.Exp(-d*d/2))
	}
	a.distances, a.parts, a.sums = make([]float64, a.most), make([]float64, a.most), make([]float64, a.most+1)
	return a
}

// place finds the points of an axis that are near a coordinate, and reports whether some may be in the box.
func (a *axis) place(x, reach float64) bool {
	first, last := math.Ceil((x-reach-a.low)/a.step), math.Floor((x+reach-a.low)/a.step)
	if last < 0 || first >= float64(a.points)*float64(a.cells) {
		return false
	}
	n := int(last-first) + 1
	a.first, a.distances = int(first), a.distances[:n]
	a.cell = a.cellOf[a.first+a.most:][:n]
	for i := range a.distances {
		d := a.low + (first+float64(i))*a.step - x
		a.distances[i] = d * d
	}
	at := (x-a.low)*a.perStep - first
	a.middle = min(max(int(at+0.5), 0), n-1)
	a.off = at - float64(a.middle)
	return true
}

// weigh finds what the kernel of Gauss, the only one that is a product, has along the axis at the points near x for a
// width. With the distance d of the middle one from x, and i steps h from there on, in widths,
//
//	exp(-(d + i h)²/2) = exp(-d²/2) exp(-d h)ⁱ exp(-(i h)²/2)
func (a *axis) weigh(x, width float64) {
	n := len(a.distances)
	a.parts, a.sums = a.parts[:n], a.sums[:n+1]
	d := (a.low + float64(a.first+a.middle)*a.step - x) / width
	there, each := math.Exp(-d*d/2), math.Exp(-d*a.step/width)
	part := there
	for i, square := range a.squares[:n-a.middle] {
		a.parts[a.middle+i] = part * square
		part *= each
	}
	part, each = there, 1/each
	for i, square := range a.squares[:a.middle+1] {
		a.parts[a.middle-i] = part * square
		part *= each
	}
	sum := 0.0
	for i, part := range a.parts {
		a.sums[i] = sum
		sum += part
	}
	a.sums[n] = sum
}

// within returns the first of the points near a place whose squared distance is below a number, and the first behind
// them.
func (a *axis) within(square float64) (first, end int) {
	if !(square > a.distances[a.middle]) {
		return 0, 0
	}
	reach, d := math.Sqrt(square)*a.perStep, a.distances
	first, end = a.middle-int(reach-a.off), a.middle+1+int(reach+a.off)
	if first = max(first, 0); !(d[first] < square) {
		first++
	} else if first > 0 && d[first-1] < square {
		first--
	}
	if end = min(end, len(d)); !(d[end-1] < square) {
		end--
	} else if end < len(d) && d[end] < square {
		end++
	}
	return first, end
}

// add adds the symmetric part of a dyad times a number.
func add(t *[6]float64, by float64, a, b vec.Vec3) {
	t[0] += by * a.X * b.X
	t[1] += by * a.Y * b.Y
	t[2] += by * a.Z * b.Z
	t[3] += by * (a.Y*b.Z + a.Z*b.Y) / 2
	t[4] += by * (a.X*b.Z + a.Z*b.X) / 2
	t[5] += by * (a.X*b.Y + a.Y*b.X) / 2
}
