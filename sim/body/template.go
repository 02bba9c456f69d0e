package body

import (
	"math"

	"tumble/sim/vec"
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
	Shared   *Mass  // of the bodies made of it; nil before the first
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
}

// Full returns the definition of a part, in the body's frame.
func (p *Part) Full() ShapeDef {
	d := *p.Def
	d.Position, d.Radius, d.Shaft = p.Local, p.Radius, p.Shaft
	return d
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

// Uses reports whether a shape with mass is made of the material.
func (t *Template) Uses(material int) bool {
	for i := range t.Shapes {
		if t.Mass > 0 && t.Shapes[i].Def.Material == material {
			return true
		}
	}
	return false
}

// Extent returns how far from the centroid the surface of a body reaches at most [m].
func (t *Template) Extent() float64 {
	var radius float64
	for i := range t.Shapes {
		radius = math.Max(radius, t.Shapes[i].Radius)
	}
	return t.Reach + radius
}

// Finest returns the smallest radius of its shapes [m].
func (t *Template) Finest() float64 {
	radius := t.Shapes[0].Radius
	for i := range t.Shapes {
		radius = math.Min(radius, t.Shapes[i].Radius)
	}
	return radius
}
