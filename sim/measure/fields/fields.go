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
	near  []share // memory of spread
}

// sums are densities in a cell, of all moments together.
type sums struct {
	mass     float64
	momentum vec.Vec3
	motion   [6]float64 // of m v ⊗ v: xx, yy, zz, yz, xz, xy
	contact  [6]float64
	wall     vec.Vec3
}

// axis is one direction of the points of a grid.
type axis struct {
	low, step float64 // of the first point, and the next
	points    int     // within a cell
	cells     int

	first     int       // of the points near a place, negative before the box
	distances []float64 // squared, of these
	parts     []float64 // of the kernel at these distances, if it is a product
	sums      []float64 // of the parts before each of these points, and of all
}

// share is what a cell gets of a body or contact [1/m³].
type share struct {
	cell int
	part float64
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
		g.axes[k] = axis{low: f.Box.Low.Component(k) + step/2, step: step, points: points, cells: cells}
		g.cell /= float64(cells)
		n *= cells
	}
	g.sums = make([]sums, n)
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
		for _, to := range g.spread(b.Position) {
			c, m := &g.sums[to.cell], to.part*b.Mass
			c.mass += m
			c.momentum = c.momentum.AddScaled(m, b.Velocity)
			add(&c.motion, m, b.Velocity, b.Velocity)
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
	arm := p.Point.Sub(p.From)
	pieces := max(1, min(int(math.Ceil(arm.Norm()/g.Width)), mostPieces))
	for k := range pieces {
		for _, x := range [2]float64{0.5 - 1/math.Sqrt(12), 0.5 + 1/math.Sqrt(12)} { // rule of Gauss of two points
			for _, to := range g.spread(p.From.AddScaled((float64(k)+x)/float64(pieces), arm)) {
				add(&g.sums[to.cell].contact, -0.5*to.part/float64(pieces), arm, p.Force)
			}
		}
	}
	if p.Wall {
		for _, to := range g.spread(p.Point) {
			c := &g.sums[to.cell]
			c.wall = c.wall.AddScaled(to.part, p.Force)
		}
	}
}

// mostPieces is the number of pieces into which the way from a body to a contact is cut at most.
const mostPieces = 64

// spread returns the cells over which a point is spread, in the order of their places. It is valid until the next call.
func (g *Grid) spread(p vec.Vec3) []share {
	g.near = g.near[:0]
	for k := range g.axes {
		if !g.axes[k].place(p.Component(k), g.reach) {
			return nil // no cell is near
		}
	}
	if g.kern.Parts {
		for k := range g.axes {
			g.axes[k].weigh(g.kern, g.Width)
		}
	}
	x, y, z := &g.axes[0], &g.axes[1], &g.axes[2]
	all := 0.0
	for k, dz := range z.distances {
		for j, dy := range y.distances {
			row := z.row(k)*y.cells + y.row(j)
			outside := z.row(k) < 0 || y.row(j) < 0
			first, end := x.within(g.reach*g.reach - dy - dz)
			across := 0.0
			if g.kern.Parts {
				if across = y.parts[j] * z.parts[k]; outside {
					all += across * (x.sums[end] - x.sums[first])
					continue
				}
			}
			for i := first; i < end; i++ {
				var part float64
				if g.kern.Parts {
					part = across * x.parts[i]
				} else {
					part = g.kern.Of(math.Sqrt(x.distances[i]+dy+dz) / g.Width)
				}
				all += part
				column := x.row(i)
				if outside || column < 0 {
					continue
				}
				cell := row*x.cells + column
				if n := len(g.near) - 1; n >= 0 && g.near[n].cell == cell {
					g.near[n].part += part
				} else {
					g.near = append(g.near, share{cell, part})
				}
			}
		}
	}
	for i := range g.near {
		g.near[i].part /= all * g.cell
	}
	return g.near
}

// place finds the points of an axis that are near a coordinate, and reports whether some may be in the box.
func (a *axis) place(x, reach float64) bool {
	first, last := math.Ceil((x-reach-a.low)/a.step), math.Floor((x+reach-a.low)/a.step)
	if last < 0 || first >= float64(a.points)*float64(a.cells) {
		return false
	}
	a.first, a.distances = int(first), a.distances[:0]
	for i := first; i <= last; i++ {
		d := a.low + i*a.step - x
		a.distances = append(a.distances, d*d)
	}
	return true
}

// weigh finds what a kernel of a width has along the axis at the points near a place.
func (a *axis) weigh(kernel *bridge.FieldKernel, width float64) {
	a.parts, a.sums = a.parts[:0], append(a.sums[:0], 0)
	for i, d := range a.distances {
		a.parts = append(a.parts, kernel.Of(math.Sqrt(d)/width))
		a.sums = append(a.sums, a.sums[i]+a.parts[i])
	}
}

// within returns the first of the points near a place whose squared distance is below a number, and the first behind
// them.
func (a *axis) within(square float64) (first, end int) {
	end = len(a.distances)
	for first < end && a.distances[first] >= square {
		first++
	}
	for end > first && a.distances[end-1] >= square {
		end--
	}
	return first, end
}

// row returns the cell of near point i, -1 beyond the box.
func (a *axis) row(i int) int {
	if i += a.first; i < 0 || i >= a.points*a.cells {
		return -1
	}
	return i / a.points
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
