package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// sums adds the forces of contacts.
func sums(s *wide.Sums, options wide.Options) {
	geometry := options / wide.SumsGeometry
	ir.Fetch(s.Next, blockLines(geometry))
	force := ir.Columns(s.Contact, forceColumn)
	var onA, onB ir.Vec3
	if geometry >= wide.Central {
		onA, onB = centralTorques(s, force, geometry == wide.OverlapsKept)
	} else {
		point := ir.Columns(s.Contact, pointColumn)
		onA = point.Sub(ir.VectorsOf(s.BodyA, s.Pos)).Cross(force)
		onB = point.Sub(ir.VectorsOf(s.BodyB, s.Pos)).Cross(force)
	}
	if geometry == wide.LineContacts {
		couple := ir.Together(s.Couples)
		onA, onB = onA.Add(couple), onB.Add(couple)
	}
	if options&wide.Couples != 0 {
		couple := ir.Columns(s.Resistance, 0)
		onA, onB = onA.Add(couple), onB.Add(couple)
	}
	ir.ExchangeForces(s.Wrench, s.OntoA, s.OntoB, force, onA, onB)
}

// centralTorques returns the torques of central contacts about the centres of mass of their bodies.
func centralTorques(s *wide.Sums, force ir.Vec3, kept bool) (onA, onB ir.Vec3) {
	normal := ir.Columns(s.Contact, normalColumn)
	var overlap ir.Float
	if kept {
		overlap = ir.Get(s.Overlaps)
	} else {
		overlap = force.Dot(normal).Neg().Mul(ir.Get(&s.Softness))
	}
	half, turn := overlap.Mul(ir.Number(0.5)), normal.Cross(force)
	return turn.Scale(ir.Get(&s.RadiusA).Sub(half)), turn.Scale(half.Sub(ir.Get(&s.RadiusB)))
}
