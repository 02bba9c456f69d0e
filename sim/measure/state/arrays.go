package state

import (
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/vec"
)

// BodyArray is a quantity of all bodies of a world, for programs that compute with arrays. Its rows are in the order of
// the numbers of the bodies. The names and values are those of Body, or of its first shape.
type BodyArray struct {
	Name, Unit, About string

	Width int  // numbers in a row; 0: a word
	Whole bool // whole numbers

	numbers func(m *moment, i int, row []float64)
	word    func(m *moment, i int) string
}

// BodyArrays are all quantities of bodies.
var BodyArrays = []BodyArray{
	{Name: "id", About: "number of the body, unique in the run", Width: 1, Whole: true,
		numbers: func(m *moment, i int, row []float64) { row[0] = float64(m.Bodies.ID(i)) }},
	{Name: "position", Unit: "m", About: "centre of mass or, of a body without mass, its pivot", Width: 3,
		numbers: func(m *moment, i int, row []float64) { put(row, m.Bodies.Pos[i]) }},
	{Name: "orientation", About: "quaternion w, x, y, z of the principal axes", Width: 4,
		numbers: func(m *moment, i int, row []float64) {
			q := m.Bodies.Ori[i]
			row[0], row[1], row[2], row[3] = q.W, q.X, q.Y, q.Z
		}},
	{Name: "velocity", Unit: "m/s", About: "half a step older than the position", Width: 3,
		numbers: func(m *moment, i int, row []float64) { put(row, m.Bodies.Vel[i]) }},
	{Name: "spin", Unit: "rad/s", About: "angular velocity about the global axes", Width: 3,
		numbers: func(m *moment, i int, row []float64) { put(row, m.Bodies.Spin[i]) }},
	{Name: "force", Unit: "N", About: "of gravity and contacts, with which the last step began", Width: 3,
		numbers: func(m *moment, i int, row []float64) { put(row, m.acting()[i].Force) }},
	{Name: "torque", Unit: "N·m", About: "about the centre of mass, like force", Width: 3,
		numbers: func(m *moment, i int, row []float64) { put(row, m.acting()[i].Torque) }},
	{Name: "mass", Unit: "kg", About: "0 for walls and meshes", Width: 1,
		numbers: func(m *moment, i int, row []float64) { row[0] = m.Bodies.Mass(i).Mass }},
	{Name: "inertia", Unit: "kg·m²", About: "about the principal axes", Width: 3,
		numbers: func(m *moment, i int, row []float64) { put(row, m.Bodies.Mass(i).Inertia) }},
	{Name: "radius", Unit: "m", About: "of the first shape; 0 for flat shapes", Width: 1,
		numbers: func(m *moment, i int, row []float64) { row[0] = m.firstShape(i).Radius }},
	{Name: "shaft", Unit: "m", About: "length of the segment of a capsule that is the first shape", Width: 1,
		numbers: func(m *moment, i int, row []float64) { row[0] = m.firstShape(i).Shaft }},
	{Name: "age", Unit: "s", About: "time since the body came, by an inlet or with the scene", Width: 1,
		numbers: func(m *moment, i int, row []float64) { row[0] = m.Clock.Time - m.Bodies.Born(i) }},
	{Name: "name", About: "name in the scene; may be empty",
		word: func(m *moment, i int) string { return m.Bodies.Name(i) }},
	{Name: "kind", About: "dynamic, kinematic or static",
		word: func(m *moment, i int) string { return kindNames[m.Bodies.Kind[i]] }},
	{Name: "material", About: "name of the material of the first shape",
		word: func(m *moment, i int) string { return m.Materials[m.firstShape(i).Def.Material].Name }},
}

// ContactArray is a quantity of all contacts of a world. Its rows are in contact order. The names and values are those
// of Contact.
type ContactArray struct {
	Name, Unit, About string

	Width int  // numbers in a row
	Whole bool // whole numbers

	numbers func(m *moment, c *contact.Contact, torque vec.Vec3, row []float64)
}

