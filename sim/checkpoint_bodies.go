package sim

import (
	"cmp"
	"slices"

	"tumble/sim/body"
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
func (l *library) template(a *archive, t **body.Template) {
	var n int
	if !a.reading {
		n = l.number[*t]
	}
	whole(a, &n)
	if a.reading && a.err == nil {
		if n < 0 || n >= len(l.templates) {
			a.fail("there is no template %d", n)
			return
		}
		*t = l.templates[n]
	}
}

// archive takes the templates and meshes.
func (l *library) archive(a *archive, materials int) {
	listOf(a, &l.meshes, func(m **mesh.Mesh) {
		if a.reading {
			*m = new(mesh.Mesh)
		}
		listOf(a, &(*m).Vertices, a.vector)
		listOf(a, &(*m).Triangles, a.corners)
		if a.reading {
			checkMesh(a, *m)
		}
	})
	listOf(a, &l.templates, func(t **body.Template) {
		if a.reading {
			*t = new(body.Template)
		}
		archiveTemplate(*t, a, l)
		if a.reading && a.err == nil {
			checkTemplate(*t, a, materials)
		}
	})
}

func archiveTemplate(t *body.Template, a *archive, l *library) {
	a.numbers(&t.Mass, &t.Volume, &t.Reach, &t.Off)
	a.vectors(&t.Inertia, &t.Center)
	a.quat(&t.Axes)
	whole(a, &t.Sampling)
	listOf(a, &t.Shapes, func(p *body.Part) {
		var d body.ShapeDef
		n := -1
		if !a.reading {
			d = p.Full()
		}
		archiveShape(&d, a)
		if !a.reading && d.Mesh != nil {
			n = l.number[d.Mesh]
		}
		whole(a, &n)
		if a.reading && n >= 0 && n < len(l.meshes) {
			d.Mesh = l.meshes[n]
		}
		if a.reading {
			if d.Kind == shape.KindMesh && d.Mesh == nil {
				a.fail("there is no mesh %d", n)
			}
			if a.err == nil {
				*p = newPart(d)
			}
		}
	})
	if a.reading {
		setPrint(t)
	}
}

// archiveShape takes everything but the mesh. What only shows comes last.
func archiveShape(d *body.ShapeDef, a *archive) {
	whole(a, &d.Kind)
	a.numbers(&d.Radius, &d.Shaft, &d.HalfThickness)
	a.vector(&d.Position)
	a.quat(&d.Orientation)
	whole(a, &d.Wall.Axis)
	whole(a, &d.Wall.Sense)
	a.number(&d.Wall.Position)
	whole(a, &d.Seams)
	a.flag(&d.Cylinder.Hollow)
	whole(a, &d.Material)
	if a.deciding {
		return
	}
	a.numbers(&d.Wall.Lo[0], &d.Wall.Lo[1], &d.Wall.Hi[0], &d.Wall.Hi[1])
	a.text(&d.MeshName)
	a.number(&d.Cylinder.Drawn)
	for i := range d.Colors {
		for k := range d.Colors[i] {
			whole(a, &d.Colors[i][k])
		}
	}
}

// archiveBodies takes the bodies with what they are made of. Inlets refer to the same
// templates, which come first.
func (w *World) archiveBodies(a *archive) {
	l := &a.library
	if !a.reading {
		l.collect(w)
	}
	l.archive(a, len(w.materials))
	b := &w.bodies
	whole(a, &b.Next)
	n := a.count(b.Len(), 8)
	for i := 0; i < n && a.err == nil; i++ {
		w.archiveBody(a, i)
	}
	if a.reading && a.err == nil {
		sortNumbers(b, a)
	}
}

// sortNumbers finds the order in which restored bodies were created.
func sortNumbers(b *body.Set, a *archive) {
	slices.SortFunc(b.Created, func(i, j int32) int { return cmp.Compare(b.Info[i].ID, b.Info[j].ID) })
	last := body.ID(-1)
	for _, i := range b.Created {
		if id := b.Info[i].ID; id <= last || id >= b.Next {
			a.fail("body %d comes after %d and before the next, %d", id, last, b.Next)
			return
		}
		last = b.Info[i].ID
	}
}

func (w *World) archiveBody(a *archive, i int) {
	b := &w.bodies
	var t *body.Template
	var d body.Def
	var id body.ID
	if !a.reading {
		t, d.Name, d.Blocked, id = b.Template(i), b.Info[i].Name, b.Block[i], b.Info[i].ID
	}
	a.library.template(a, &t)
	a.text(&d.Name)
	if err := CheckName(d.Name); a.reading && err != nil {
		a.fail("%w", err)
	}
	whole(a, &d.Blocked)
	whole(a, &id)
	if a.reading {
		if a.err != nil {
			return
		}
		next := b.Next
		w.addTemplate(t, d)
		b.Info[i].ID, b.Next = id, next
	}
	whole(a, &b.Kind[i])
	a.vectors(&b.Pos[i], &b.Vel[i], &b.Spin[i], &b.AngMom[i], &b.Wrench[i].Force, &b.Wrench[i].Torque)
	a.quat(&b.Ori[i])
	if a.reading {
		w.checkBodyRestored(a, i)
	}
}
