package inspect

import (
	"errors"
	"fmt"
	"strconv"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/measure/surfaces"
	"example.org/tumble/sim/measure/tally"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Site holds the parts of a world that can be inspected.
type Site struct {
	Bodies     *body.Set
	Shapes     *body.Shapes
	Contacts   *contact.Set
	Motions    *kinematic.Motions
	Forces     *external.Forces
	Surfaces   *surfaces.Sensors
	Tally      *tally.Sensors
	Collisions *collisions.Counter
	Gravity    vec.Vec3 // [m/s²]
	Rule       string   // name of the capsule rule
}

// Answer fills in all answers about two things except the history; the second thing may be none.
func (s *Site) Answer(things [2]bridge.Thing, to *bridge.Inspected) {
	members, touching, places := to.Body.Members[:0], to.Body.Touching[:0], to.Contact.Explained.Places[:0]
	*to = bridge.Inspected{Things: things, History: to.History}
	to.Body.Members, to.Body.Touching, to.Contact.Explained.Places = members, touching, places
	for n, t := range things {
		to.Missing[n] = t.Kind != bridge.NoThing && !s.has(t)
	}
	if to.Missing[0] {
		return
	}
	if things[1].Kind != bridge.NoThing && !to.Missing[1] {
		to.Ruler = s.measure(things[0], things[1])
	}
	switch things[0].Kind {
	case bridge.ThingBody:
		s.fillBody(things[0], &to.Body)
	case bridge.ThingContact:
		s.fillContact(things[0], &to.Contact)
	}
}

// has reports whether a thing exists: a contact exists while its shapes touch.
func (s *Site) has(t bridge.Thing) bool {
	if t.Kind == bridge.ThingContact {
		_, _, ok := s.contact(t)
		return ok
	}
	_, _, ok := s.shape(t.Body, t.Shape)
	return ok
}

// shape returns the index of the body with a number, and a reference to one of its shapes; ok is false if either
// does not exist.
func (s *Site) shape(number int64, shape int32) (i int32, ref body.ShapeRef, ok bool) {
	i = int32(s.Bodies.Index(body.ID(number)))
	if i < 0 || shape < 0 || int(shape) >= len(s.Bodies.Template(int(i)).Shapes) {
		return i, ref, false
	}
	return i, s.Bodies.Shape(s.Shapes, int(i), int(shape)), true
}

// contact returns the contact that a thing names, with its torque on the first body.
func (s *Site) contact(t bridge.Thing) (c contact.Contact, torque vec.Vec3, ok bool) {
	_, a, okA := s.shape(t.Body, t.Shape)
	_, b, okB := s.shape(t.Other, t.OtherShape)
	if !okA || !okB {
		return c, torque, false
	}
	return s.Contacts.Between(a, b, t.Nth)
}

// Sample returns the present values of a thing for its history, in the order of Thing.Traces; all 0 if the thing
// does not exist.
func (s *Site) Sample(t bridge.Thing) (now [bridge.NumTraces]float64) {
	switch t.Kind {
	case bridge.ThingBody:
		i, _, ok := s.shape(t.Body, t.Shape)
		if !ok {
			return now
		}
		b := s.Bodies
		force, torque := s.acting(i)
		translation, rotation := b.Kinetic(int(i))
		return [...]float64{b.Vel[i].Norm(), b.Spin[i].Norm(), force.Norm(), torque.Norm(),
			translation + rotation, b.Pos[i].Z}
	case bridge.ThingContact:
		c, _, ok := s.contact(t)
		if !ok {
			return now
		}
		derived := s.Contacts.Derive(&c)
		normal, shear, couple := s.Contacts.ElasticIn(&c)
		force := c.Tangential().Norm()
		return [...]float64{
			c.NormalForce(), force, used(force, derived.Limit), c.Overlap, derived.Closing, normal + shear + couple,
		}
	}
	return now
}

// used returns a force over its limit [1], 0 without a limit.
func used(force, limit float64) float64 {
	if !(limit > 0) {
		return 0
	}
	return force / limit
}

// Called returns a text with the number of a body, followed by its name if it has one.
func (s *Site) Called(number int64) string {
	if i := s.Bodies.Index(body.ID(number)); i >= 0 && s.Bodies.Name(i) != "" {
		return fmt.Sprintf("%d (%s)", number, s.Bodies.Name(i))
	}
	return strconv.FormatInt(number, 10)
}

// CheckInside returns an error unless the meshes of a body, given by name or number, enclose a space.
func (s *Site) CheckInside(name string) error {
	i := bulk.IndexOf(name, s.Bodies)
	if i < 0 {
		return errors.New("this body is not in the world any more")
	}
	_, err := s.Shapes.Interior(s.Bodies.Template(i))
	return err
}
