package inspect

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// fillBody fills in the numbers of a body.
func (s *Site) fillBody(t bridge.Thing, to *bridge.BodyNumbers) {
	i, ref, _ := s.shape(t.Body, t.Shape)
	b := s.Bodies
	to.Number, to.Name = int64(b.ID(int(i))), b.Name(int(i))
	to.Kind, to.Shape = bridge.BodyKind(b.Kind[i]), t.Shape
	to.Mass, to.Inertia = b.Mass(int(i)).Mass, b.Mass(int(i)).Inertia
	to.Frame = bulk.FrameAt(int(i), b)
	to.Position, to.Orientation, to.Velocity, to.Spin = b.Pos[i], b.Ori[i], b.Vel[i], b.Spin[i]
	to.Translation, to.Rotation = b.Kinetic(int(i))
	to.Potential = b.Potential(int(i), s.Gravity, 0)
	to.Force, to.Torque = s.acting(i)
	for k := range b.Template(int(i)).Shapes {
		to.Members = append(to.Members, s.member(i, k))
	}
	to.Material = to.Members[0].Material
	for c := range s.Contacts.Of(i) {
		if force := c.Force; c.BodyB == i {
			to.ContactForce = to.ContactForce.Sub(force)
		} else {
			to.ContactForce = to.ContactForce.Add(force)
		}
		to.Touching = append(to.Touching, s.touching(i, c))
	}
	count(to.Touching)
	to.External = to.External[:0]
	for _, on := range s.Forces.On(int(i)) {
		to.External = append(to.External, bridge.ExternalForce{Name: on.Name, Force: on.Force, Torque: on.Torque})
	}
	to.Joint = nil
	if j := b.Joint(int(i)); j != nil {
		numbers := Joint(j, b)
		to.Joint = &numbers
	}
	switch ref.Kind {
	case shape.KindMesh:
		to.Triangle = s.triangle(ref, t.Triangle)
	case shape.KindWall:
		w := &s.Shapes.Walls[ref.Index]
		to.Wall = bridge.WallNumbers{Given: true, Axis: w.Axis, Sense: w.Sense,
			Position: s.Shapes.WallPosition(b, int(ref.Index))}
	}
}

// Joint returns the numbers of a hinge or a slider of a body.
func Joint(j *body.Joint, b *body.Set) bridge.JointNumbers {
	return bridge.JointNumbers{Slides: j.Slides, Axis: j.Axis, Point: j.Point, Acts: j.Joint, Way: j.Way, Pace: j.Pace(b),
		Motor: j.Load, Spring: -j.Stiffness * j.Way}
}

// acting returns the force and the torque on a body [N, N·m].
func (s *Site) acting(i int32) (force, torque vec.Vec3) {
	if !s.Bodies.IsFixed(int(i)) {
		return s.Bodies.Wrench[i].Force, s.Bodies.Wrench[i].Torque
	}
	for _, on := range s.Contacts.ActingOnFixed(func(k int32) bool { return k == i }) {
		force, torque = on.Force, on.Torque
	}
	return force, torque
}

// member returns the numbers of one shape of a body.
func (s *Site) member(i int32, k int) bridge.Member {
	b := s.Bodies
	p := &b.Template(int(i)).Shapes[k]
	ref := b.Shape(s.Shapes, int(i), k)
	m := bridge.Member{
		Kind: p.Def.Kind.String(), Material: s.Contacts.Materials[p.Def.Material].Name, Radius: p.Radius, Shaft: p.Shaft,
		Position:    b.Pos[i].Add(b.Ori[i].Rotate(p.Local)),
		Orientation: b.Ori[i].Mul(p.Def.Orientation),
	}
	for c, torque := range s.Contacts.Of(i) {
		sign := c.SignOn(ref)
		f := c.Force.Scale(sign)
		m.Force = m.Force.Add(f)
		m.Torque = m.Torque.Add(c.Point.Sub(m.Position).Cross(f)).AddScaled(sign, torque)
	}
	return m
}

// touching returns the numbers of a contact as seen from body i.
func (s *Site) touching(i int32, c *contact.Contact) bridge.Touching {
	thing := bridge.Thing{Kind: bridge.ThingContact}
	thing.Body, thing.Shape = s.shapeThing(c.BodyA, c.KindA, c.A)
	thing.Other, thing.OtherShape = s.shapeThing(c.BodyB, c.KindB, c.B)
	partner, other := bridge.Thing{Kind: bridge.ThingBody, Body: thing.Other, Shape: thing.OtherShape}, c.BodyB
	if other == i {
		partner.Body, partner.Shape, other = thing.Body, thing.Shape, c.BodyA
	}
	shear := c.Tangential().Norm()
	return bridge.Touching{
		Thing: thing, Partner: partner, Name: s.Bodies.Name(int(other)), Overlap: c.Overlap, NormalForce: c.NormalForce(),
		TangentialForce: shear, Used: used(shear, s.Contacts.Derive(c).Limit), Sliding: c.Sliding,
	}
}

// count numbers the contacts between the same two shapes from 0. They are neighbours in the list.
func count(list []bridge.Touching) {
	for i := 1; i < len(list); i++ {
		next := list[i-1].Thing
		if next.Nth++; list[i].Thing == (bridge.Thing{Kind: next.Kind, Body: next.Body, Shape: next.Shape, Other: next.Other,
			OtherShape: next.OtherShape}) {
			list[i].Thing = next
		}
	}
}

// shapeThing returns the number of body i and, within this body, the number of a shape, given the index of the
// shape among the shapes of its kind.
func (s *Site) shapeThing(i int32, kind shape.Kind, index int32) (body int64, number int32) {
	return int64(s.Bodies.ID(int(i))), s.Shapes.Info(kind, index).Part
}

// triangle returns the numbers of one triangle of a mesh, at its present place in the global frame.
func (s *Site) triangle(ref body.ShapeRef, number int32) bridge.Triangle {
	m, info := &s.Shapes.Meshes[ref.Index], s.Shapes.Info(ref.Kind, ref.Index)
	if number < 0 || int(number) >= len(m.Surface.Triangles) {
		return bridge.Triangle{}
	}
	var corners [3]vec.Vec3
	for k, v := range m.Surface.Triangles[number] {
		corners[k] = s.Bodies.Pos[info.Body].Add(s.Bodies.Ori[info.Body].Rotate(m.Surface.Vertices[v]))
	}
	return bridge.NewTriangle(s.Bodies.Part(info).Def.MeshName, number, corners)
}
