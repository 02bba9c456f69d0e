package insertion

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
)

// Archive archives the inlets and outlets. Before a flow is read it must be bound, and the library must hold the
// templates of its inlets.
func (f *Flow) Archive(a *archive.Archive, l *body.Library) {
	archive.List(a, &f.Inlets, func(in *Inlet) { in.archive(a, &f.site, l) })
	archive.List(a, &f.Outlets, func(o *Outlet) { o.archive(a, &f.site) })
}

// ArchiveLater archives the values of inlets that later versions of the format added.
func (f *Flow) ArchiveLater(a *archive.Archive) {
	for i := range f.Inlets {
		a.Flag(&f.Inlets[i].Def.Off)
	}
	if !a.Has(10) || a.Deciding() && !slices.ContainsFunc(f.Inlets, Inlet.endsWithoutRoom) {
		return
	}
	for i := range f.Inlets {
		n := &f.Inlets[i].Def.NoRoom
		if archive.Integer(a, n); a.Reading() && int(*n) >= len(NoRooms) {
			a.Fail("inlet %q: noRoom is %d", f.Inlets[i].Def.Name, *n)
		}
	}
}

// Digest adds the fingerprints of the templates of inlets to those of their numbers.
func (f *Flow) Digest(a *archive.Archive) {
	for t := range f.templates {
		archive.Integer(a, &(*t).Print)
	}
}

func (v *Volume) archive(a *archive.Archive) {
	archive.Integer(a, &v.Kind)
	a.Vectors(&v.Origin, &v.Axis, &v.Half)
	a.Numbers(&v.Radius, &v.Height)
	a.Quat(&v.Orientation)
	if a.Reading() {
		if _, err := v.Checked(); err != nil {
			a.Fail("%w", err)
		}
	}
}

func (in *Inlet) archive(a *archive.Archive, s *Site, l *body.Library) {
	d := &in.Def
	a.Name(&d.Name)
	d.Volume.archive(a)
	d.When.Archive(a, s.Times.Number)
	archive.Integer(a, &d.Every)
	archive.Integer(a, &d.Attempts)
	archive.Integer(a, &d.PerBody)
	a.Numbers(&d.MassRate, &d.MaxMass)
	archive.Integer(a, &d.MaxBodies)
	a.Flag(&d.Fill)
	archive.Optional(a, &d.Orientation, a.Quat)
	a.Vector(&d.Velocity)

	archive.List(a, &in.products, func(p *product) { p.archive(a, l) })
	in.archiveStream(a)
	a.Numbers(&in.Mass, &in.goal, &in.last, &in.DoneAt)
	archive.Integer(a, &in.Bodies)
	a.Flag(&in.begun)
	a.Flag(&in.Done)
	if !a.Deciding() {
		a.Number(&in.rate.value)
	}
	if a.Good() {
		if err := in.restore(s.Materials()); err != nil {
			a.Fail("inlet %q: %w", d.Name, err)
		}
	}
}

// archiveStream archives the state of the random stream.
func (in *Inlet) archiveStream(a *archive.Archive) {
	var state string
	if !a.Reading() {
		data, err := in.source.MarshalBinary()
		if err != nil {
			panic("insertion: a random stream has no state")
		}
		state = string(data)
	}
	a.Text(&state)
	if a.Reading() {
		in.source = new(rand.PCG)
		if err := in.source.UnmarshalBinary([]byte(state)); err != nil {
			a.Fail("inlet %q: %w", in.Def.Name, err)
		}
		in.random = rand.New(in.source)
	}
}

// restore computes the values that follow from those that are archived.
//
// Errors: an inlet that cannot work.
func (in *Inlet) restore(materials int) error {
	d := &in.Def
	d.Products = nil
	for i := range in.products {
		d.Products = append(d.Products, in.products[i].def)
		in.weight += in.products[i].def.Weight
	}
	if err := d.check(); err != nil {
		return err
	}
	for i := range in.products {
		if err := in.products[i].restore(materials); err != nil {
			return err
		}
	}
	if in.Bodies < 0 {
		return fmt.Errorf("it has made %d bodies", in.Bodies)
	}
	in.makes = in.describe()
	return nil
}

func (p *product) archive(a *archive.Archive, l *body.Library) {
	d := &p.def
	archive.List(a, &d.Shapes, func(s *body.ShapeDef) { s.Archive(a) })
	archive.Integer(a, &d.Sampling)
	archive.Optional(a, &d.Sizes, func(s *Sizes) {
		a.Flag(&s.ByNumber)
		archive.List(a, &s.Diameters, a.Number)
		archive.List(a, &s.Passing, a.Number)
	})
	a.Numbers(&d.ShaftRatio[0], &d.ShaftRatio[1], &d.Weight)
	l.Template(a, &p.template)
	a.Numbers(&p.volume, &p.shrink)
}

// restore computes the values that follow from those that are archived.
//
// Errors: a product that no body can be made of.
func (p *product) restore(materials int) (err error) {
	if err = p.def.check(materials); err != nil {
		return err
	}
	if p.def.Sizes != nil {
		if p.sizer, err = newSizer(p.def.Sizes); err != nil {
			return err
		}
	}
	for i := range p.template.Shapes {
		if k := p.template.Shapes[i].Def.Kind; !k.Solid() {
			return fmt.Errorf("a %v has no mass", k)
		}
	}
	return p.checkScale()
}

func (o *Outlet) archive(a *archive.Archive, s *Site) {
	d := &o.Def
	a.Name(&d.Name)
	d.Volume.archive(a)
	d.When.Archive(a, s.Times.Number)
	a.Flag(&d.Keep)
	archive.Integer(a, &d.Every)
	a.Number(&d.MaxMass)
	archive.Integer(a, &d.MaxBodies)
	archive.Integer(a, &o.Bodies)
	a.Numbers(&o.Mass, &o.last, &o.DoneAt)
	a.Flag(&o.Done)
	if !a.Deciding() {
		a.Numbers(&o.Energy, &o.rate.value)
		if a.Has(13) {
			o.Ages.Archive(a)
		}
	}
	if a.Good() {
		if err := d.check(); err != nil {
			a.Fail("outlet %q: %w", d.Name, err)
		}
	}
}
