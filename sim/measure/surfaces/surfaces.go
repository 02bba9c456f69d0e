// Package surfaces adds up, step by step, what contacts do to the surfaces of bodies: force, torque, power, pressure
// and rubbing. Tables have means over their intervals from it, which the values of single moments do not give.
package surfaces

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Sensors are the surfaces of a world that are measured. They read the world and change nothing of it. The zero value
// measures nothing and costs nothing.
type Sensors struct {
	set  *contact.Set
	list []sensor
}

// sensor is one surface.
type sensor struct {
	bridge.Pressed
	body body.ID
	in   [][]bool // of each shape of the body: which of its triangles belong to the surface; nil: all of the body

	sums  [][]bridge.Rub // of each shape of the body: of each of its triangles; nil: not kept
	touch []touch        // the contacts of the last step on triangles, while sums are kept

	near []int32 // memory of triangleOf
}

// touch is a contact on a triangle of a mesh.
type touch struct {
	shape, triangle int32
	bridge.Rub
}

// Bind sets the contacts that are measured; it is called first.
func (s *Sensors) Bind(set *contact.Set) { s.set = set }

// Add measures one surface more from now on.
//
// Errors: too many, two of one name, no such body, a part without triangles.
func (s *Sensors) Add(at bridge.Surface) error {
	if err := s.check(&at); err != nil {
		return err
	}
	b := s.set.Bodies
	bad := func(err error) error { return fmt.Errorf("surface %s: @%s: %w", at.Name, at.Body, err) }
	if err := b.CheckFollowed([]string{at.Body}, false); err != nil {
		return bad(err)
	}
	i := bulk.IndexOf(at.Body, b)
	if i < 0 {
		return bad(fmt.Errorf("this body is not in the world any more"))
	}
	one := sensor{Pressed: bridge.Pressed{Surface: at, Since: s.set.Clock.Time}, body: b.ID(i)}
	one.place(s.set)
	switch {
	case at.Part != bridge.WholeBody && !(one.Area > 0):
		return bad(fmt.Errorf("none of the triangles of this body is there"))
	case at.Triangles && one.sums == nil:
		return bad(fmt.Errorf("this body has no triangles"))
	}
	for k := range s.list {
		if o := &s.list[k]; at.Triangles && o.Surface.Triangles && o.body == one.body {
			return bad(fmt.Errorf("the surface %s has the sums of its triangles", o.Surface.Name))
		}
	}
	s.list = append(s.list, one)
	return nil
}

// Set measures these surfaces from now on, in the place of those before.
//
// Errors: those of Add; the surfaces before then stay.
func (s *Sensors) Set(list []bridge.Surface) error {
	next := Sensors{set: s.set}
	for _, at := range list {
		if err := next.Add(at); err != nil {
			return err
		}
	}
	s.list = next.list
	return nil
}

// check returns an error for a surface that cannot be in the list.
func (s *Sensors) check(at *bridge.Surface) error {
	switch {
	case len(s.list) >= bridge.MostSurfaces:
		return bridge.TooManySurfaces(len(s.list) + 1)
	case slices.ContainsFunc(s.list, func(o sensor) bool { return o.Surface.Name == at.Name }):
		return fmt.Errorf("the surface %s is there twice", at.Name)
	}
	return at.Check()
}

// place finds the triangles of the surface, and their area. The coordinates of a part are those in which the scene
// gives the shapes of the body.
func (s *sensor) place(set *contact.Set) {
	i := set.Bodies.Index(s.body)
	if i < 0 {
		return // nothing touches a body that has left
	}
	t := set.Bodies.Template(i)
	s.Area, s.in = 0, nil
	if s.Surface.Part != bridge.WholeBody {
		s.in = make([][]bool, len(t.Shapes))
	}
	for k := range t.Shapes {
		switch d := t.Shapes[k].Def; {
		case d.Kind != shape.KindMesh && s.in == nil:
			s.Area = math.NaN()
		case d.Kind == shape.KindMesh:
			in := s.triangles(set.Shapes.Meshes[set.Bodies.Shape(set.Shapes, i, k).Index].Surface, t)
			if s.in != nil {
				s.in[k] = in
			}
			if s.Surface.Triangles {
				s.sums = append(s.sums, make([][]bridge.Rub, k+1-len(s.sums))...)
				s.sums[k] = make([]bridge.Rub, len(in))
			}
		}
	}
}

// triangles returns which triangles of a mesh belong to the surface, and adds their area.
func (s *sensor) triangles(m *narrow.Surface, t *body.Template) []bool {
	in := make([]bool, len(m.Triangles))
	for i, corners := range m.Triangles {
		var c [3]vec.Vec3
		for k, v := range corners {
			c[k] = t.Axes.Rotate(m.Vertices[v]).Add(t.Center)
		}
		across := c[1].Sub(c[0]).Cross(c[2].Sub(c[0]))
		if in[i] = s.includes(c[0].Add(c[1]).Add(c[2]).Scale(1./3), across); in[i] {
			s.Area += across.Norm() / 2
		}
	}
	return in
}

// includes reports whether a triangle with a centre and a normal of any length belongs to the surface.
func (s *sensor) includes(center, normal vec.Vec3) bool {
	at := &s.Surface
	switch at.Part {
	case bridge.InRegion:
		return at.Region.Depth(center) >= 0
	case bridge.FacingWay:
		angle := math.Atan2(normal.Cross(at.Facing).Norm(), normal.Dot(at.Facing)) * 180 / math.Pi
		return normal != (vec.Vec3{}) && angle <= at.Within+1e-9
	}
	return true
}

