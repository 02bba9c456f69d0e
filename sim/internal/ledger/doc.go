// Package ledger books where the energy of a simulation comes from and where it goes. It knows
// neither bodies nor contacts: who changes energy books it here, and who asks gets all entries.
//
// Energies are those of the moment t that the contacts of the last step belong to. Forces F are
// of t; velocities are known half a step before and after it, v⁻ and v⁺. What a force does in a
// step is booked as
//
//	W = F·(v⁻ + v⁺) dt/2,
//
// which is to the last digit what the leapfrog scheme adds to ½ m v². Of that the half that belongs
// to v⁺ lies ahead of t; readings leave it out, which gives the kinetic energy ½ m v⁻·v⁺ of t
// itself. For springs and gravity kinetic, elastic and potential energy of t then add up exactly,
// not only to the order of a step. Where all that moves turns round within a step, this would be less
// than nothing: so much is taken from the springs, or from gravity.
//
// All forces of contacts are booked body by body, at the cost of the bodies and not of the contacts:
// action and reaction make it the work at the contact points. What contacts gave to bodies, and
// stored, and dissipated, adds up to nothing if the rule they follow has a potential: the entry
// ContactRule is what remains. It holds what a rule without potential makes or loses, such as the
// documented one for capsules that touch at a tilt, and the error of the time step where contacts
// begin and end.
//
// What a person does who drags a body is booked as that of an imposed motion: at the velocity of the body,
// as all forces are. Cundall damping takes its share of it as of any other force.
//
// The closure error is what all entries leave unexplained: the error of the rotations of bodies that
// are not round, and of changes of the time step.
//
// # How to add an entry
//
// A field of Ledger with a line in Archive, a field of Energy with a line in Entries, which
// also adds it to Dissipated or to Work, and a call where the energy comes or goes.
package ledger
