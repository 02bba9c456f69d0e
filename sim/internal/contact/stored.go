package contact

import (
	"fmt"
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// elasticOf returns the energy stored in springs with an overlap [m] and a tangential force [N], in
// joules. That of the normal spring is negative where it pulled more than it has pushed.
func (set *Set) elasticOf(s *Springs, overlap float64, force vec.Vec3) (normal, tangential float64) {
	l := &law.Kinds[set.Law]
	grade := l.Grade(s.law(), overlap)
	normal = l.Energy(s.law(), overlap, grade)
	if k := s.Kt * grade; k > 0 {
		tangential = 0.5 * force.Norm2() / k
	}
	return normal, tangential
}

// ElasticIn returns the energy stored in a contact [J].
func (set *Set) ElasticIn(c *Contact) (normal, tangential, couple float64) {
	normal, tangential = set.elasticOf(&c.Springs, c.Overlap, c.Tangential())
	if c.Couple != (vec.Vec3{}) {
		kn := c.Kn * law.Kinds[set.Law].Grade(c.law(), c.Overlap)
		twist := along(c.Couple, c.Normal)
		if k := law.RollingStiffness(c.Twisting, kn); k > 0 {
			couple += 0.5 * twist.Norm2() / k
		}
		if k := law.RollingStiffness(c.Rolling, kn); k > 0 {
			couple += 0.5 * c.Couple.Sub(twist).Norm2() / k
		}
	}
	return normal, tangential, couple
}

// Energy returns the energy stored in all contacts [J].
func (set *Set) Energy() float64 {
	var e float64
	for c := range set.All {
		normal, tangential, couple := set.ElasticIn(c)
		e += normal + tangential + couple
	}
	return e
}

// Scattered reports whether bodies that touch are farther apart in memory than they need to be.
// In an orderly heap of n that is about half of what a layer across a cube has, n^⅔: 0.5 to 0.57 along
// the curve. In no order it is n/3.
func (set *Set) Scattered() bool {
	var apart, contacts int64
	for k := range set.Listed {
		if !k.List.Round() {
			continue
		}
		for i := range k.Contacts.N {
			c, l := k.Contacts.Row(i)
			d := int64(c.BodyB[l] - c.BodyA[l])
			apart += max(d, -d)
		}
		contacts += int64(k.Contacts.N)
	}
	side := math.Cbrt(float64(set.Bodies.Len()))
	return float64(apart) > 0.6*side*side*float64(contacts)
}

// WithTorque calls yield for all contacts of the last step, in contact order, with their torques
// on a about the point.
func (set *Set) WithTorque(yield func(*Contact, vec.Vec3) bool) {
	for k := range set.Listed {
		for i := range k.Contacts.N {
			k.Read(i, &set.seen)
			if !yield(&set.seen, k.Torque(i)) {
				return
			}
		}
	}
}

// Torque returns the torque of contact i of a chunk on its first body about the point [N·m].
func (k *Chunk) Torque(i int) vec.Vec3 { return k.withCouples(i, vec.Vec3{}) }

// Stored returns the energy stored in all contacts, by what stores it [J].
func (set *Set) Stored() (normal, tangential, rolling float64) {
	for k := range set.Listed {
		for i := range k.Contacts.N {
			c, l := k.Contacts.Row(i)
			n, s := set.elasticOf(k.Contacts.SpringsOf(i), k.Contacts.Overlap(i), c.Tangential(l))
			normal += n
			tangential += s
		}
	}
	if set.Resists {
		for c := range set.All {
			_, _, couple := set.ElasticIn(c)
			rolling += couple
		}
	}
	return normal, tangential, rolling
}

// SignOn returns 1 if the shape is the first of the contact, -1 if it is the second, and 0
// if it is neither.
func (c *Contact) SignOn(ref body.ShapeRef) float64 {
	switch ref {
	case body.ShapeRef{Kind: c.KindA, Index: c.A}:
		return 1
	case body.ShapeRef{Kind: c.KindB, Index: c.B}:
		return -1
	}
	return 0
}

// IsDeepest returns a function that reports whether no other contact has a larger overlap over the smaller radius. That
// is compared with overlaps as they are read, since they may differ from Set.Deepest by rounding.
func (set *Set) IsDeepest() func(c *Contact) bool {
	var most float64
	for c := range set.All {
		most = max(most, c.Overlap/c.Smaller)
	}
	return func(c *Contact) bool { return c.Overlap/c.Smaller >= most }
}

// DeepestPair names the bodies of the first contact that IsDeepest.
func (set *Set) DeepestPair() string {
	deepest := set.IsDeepest()
	for c := range set.All {
		if deepest(c) {
			b, one, other := set.Bodies, int(c.BodyA), int(c.BodyB)
			return fmt.Sprintf("bodies %d (%s) and %d (%s)", b.ID(one), b.Name(one), b.ID(other), b.Name(other))
		}
	}
	return "bodies"
}
