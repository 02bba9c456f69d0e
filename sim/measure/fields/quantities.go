package fields

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Quantity is a field: a number, a vector or a symmetric tensor in each cell. Files, arrays and pictures have the rows
// of Quantities.
type Quantity struct {
	Name, Unit, About string
	Components        []string // their names; nil: one number
	Contacts          bool     // it is made of contacts, not of bodies alone

	of func(c *values, row []float64)
}

// Width returns how many numbers a cell has.
func (q *Quantity) Width() int { return max(1, len(q.Components)) }

// Title returns the name in words, as tables have it: contact stress.
func (q *Quantity) Title() string {
	words := []byte{}
	for _, c := range []byte(q.Name) {
		if c >= 'A' && c <= 'Z' {
			words = append(words, ' ', c-'A'+'a')
		} else {
			words = append(words, c)
		}
	}
	return string(words)
}

// Text returns the name of a component in words; without one that of the number, or of the magnitude of a vector.
func (q *Quantity) Text(component string) string {
	switch {
	case component != "":
		return q.Title() + " " + component
	case q.Components == nil:
		return q.Title()
	}
	return q.Title() + " magnitude"
}

// values are the means in a cell.
type values struct {
	sums
	velocity vec.Vec3   // NaN where there is no mass
	kinetic  [6]float64 // stress
}

var (
	axes       = []string{"x", "y", "z"}
	components = []string{"xx", "yy", "zz", "yz", "xz", "xy"}
)

// Quantities are all fields.
var Quantities = []Quantity{
	{"density", "kg/m³", "mass of bodies in a volume, with the room between them", nil, false,
		func(c *values, row []float64) { row[0] = c.mass }},
	{"momentum", "kg/(m²·s)", "of bodies, in a volume", axes, false,
		func(c *values, row []float64) { put(row, c.momentum) }},
	{"velocity", "m/s", "momentum over density; NaN without bodies", axes, false,
		func(c *values, row []float64) { put(row, c.velocity) }},
	{"temperature", "m²/s²", "granular: a third of the mean square of velocities about that of the field", nil, false,
		func(c *values, row []float64) { row[0] = (c.kinetic[0] + c.kinetic[1] + c.kinetic[2]) / (3 * c.mass) }},
	{"stress", "Pa", "of contacts and of motion, positive in compression", components, true,
		func(c *values, row []float64) {
			for k := range row {
				row[k] = c.contact[k] + c.kinetic[k]
			}
		}},
	{"pressure", "Pa", "mean of the three normal stresses", nil, true, func(c *values, row []float64) {
		for k := range 3 {
			row[0] += (c.contact[k] + c.kinetic[k]) / 3
		}
	}},
	{"contactStress", "Pa", "of contacts", components, true,
		func(c *values, row []float64) { copy(row, c.contact[:]) }},
	{"kineticStress", "Pa", "of motion about the velocity of the field", components, false,
		func(c *values, row []float64) { copy(row, c.kinetic[:]) }},
	{"wallForce", "N/m³", "of bodies that forces do not move on the others, in a volume", axes, true,
		func(c *values, row []float64) { put(row, c.wall) }},
}

// Find returns the field of a name; nil if there is none.
func Find(name string) *Quantity {
	for i := range Quantities {
		if Quantities[i].Name == name {
			return &Quantities[i]
		}
	}
	return nil
}

// Numbers returns a field in all cells, row after row, x fastest; nil without moments.
func (g *Grid) Numbers(q *Quantity) []float64 {
	if g.Moments == 0 {
		return nil
	}
	n := q.Width()
	list := make([]float64, n*len(g.sums))
	for i := range g.sums {
		c := g.mean(i)
		q.of(&c, list[i*n:(i+1)*n])
	}
	return list
}

// Center returns the centre of a cell [m].
func (g *Grid) Center(cell int) vec.Vec3 {
	var p vec.Vec3
	for k := range 3 {
		n := g.Box.Cells[k]
		p = p.WithComponent(k, g.center(k, cell%n))
		cell /= n
	}
	return p
}

// Centers returns the coordinates of the centres of cells along an axis [m].
func (g *Grid) Centers(axis int) (list []float64) {
	for i := range g.Box.Cells[axis] {
		list = append(list, g.center(axis, i))
	}
	return list
}

func (g *Grid) center(axis, i int) float64 {
	lo, hi := g.Box.Low.Component(axis), g.Box.High.Component(axis)
	return lo + (hi-lo)*(float64(i)+0.5)/float64(g.Box.Cells[axis])
}

// Cells returns the number of cells.
func (g *Grid) Cells() int { return len(g.sums) }

// CellVolume returns the volume of a cell [m³].
func (g *Grid) CellVolume() float64 { return g.cell }

// mean returns what a cell has in the mean of the moments.
func (g *Grid) mean(cell int) (c values) {
	s, by := &g.sums[cell], 1/float64(g.Moments)
	c.mass, c.momentum, c.wall = by*s.mass, s.momentum.Scale(by), s.wall.Scale(by)
	for k := range s.contact {
		c.contact[k], c.kinetic[k] = by*s.contact[k], by*s.motion[k]
	}
	nan := math.NaN()
	c.velocity = vec.New(nan, nan, nan)
	if c.mass > 0 {
		c.velocity = c.momentum.Scale(1 / c.mass)
		add(&c.kinetic, -1, c.momentum, c.velocity)
	}
	return c
}

func put(row []float64, v vec.Vec3) { row[0], row[1], row[2] = v.X, v.Y, v.Z }
