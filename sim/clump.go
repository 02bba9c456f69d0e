package sim

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tumble/sim/limit"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// template is a rigid body ready to be placed any number of times: its mass properties,
// and its shapes in its own frame (centroid, principal axes).
type template struct {
	mass     float64  // [kg], 0 if no shape has a mass
	volume   float64  // [m³]
	inertia  vec.Vec3 // principal, about the centroid [kg·m²]
	center   vec.Vec3 // centroid in the frame the shapes were given in [m]
	axes     vec.Quat // principal axes in that frame, right-handed
	reach    float64  // from the centroid to the farthest segment end or vertex [m]
	sampling int      // division of the grid the mass was sampled with; 0: summed up
	off      float64  // expected relative error of a sampled mass
	shapes   []part
	shared   *mass  // of the bodies made of it; nil before the first
	print    uint64 // its fingerprint; see World.Hash
}

// part is a shape of a template.
type part struct {
	local  vec.Vec3  // centre in the body's frame [m]
	axis   vec.Vec3  // axis of a capsule or cylinder in the body's frame
	side   vec.Vec3  // a unit vector perpendicular to axis, so that spin can be seen
	radius float64   // [m], 0 for flat shapes
	shaft  float64   // length of a capsule's segment [m]
	def    *ShapeDef // without sizes and position, which are above: templates of other sizes share it
	print  uint64    // its fingerprint; see World.Hash
}

// newPart returns the part of a definition in the body's frame.
func newPart(d ShapeDef) part {
	p := part{
		local: d.Position, axis: d.Orientation.Rotate(vec.AxisX), side: d.Orientation.Rotate(vec.AxisY),
		radius: d.Radius, shaft: d.Shaft,
	}
	p.print = printOfShape(&d)
	d.Position, d.Radius, d.Shaft = vec.Vec3{}, 0, 0
	p.def = &d
	return p
}

// full returns the definition of a part, in the body's frame.
func (p *part) full() ShapeDef {
	d := *p.def
	d.Position, d.Radius, d.Shaft = p.local, p.radius, p.shaft
	return d
}

// massOf returns the mass that bodies of the template share.
func (t *template) massOf() *mass {
	if t.shared == nil {
		t.shared = &mass{reach: t.reach, template: t}
		if m, i := t.shared, t.inertia; t.mass > 0 {
			m.mass, m.inv = t.mass, 1/t.mass
			m.inertia, m.invInertia = i, vec.New(1/i.X, 1/i.Y, 1/i.Z)
			m.round = i.X == i.Y && i.Y == i.Z
		}
	}
	return t.shared
}

// newTemplate joins shapes into one rigid body. Mass properties are summed over the
// shapes, so that overlaps count twice (the analytic rule of the seeds):
//
//	M = Σ m,  c = Σ m x / M,  J = Σ [ R diag(I) Rᵀ + m (x·x 1 - x xᵀ) ] - M (c·c 1 - c cᵀ)
//
// or, with sampling > 0 and more than one shape, sampled on a grid; see sampled. center is
// the reference point of a body whose shapes have no mass.
func newTemplate(shapes []ShapeDef, density func(material int) float64, center vec.Vec3, sampling int) (*template, error) {
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
		if err := checkShape(d, len(shapes)); err != nil {
			return nil, fmt.Errorf("shape %d: %w", i, err)
		}
	}
	t := &template{center: center, axes: vec.Identity}
	var m moments
	if sampling > 0 && len(shapes) > 1 {
		var err error
		if m, t.off, err = sampled(shapes, density, sampling); err != nil {
			return nil, err
		}
		t.sampling = sampling
	} else {
		m = summed(shapes, density)
	}
	t.mass, t.volume = m.mass, m.volume
	if m.mass > 0 {
		t.center = m.first.Scale(1 / m.mass)
		t.inertia, t.axes = principal(shapes, m.second.Sub(steiner(m.mass, t.center)))
	}
	for _, d := range shapes {
		d.Position = t.axes.Unrotate(d.Position.Sub(t.center))
		d.Orientation = t.axes.Conj().Mul(d.Orientation.Unit()).Unit()
		t.reach = math.Max(t.reach, farthest(d, t))
		t.shapes = append(t.shapes, newPart(d))
	}
	setPrint(t)
	return t, nil
}

