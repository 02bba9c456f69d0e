package insertion

import (
	"math"
	"math/rand/v2"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// trial is a body for which an inlet looks for a place.
type trial struct {
	template    *body.Template
	orientation vec.Quat    // of the product's frame
	parts       []trialPart // its shapes, about its centroid
	padding     float64     // smallest radius, which its centroid keeps from the surface of the volume [m]
	core        float64     // radius of a ball about its centroid inside one of the shapes, 0 if there is none [m]
}

// trialPart is a shape of the body, about its centroid: its box, and a capsule that holds it.
type trialPart struct {
	box  vec.Box
	hull shape.Capsule
}

// draw makes the trial a fresh body of an inlet. Product, sizes and orientation are drawn in this order.
func (t *trial) draw(in *Inlet, random *rand.Rand, density func(material int) float64) {
	t.template = in.pick(random).draw(random, density)
	t.orientation = in.Def.orientation(random)
	t.setParts()
}

// setParts sets the parts to the shapes of the template, turned by the orientation.
func (t *trial) setParts() {
	t.parts = t.parts[:0]
	t.padding, t.core = math.Inf(1), 0
	turn := t.orientation.Mul(t.template.Axes)
	for i := range t.template.Shapes {
		s := &t.template.Shapes[i]
		c := s.Hull(turn)
		t.parts = append(t.parts, trialPart{c.Bounds(), c})
		t.padding = math.Min(t.padding, s.Radius)
		t.core = math.Max(t.core, coreOf(s, c))
	}
}

// coreOf returns the radius of a ball about the centroid that lies inside a shape, whose hull is given [m]; it is not
// positive if there is none.
func coreOf(s *body.Part, hull shape.Capsule) float64 {
	if !s.IsHull() {
		return 0
	}
	nearest := hull.Center.AddScaled(narrow.PointSegment(vec.Vec3{}, hull.Center, hull.Axis, hull.Half), hull.Axis)
	return s.Radius - nearest.Norm()
}

// at returns the box and hull of the part for a body with its centroid at center.
func (p *trialPart) at(center vec.Vec3) (vec.Box, shape.Capsule) {
	c := p.hull
	c.Center = c.Center.Add(center)
	return shifted(p.box, center), c
}

// fits reports whether all corners of the boxes of a body at p lie in the volume. It
// begins with the corner farthest out: most trials fail by that one.
func (t *trial) fits(v *Volume, p vec.Vec3) bool {
	far := v.outward(p)
	for i := range t.parts {
		b := shifted(t.parts[i].box, p)
		for k := range 8 {
			if !v.Contains(b.Corner(k ^ far)) {
				return false
			}
		}
	}
	return true
}

// blocked reports whether a body at p could touch another shape.
func (t *trial) blocked(o *occupancy, s *body.Shapes, p vec.Vec3, exact bool) bool {
	for i := range t.parts {
		box, hull := t.parts[i].at(p)
		if o.blocked(s, box, hull, exact) {
			return true
		}
	}
	return false
}

// def places the body with its centroid at p: a body.Def places the frame of the product.
func (t *trial) def(in *InletDef, p vec.Vec3) body.Def {
	return body.Def{
		Name: in.Name, Orientation: t.orientation, Velocity: in.Velocity,
		Position: p.Sub(t.orientation.Rotate(t.template.Center)),
	}
}

func shifted(b vec.Box, p vec.Vec3) vec.Box { return vec.Box{Lo: b.Lo.Add(p), Hi: b.Hi.Add(p)} }

// meets reports whether one of the boxes of the body, about its centroid, overlaps a box.
func (t *trial) meets(box vec.Box) bool {
	for i := range t.parts {
		if t.parts[i].box.Overlaps(box) {
			return true
		}
	}
	return false
}