// Measure reads the contacts of a step, which are known, before bodies move by them, and adds what they do in the half
// step before, of a time [s]. Contacts are added up in contact order, so that the bits do not depend on the number of
// workers.
func (s *Sensors) Measure(half float64) {
	for i := range s.list {
		s.list[i].measure(s.set)
		s.list[i].book(s.set.Bodies, half)
	}
}

// Ahead adds what the contacts of the last step do in the half step after it, of a time [s], at the velocities that
// bodies have now. It is called once motions have set these.
func (s *Sensors) Ahead(half float64) {
	for i := range s.list {
		s.list[i].book(s.set.Bodies, half)
	}
}

// measure reads the present contacts, but for their power.
func (s *sensor) measure(set *contact.Set) {
	s.Now, s.touch = bridge.Load{}, s.touch[:0]
	i := int32(set.Bodies.Index(s.body))
	if i < 0 {
		return
	}
	at, hits, finnie := set.Bodies.Pos[i], 0.0, 0.0
	for c, torque := range set.Onto(i) {
		on := touch{shape: noShape}
		if s.in != nil || s.sums != nil {
			on.shape, on.triangle = s.triangleOf(set, i, c)
		}
		if s.in != nil && (on.shape == noShape || !s.in[on.shape][on.triangle]) {
			continue
		}
		sign, other := 1.0, c.BodyB
		if c.BodyB == i {
			sign, other = -1, c.BodyA
		}
		force := c.Force.Scale(sign)
		s.Now.Force = s.Now.Force.Add(force)
		s.Now.Torque = s.Now.Torque.Add(c.Point.Sub(at).Cross(force)).AddScaled(sign, torque)
		closing, slip := set.Slip(c)
		on.Normal, on.Shear, on.Archard = c.NormalForce(), c.Tangential().Norm(), c.NormalForce()*slip.Norm()
		s.Now.Rub.Add(&on.Rub, 1)
		if s.sums != nil && on.shape != noShape {
			s.touch = append(s.touch, on)
		}
		if c.Fresh {
			energy := bridge.FinnieEnergy(set.Bodies.Mass(int(other)).Mass, max(closing, 0), slip.Norm())
			s.hit(&on, energy)
			hits, finnie = hits+1, finnie+energy
		}
	}
	s.Sum.Hits, s.Sum.Finnie = s.Sum.Hits+hits, s.Sum.Finnie+finnie
	if set.Clock.Last > 0 {
		s.Now.Hits, s.Now.Finnie = hits/set.Clock.Last, finnie/set.Clock.Last
	}
}

// book adds the present load for half a step [s].
func (s *sensor) book(b *body.Set, half float64) {
	if i := b.Index(s.body); i >= 0 {
		s.Now.Power = 0 - s.Now.Force.Dot(b.Vel[i]) - s.Now.Torque.Dot(b.Spin[i])
	}
	over := s.Now
	over.Hits, over.Finnie = 0, 0 // they were counted
	s.Sum.Add(&over, half)
	for i := range s.touch {
		t := &s.touch[i]
		s.sums[t.shape][t.triangle].Add(&t.Rub, half)
	}
}

// hit counts a contact that begins on a triangle, with the energy that erodes it [J].
func (s *sensor) hit(t *touch, finnie float64) {
	if s.sums != nil && t.shape != noShape {
		r := &s.sums[t.shape][t.triangle]
		r.Hits, r.Finnie = r.Hits+1, r.Finnie+finnie
	}
}

// noShape stands for a shape that is no mesh.
const noShape = -1

// triangleOf returns on which triangle of which shape of body i a contact lies: the one that is nearest to its point.
// Of several that are as near but for the overlap, at an edge or corner, it is the one that is most squarely pressed.
// It returns noShape if the shape is no mesh.
func (s *sensor) triangleOf(set *contact.Set, i int32, c *contact.Contact) (number, triangle int32) {
	kind, at := c.KindA, c.A
	if c.BodyB == i {
		kind, at = c.KindB, c.B
	}
	if kind != shape.KindMesh {
		return noShape, 0
	}
	m := &set.Shapes.Meshes[at]
	p, n := m.Ori.Unrotate(c.Point.Sub(m.Pos)), m.Ori.Unrotate(c.Normal)
	triangle = m.Tree.NearestAlong(p, n, c.Overlap, &s.near)
	return set.Shapes.Info(kind, at).Part, triangle
}

// AppendTo appends what is measured to a list.
func (s *Sensors) AppendTo(list []bridge.Pressed) []bridge.Pressed {
	for i := range s.list {
		list = append(list, s.list[i].Pressed)
	}
	return list
}

// Rubbed returns a copy of what contacts did to each triangle of a shape of a body; nil if that is not kept.
func (s *Sensors) Rubbed(id body.ID, shape int) *bridge.Rubbed {
	for i := range s.list {
		if one := &s.list[i]; one.body == id && shape < len(one.sums) && one.sums[shape] != nil {
			return &bridge.Rubbed{Since: one.Since, Sums: slices.Clone(one.sums[shape])}
		}
	}
	return nil
}
