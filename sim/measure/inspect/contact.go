package inspect

import (
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
)

// fillContact fills in the numbers of a contact.
func (s *Site) fillContact(t bridge.Thing, to *bridge.ContactNumbers) {
	c, torque, _ := s.contact(t)
	derived, l := s.Contacts.Derive(&c), &law.Kinds[s.Contacts.Law]
	to.Bodies = [2]bridge.Thing{
		{Kind: bridge.ThingBody, Body: t.Body, Shape: t.Shape}, {Kind: bridge.ThingBody, Body: t.Other, Shape: t.OtherShape},
	}
	to.Names = [2]string{s.Bodies.Name(int(c.BodyA)), s.Bodies.Name(int(c.BodyB))}
	to.Pair, to.Fresh = c.KindA.String()+"-"+c.KindB.String(), c.Fresh
	to.Point, to.Normal, to.Overlap = c.Point, c.Normal, c.Overlap
	to.Force, to.Torque, to.NormalForce = c.Force, torque, c.NormalForce()
	to.Tangential, to.TangentialForce, to.Friction, to.Sliding = c.Tangential(), c.Tangential().Norm(), c.Mu, c.Sliding
	to.Used = used(to.TangentialForce, derived.Limit)
	to.Kn, to.Kt, to.Viscosity, to.Drag = derived.Kn, derived.Kt, derived.Viscosity, c.Drag
	to.Closing, to.Slip = derived.Closing, derived.Slip
	to.Law = l.Name
	to.Formula, to.FormulaTeX = l.Formula, l.FormulaTeX
	s.explain(t, &c, &to.Explained)
	to.ElasticNormal, to.ElasticShear, to.ElasticRolling = s.Contacts.ElasticIn(&c)
}
