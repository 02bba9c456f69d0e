// Code generated from sim/wide/hot/sums.go by go generate ./sim/wide. DO NOT EDIT.

package hot

import wide "tumble/sim/wide/assemble/symbol"

// Sums adds the forces of eight contacts to what acts on their bodies, in their order.
type Sums struct {
	Contact      *wide.Lane // columns: point, normal, shear, overlap, normal force
	Next         *wide.Lane // contacts that are done before long
	BodyA, BodyB *wide.Index
	Pos          wide.Records
	Wrench       wide.Records // force and torque, and two numbers more
}

func (s *Sums) add() {
	s.Next.Soon(contactLines)
	force, onA, onB := forces(s.Contact, s.BodyA, s.BodyB, s.Pos)
	wide.Exchange(s.Wrench, s.BodyA, s.BodyB, force, onA, onB)
}

// forces returns the forces of eight contacts, and their torques on the bodies.
func forces(contact *wide.Lane, a, b *wide.Index, pos wide.Records) (force, onA, onB wide.Vec3) {
	force = contact.Vec3(6).SubScaled(contact.Column(10).Load(), contact.Vec3(3))
	point := contact.Vec3(0)
	return force, point.Sub(a.Vec3(pos)).Cross(force), point.Sub(b.Vec3(pos)).Cross(force)
}

// Forces finds the forces of eight contacts, for those who add only some of them.
type Forces struct {
	Contact      *wide.Lane // as in Sums
	Next         *wide.Lane
	BodyA, BodyB *wide.Index
	Pos          wide.Records
	OnA, OnB     wide.Table // force, torque and two zeros; that on b is to be taken away
}

func (f *Forces) find() {
	f.Next.Soon(contactLines)
	force, onA, onB := forces(f.Contact, f.BodyA, f.BodyB, f.Pos)
	f.OnA.Keep(force, onA)
	f.OnB.Keep(force, onB)
}
