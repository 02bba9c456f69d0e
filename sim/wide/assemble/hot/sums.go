// Code generated from sim/wide/hot/sums.go by go generate ./sim/wide. DO NOT EDIT.

package hot

import wide "tumble/sim/wide/assemble/symbol"

// Sums adds the forces of eight contacts to what acts on their bodies, in their order.
type Sums struct {
	Contact      *wide.Lane // columns: point, normal, shear, normal force
	Next         *wide.Lane // contacts that are done before long
	BodyA, BodyB *wide.Index
	Pos          wide.Records
	Turns        wide.Records // couples of contacts that spread
	OntoA, OntoB *wide.Index  // records that get what acts on the bodies
	Wrench       wide.Records // force and torque, and two numbers more
}

// add does it, for contacts that spread or not.
func (s *Sums) add(spread bool) {
	s.Next.Soon(sumsLines)
	force := s.Contact.Vec3(6).SubScaled(s.Contact.Column(9).Load(), s.Contact.Vec3(3))
	point := s.Contact.Vec3(0)
	onA, onB := point.Sub(s.BodyA.Vec3(s.Pos)).Cross(force), point.Sub(s.BodyB.Vec3(s.Pos)).Cross(force)
	if spread {
		turn := wide.Together(s.Turns)
		onA, onB = onA.Add(turn), onB.Add(turn)
	}
	wide.Exchange(s.Wrench, s.OntoA, s.OntoB, force, onA, onB)
}
