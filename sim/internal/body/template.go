package body

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// Template is a rigid body ready to be placed any number of times: its mass properties,
// and its shapes in its own frame (centroid, principal axes).
type Template struct {
	Mass     float64  // [kg], 0 if no shape has a mass
	Volume   float64  // [m³]
	Inertia  vec.Vec3 // principal, about the centroid [kg·m²]
	Center   vec.Vec3 // centroid in the frame the shapes were given in [m]
	Axes     vec.Quat // principal axes in that frame, right-handed
	Reach    float64  // from the centroid to the farthest segment end or vertex [m]
	Sampling int      // division of the grid the mass was sampled with; 0: summed up
	Off      float64  // expected relative error of a sampled mass
	Shapes   []Part
	Shared   *Mass  // mass of all bodies made of it; nil before the first
	Print    uint64 // its fingerprint; see World.Hash
}

// Part is a shape of a template.
type Part struct {
	Local  vec.Vec3  // centre in the body's frame [m]
	Axis   vec.Vec3  // axis of a capsule or cylinder in the body's frame
	Side   vec.Vec3  // a unit vector perpendicular to axis, so that spin can be seen
	Radius float64   // [m], 0 for flat shapes
	Shaft  float64   // length of a capsule's segment [m]
	Def    *ShapeDef // without sizes and position, which are above: templates of other sizes share it
	Print  uint64    // its fingerprint; see World.Hash

	outline *mesh.Geometry // of a solid that is neither sphere nor capsule, in the body's frame
	placed  *PlacedMesh    // of a mesh: data that the bodies of the template share; nil before the first
}

// Full returns the definition of a part, in the body's frame.
func (p *Part) Full() ShapeDef {
	d := *p.Def
	d.Position, d.Radius, d.Shaft = p.Local, p.Radius, p.Shaft
	return d
}

// IsHull reports whether a part with a mass is the capsule that holds it.
func (p *Part) IsHull() bool { return IsHull(p.Def.Kind) }

// IsHull reports whether shapes of a kind are the capsules that hold them: spheres and capsules.
func IsHull(kind shape.Kind) bool { return kinds[kind].hull }

// Hull returns a capsule that holds a part with a mass, where it is in a body turned by q with its
// centre at the origin.
func (p *Part) Hull(q vec.Quat) shape.Capsule {
	c := shape.Capsule{Center: p.Local, Axis: p.Axis, Half: p.Shaft / 2, Radius: p.Radius}
	if !p.IsHull() {
		d := p.Full()
		c = kinds[d.Kind].solid(&d).Hull()
	}
	c.Center, c.Axis = q.Rotate(c.Center), q.Rotate(c.Axis)
	return c
}

// MassOf returns the mass that bodies of the template share.
func (t *Template) MassOf() *Mass {
	if t.Shared == nil {
		t.Shared = &Mass{Reach: t.Reach, Template: t}
		if m, i := t.Shared, t.Inertia; t.Mass > 0 {
			m.Mass, m.Inv = t.Mass, 1/t.Mass
			m.Inertia, m.InvInertia = i, vec.New(1/i.X, 1/i.Y, 1/i.Z)
			m.Round = i.X == i.Y && i.Y == i.Z
		}
	}
	return t.Shared
}

// ReportSampling says how well the mass of a body is known, if it was sampled.
func (t *Template) ReportSampling(name string, log *notice.Log) {
	if t.Sampling > 0 {
		log.Add(notice.Info, "", "the mass of %s is sampled with %d cells per radius, good to about %.2g %%", name,
			t.Sampling, 100*t.Off)
	}
}

// Uses reports whether a shape with mass is made of the material.
func (t *Template) Uses(material int) bool {
	for i := range t.Shapes {
		if t.Mass > 0 && t.Shapes[i].Def.Material == material {
			return true
		}
	}
	return false
}

// BoundingRadius returns how far from the centroid the surface of a body reaches at most [m].
func (t *Template) BoundingRadius() float64 {
	var radius float64
	for i := range t.Shapes {
		if r := t.Shapes[i].Radius; r > radius {
			radius = r
		}
	}
	return t.Reach + radius
}

// SmallestRadius returns the smallest radius of its shapes [m]. A filled mesh counts as a ball of its volume.
func (t *Template) SmallestRadius() float64 {
	radius := t.Shapes[0].Radius
	for i := range t.Shapes {
		radius = math.Min(radius, t.Shapes[i].Radius)
	}
	if radius == 0 && t.Mass > 0 {
		return ballOf(t.Volume)
	}
	return radius
}

// newPart returns the part of a definition in the body's frame.
func newPart(d ShapeDef) Part {
	p := Part{
		Local: d.Position, Axis: d.Orientation.Rotate(vec.AxisX), Side: d.Orientation.Rotate(vec.AxisY),
		Radius: d.Radius, Shaft: d.Shaft,
	}
	p.Print, p.outline = d.Print(), outlineOf(&d)
	d.Position, d.Radius, d.Shaft = vec.Vec3{}, 0, 0
	p.Def = &d
	return p
}