// summed returns the moments of shapes with overlaps counted twice.
func summed(shapes []ShapeDef, density func(material int) float64) (m moments) {
	for _, d := range shapes {
		rho, v := density(d.Material), volume(d)
		dm := rho * v
		r := d.Orientation.Unit().Mat()
		tensor := r.Mul(vec.Diagonal(unitInertia(d).Scale(rho))).Mul(r.Transpose())
		m.volume += v
		m.mass += dm
		m.first = m.first.AddScaled(dm, d.Position)
		m.second = m.second.Add(tensor).Add(steiner(dm, d.Position))
	}
	return m
}

// scaled returns the template of a body f times as large. Its shapes have mass.
func scaled(t *template, f float64) *template {
	n := *t
	n.mass, n.volume = t.mass*f*f*f, t.volume*f*f*f
	n.inertia = t.inertia.Scale(f * f * f * f * f)
	n.center, n.reach = t.center.Scale(f), t.reach*f
	n.shapes, n.shared = slices.Clone(t.shapes), nil
	for i := range n.shapes {
		p := &n.shapes[i]
		p.radius, p.shaft, p.local = p.radius*f, p.shaft*f, p.local.Scale(f)
		d := p.full()
		p.print = printOfShape(&d)
	}
	setPrint(&n)
	return &n
}

// recentTemplate is the template of the body that was added last. Bodies often come in
// rows of equal ones, which then share it.
type recentTemplate struct {
	template *template
	def      BodyDef // of which shapes, centre and sampling count
	revision uint32  // edits of materials it knows of
}

// templateOf returns the template of a body's shapes.
func (w *World) templateOf(d *BodyDef) (*template, error) {
	r := &w.recent
	if r.template != nil && r.revision == w.revision && r.def.Center == d.Center &&
		r.def.Sampling == d.Sampling && slices.Equal(r.def.Shapes, d.Shapes) {
		return r.template, nil
	}
	t, err := newTemplate(d.Shapes, w.density, d.Center, d.Sampling)
	if err == nil {
		*r = recentTemplate{t, BodyDef{Shapes: slices.Clone(d.Shapes), Center: d.Center, Sampling: d.Sampling}, w.revision}
	}
	return t, err
}

// uses reports whether a shape with mass is made of the material.
func (t *template) uses(material int) bool {
	for i := range t.shapes {
		if t.mass > 0 && t.shapes[i].def.Material == material {
			return true
		}
	}
	return false
}

// reweighed returns the template of the same shapes with other densities, in the same
// frame of definition.
func reweighed(t *template, density func(material int) float64) *template {
	defs := make([]ShapeDef, len(t.shapes))
	for i := range t.shapes {
		d := t.shapes[i].full()
		d.Position = t.center.Add(t.axes.Rotate(d.Position))
		d.Orientation = t.axes.Mul(d.Orientation)
		defs[i] = d
	}
	n, err := newTemplate(defs, density, t.center, t.sampling)
	if err != nil {
		panic("sim: the shapes of a body no longer make one")
	}
	return n
}

// principal returns the principal inertia and axes. A single shape keeps its own axes:
// nothing is gained by turning them, and a sphere stays exactly round.
func principal(shapes []ShapeDef, tensor vec.Mat3) (vec.Vec3, vec.Quat) {
	if len(shapes) > 1 {
		return tensor.Principal()
	}
	q := shapes[0].Orientation.Unit()
	r := q.Mat()
	local := r.Transpose().Mul(tensor).Mul(r)
	i := vec.New(local.A.X, local.B.Y, local.C.Z)
	if shapes[0].Kind == shape.KindSphere || shapes[0].Shaft == 0 {
		i = vec.New(i.X, i.X, i.X)
	}
	return i, q
}

// steiner is the parallel-axis term m (x·x 1 - x xᵀ).
func steiner(m float64, x vec.Vec3) vec.Mat3 {
	d := x.Norm2()
	return vec.Diagonal(vec.New(d, d, d)).Sub(vec.Outer(x, x)).Scale(m)
}

