package state

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/vec"
)

// Contacts gives read access to the contacts of the last step of a world. It is valid until the next step.
type Contacts struct{ set *contact.Set }

// Touching is a Source with contacts, which dumps of other programs do not have.
type Touching interface{ Contacts() Contacts }

// ContactsOf returns read access to a set of contacts.
func ContactsOf(set *contact.Set) Contacts { return Contacts{set} }

// Collide lets a sensor of collisions observe the last step.
func (c Contacts) Collide(s *collisions.Sensor) { s.Observe(c.set) }

// Materials returns the names of all materials.
func (c Contacts) Materials() (names []string) {
	for i := range c.set.Materials {
		names = append(names, c.set.Materials[i].Name)
	}
	return names
}

// Count returns the number of contacts.
func (c Contacts) Count() int { return c.set.Count }

// MaxOverlapRatio returns the largest overlap over the smaller of the two radii [1].
func (c Contacts) MaxOverlapRatio() float64 { return c.set.Deepest }

// DeepestPair names the two bodies of the deepest contact; see MaxOverlapRatio.
func (c Contacts) DeepestPair() string { return c.set.DeepestPair() }

// ForceOn returns the force [N] and the torque about the body's centre of mass [N·m] that all contacts together
// exert on a body, without gravity; zero for an unknown body.
func (c Contacts) ForceOn(id body.ID) (force, torque vec.Vec3) {
	b := c.set.Bodies
	i := int32(b.Index(id))
	for c := range c.set.All {
		switch i {
		case c.BodyA:
			force = force.Add(c.Force)
			torque = torque.Add(c.Point.Sub(b.Pos[c.BodyA]).Cross(c.Force)).Add(c.Couple)
		case c.BodyB:
			force = force.Sub(c.Force)
			torque = torque.Sub(c.Point.Sub(b.Pos[c.BodyB]).Cross(c.Force)).Sub(c.Couple)
		}
	}
	for c, turn := range c.set.LineContacts {
		switch i {
		case c.BodyA:
			torque = torque.Add(turn)
		case c.BodyB:
			torque = torque.Sub(turn)
		}
	}
	return force, torque
}

// ForceOnShape returns the force [N] and the torque about the shape's own centre [N·m] that contacts exert on one
// shape of a body, without gravity; zero for an unknown body or shape. Shapes are counted from 0 as in body.Def.
func (c Contacts) ForceOnShape(id body.ID, shape int) (force, torque vec.Vec3) {
	b, shapes := c.set.Bodies, c.set.Shapes
	i := b.Index(id)
	if i < 0 || shape < 0 || shape >= len(b.Template(i).Shapes) {
		return vec.Vec3{}, vec.Vec3{}
	}
	ref := b.Shape(shapes, i, shape)
	center := b.Pos[i].Add(b.Ori[i].Rotate(shapes.Part(ref.Kind, ref.Index).Local))
	for c := range c.set.All {
		sign := c.SignOn(ref)
		f := c.Force.Scale(sign)
		force = force.Add(f)
		torque = torque.Add(c.Point.Sub(center).Cross(f)).AddScaled(sign, c.Couple)
	}
	for c, turn := range c.set.LineContacts {
		torque = torque.AddScaled(c.SignOn(ref), turn)
	}
	return force, torque
}
