package contact

import (
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Contact is one touching contact of one step. Contacts are kept in contact order: by
// list (pair of kinds), then by the indices of the shapes, then as the kernel found
// them. A contact that continues is renewed in place: until its law is applied it tells
// of the step before.
//
// This is how all but vector kernels see it; Table is where it is kept.
type Contact struct {
	Springs
	Resistance
	Point, Normal vec.Vec3 // normal from a to b
	Force         vec.Vec3 // on a [N]
	Overlap       float64  // [m]
	BodyA, BodyB  int32
	A, B          int32 // shapes, in the slices of their kinds
	feature       int32
	KindA, KindB  shape.Kind
	Fresh         bool // it began in this step
	Sliding       bool
}

// law returns the springs as the laws take them.
func (s *Springs) law() law.Springs { return law.Springs{Kn: s.Kn, Kt: s.Kt, Pull: s.pull} }

// resists reports whether couples oppose rolling or twisting.
func (s *Springs) resists() bool { return s.Rolling > 0 || s.Twisting > 0 }

// Resistance is what a contact has beside its springs if Set.Damps or Set.Resists is true.
type Resistance struct {
	Couple vec.Vec3 // on a, against rolling and twisting [N·m]
	Drag   float64  // of the dashpot, part of the normal force [N]
}

// NormalForce returns the force of spring and dashpot, negative where they pull [N].
func (c *Contact) NormalForce() float64 { return normalForce(c.Force, c.Normal) }

// Tangential returns the tangential force on a [N].
func (c *Contact) Tangential() vec.Vec3 { return tangential(c.Force, c.Normal) }

// normalForce returns how a contact presses its bodies together, by its force on the first and its normal.
func normalForce(force, normal vec.Vec3) float64 { return 0 - force.Dot(normal) } // never -0

// tangential returns the part of a force perpendicular to a normal, or zero if that is negligible.
func tangential(force, normal vec.Vec3) vec.Vec3 {
	t := across(force, normal)
	if t.Norm2() <= negligible*force.Norm2() {
		return vec.Vec3{}
	}
	return t
}

// across returns the part of a force perpendicular to a normal, with what rounding leaves.
func across(force, normal vec.Vec3) vec.Vec3 { return force.AddScaled(-force.Dot(normal), normal) }

// negligible bounds what rounding leaves of a tangential force where there is none: its square over the square of the
// normal force.
const negligible = 1e-28

// All calls yield for all contacts of the last step, in contact order. Each lies in the
// same memory, until the next: loops over it are not nested.
func (set *Set) All(yield func(*Contact) bool) {
	for k := range set.Listed {
		for i := range k.Contacts.N {
			k.Read(i, &set.seen)
			if !yield(&set.seen) {
				return
			}
		}
	}
}
