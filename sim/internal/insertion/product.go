package insertion

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Product is a kind of body that an inlet makes.
type Product struct {
	Shapes   []body.ShapeDef
	Sampling int    // of the mass; see body.Def
	Sizes    *Sizes // sizes to be drawn, to which the shapes are scaled; nil: no scaling

	// Of one capsule: shaft over radius is drawn from this range, at the same volume; zero: as it is.
	ShaftRatio [2]float64
	// How many of the inlet's bodies are of this kind, relative to its other products; any number for a single
	// product.
	Weight float64
}

// product is a product at work.
type product struct {
	def      Product
	template *body.Template
	sizer    *sizer  // nil: every body is the template
	volume   float64 // [m³]
	shrink   float64 // smallest factor that a radius is scaled by
}

// newProduct prepares a product.
//
// Errors: numbers out of their range, shapes that make no body with a mass.
func newProduct(d *Product, s *Site) (product, error) {
	if err := d.check(s.Materials()); err != nil {
		return product{}, err
	}
	t, err := body.NewTemplate(d.Shapes, s.Density, vec.Vec3{}, d.Sampling)
	if err != nil {
		return product{}, err
	}
	if t.Mass == 0 {
		return product{}, fmt.Errorf("the product has no mass")
	}
	p := product{def: *d, template: t, volume: t.Volume, shrink: 1}
	if d.ShaftRatio != ([2]float64{}) {
		p.shrink = math.Cbrt(t.Volume/math.Pi/(4./3+d.ShaftRatio[1])) / d.Shapes[0].Radius
	}
	if d.Sizes != nil {
		if p.sizer, err = newSizer(d.Sizes); err != nil {
			return product{}, err
		}
		p.shrink *= p.scale(p.sizer.least())
	}
	return p, p.checkScale()
}

// check returns an error for the first number that is out of its range.
func (d *Product) check(materials int) error {
	ratio := d.ShaftRatio
	switch {
	case !(ratio[0] >= 0 && ratio[1] >= ratio[0]) || !finite(ratio[1]):
		return fmt.Errorf("shaftRatio must be a range of numbers ≥ 0, got %g to %g", ratio[0], ratio[1])
	case ratio != [2]float64{} && (len(d.Shapes) != 1 || d.Shapes[0].Kind != shape.KindCapsule):
		return fmt.Errorf("shaftRatio is for a product of one capsule")
	}
	for _, s := range d.Shapes {
		if s.Material < 0 || s.Material >= materials {
			return fmt.Errorf("no material %d", s.Material)
		}
		if !s.Kind.Solid() {
			return fmt.Errorf("a product is made of shapes with a volume, got a %v", s.Kind)
		}
	}
	return nil
}

// scale returns the factor that makes the product a body of an equivalent diameter [m].
func (p *product) scale(diameter float64) float64 {
	return diameter / math.Cbrt(6*p.volume/math.Pi)
}

// checkScale returns an error if sizes or shaft ratios can scale the product beyond the bounds of lengths.
func (p *product) checkScale() error {
	const least = limit.LeastLength
	most := limit.Length.Most
	if v := p.volume; !(v > least*least*least && v < most*most*most) || !(p.def.ShaftRatio[1] < most) || !(p.shrink > 0) {
		return fmt.Errorf("the product has a volume of %g m³, a shaft up to %g radii", v, p.def.ShaftRatio[1])
	}
	if z := p.sizer; z != nil && !(z.least() > least && z.most() < most) {
		return fmt.Errorf("diameters must be between %g and %g m, got %g and %g m", least, most, z.least(), z.most())
	}
	if p.def.ShaftRatio == ([2]float64{}) {
		return nil
	}
	sizes := [2]float64{1, 1}
	if z := p.sizer; z != nil {
		sizes = [2]float64{p.scale(z.least()), p.scale(z.most())}
	}
	for _, f := range sizes {
		for _, ratio := range p.def.ShaftRatio {
			c := p.capsule(f, ratio)
			if err := c.Check(1); err != nil {
				return fmt.Errorf("a capsule with a shaft of %g radii: %w", ratio, err)
			}
		}
	}
	return nil
}

// largest returns the edge of a box that holds any body of the product [m].
func (p *product) largest() float64 {
	most := 1.
	if p.sizer != nil {
		most = p.scale(p.sizer.most())
	}
	return 2 * most * p.template.BoundingRadius()
}

// draw returns the template of the next body. Sizes and shaft ratios are drawn anew for each body, in this order;
// all bodies of a product of one size share its template.
//
// A capsule of the equivalent radius R and the ratio s of shaft to radius has
//
//	r = R ∛(4/3 / (4/3 + s)),  a = r s
//
// (PsdCapsuleGenerator of Woo).
func (p *product) draw(r *rand.Rand, density func(material int) float64) *body.Template {
	ratio := p.def.ShaftRatio
	if p.sizer == nil && ratio == ([2]float64{}) {
		return p.template
	}
	f := 1.
	if p.sizer != nil {
		f = p.scale(p.sizer.diameter(r.Float64()))
	}
	if ratio == ([2]float64{}) {
		return p.template.Scaled(f)
	}
	s := ratio[0] + r.Float64()*(ratio[1]-ratio[0])
	t, err := body.NewTemplate([]body.ShapeDef{p.capsule(f, s)}, density, vec.Vec3{}, 0)
	if err != nil {
		panic("insertion: a scaled product makes no body")
	}
	return t
}

// capsule returns the product of one capsule, scaled by f, with another ratio of shaft to radius.
func (p *product) capsule(f, ratio float64) body.ShapeDef {
	c := p.def.Shapes[0]
	c.Radius = f * math.Cbrt(p.volume/math.Pi/(4./3+ratio))
	c.Shaft = c.Radius * ratio
	c.Position = c.Position.Scale(f)
	return c
}