// ContactArrays are all quantities of contacts.
var ContactArrays = []ContactArray{
	{Name: "bodyA", About: "number of the first body", Width: 1, Whole: true,
		numbers: func(m *moment, c *contact.Contact, _ vec.Vec3, row []float64) {
			row[0] = float64(m.Bodies.ID(int(c.BodyA)))
		}},
	{Name: "bodyB", About: "number of the second body", Width: 1, Whole: true,
		numbers: func(m *moment, c *contact.Contact, _ vec.Vec3, row []float64) {
			row[0] = float64(m.Bodies.ID(int(c.BodyB)))
		}},
	{Name: "shapeA", About: "number of the shape in the first body", Width: 1, Whole: true,
		numbers: func(m *moment, c *contact.Contact, _ vec.Vec3, row []float64) {
			row[0] = float64(m.Shapes.Info(c.KindA, c.A).Part)
		}},
	{Name: "shapeB", About: "number of the shape in the second body", Width: 1, Whole: true,
		numbers: func(m *moment, c *contact.Contact, _ vec.Vec3, row []float64) {
			row[0] = float64(m.Shapes.Info(c.KindB, c.B).Part)
		}},
	{Name: "point", Unit: "m", About: "the contact point", Width: 3,
		numbers: func(_ *moment, c *contact.Contact, _ vec.Vec3, row []float64) { put(row, c.Point) }},
	{Name: "normal", About: "unit vector from the first to the second body", Width: 3,
		numbers: func(_ *moment, c *contact.Contact, _ vec.Vec3, row []float64) { put(row, c.Normal) }},
	{Name: "overlap", Unit: "m", About: "positive", Width: 1,
		numbers: func(_ *moment, c *contact.Contact, _ vec.Vec3, row []float64) { row[0] = c.Overlap }},
	{Name: "force", Unit: "N", About: "on the first body", Width: 3,
		numbers: func(_ *moment, c *contact.Contact, _ vec.Vec3, row []float64) { put(row, c.Force) }},
	{Name: "torque", Unit: "N·m", About: "on the first body, about the point", Width: 3,
		numbers: func(_ *moment, _ *contact.Contact, torque vec.Vec3, row []float64) { put(row, torque) }},
	{Name: "normalForce", Unit: "N", About: "positive in compression", Width: 1,
		numbers: func(_ *moment, c *contact.Contact, _ vec.Vec3, row []float64) { row[0] = c.NormalForce() }},
	{Name: "shearForce", Unit: "N", About: "size of the tangential force", Width: 1,
		numbers: func(_ *moment, c *contact.Contact, _ vec.Vec3, row []float64) { row[0] = c.Tangential().Norm() }},
	{Name: "sliding", About: "1 if the contact slides, else 0", Width: 1, Whole: true,
		numbers: func(_ *moment, c *contact.Contact, _ vec.Vec3, row []float64) {
			if row[0] = 0; c.Sliding {
				row[0] = 1
			}
		}},
}

// moment is a world whose arrays are read.
type moment struct {
	*contact.Set
	wrenches []body.Wrench
}

// acting returns the force and torque that acted on each body in the last step.
func (m *moment) acting() []body.Wrench {
	if m.wrenches == nil {
		m.wrenches = wrenches(m.Set)
	}
	return m.wrenches
}

// firstShape returns the first shape of body i.
func (m *moment) firstShape(i int) *body.Part { return &m.Bodies.Template(i).Shapes[0] }

func put(row []float64, v vec.Vec3) { row[0], row[1], row[2] = v.X, v.Y, v.Z }

// Bodies returns the number of bodies.
func (c Contacts) Bodies() int { return c.set.Bodies.Len() }

// Numbers returns the numbers of all bodies, row after row, in SI units, in the memory of a list that is needed no
// more if it is large enough; nil for a word.
func (a *BodyArray) Numbers(of Contacts, list []float64) []float64 {
	if a.Width == 0 {
		return nil
	}
	m, order := moment{Set: of.set}, of.set.Bodies.Created
	list = room(list, len(order)*a.Width)
	rows := func(_, first, last int) {
		for k := first; k < last; k++ {
			a.numbers(&m, int(order[k]), list[k*a.Width:(k+1)*a.Width])
		}
	}
	// The first row finds what all rows need; the world stands still meanwhile, so that its workers share the others.
	rows(0, 0, min(1, len(order)))
	of.set.Team.Run(len(order), rowsAtOnce, perRow, nil, rows)
	return list
}

// rowsAtOnce is how many rows of an array a worker fills at once, perRow the work for one [ns]; see parallel.Team.Run.
const rowsAtOnce, perRow = 1024, 10

// Words returns the words of all bodies; nil for numbers.
func (a *BodyArray) Words(of Contacts) (list []string) {
	if a.Width > 0 {
		return nil
	}
	m := moment{Set: of.set}
	list = make([]string, 0, of.Bodies())
	for _, i := range of.set.Bodies.Created {
		list = append(list, a.word(&m, int(i)))
	}
	return list
}

// Numbers returns the numbers of all contacts, row after row, in SI units, in the memory of a list that is needed no
// more if it is large enough.
func (a *ContactArray) Numbers(of Contacts, list []float64) []float64 {
	m, k := moment{Set: of.set}, 0
	list = room(list, of.Count()*a.Width)
	for c, torque := range of.set.WithTorque {
		a.numbers(&m, c, torque, list[k:k+a.Width])
		k += a.Width
	}
	return list
}

// room returns n numbers in the memory of a list, or in new memory.
func room(list []float64, n int) []float64 { return slices.Grow(list[:0], n)[:n] }
