package view

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
)

// ColorBy is the quantity that colours spheres and capsules, or triangles of meshes: an index into Quantities.
type ColorBy uint8

// The quantities that code refers to, which come first in Quantities.
const (
	ColorByShape ColorBy = iota // the colours of the scene
	ColorBySpeed
	ColorBySpin
	ColorByContacts
	ColorByHeight
	ColorByBody
)

// Quantity is a number that each sphere and capsule has, or each triangle of a mesh, and that can colour it.
type Quantity struct {
	Name, Label string // as --color-by has it; for people
	Unit        string // empty for numbers without a unit
	Signed      bool   // its sign is a direction
	Categorical bool   // the number is a name: two numbers are equal or not, but have no order
	Log         bool   // its ratios have a meaning, so that a logarithmic scale makes sense
	Asks        bridge.Wanted
	Needs       bridge.Missing // the data without which a snapshot has no values
	of          func(*Gauge, *bridge.Capsule, *bridge.Body) float32

	Triangle *bridge.TriangleNumber // the number is of triangles, and spheres and capsules have none; else nil
}

// Quantities lists all quantities that can colour bodies, then those of triangles. A new quantity needs only a row in
// ofBodies or in bridge.TriangleNumbers; the command line, the completion of shells, the window, its legend and the
// manual follow from the list.
var Quantities = append(ofBodies, ofTriangles()...)

// ofTriangles returns the quantities of triangles.
func ofTriangles() (list []Quantity) {
	for i := range bridge.TriangleNumbers {
		n := &bridge.TriangleNumbers[i]
		list = append(list, Quantity{Name: n.Word, Label: n.Label, Unit: n.Unit, Log: true, Triangle: n,
			Needs: bridge.Missing{Triangles: true}, Asks: bridge.Wanted{Triangles: true},
			of: func(*Gauge, *bridge.Capsule, *bridge.Body) float32 { return unknown }})
	}
	return list
}

// Triangles appends the numbers of the triangles of a mesh at a time [s] to a list; none if they are not measured.
func (q *Quantity) Triangles(m *bridge.Mesh, time float64, list []float32) []float32 {
	if q.Triangle == nil || m.Rubbed == nil || len(m.Rubbed.Sums) != len(m.Geometry.Triangles) {
		return list
	}
	for i, t := range m.Geometry.Triangles {
		var c [3]mgl32.Vec3
		for k, v := range t {
			c[k] = m.Geometry.Vertices[v]
		}
		area := c[1].Sub(c[0]).Cross(c[2].Sub(c[0])).Len() / 2
		list = append(list, float32(q.Triangle.Of(m.Rubbed, i, float64(area), time)))
	}
	return list
}

