// Package plan is what decides how a world goes on, for those who tell another program.
package plan

import (
	"example.org/tumble/sim/body"
	"example.org/tumble/sim/contact"
	"example.org/tumble/sim/insertion"
	"example.org/tumble/sim/kinematic"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Plan is what decides how a world goes on, beside the state of its bodies: what another program must be told
// to do the same. Its slices are those of the world, to be read before the next step.
type Plan struct {
	Seed      uint64 // of all random streams
	Gravity   vec.Vec3
	Damping   float64 // Cundall damping
	Law       law.Kind
	Fixed     float64 // time step [s]; 0: from stiffness
	TimeStep  float64 // the present one, or of the first step [s]
	Materials []contact.Material
	Pairs     []contact.Properties // of materials a and b at a len(Materials) + b
	Inlets    []insertion.Inlet
	Outlets   []insertion.Outlet
	Motions   []kinematic.Motion
	Blocked   []body.Blocked // degrees of freedom of each body, in the order of their numbers
}