// NewTemplate joins shapes into one rigid body. Mass properties are summed over the
// shapes, so that overlaps count twice (the analytic rule of Woo):
//
//	M = Σ m,  c = Σ m x / M,  J = Σ [ R diag(I) Rᵀ + m (x·x 1 - x xᵀ) ] - M (c·c 1 - c cᵀ)
//
// or, with sampling > 0 and more than one shape, sampled on a grid; see sampled. center is
// the reference point of a body whose shapes have no mass.
func NewTemplate(shapes []ShapeDef, density func(material int) float64, center vec.Vec3,
	sampling int) (*Template, error) {
	if len(shapes) == 0 {
		return nil, fmt.Errorf("a body needs at least one shape")
	}
	if err := limit.Members.Check(len(shapes)); err != nil {
		return nil, err
	}
	if sampling < 0 {
		return nil, fmt.Errorf("sampling must be ≥ 0, got %d", sampling)
	}
	for i, d := range shapes {
		if err := d.Check(len(shapes)); err != nil {
			return nil, fmt.Errorf("shape %d: %w", i, err)
		}
	}
	t := &Template{Center: center, Axes: vec.Identity}
	var m moments
	if sampling > 0 && len(shapes) > 1 {
		var err error
		if m, t.Off, err = sampled(shapes, density, sampling); err != nil {
			return nil, err
		}
		t.Sampling = sampling
	} else {
		m = summed(shapes, density)
	}
	t.Mass, t.Volume = m.mass, m.volume
	if m.mass > 0 {
		t.Center = m.first.Scale(1 / m.mass)
		t.Inertia, t.Axes = principal(shapes, m.second.Sub(steiner(m.mass, t.Center)))
	}
	for _, d := range shapes {
		d.Position = t.Axes.Unrotate(d.Position.Sub(t.Center))
		d.Orientation = t.Axes.Conj().Mul(d.Orientation.Unit()).Unit()
		t.Reach = math.Max(t.Reach, kinds[d.Kind].reach(&d, t.Center))
		t.Shapes = append(t.Shapes, newPart(d))
	}
	t.SetPrint()
	return t, nil
}

// summed returns the moments of shapes with overlaps counted twice.
func summed(shapes []ShapeDef, density func(material int) float64) (m moments) {
	for i := range shapes {
		d := &shapes[i]
		switch r := &kinds[d.Kind]; {
		case r.solid != nil:
			m.add(r.solid(d), d, density(d.Material))
		case r.weigh != nil:
			r.weigh(&m, d, density(d.Material))
		}
	}
	return m
}

// add adds a solid with a density [kg/m³], at the place of its definition.
func (m *moments) add(solid shape.Solid, d *ShapeDef, density float64) {
	v := solid.Volume()
	dm := density * v
	r := d.Orientation.Unit().Mat()
	tensor := r.Mul(vec.Diagonal(solid.Inertia().Scale(density))).Mul(r.Transpose())
	m.volume += v
	m.mass += dm
	m.first = m.first.AddScaled(dm, d.Position)
	m.second = m.second.Add(tensor).Add(steiner(dm, d.Position))
}

// Scaled returns the template of a body f times as large. Its shapes have mass.
func (t *Template) Scaled(f float64) *Template {
	n := *t
	n.Mass, n.Volume = t.Mass*f*f*f, t.Volume*f*f*f
	n.Inertia = t.Inertia.Scale(f * f * f * f * f)
	n.Center, n.Reach = t.Center.Scale(f), t.Reach*f
	n.Shapes, n.Shared = slices.Clone(t.Shapes), nil
	for i := range n.Shapes {
		p := &n.Shapes[i]
		p.Radius, p.Shaft, p.Local = p.Radius*f, p.Shaft*f, p.Local.Scale(f)
		d := p.Full()
		p.Print, p.outline = d.Print(), outlineOf(&d)
	}
	n.SetPrint()
	return &n
}

// principal returns the principal inertia and axes. A single sphere or capsule keeps its own axes:
// nothing is gained by turning them, and a sphere stays exactly round.
func principal(shapes []ShapeDef, tensor vec.Mat3) (vec.Vec3, vec.Quat) {
	if len(shapes) > 1 || !shapes[0].Kind.Solid() {
		return tensor.Principal()
	}
	q := shapes[0].Orientation.Unit()
	r := q.Mat()
	local := r.Transpose().Mul(tensor).Mul(r)
	i := vec.New(local.A.X, local.B.Y, local.C.Z)
	if own := kinds[shapes[0].Kind].solid(&shapes[0]).Inertia(); own.X == own.Y && own.Y == own.Z {
		i = vec.New(i.X, i.X, i.X)
	}
	return i, q
}

// steiner is the parallel-axis term m (x·x 1 - x xᵀ).
func steiner(m float64, x vec.Vec3) vec.Mat3 {
	d := x.Norm2()
	return vec.Diagonal(vec.New(d, d, d)).Sub(vec.Outer(x, x)).Scale(m)
}

// Recent is the template of the body that was added last. Equal bodies are often added one after the other, and
// then share it.
type Recent struct {
	template *Template
	def      Def    // its shapes, centre and sampling count
	revision uint32 // of the densities
}

// Template returns the template of a body's shapes. The same revision means the same densities.
//
// Errors: those of NewTemplate.
func (r *Recent) Template(d *Def, density func(material int) float64, revision uint32) (*Template, error) {
	if r.template != nil && r.revision == revision && r.def.Center == d.Center &&
		r.def.Sampling == d.Sampling && slices.Equal(r.def.Shapes, d.Shapes) {
		return r.template, nil
	}
	t, err := NewTemplate(d.Shapes, density, d.Center, d.Sampling)
	if err == nil {
		*r = Recent{t, Def{Shapes: slices.Clone(d.Shapes), Center: d.Center, Sampling: d.Sampling}, revision}
	}
	return t, err
}