// ofBodies are the quantities of spheres and capsules.
var ofBodies = []Quantity{
	{Name: "shape", Label: "Colours of the scene", Categorical: true,
		of: func(*Gauge, *bridge.Capsule, *bridge.Body) float32 { return 0 }},
	{Name: "speed", Label: "Speed", Unit: "m/s", Log: true,
		Needs: bridge.Missing{Velocity: true}, of: ofBody(func(b *bridge.Body) float32 {
			return norm(b.Velocity)
		})},
	{Name: "spin", Label: "Spin", Unit: "rad/s", Log: true,
		Needs: bridge.Missing{Spin: true}, of: ofBody(func(b *bridge.Body) float32 {
			return norm(b.Spin)
		})},
	{Name: "contacts", Label: "Contacts", Needs: bridge.Missing{Contacts: true}, Asks: bridge.Wanted{Contacts: true},
		of: func(g *Gauge, c *bridge.Capsule, _ *bridge.Body) float32 { return float32(g.counts[c.Body]) }},
	{Name: "height", Label: "Height", Unit: "m", of: ofBody(func(b *bridge.Body) float32 { return b.Center[2] })},
	{Name: "body", Label: "Body", Categorical: true, of: ofBody(func(b *bridge.Body) float32 {
		return float32(b.Number % categories)
	})},
	{Name: "number", Label: "Number", of: ofBody(func(b *bridge.Body) float32 { return float32(b.Number) })},
	{Name: "vx", Label: "Velocity along x", Unit: "m/s", Signed: true, Log: true,
		Needs: bridge.Missing{Velocity: true}, of: velocity(0)},
	{Name: "vy", Label: "Velocity along y", Unit: "m/s", Signed: true, Log: true,
		Needs: bridge.Missing{Velocity: true}, of: velocity(1)},
	{Name: "vz", Label: "Velocity along z", Unit: "m/s", Signed: true, Log: true,
		Needs: bridge.Missing{Velocity: true}, of: velocity(2)},
	{Name: "spin-x", Label: "Spin about x", Unit: "rad/s", Signed: true, Log: true,
		Needs: bridge.Missing{Spin: true}, of: spin(0)},
	{Name: "spin-y", Label: "Spin about y", Unit: "rad/s", Signed: true, Log: true,
		Needs: bridge.Missing{Spin: true}, of: spin(1)},
	{Name: "spin-z", Label: "Spin about z", Unit: "rad/s", Signed: true, Log: true,
		Needs: bridge.Missing{Spin: true}, of: spin(2)},
	{Name: "force", Label: "Force, with weight", Unit: "N", Log: true, Needs: bridge.Missing{Force: true}, Asks: details,
		of: ofDetail(func(_ *Gauge, d *bridge.Detail) float32 { return norm(d.Force) })},
	{Name: "fx", Label: "Force along x", Unit: "N", Signed: true, Log: true,
		Needs: bridge.Missing{Force: true}, Asks: details, of: force(0)},
	{Name: "fy", Label: "Force along y", Unit: "N", Signed: true, Log: true,
		Needs: bridge.Missing{Force: true}, Asks: details, of: force(1)},
	{Name: "fz", Label: "Force along z", Unit: "N", Signed: true, Log: true,
		Needs: bridge.Missing{Force: true}, Asks: details, of: force(2)},
	{Name: "friction", Label: "Friction used", Needs: bridge.Missing{Contacts: true}, Asks: bridge.Wanted{Contacts: true},
		of: func(g *Gauge, c *bridge.Capsule, _ *bridge.Body) float32 { return g.friction[c.Body] }},
	{Name: "energy", Label: "Kinetic energy", Unit: "J", Log: true,
		Needs: bridge.Missing{Mass: true, Velocity: true}, Asks: details,
		of: ofDetail(func(_ *Gauge, d *bridge.Detail) float32 { return d.Kinetic })},
	{Name: "mass", Label: "Mass", Unit: "kg", Log: true,
		Needs: bridge.Missing{Mass: true}, of: ofBody(func(b *bridge.Body) float32 { return b.Mass })},
	{Name: "size", Label: "Size", Unit: "m", Log: true,
		of: func(_ *Gauge, c *bridge.Capsule, _ *bridge.Body) float32 { return size(c) }},
	{Name: "age", Label: "Age", Unit: "s", Asks: details, of: ofDetail(func(g *Gauge, d *bridge.Detail) float32 {
		return float32(g.Time - d.Born)
	})},
	{Name: "displacement", Label: "Displacement", Unit: "m", Log: true, Asks: details,
		of: func(g *Gauge, c *bridge.Capsule, b *bridge.Body) float32 { return g.displacement(c, b) }},
	{Name: "apart", Label: "Distance from the copy", Unit: "m", Log: true,
		of: func(g *Gauge, c *bridge.Capsule, _ *bridge.Body) float32 {
			if int(c.Body) >= len(g.Comparison.Distances) {
				return unknown
			}
			return g.Comparison.Distances[c.Body]
		}},
	{Name: "material", Label: "Material", Categorical: true,
		of: func(_ *Gauge, c *bridge.Capsule, _ *bridge.Body) float32 { return float32(c.Material) }},
}

// categories is the number of colours for quantities that are names.
const categories = 8

var details = bridge.Wanted{Details: true}

// ofBody returns the function of a quantity that depends on the body alone.
func ofBody(read func(*bridge.Body) float32) func(*Gauge, *bridge.Capsule, *bridge.Body) float32 {
	return func(_ *Gauge, _ *bridge.Capsule, b *bridge.Body) float32 { return read(b) }
}

// ofDetail returns the function of a quantity in the details of a body. Its value is NaN in a snapshot without
// details, which snapshots hold only on request.
func ofDetail(read func(*Gauge, *bridge.Detail) float32) func(*Gauge, *bridge.Capsule, *bridge.Body) float32 {
	return func(g *Gauge, c *bridge.Capsule, _ *bridge.Body) float32 {
		if int(c.Body) >= len(g.Details) {
			return unknown
		}
		return read(g, &g.Details[c.Body])
	}
}

func velocity(axis int) func(*Gauge, *bridge.Capsule, *bridge.Body) float32 {
	return ofBody(func(b *bridge.Body) float32 { return b.Velocity[axis] })
}

func spin(axis int) func(*Gauge, *bridge.Capsule, *bridge.Body) float32 {
	return ofBody(func(b *bridge.Body) float32 { return b.Spin[axis] })
}

