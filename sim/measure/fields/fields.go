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
func Of(f bridge.Field, s *state.State) (*Grid, error) {
	g, err := New(f)
	if err == nil {
		g.Add(s)
	}
	return g, err
}

// Add adds a moment, after which values are means over the moments.
func (g *Grid) Add(s *state.State) {
	g.Moments++
	at := make(map[int64]*state.Body, len(s.Bodies))
	for i := range s.Bodies {
		b := &s.Bodies[i]
		at[int64(b.ID)] = b
		if !moves(b) {
			continue
		}
		v := vector(b.Velocity)
		for _, to := range g.spread(vector(b.Position)) {
			c, m := &g.sums[to.cell], to.part*b.Mass
			c.mass += m
			c.momentum = c.momentum.AddScaled(m, v)
			add(&c.motion, m, v, v)
		}
	}
	for i := range s.Contacts {
		c := &s.Contacts[i]
		a, b := at[int64(c.BodyA)], at[int64(c.BodyB)]
		force, point := vector(c.Force), vector(c.Point)
		g.push(a, moves(b), point, force)
		g.push(b, moves(a), point, force.Neg())
	}
}

// moves reports whether forces move a body, so that it counts.
func moves(b *state.Body) bool { return b.Kind == "dynamic" }

// push adds a contact of a body at a point, with a force on the body; other says whether the other body counts.
func (g *Grid) push(b *state.Body, other bool, point, force vec.Vec3) {
	if !moves(b) {
		return
	}
	from := vector(b.Position)
	arm := point.Sub(from)
	pieces := max(1, min(int(math.Ceil(arm.Norm()/g.Width)), mostPieces))
	for k := range pieces {
		for _, x := range [2]float64{0.5 - 1/math.Sqrt(12), 0.5 + 1/math.Sqrt(12)} { // rule of Gauss of two points
			for _, to := range g.spread(from.AddScaled((float64(k)+x)/float64(pieces), arm)) {
				add(&g.sums[to.cell].contact, -0.5*to.part/float64(pieces), arm, force)
			}
		}
	}
	if !other {
		for _, to := range g.spread(point) {
			c := &g.sums[to.cell]
			c.wall = c.wall.AddScaled(to.part, force)
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
	x, y, z := &g.axes[0], &g.axes[1], &g.axes[2]
	all := 0.0
	for k, dz := range z.distances {
		for j, dy := range y.distances {
			row := z.row(k)*y.cells + y.row(j)
			outside := z.row(k) < 0 || y.row(j) < 0
			for i, dx := range x.distances {
				d := dx + dy + dz
				if d >= g.reach*g.reach {
					continue
				}
				part := g.kern.Of(math.Sqrt(d) / g.Width)
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

func vector(a [3]float64) vec.Vec3 { return vec.New(a[0], a[1], a[2]) }
