package sim

import (
	"cmp"
	"slices"

	"tumble/sim/archive"
	"tumble/sim/body"
	"tumble/sim/limit"
	"tumble/sim/mesh"
	"tumble/sim/shape"
)

// library gives numbers to the templates and meshes that bodies share.
type library struct {
	templates []*body.Template
	meshes    []*mesh.Mesh
	number    map[any]int // of what is pointed to; only looked up
}

// collect lists what the bodies and inlets of a world are made of.
func (l *library) collect(w *World) {
	l.number = map[any]int{}
	take := func(t *body.Template) {
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
	for i := range w.bodies.Info {
		take(w.bodies.Template(i))
	}
	for i := range w.inlets {
		for k := range w.inlets[i].products {
			take(w.inlets[i].products[k].template)
		}
	}
}

// template takes a reference to a template.
func (l *library) template(a *archive.Archive, t **body.Template) {
	var n int
	if !a.Reading() {
		n = l.number[*t]
	}
	archive.Whole(a, &n)
	if a.Good() {
		if n < 0 || n >= len(l.templates) {
			a.Fail("there is no template %d", n)
			return
		}
		*t = l.templates[n]
	}
}

// archive takes the templates and meshes.
func (l *library) archive(a *archive.Archive, materials int) {
	archive.List(a, &l.meshes, func(m **mesh.Mesh) {
		if a.Reading() {
			*m = new(mesh.Mesh)
		}
		archive.List(a, &(*m).Vertices, a.Vector)
		archive.List(a, &(*m).Triangles, a.Corners)
		if a.Reading() {
			checkMesh(a, *m)
		}
	})
	archive.List(a, &l.templates, func(t **body.Template) {
		if a.Reading() {
			*t = new(body.Template)
		}
		archiveTemplate(*t, a, l)
		if a.Good() {
			checkTemplate(*t, a, materials)
		}
	})
}

func archiveTemplate(t *body.Template, a *archive.Archive, l *library) {
	a.Numbers(&t.Mass, &t.Volume, &t.Reach, &t.Off)
	a.Vectors(&t.Inertia, &t.Center)
	a.Quat(&t.Axes)
	archive.Whole(a, &t.Sampling)
	archive.List(a, &t.Shapes, func(p *body.Part) {
		var d body.ShapeDef
		n := -1
		if !a.Reading() {
			d = p.Full()
		}
		archiveShape(&d, a)
		if !a.Reading() && d.Mesh != nil {
			n = l.number[d.Mesh]
		}
		archive.Whole(a, &n)
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
		setPrint(t)
	}
}

// archiveShape takes everything but the mesh. What only shows comes last.
func archiveShape(d *body.ShapeDef, a *archive.Archive) {
	archive.Whole(a, &d.Kind)
	a.Numbers(&d.Radius, &d.Shaft, &d.HalfThickness)
	a.Vector(&d.Position)
	a.Quat(&d.Orientation)
	archive.Whole(a, &d.Wall.Axis)
	archive.Whole(a, &d.Wall.Sense)
	a.Number(&d.Wall.Position)
	archive.Whole(a, &d.Seams)
	a.Flag(&d.Cylinder.Hollow)
	archive.Whole(a, &d.Material)
	if a.Deciding() {
		return
	}
	a.Numbers(&d.Wall.Lo[0], &d.Wall.Lo[1], &d.Wall.Hi[0], &d.Wall.Hi[1])
	a.Text(&d.MeshName)
	a.Number(&d.Cylinder.Drawn)
	for i := range d.Colors {
		for k := range d.Colors[i] {
			archive.Whole(a, &d.Colors[i][k])
		}
	}
}

// archiveBodies takes the bodies with what they are made of. Inlets refer to the same
// templates, which come first.
func (w *World) archiveBodies(a *archive.Archive, l *library) {
	if !a.Reading() {
		l.collect(w)
	}
	l.archive(a, len(w.materials))
	b := &w.bodies
	archive.Whole(a, &b.Next)
	n := a.Count(b.Len(), 8)
	for i := 0; i < n && a.Err() == nil; i++ {
		w.archiveBody(a, l, i)
	}
	if a.Good() {
		sortNumbers(b, a)
	}
}

// sortNumbers finds the order in which restored bodies were created.
func sortNumbers(b *body.Set, a *archive.Archive) {
	slices.SortFunc(b.Created, func(i, j int32) int { return cmp.Compare(b.Info[i].ID, b.Info[j].ID) })
	last := body.ID(-1)
	for _, i := range b.Created {
		if id := b.Info[i].ID; id <= last || id >= b.Next {
			a.Fail("body %d comes after %d and before the next, %d", id, last, b.Next)
			return
		}
		last = b.Info[i].ID
	}
}

func (w *World) archiveBody(a *archive.Archive, l *library, i int) {
	b := &w.bodies
	var t *body.Template
	var d body.Def
	var id body.ID
	if !a.Reading() {
		t, d.Name, d.Blocked, id = b.Template(i), b.Info[i].Name, b.Block[i], b.Info[i].ID
	}
	l.template(a, &t)
	a.Text(&d.Name)
	if err := limit.CheckName(d.Name); a.Reading() && err != nil {
		a.Fail("%w", err)
	}
	archive.Whole(a, &d.Blocked)
	archive.Whole(a, &id)
	if a.Reading() {
		if a.Err() != nil {
			return
		}
		next := b.Next
		w.addTemplate(t, d)
		b.Info[i].ID, b.Next = id, next
	}
	archive.Whole(a, &b.Kind[i])
	a.Vectors(&b.Pos[i], &b.Vel[i], &b.Spin[i], &b.AngMom[i], &b.Wrench[i].Force, &b.Wrench[i].Torque)
	a.Quat(&b.Ori[i])
	if a.Reading() {
		w.checkBodyRestored(a, i)
	}
}
