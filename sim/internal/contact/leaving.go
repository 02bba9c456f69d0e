package contact

import (
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/vec"
)

// BookLeaving books the contacts of the bodies that leave. The half step since they were seen is booked
// already, as their work.
func (set *Set) BookLeaving(to *ledger.Flow) {
	b := set.Bodies
	for c := range set.All {
		if b.Leaves(c.BodyA) || b.Leaves(c.BodyB) {
			normal, tangential, couple := set.ElasticIn(c)
			power := c.Force.Dot(set.between(c, c.Point)) + set.turning(c, c.Couple)
			to.Contacts += normal + tangential + couple - set.Clock.HalfStep()*power
		}
	}
	for c, moment := range set.LineContacts {
		if b.Leaves(c.BodyA) || b.Leaves(c.BodyB) {
			to.Contacts -= set.Clock.HalfStep() * set.turning(c, moment)
		}
	}
}

// turning returns the power of a torque [N·m] between the two bodies of a contact [W].
func (set *Set) turning(c *Contact, torque vec.Vec3) float64 {
	return torque.Dot(set.Bodies.Spin[c.BodyA].Sub(set.Bodies.Spin[c.BodyB]))
}
