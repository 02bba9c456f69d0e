package sim

import (
	"cmp"
	"fmt"

	"tumble/sim/archive"
	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/limit"
	"tumble/sim/mesh"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// What a saved state says is checked where a step would otherwise go wrong: indices, and
// numbers that searches rely on. Numbers that only make a strange world are left alone.

// mostTime is the longest time that a saved clock may show [s].
const mostTime = 1e30

// bounded reports whether a vector is finite and of a size that a world can have.
func bounded(v vec.Vec3) bool { return v.Norm2() < beyond*beyond }

// unit reports whether a quaternion is a rotation, but for rounding.
func unit(q vec.Quat) bool { return abs(q.Dot(q)-1) < 1e-6 }

// checkMesh refuses a mesh that cannot be searched.
func checkMesh(a *archive.Archive, m *mesh.Mesh) {
	for _, v := range m.Vertices {
		if !bounded(v) {
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

// checkTemplate refuses a template that no body can be made of.
func checkTemplate(t *body.Template, a *archive.Archive, materials int) {
	i := t.Inertia
	switch {
	case len(t.Shapes) == 0:
		a.Fail("a template has no shape")
	case !(t.Mass >= 0) || t.Mass > 0 && !(i.X > 0 && i.Y > 0 && i.Z > 0) || !bounded(i) || !(t.Reach >= 0 && t.Reach < beyond):
		a.Fail("a template has mass %g kg, inertia %v kg·m², reach %g m", t.Mass, i, t.Reach)
	case t.Mass > limit.Mass.Most:
		a.Fail("a template: %w", limit.Mass.Check("mass", t.Mass))
	case !(abs(t.Axes.Dot(t.Axes)-1) < 1e-6) || !bounded(t.Center):
		a.Fail("a template has axes %v and centre %v m", t.Axes, t.Center)
	}
	for k := range t.Shapes {
		d := t.Shapes[k].Full()
		if err := checkShape(d, len(t.Shapes)); err != nil {
			a.Fail("%w", err)
		}
		if d.Material < 0 || d.Material >= materials || d.Kind >= shape.Kind(len(shape.Kinds)) || !bounded(d.Position) ||
			d.Radius > beyond || d.Shaft > beyond || !(abs(d.Orientation.Dot(d.Orientation)-1) < 1e-6) {
			a.Fail("a shape has material %d, place %v m", d.Material, d.Position)
		}
	}
}

// checkNumbers refuses numbers that a scene could not begin with either. A world with a fault is
// only looked at: it may hold what made it stop.
func (w *World) checkNumbers(a *archive.Archive) {
	b := &w.bodies
	for i := range b.Pos {
		err := cmp.Or(checkVector(&limit.Length, "position", b.Pos[i]), checkVector(&limit.Speed, "velocity", b.Vel[i]),
			checkVector(&limit.Spin, "spin", b.Spin[i]))
		if err != nil {
			a.Fail("body %d: %w", b.Info[i].ID, err)
			return
		}
	}
	for i := range w.lists {
		for _, h := range w.lists[i].chunks {
			for k := range h.contacts.n {
				c := h.contact(k)
				if !bounded(c.point) || !bounded(c.normal) || !bounded(c.shear) || !bounded(c.couple) ||
					!(abs(c.overlap) < beyond) || !(abs(c.drag) < beyond) || !(abs(c.normalForce) < beyond) {
					a.Fail("a contact at %v m has an overlap of %g m and a force of %g N", c.point, c.overlap, c.normalForce)
					return
				}
			}
		}
	}
}

// checkBodyRestored refuses a body that cannot be stepped. A faulted world may have lost
// forces, but never positions or velocities.
func (w *World) checkBodyRestored(a *archive.Archive, i int) {
	b := &w.bodies
	switch {
	case b.Kind[i] > bridge.Static || b.Kind[i] == bridge.Dynamic && b.Mass[i].Mass == 0 || b.Block[i] > body.BlockAll:
		a.Fail("body %d: nothing can move it", i)
	case !bounded(b.Pos[i]) || !bounded(b.Vel[i]) || !bounded(b.Spin[i]) || !bounded(b.AngMom[i]) || !unit(b.Ori[i]):
		a.Fail("body %d: its position, velocity or orientation is out of range", i)
	}
}

// checkRestored refuses an inlet that cannot work, and completes what follows from the
// rest.
func (in *inlet) checkRestored(a *archive.Archive, materials int) {
	d := &in.def
	d.Products = nil
	for i := range in.products {
		d.Products = append(d.Products, in.products[i].def)
	}
	err := d.check()
	for i := range in.products {
		if err == nil {
			err = in.products[i].checkRestored(materials)
		}
		in.weight += in.products[i].def.Weight
	}
	if err == nil {
		in.makes = in.describe()
	}
	if in.bodies < 0 {
		err = fmt.Errorf("it has made %d bodies", in.bodies)
	}
	if err != nil {
		a.Fail("inlet %q: %w", d.Name, err)
	}
}

func (p *product) checkRestored(materials int) error {
	err := p.def.check(materials)
	if err == nil && p.def.Sizes != nil {
		p.sizer, err = newSizer(p.def.Sizes)
	}
	if err == nil {
		err = p.checkScale()
	}
	for i := range p.template.Shapes {
		if err == nil && !solid(p.template.Shapes[i].Def.Kind) {
			err = fmt.Errorf("a %v has no mass", p.template.Shapes[i].Def.Kind)
		}
	}
	return err
}