func force(axis int) func(*Gauge, *bridge.Capsule, *bridge.Body) float32 {
	return ofDetail(func(_ *Gauge, d *bridge.Detail) float32 { return d.Force[axis] })
}

// size returns the diameter of the sphere that has the volume of a capsule [m].
func size(c *bridge.Capsule) float32 {
	r, shaft := float64(c.Radius), 2*float64(c.Half)
	return float32(math.Cbrt(8*r*r*r + 6*r*r*shaft))
}

func norm(v [3]float32) float32 {
	return float32(math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2])))
}

var unknown = float32(math.NaN())

// names returns the names of a table's rows, in its order.
func names[T any](rows []T, name func(*T) string) []string {
	var list []string
	for i := range rows {
		list = append(list, name(&rows[i]))
	}
	return list
}

// ColorByNames returns the names of the quantities, in their order.
func ColorByNames() []string { return names(Quantities, func(q *Quantity) string { return q.Name }) }

// Quantity returns the quantity that colours the bodies.
func (v *View) Quantity() *Quantity { return &Quantities[min(int(v.ColorBy), len(Quantities)-1)] }

// Gauge reads quantities of the shapes of a snapshot. The zero value is ready for use.
type Gauge struct {
	*bridge.Snapshot
	quantity *Quantity
	counts   []int32   // contacts of each body
	friction []float32 // for each body, the largest part of its friction that any of its contacts uses

	reference uint32               // View.Reference at the last call of Begin
	revision  uint64               // revision of the scene at the last call of Begin
	placed    map[int64][3]float32 // centre of each body at the reference, by the body's number
}

// Begin sets the snapshot from which the gauge reads.
func (g *Gauge) Begin(s *bridge.Snapshot, v *View) {
	g.Snapshot, g.quantity = s, v.Quantity()
	g.follow(v.Reference)
	if g.quantity.Asks.Contacts {
		g.count()
	}
}

// Of returns the quantity of a sphere or capsule; NaN if the snapshot does not hold it.
func (g *Gauge) Of(c *bridge.Capsule) float32 {
	if c.Body < 0 || int(c.Body) >= len(g.Bodies) {
		return unknown
	}
	return g.quantity.of(g, c, &g.Bodies[c.Body])
}

// follow stores the places of all bodies when the view changes its reference. A scene that is loaded again
// has no reference.
func (g *Gauge) follow(reference uint32) {
	if g.revision == g.Revision && g.reference == reference {
		return
	}
	fresh := g.revision != g.Revision
	g.revision, g.reference, g.placed = g.Revision, reference, nil
	if fresh {
		return
	}
	g.placed = make(map[int64][3]float32, len(g.Bodies))
	for i := range g.Bodies {
		g.placed[g.Bodies[i].Number] = g.Bodies[i].Center
	}
}

// displacement returns the distance of a body from its place at the reference [m]. For a body that came later,
// and for all bodies if there is no reference, it is the distance from the body's first place.
func (g *Gauge) displacement(c *bridge.Capsule, b *bridge.Body) float32 {
	from, ok := g.placed[b.Number]
	if !ok {
		if int(c.Body) >= len(g.Details) {
			return unknown
		}
		from = g.Details[c.Body].Start
	}
	return norm([3]float32{b.Center[0] - from[0], b.Center[1] - from[1], b.Center[2] - from[2]})
}

// count fills the number of contacts and the used friction of each body.
func (g *Gauge) count() {
	n := len(g.Bodies)
	g.counts, g.friction = resized(g.counts, n), resized(g.friction, n)
	for i := range g.Contacts {
		c := &g.Contacts[i]
		used := FrictionUsed(c)
		for _, body := range [2]int32{c.A, c.B} {
			if body >= 0 && int(body) < n {
				g.counts[body]++
				g.friction[body] = max(g.friction[body], used)
			}
		}
	}
}

// resized returns a slice of n zeros, in the memory of list if that is large enough.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	list = list[:n]
	clear(list)
	return list
}

// FrictionUsed returns the part of its friction that a contact uses: the tangential force over the friction
// limit, 0 to 1. For a sliding contact it is 1, also if the friction limit is 0.
func FrictionUsed(c *bridge.Contact) float32 {
	if c.Sliding {
		return 1
	}
	limit := float32(math.Abs(float64(c.Friction * c.NormalForce)))
	if limit == 0 {
		return 0
	}
	return max(0, min(norm(c.Tangential)/limit, 1))
}
