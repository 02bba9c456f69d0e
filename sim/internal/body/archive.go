package body

import (
	"cmp"
	"math"
	"slices"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// Library numbers the templates and meshes that bodies and inlets share. In a saved state it comes before
// everything that refers to it.
type Library struct {
	templates []*Template
	meshes    []*mesh.Mesh
	number    map[any]int // numbers of templates and meshes, by pointer; only looked up
}

// Add adds a template and its meshes, each of them once.
func (l *Library) Add(t *Template) {
	if l.number == nil {
		l.number = map[any]int{}
	}
	if _, ok := l.number[t]; ok {
		return
	}
	l.number[t] = len(l.templates)
	l.templates = append(l.templates, t)
	for i := range t.Shapes {
		m := t.Shapes[i].Def.Mesh
		if _, ok := l.number[m]; m != nil && !ok {
			l.number[m] = len(l.meshes)
			l.meshes = append(l.meshes, m)
		}
	}
}

// Template archives a reference to a template.
func (l *Library) Template(a *archive.Archive, t **Template) {
	var n int
	if !a.Reading() {
		n = l.number[*t]
	}
	archive.Integer(a, &n)
	if a.Good() {
		if n < 0 || n >= len(l.templates) {
			a.Fail("there is no template %d", n)
			return
		}
		*t = l.templates[n]
	}
}

// Archive archives the meshes and templates; materials is the number of materials.
func (l *Library) Archive(a *archive.Archive, materials int) {
	archive.List(a, &l.meshes, func(m **mesh.Mesh) {
		if a.Reading() {
			*m = new(mesh.Mesh)
		}
		archive.List(a, &(*m).Vertices, a.Vector)
		archive.List(a, &(*m).Triangles, a.Corners)
		if a.Reading() {
			checkSearchable(a, *m)
		}
	})
	archive.List(a, &l.templates, func(t **Template) {
		if a.Reading() {
			*t = new(Template)
		}
		(*t).archive(a, l)
		if a.Good() {
			(*t).checkRestored(a, materials)
		}
	})
}

func (t *Template) archive(a *archive.Archive, l *Library) {
	a.Numbers(&t.Mass, &t.Volume, &t.Reach, &t.Off)
	a.Vectors(&t.Inertia, &t.Center)
	a.Quat(&t.Axes)
	archive.Integer(a, &t.Sampling)
	archive.List(a, &t.Shapes, func(p *Part) {
		var d ShapeDef
		n := -1
		if !a.Reading() {
			d = p.Full()
		}
		d.Archive(a)
		if !a.Reading() && d.Mesh != nil {
			n = l.number[d.Mesh]
		}
		archive.Integer(a, &n)
		if a.Reading() && n >= 0 && n < len(l.meshes) {
			d.Mesh = l.meshes[n]
		}
		if a.Reading() {
			if d.Kind == shape.KindMesh && d.Mesh == nil {
				a.Fail("there is no mesh %d", n)
			}
			if a.Err() == nil {
				*p = newPart(d)
			}
		}
	})
	if a.Reading() {
		t.SetPrint()
	}
}

// Archive archives everything but the mesh. Values that are only drawn come last.
func (d *ShapeDef) Archive(a *archive.Archive) {
	archive.Integer(a, &d.Kind)
	a.Numbers(&d.Radius, &d.Shaft, &d.HalfThickness)
	a.Vector(&d.Position)
	a.Quat(&d.Orientation)
	archive.Integer(a, &d.Wall.Axis)
	archive.Integer(a, &d.Wall.Sense)
	a.Number(&d.Wall.Position)
	archive.Integer(a, &d.Seams)
	a.Flag(&d.Cylinder.Hollow)
	archive.Integer(a, &d.Material)
	if a.Deciding() {
		if d.Filled || d.Mass != 0 { // so that what was there before keeps its fingerprint
			a.Flag(&d.Filled)
			a.Number(&d.Mass)
		}
		return
	}
	if a.Has(11) {
		a.Flag(&d.Filled)
		a.Number(&d.Mass)
	}
	a.Numbers(&d.Wall.Lo[0], &d.Wall.Lo[1], &d.Wall.Hi[0], &d.Wall.Hi[1])
	a.Text(&d.MeshName)
	a.Number(&d.Cylinder.Drawn)
	for i := range d.Colors {
		for k := range d.Colors[i] {
			archive.Integer(a, &d.Colors[i][k])
		}
	}
}

// SetPrint gives a template its fingerprint, from those of its shapes.
func (t *Template) SetPrint() {
	a := archive.NewDigest()
	for i := range t.Shapes {
		archive.Integer(a, &t.Shapes[i].Print)
	}
	a.Numbers(&t.Mass, &t.Reach)
	a.Vectors(&t.Inertia, &t.Center)
	a.Quat(&t.Axes)
	archive.Integer(a, &t.Sampling)
	t.Print = a.Sum()
}

// Print returns the fingerprint of a shape in the frame of its body.
func (d *ShapeDef) Print() uint64 {
	a := archive.NewDigest()
	d.Archive(a)
	if d.Kind == shape.KindMesh {
		archive.List(a, &d.Mesh.Vertices, a.Vector)
		archive.List(a, &d.Mesh.Triangles, a.Corners)
	}
	return a.Sum()
}

// checkRestored refuses a template that no body can be made of.
func (t *Template) checkRestored(a *archive.Archive, materials int) {
	i := t.Inertia
	switch {
	case len(t.Shapes) == 0:
		a.Fail("a template has no shape")
	case !(t.Mass >= 0) || t.Mass > 0 && !(i.X > 0 && i.Y > 0 && i.Z > 0) || !limit.Bounded(i) ||
		!(t.Reach >= 0 && t.Reach < limit.Lost):
		a.Fail("a template has mass %g kg, inertia %v kg·m², reach %g m", t.Mass, i, t.Reach)
	case t.Mass > limit.Mass.Most:
		a.Fail("a template: %w", limit.Mass.Check("mass", t.Mass))
	case !isRotation(t.Axes) || !limit.Bounded(t.Center):
		a.Fail("a template has axes %v and centre %v m", t.Axes, t.Center)
	}
	for k := range t.Shapes {
		d := t.Shapes[k].Full()
		if err := d.Check(len(t.Shapes)); err != nil {
			a.Fail("%w", err)
		}
		if d.Material < 0 || d.Material >= materials || d.Kind >= shape.Kind(len(shape.Kinds)) ||
			!limit.Bounded(d.Position) ||
			d.Radius > limit.Lost || d.Shaft > limit.Lost || !isRotation(d.Orientation) {
			a.Fail("a shape has material %d, place %v m", d.Material, d.Position)
		}
	}
}

// checkSearchable refuses a mesh that cannot be searched.
func checkSearchable(a *archive.Archive, m *mesh.Mesh) {
	for _, v := range m.Vertices {
		if !limit.Bounded(v) {
			a.Fail("a vertex of a mesh is at %v m", v)
		}
	}
	for _, t := range m.Triangles {
		for k, v := range t {
			if v < 0 || int(v) >= len(m.Vertices) || v == t[(k+1)%3] {
				a.Fail("a triangle has corners %v of %d vertices", t, len(m.Vertices))
				return
			}
		}
	}
	if len(m.Triangles) == 0 {
		a.Fail("a mesh has no triangle")
	}
}

// isRotation reports whether a quaternion is a rotation, but for rounding.
func isRotation(q vec.Quat) bool { return math.Abs(q.Dot(q)-1) < 1e-6 }

// Archive archives the bodies, whose templates are in the library. When bodies are read, their shapes are added as
// well.
func (b *Set) Archive(a *archive.Archive, l *Library, shapes *Shapes) {
	archive.Integer(a, &b.Next)
	n := a.Count(b.Len(), leastBytes)
	if a.Good() {
		b.Expect(n)
	}
	for i := 0; i < n && a.Err() == nil; i++ {
		b.archiveBody(a, l, shapes, i)
	}
	if a.Good() {
		b.sortNumbers(a)
	}
}

// leastBytes is less than any body takes in an archive, so that wrong data cannot ask for much more memory than they
// have themselves.
const leastBytes = 24 * 8

func (b *Set) archiveBody(a *archive.Archive, l *Library, shapes *Shapes, i int) {
	var t *Template
	var d Def
	var id ID
	if !a.Reading() {
		t, d.Name, d.Blocked, id = b.Template(i), b.Name(i), b.Block[i], b.ID(i)
	}
	l.Template(a, &t)
	a.Text(&d.Name)
	if err := limit.CheckName(d.Name); a.Reading() && err != nil {
		a.Fail("%w", err)
	}
	archive.Integer(a, &d.Blocked)
	archive.Integer(a, &id)
	if a.Reading() {
		if a.Err() != nil {
			return
		}
		next := b.Next
		if id < 0 || id >= next {
			a.Fail("body %d does not come before the next, %d", id, next)
			return
		}
		b.Next = id
		if err := b.CheckRoom(shapes, t); err != nil {
			a.Fail("%w", err)
			return
		}
		b.Add(t, &d)
		shapes.Add(int32(i), t)
		b.Next = next
	}
	archive.Integer(a, &b.Kind[i])
	a.Vectors(&b.Pos[i], &b.Vel[i], &b.Spin[i])
	momentum := b.AngularMomentum(i)
	if !a.Has(19) || !b.Mass(i).Round {
		a.Vector(&momentum)
	}
	a.Vectors(&b.Wrench[i].Force, &b.Wrench[i].Torque)
	a.Quat(&b.Ori[i])
	switch born := b.Born(i); {
	case a.Deciding():
	case a.Has(9):
		a.Number(&born)
		b.SetBorn(i, born)
		a.Vector(&b.Start[i])
	default:
		b.Start[i] = b.Pos[i] // older states: the age of the body counts from time 0
	}
	if a.Reading() {
		b.setMomentum(i, momentum)
		b.checkRestored(a, i)
	}
}

// checkRestored refuses a body that cannot be stepped. In a world with a fault, forces may be lost (not finite),
// but never positions or velocities.
func (b *Set) checkRestored(a *archive.Archive, i int) {
	born := b.Born(i)
	switch {
	case limit.Time.Check("born", born) != nil || born < 0 || !limit.Bounded(b.Start[i]):
		a.Fail("body %d: when or where it came is out of range", i)
	case b.Kind[i] > Static || b.Kind[i] == Dynamic && b.Mass(i).Mass == 0 || b.Block[i] > BlockAll:
		a.Fail("body %d: nothing can move it", i)
	case !limit.Bounded(b.Pos[i]) || !limit.Bounded(b.Vel[i]) || !limit.Bounded(b.Spin[i]) ||
		!limit.Bounded(b.AngularMomentum(i)) || !isRotation(b.Ori[i]):
		a.Fail("body %d: its position, velocity or orientation is out of range", i)
	}
}

// sortNumbers finds the order in which restored bodies were created.
func (b *Set) sortNumbers(a *archive.Archive) {
	slices.SortFunc(b.Created, func(i, j int32) int { return cmp.Compare(b.ID(int(i)), b.ID(int(j))) })
	last := ID(-1)
	for _, i := range b.Created {
		if id := b.ID(int(i)); id <= last {
			a.Fail("body %d comes after %d", id, last)
			return
		}
		last = b.ID(int(i))
	}
}

// Collect adds the templates of all bodies to a library.
func (b *Set) Collect(l *Library) {
	for i := range b.Len() {
		l.Add(b.Template(i))
	}
}

// CheckNumbers refuses positions, velocities and spins that no body can begin with.
func (b *Set) CheckNumbers(a *archive.Archive) {
	for i := range b.Pos {
		err := cmp.Or(limit.Length.CheckVector("position", b.Pos[i]), limit.Speed.CheckVector("velocity", b.Vel[i]),
			limit.Spin.CheckVector("spin", b.Spin[i]))
		if err != nil {
			a.Fail("body %d: %w", b.ID(i), err)
			return
		}
	}
}

// Print returns the sum of the fingerprints of the bodies [first, last).
func (b *Set) Print(first, last int) (sum uint64) {
	var r archive.Record
	for i := first; i < last; i++ {
		var momentum vec.Vec3
		if len(b.AngMom) > 0 {
			momentum = b.AngMom[i]
		}
		q := &b.Ori[i]
		r.Words(0, uint64(b.ID(i)), uint64(b.Kind[i])<<8|uint64(b.Block[i]))
		r.Words(2, b.Template(i).Print, math.Float64bits(q.W))
		r.Vector(4, vec.Vec3{X: q.X, Y: q.Y, Z: q.Z})
		r.Vector(7, b.Pos[i])
		r.Vector(10, b.Vel[i])
		r.Vector(13, b.Spin[i])
		r.Vector(16, momentum)
		sum += r.Sum(19)
	}
	return sum
}
