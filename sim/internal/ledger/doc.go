// Package ledger books where the energy of a simulation comes from and where it goes. It knows neither bodies nor
// contacts: code that changes an energy books it here, and readers get all entries.
//
// Energies are those of the moment t that the contacts of the last step belong to. Forces F are
// of t; velocities are known half a step before and after it, v⁻ and v⁺. What a force does in a
// step is booked as
//
//	W = F·(v⁻ + v⁺) dt/2,
//
// which is to the last digit what the leapfrog scheme adds to ½ m v². The half of this work that belongs to v⁺
// lies ahead of t; readings leave it out, which gives the kinetic energy ½ m v⁻·v⁺ of t itself. For springs and
// gravity, the kinetic, elastic and potential energies of t then add up exactly, not only to the order of a step.
// Where everything that moves turns round within a step, this kinetic energy would be negative: it is then set to
// zero, and the difference is taken from the springs, or from gravity.
//
// All forces of contacts are booked body by body, so that the cost grows with the bodies and not with the
// contacts: action and reaction make the sum the work at the contact points. The energies that contacts gave to
// bodies, stored and dissipated add up to nothing if the contact rule has a potential: the entry ContactRule is
// their sum. It holds the energy that a rule without potential makes or loses, such as the documented rule for
// capsules that touch at a tilt, and the error of the time step where contacts begin and end.
//
// The work of a person who drags a body is booked like that of an imposed motion: at the velocity of the body, as
// for all forces. Cundall damping acts on the dragging force as on any other.
//
// The closure error is what all entries leave unexplained: the error of the rotations of bodies that
// are not round, and of changes of the time step.
//
// # How to add an entry
//
// A field of Ledger with a line in Archive, a field of Energy with a line in Entries, which
// also adds it to Dissipated or to Work, and a call where the energy comes or goes.
package ledger