func checkShape(d ShapeDef, of int) error {
	if err := checkVector(&limit.Length, "position", d.Position); err != nil {
		return err
	}
	switch d.Kind {
	case shape.KindSphere:
		return positive("radius", d.Radius)
	case shape.KindCapsule:
		if !(d.Shaft >= 0) {
			return fmt.Errorf("shaft must be ≥ 0 m, got %g", d.Shaft)
		}
		return cmp.Or(limit.Length.Check("shaft", d.Shaft), positive("radius", d.Radius))
	case shape.KindWall:
		if of > 1 {
			return fmt.Errorf("a wall is a body of its own, it cannot be clumped")
		}
		if d.Wall.Axis < 0 || d.Wall.Axis > 2 || d.Wall.Sense < -1 || d.Wall.Sense > 1 {
			return fmt.Errorf("wall axis must be 0, 1 or 2 and sense -1, 0 or 1, got %d and %d", d.Wall.Axis, d.Wall.Sense)
		}
		return limit.Length.Check("wall", d.Wall.Position, d.Wall.Lo[0], d.Wall.Lo[1], d.Wall.Hi[0], d.Wall.Hi[1])
	case shape.KindCylinder:
		if of > 1 {
			return fmt.Errorf("a cylinder is a body of its own, it cannot be clumped")
		}
		if !(d.Cylinder.Drawn >= 0) {
			return fmt.Errorf("drawn length of a cylinder must be ≥ 0 m, got %g", d.Cylinder.Drawn)
		}
		return positive("radius", d.Radius)
	case shape.KindMesh:
		if d.Mesh == nil || len(d.Mesh.Triangles) == 0 {
			return fmt.Errorf("a mesh needs at least one triangle")
		}
		if !(d.HalfThickness >= 0) {
			return fmt.Errorf("thickness of a mesh must be ≥ 0 m, got %g", 2*d.HalfThickness)
		}
		for i, v := range d.Mesh.Vertices {
			if err := checkVector(&limit.Length, "vertices", v); err != nil {
				return fmt.Errorf("mesh %s: %w: vertex %d is at %v m", d.MeshName, err, i, v)
			}
		}
		return limit.Length.Check("thickness", d.HalfThickness)
	}
	return fmt.Errorf("unknown kind %d", d.Kind)
}

// extent returns how far from the centroid the surface of a body reaches at most [m].
func (t *template) extent() float64 {
	var radius float64
	for i := range t.shapes {
		radius = math.Max(radius, t.shapes[i].radius)
	}
	return t.reach + radius
}

// finest returns the smallest radius of its shapes [m].
func (t *template) finest() float64 {
	radius := t.shapes[0].radius
	for i := range t.shapes {
		radius = math.Min(radius, t.shapes[i].radius)
	}
	return radius
}

// solid reports whether shapes of a kind have a mass of their own.
func solid(k shape.Kind) bool { return k == shape.KindSphere || k == shape.KindCapsule }

// volume returns the volume of a shape that has mass, else 0 [m³].
func volume(d ShapeDef) float64 {
	switch d.Kind {
	case shape.KindSphere:
		return shape.Sphere{Radius: d.Radius}.Volume()
	case shape.KindCapsule:
		return shape.Capsule{Radius: d.Radius, Half: d.Shaft / 2}.Volume()
	}
	return 0
}

// unitInertia returns the principal inertia of a shape for density 1 [m⁵].
func unitInertia(d ShapeDef) vec.Vec3 {
	switch d.Kind {
	case shape.KindSphere:
		return shape.Sphere{Radius: d.Radius}.Inertia()
	case shape.KindCapsule:
		return shape.Capsule{Radius: d.Radius, Half: d.Shaft / 2}.Inertia()
	}
	return vec.Vec3{}
}

// farthest returns how far from the centroid a shape's segment or vertices reach [m]. The
// radius does not count: when a body turns, surfaces come no closer than their segments.
func farthest(d ShapeDef, t *template) float64 {
	if d.Kind != shape.KindMesh {
		return d.Position.Norm() + d.Shaft/2
	}
	var far float64
	for _, v := range d.Mesh.Vertices {
		far = math.Max(far, v.Sub(t.center).Norm())
	}
	return far
}
