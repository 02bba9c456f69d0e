package contact

import (
	"math"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Opposing returns what the contacts of a body oppose to a motion of its points with the velocities u that a function
// gives: their stiffness, and the drag of the particles that they move,
//
//	Σ k u²,  Σ √(k m) u² + 2 c (n·u)²,  k u² = kn (n·u)² + kt (u² - (n·u)²),
//
// with the normal n, the mass m of the other body and the viscosity c of the dashpot. √(k m) is the force per
// velocity with which a wave goes into a chain of such contacts. Where u has no unit, stiffness and drag are in N/m and
// N·s/m. The dashpot counts twice, since its force is known only a step later.
func (set *Set) Opposing(body int, velocity func(point vec.Vec3) vec.Vec3) (stiffness, drag float64) {
	i := int32(body)
	own, l := Span{i, i + 1}, &law.Kinds[set.Law]
	for _, k := range set.Chunks {
		if !own.meets(k.BodiesA) && !own.meets(k.BodiesB) {
			continue
		}
		for row := range k.Contacts.N {
			c := k.Contact(row)
			other := c.BodyB
			switch i {
			case c.BodyA:
			case c.BodyB:
				other = c.BodyA
			default:
				continue
			}
			u := velocity(c.Point)
			across, all := c.Normal.Dot(u), u.Norm2()
			across *= across
			grade := l.Grade(c.law(), c.Overlap)
			kn := math.Max(l.Slope(c.law(), c.Overlap, grade), c.Kn*grade)
			k := kn*across + c.Kt*grade*(all-across)
			stiffness += k
			drag += math.Sqrt(k * set.Bodies.Mass[other].Mass * all)
			if c.Damping > 0 {
				drag += 2 * l.Viscosity(c.Damping, c.Kn*grade, c.Mass) * across
			}
		}
	}
	return stiffness, drag
}
