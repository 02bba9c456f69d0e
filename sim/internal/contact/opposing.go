package contact

import (
	"math"

	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Opposing returns what the contacts of a body oppose to a motion of its points with the velocities u that a function
// gives. With the normal n and the velocity v of the other body, the force of a contact in the next step is
//
//	(N + (kn Δt + c) (n·u - n·v)) / (1 + c Δt/2m)
//
// of the spring N that it has now, its stiffness kn, the viscosity c of its dashpot and the mass m, as addDashpot takes
// them; friction opposes as if it stuck.
func (set *Set) Opposing(body int, velocity func(point vec.Vec3) vec.Vec3) (o motion.Opposition) {
	b, i := set.Bodies, int32(body)
	own, l := Span{i, i + 1}, &law.Kinds[set.Law]
	for _, k := range set.Chunks {
		if !own.meets(k.BodiesA) && !own.meets(k.BodiesB) {
			continue
		}
		for row := range k.Contacts.N {
			c := k.Contact(row)
			other, sign := c.BodyB, 1.
			switch i {
			case c.BodyA:
			case c.BodyB:
				other, sign = c.BodyA, -1
			default:
				continue
			}
			u, v := velocity(c.Point), b.Vel[other].Add(b.Spin[other].Cross(c.Point.Sub(b.Pos[other])))
			o.Load -= sign * c.Force.Dot(u)
			nu, nv, all := c.Normal.Dot(u), c.Normal.Dot(v), u.Norm2()
			grade := l.Grade(c.law(), c.Overlap)
			kn, kt := math.Max(l.Slope(c.law(), c.Overlap, grade), c.Kn*grade), c.Kt*grade
			o.Drag += math.Sqrt((kn*nu*nu + kt*(all-nu*nu)) * b.Mass(int(other)).Mass * all)
			viscosity, share := 0., 1.
			if c.Damping > 0 {
				viscosity = l.Viscosity(c.Damping, c.Kn*grade, c.Mass)
				share = 1 / (1 + viscosity*set.Clock.Dt/2/c.Mass)
				normal := c.NormalForce()
				o.Passing += sign * nu * (normal - share*(normal-c.Drag))
			}
			o.Stiffness += share*kn*nu*nu + kt*(all-nu*nu)
			o.Springs += share*kn*nu*nv + kt*(u.Dot(v)-nu*nv)
			o.Viscosity += share * viscosity * nu * nu
			o.Dashpots += share * viscosity * nu * nv
		}
	}
	return o
}
