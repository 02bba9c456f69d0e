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
	f := s.Contact.Vec3(6).SubScaled(s.Contact.Column(10).Load(), s.Contact.Vec3(3))
	point := s.Contact.Vec3(0)
	onA, onB := point.Sub(s.BodyA.Vec3(s.Pos)).Cross(f), point.Sub(s.BodyB.Vec3(s.Pos)).Cross(f)
	wide.Exchange(s.Wrench, s.BodyA, s.BodyB, f, onA, onB)
}
