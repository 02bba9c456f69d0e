package sim

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tumble/sim/body"
	"tumble/sim/limit"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// newPart returns the part of a definition in the body's frame.
func newPart(d body.ShapeDef) body.Part {
	p := body.Part{
		Local: d.Position, Axis: d.Orientation.Rotate(vec.AxisX), Side: d.Orientation.Rotate(vec.AxisY),
		Radius: d.Radius, Shaft: d.Shaft,
	}
	p.Print = printOfShape(&d)
	d.Position, d.Radius, d.Shaft = vec.Vec3{}, 0, 0
	p.Def = &d
	return p
}

// newTemplate joins shapes into one rigid body. Mass properties are summed over the
// shapes, so that overlaps count twice (the analytic rule of the seeds):
//
//	M = Σ m,  c = Σ m x / M,  J = Σ [ R diag(I) Rᵀ + m (x·x 1 - x xᵀ) ] - M (c·c 1 - c cᵀ)
//
// or, with sampling > 0 and more than one shape, sampled on a grid; see sampled. center is
// the reference point of a body whose shapes have no mass.
func newTemplate(shapes []body.ShapeDef, density func(material int) float64, center vec.Vec3, sampling int) (*body.Template, error) {
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
	t := &body.Template{Center: center, Axes: vec.Identity}
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
		t.Reach = math.Max(t.Reach, farthest(d, t))
		t.Shapes = append(t.Shapes, newPart(d))
	}
	setPrint(t)
	return t, nil
}

// summed returns the moments of shapes with overlaps counted twice.
func summed(shapes []body.ShapeDef, density func(material int) float64) (m moments) {
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
func scaled(t *body.Template, f float64) *body.Template {
	n := *t
	n.Mass, n.Volume = t.Mass*f*f*f, t.Volume*f*f*f
	n.Inertia = t.Inertia.Scale(f * f * f * f * f)
	n.Center, n.Reach = t.Center.Scale(f), t.Reach*f
	n.Shapes, n.Shared = slices.Clone(t.Shapes), nil
	for i := range n.Shapes {
		p := &n.Shapes[i]
		p.Radius, p.Shaft, p.Local = p.Radius*f, p.Shaft*f, p.Local.Scale(f)
		d := p.Full()
		p.Print = printOfShape(&d)
	}
	setPrint(&n)
	return &n
}

// recentTemplate is the template of the body that was added last. Bodies often come in
// rows of equal ones, which then share it.
type recentTemplate struct {
	template *body.Template
	def      body.Def // of which shapes, centre and sampling count
	revision uint32   // edits of materials it knows of
}

// templateOf returns the template of a body's shapes.
func (w *World) templateOf(d *body.Def) (*body.Template, error) {
	r := &w.recent
	if r.template != nil && r.revision == w.revision && r.def.Center == d.Center &&
		r.def.Sampling == d.Sampling && slices.Equal(r.def.Shapes, d.Shapes) {
		return r.template, nil
	}
	t, err := newTemplate(d.Shapes, w.density, d.Center, d.Sampling)
	if err == nil {
		*r = recentTemplate{t, body.Def{Shapes: slices.Clone(d.Shapes), Center: d.Center, Sampling: d.Sampling}, w.revision}
	}
	return t, err
}

// reweighed returns the template of the same shapes with other densities, in the same
// frame of definition.
func reweighed(t *body.Template, density func(material int) float64) *body.Template {
	defs := make([]body.ShapeDef, len(t.Shapes))
	for i := range t.Shapes {
		d := t.Shapes[i].Full()
		d.Position = t.Center.Add(t.Axes.Rotate(d.Position))
		d.Orientation = t.Axes.Mul(d.Orientation)
		defs[i] = d
	}
	n, err := newTemplate(defs, density, t.Center, t.Sampling)
	if err != nil {
		panic("sim: the shapes of a body no longer make one")
	}
	return n
}

// principal returns the principal inertia and axes. A single shape keeps its own axes:
// nothing is gained by turning them, and a sphere stays exactly round.
func principal(shapes []body.ShapeDef, tensor vec.Mat3) (vec.Vec3, vec.Quat) {
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

func checkShape(d body.ShapeDef, of int) error {
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

// solid reports whether shapes of a kind have a mass of their own.
func solid(k shape.Kind) bool { return k == shape.KindSphere || k == shape.KindCapsule }

// volume returns the volume of a shape that has mass, else 0 [m³].
func volume(d body.ShapeDef) float64 {
	switch d.Kind {
	case shape.KindSphere:
		return shape.Sphere{Radius: d.Radius}.Volume()
	case shape.KindCapsule:
		return shape.Capsule{Radius: d.Radius, Half: d.Shaft / 2}.Volume()
	}
	return 0
}

// unitInertia returns the principal inertia of a shape for density 1 [m⁵].
func unitInertia(d body.ShapeDef) vec.Vec3 {
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
func farthest(d body.ShapeDef, t *body.Template) float64 {
	if d.Kind != shape.KindMesh {
		return d.Position.Norm() + d.Shaft/2
	}
	var far float64
	for _, v := range d.Mesh.Vertices {
		far = math.Max(far, v.Sub(t.Center).Norm())
	}
	return far
}
