package contact

import (
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// ApplyLaw computes the force of a contact from the overlap and the sliding in the touch of this step. It adds the
// energy that becomes heat to lost; how is the distribution of the force along a shaft. It returns the force of spring
// and dashpot between two spheres with this overlap [N].
//
// The order of the parts matters: the dashpot comes before friction and rolling resistance, since these are limited by
// the normal force with its dashpot. The touch is copied into the contact last, since all parts also need the point,
// the normal and the overlap of the previous step.
func (set *Set) ApplyLaw(c *Contact, t *narrow.Touch, how *Line, lost *ledger.Heat) (push float64) {
	l, s := &law.Kinds[set.Law], c.law()
	push, grade := l.Force(s, t.Overlap)
	if c.Damping > 0 {
		lost.Viscous.Add(set.addDashpot(c, t, how, push, c.Kn*grade))
		push += c.Drag
	}
	normal, old := push*how.share, across(c.Force, c.Normal)
	load := c.load(normal, how)
	part := 1.0 // fraction of the last step in which the bodies touched
	if c.Fresh {
		part = set.onset(c, t, how)
	}
	if set.Resists {
		lost.Rolling.Add(set.addCouple(c, t, grade, part, load))
	}
	var force vec.Vec3
	var slid float64
	if c.Sliding = false; part > 0 && (c.Mu > 0 || old.Norm2() > negligible*(normal*normal)) {
		force, slid, c.Sliding = set.tangentialForce(c, t, old, grade, part, c.Mu*load)
		lost.Friction.Add(slid)
	}
	c.Force = force.AddScaled(-normal, t.Normal)
	c.Point, c.Normal, c.Overlap, c.feature = t.Point, t.Normal, t.Overlap, t.Feature
	return push
}

// onset returns the fraction of the last step during which the bodies of a fresh contact touched, estimated from its
// overlap and closing speed, and begins the history of the contact there. Without this estimate, the tangential spring
// would lack the sliding before the first step that finds the contact; see law.Law.Onset. For a law without Onset,
// onset returns 0: the first step of a contact then has no tangential increment, as in the reference.
func (set *Set) onset(c *Contact, t *narrow.Touch, how *Line) float64 {
	if !law.Kinds[set.Law].Onset {
		return 0
	}
	way := set.closing(c, t, how) * set.Clock.Last
	if !(way > 0) {
		return 0
	}
	c.Point, c.Normal, c.Overlap = t.Point, t.Normal, t.Overlap
	return vec.Lower(t.Overlap/way, 1)
}

// closing returns the speed at which the overlap of a contact grew in the last step [m/s].
// Of a line contact, that is a mean along it.
func (set *Set) closing(c *Contact, t *narrow.Touch, how *Line) float64 {
	b := set.Bodies
	if c.central() {
		return b.Vel[c.BodyA].Sub(b.Vel[c.BodyB]).Dot(t.Normal)
	}
	return set.between(c, t.Point).Dot(t.Normal)*how.share + b.Spin[c.BodyA].Sub(b.Spin[c.BodyB]).Dot(how.Arm)
}

// between returns the velocity of the surface of the first body of a contact at a point over that of the second [m/s].
func (set *Set) between(c *Contact, point vec.Vec3) vec.Vec3 {
	v := set.Bodies.VelocityAt(c.BodyA, point).Sub(set.Bodies.VelocityAt(c.BodyB, point))
	if c.KindA == shape.KindCylinder && set.Shapes.Cylinders[c.A].Growth != 0 {
		v = v.Add(set.Shapes.Cylinders[c.A].SideVelocity(point))
	}
	return v
}

// grows reports whether the radius of a cylinder changes, among the contacts of whose list those of a chunk are. The
// vector kernels know only the velocities of bodies. Friction needs no more: a side moves along the normal.
func (set *Set) grows(k *Chunk) bool {
	return k.List.KindA == shape.KindCylinder &&
		slices.ContainsFunc(set.Shapes.Cylinders, func(c body.PlacedCylinder) bool { return c.Growth != 0 })
}

// addDashpot gives a contact whose springs push with a force [N] its dashpot, and returns the
// energy that takes [J]. Its force, drag, is cut where the contact would pull more than it can;
// the dashpot is chosen by the stiffness kn of the springs [N/m].
//
// Velocities are half a step old. The closing speed of this moment is what the contact
// itself makes of it, with the mass m that the pair moves with:
//
//	s = (s⁻ - dt/2 F/m) / (1 + dt/2 c/m),  F ← max(0, F + c s)
//
// so that the dashpot is of second order, and stable at any damping. The force of a linear
// dashpot begins with a jump, so in the first step of a contact it counts for as long as
// the bodies touched: the half step ahead, and what the overlap tells of the one behind.
//
// Of a line contact, m is the mass that its overlap has.
func (set *Set) addDashpot(c *Contact, t *narrow.Touch, how *Line, push, kn float64) (lost float64) {
	closing := set.closing(c, t, how)
	m := c.Mass * how.inertia()
	half := set.Clock.Dt / 2 / m
	viscosity := law.Kinds[set.Law].Viscosity(c.Damping, kn, m)
	if way := closing * set.Clock.Last; c.Fresh && way > 0 {
		viscosity *= 0.5 + vec.Lower(t.Overlap/way, 1)
	}
	drag := viscosity * (closing - half*push) / (1 + half*viscosity)
	if most := push + c.pull; drag < -most {
		drag = -most
	}
	drag, c.Drag = c.Drag, drag
	return (c.Drag + drag) * closing * set.Clock.Last / 2
}

// load returns the force that presses the bodies of a contact together [N], to which what slides or
// rolls opposes a part: F + 2 Pull. It is the normal force F [N] itself for a law that does not pull.
//
// Where adhesion pulls, that is the friction limit of C. Thornton, J. Phys. D 24 (1991) 1942, as
// J. S. Marshall, J. Comput. Phys. 228 (2009) 1541 has it: friction opposes µ Pull to what slides
// while F = -Pull, as bodies are about to part.
func (c *Contact) load(normal float64, how *Line) float64 { return normal + 2*c.pull*how.share }

// tangentialForce returns the tangential force of a contact, which was old in the step before, with the grade of its
// springs and a limit [N], the energy that sliding takes [J], and whether the contact slides. The bodies
// touched in the given part of the last step.
func (set *Set) tangentialForce(c *Contact, t *narrow.Touch, old vec.Vec3, grade, part, limit float64) (force vec.Vec3,
	lost float64, slides bool) {
	var softened float64
	if l := &law.Kinds[set.Law]; l.Stiffens() {
		old, softened = law.Regrade(old, c.Kt, l.Grade(c.law(), c.Overlap), grade)
	}
	kt := c.Kt * grade
	carried, trial := set.trialForce(c, t, old, kt*part)
	force, lost, slides = law.Slide(carried, trial, limit, kt)
	return force, lost + softened, slides
}

// meanNormal is the direction of the mean m of two normals, without the square root that a unit vector needs: the part
// of a vector v along it is (sum·v) over, which is m (m·v).
type meanNormal struct {
	sum  vec.Vec3 // of the normals
	over vec.Vec3 // sum over its square
}

// rotation returns the rotation of a contact since the previous step [rad], and its mean normal. The rotation has two
// parts: the tilt of the normal, n⁻ × n, and the mean spin of the two bodies about the mean normal. The tangential
// spring must take part in both. If it stayed fixed in space, the force between two bodies that rotate like one rigid
// body would turn relative to them, although nothing slides.
func (set *Set) rotation(c *Contact, t *narrow.Touch) (turn vec.Vec3, m meanNormal) {
	b := set.Bodies
	m.sum = c.Normal.Add(t.Normal)
	m.over = m.sum.Scale(0.5 / (1 + c.Normal.Dot(t.Normal)))
	spins := b.Spin[c.BodyA].Add(b.Spin[c.BodyB])
	return c.Normal.Cross(t.Normal).AddScaled(set.Clock.Last/2*m.sum.Dot(spins), m.over), m
}

// rotated returns a vector that turns by a small rotation, exact to second order.
func rotated(v, turn vec.Vec3) vec.Vec3 {
	return v.Add(turn.Cross(v)).AddScaled(0.5, turn.Cross(turn.Cross(v)))
}

// trialForce rotates the tangential force old of the previous step with the contact [N], and adds the increment by the
// sliding since then. The result is a trial: law.Slide cuts it at the friction limit.
//
// Sliding is the relative velocity of the two bodies at the contact, with positions half a
// step back, where velocities live:
//
//	v = (v₂ + ω₂ × b₂) - (v₁ + ω₁ × b₁),  b = (c⁻ + c)/2 - (x - v dt/2)
//	F = turn(F⁻, θ) + kt dt turn(v - m (m·v), θ/2),  m = unit(n⁻ + n)
//
// The increment turns by only half the angle, since on average it arises in the middle of the step; with the whole
// angle, the force would be of first order in dt. The last line removes the normal component that rounding and the
// rotation leave, because the force must lie in the tangent plane.
//
// The kernel of friction does the same for several contacts at a time.
func (set *Set) trialForce(c *Contact, t *narrow.Touch, old vec.Vec3, kt float64) (carried, trial vec.Vec3) {
	b, dt := set.Bodies, set.Clock.Last
	armA, armB := set.midArms(c, t)
	spinA, spinB := b.Spin[c.BodyA], b.Spin[c.BodyB]
	v := b.Vel[c.BodyB].Add(spinB.Cross(armB)).Sub(b.Vel[c.BodyA]).Sub(spinA.Cross(armA))

	turn, m := set.rotation(c, t)
	slid := v.AddScaled(-m.sum.Dot(v), m.over).Scale(kt * dt)
	f := old.Add(slid).Add(turn.Cross(old.AddScaled(0.5, turn.Cross(old).Add(slid))))
	return rotated(old, turn), f.AddScaled(-t.Normal.Dot(f), t.Normal)
}

// addCouple gives a contact the couple that opposes rolling and twisting, and returns the
// energy that giving way takes [J]. Each is a spring that gives way at a couple
// proportional to the load [N]; see law.RollingStiffness. The bodies touched in the
// given part of the last step.
func (set *Set) addCouple(c *Contact, t *narrow.Touch, grade, part, load float64) (lost float64) {
	if part == 0 || !c.resists() {
		c.Couple = vec.Vec3{}
		return 0
	}
	b := set.Bodies
	turn, _ := set.rotation(c, t)
	old := rotated(c.Couple, turn)
	angle := b.Spin[c.BodyB].Sub(b.Spin[c.BodyA]).Scale(set.Clock.Last * part)
	before := law.Kinds[set.Law].Grade(c.law(), c.Overlap)
	twist, oldTwist := along(angle, t.Normal), along(old, t.Normal)
	rolling, lostRolling := giveWay(old.Sub(oldTwist), angle.Sub(twist), c.Rolling, c.Kn, before, grade, load)
	twisting, lostTwisting := giveWay(oldTwist, twist, c.Twisting, c.Kn, before, grade, load)
	c.Couple = rolling.Add(twisting)
	return lostRolling + lostTwisting
}

// giveWay turns a spring with the couple old [N·m] by an angle [rad] and lets it give way
// at arm load, where arm is that of law.RollingStiffness [m] and the load is the result of
// contact.load [N]; kn is the normal stiffness [N/m] at the grade 1, before and now are the grades then and now. It
// returns the couple and the energy that this takes [J].
func giveWay(old, angle vec.Vec3, arm, kn, before, now, load float64) (couple vec.Vec3, lost float64) {
	if arm == 0 {
		return vec.Vec3{}, 0
	}
	k := law.RollingStiffness(arm, kn)
	old, softened := law.Regrade(old, k, before, now)
	k *= now
	couple, lost, _ = law.Slide(old, old.AddScaled(k, angle), arm*load, k)
	return couple, lost + softened
}

// along returns the part of v along the unit vector n.
func along(v, n vec.Vec3) vec.Vec3 { return n.Scale(n.Dot(v)) }
