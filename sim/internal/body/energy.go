package body

import (
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/vec"
)

// Kinetic returns the kinetic energy of a body at the half step that its velocity belongs to [J]; 0 for a body
// that forces do not move.
func (b *Set) Kinetic(i int) (translation, rotation float64) {
	if b.Kind[i] != Dynamic {
		return 0, 0
	}
	return 0.5 * b.Mass(i).Mass * b.Vel[i].Norm2(), 0.5 * b.Spin[i].Dot(b.AngularMomentum(i))
}

// Potential returns the potential energy of a body in gravity [m/s²] at its position the time back ago [s], with 0
// at the origin [J]; 0 for a body that forces do not move.
func (b *Set) Potential(i int, gravity vec.Vec3, back float64) float64 {
	if b.Kind[i] != Dynamic {
		return 0
	}
	return -b.Mass(i).Mass * gravity.Dot(b.Pos[i].AddScaled(-back, b.Vel[i]))
}

// Energy returns the kinetic and potential energy of a body between two steps [J], at the half step
// that its velocity belongs to, which was the time back ago [s].
func (b *Set) Energy(i int, gravity vec.Vec3, back float64) float64 {
	translation, rotation := b.Kinetic(i)
	return translation + rotation + b.Potential(i, gravity, back)
}

// TotalEnergy returns the sum of Energy of all bodies [J].
func (b *Set) TotalEnergy(gravity vec.Vec3, back float64) (e float64) {
	for i := range b.Pos {
		e += b.Energy(i, gravity, back)
	}
	return e
}

// AddEnergy adds to the entries of a ledger the energies of bodies at the moment that the forces of the last step
// belong to; step is the length of that step [s]. The kinetic energy still holds the work of the half step ahead,
// which Ledger.Entries subtracts.
func (b *Set) AddEnergy(e *ledger.Energy, gravity vec.Vec3, step float64) {
	for i := range b.Pos {
		translation, rotation := b.Kinetic(i)
		e.Rotation += rotation
		if b.Kind[i] == Dynamic {
			translation -= b.Mass(i).Mass * gravity.Dot(b.Vel[i]) * step / 2 // the difference of two potentials would cancel
		}
		e.Translation += translation
		e.Potential += b.Potential(i, gravity, step)
	}
}

// BookImposed books the work in half a step [s] of bodies that forces do not move, but that move by a prescribed
// motion or by a velocity of their own. They do it on the bodies that they touch: against the force on the moving
// body, at its velocity. BookImposed is called when forces become known, for the half step before, and again when
// the bodies have moved, for the half step after.
func (b *Set) BookImposed(l *ledger.Ledger, half float64) {
	for i := range b.Unforced {
		power := b.Wrench[i].Force.Dot(b.Vel[i]) + b.Wrench[i].Torque.Dot(b.Spin[i])
		l.BookImposed(half * power)
	}
}
