package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// sums adds the forces of contacts.
func sums(s *wide.Sums, options wide.Options) {
	ir.Fetch(s.Next, blockLines)
	point, force := ir.Columns(s.Contact, pointColumn), ir.Columns(s.Contact, forceColumn)
	onA := point.Sub(ir.VectorsOf(s.BodyA, s.Pos)).Cross(force)
	onB := point.Sub(ir.VectorsOf(s.BodyB, s.Pos)).Cross(force)
	if options&wide.LineContacts != 0 {
		couple := ir.Together(s.Couples)
		onA, onB = onA.Add(couple), onB.Add(couple)
	}
	if options&wide.Couples != 0 {
		x, y, z, _ := ir.InLine(s.Resistance, resistanceSize, 0)
		couple := ir.Vec3{X: x, Y: y, Z: z}
		onA, onB = onA.Add(couple), onB.Add(couple)
	}
	ir.ExchangeForces(s.Wrench, s.OntoA, s.OntoB, force, onA, onB)
}
