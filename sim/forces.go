package sim

import (
	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/vec"
)

// applyLaw turns the overlap and sliding of a contact into its force and returns the
// energy that sliding took [J]. past is the contact in the previous step.
func (w *World) applyLaw(c *contact, past *history) (lost float64) {
	c.normalForce = c.kn * c.overlap
	c.shear, c.sliding = vec.Vec3{}, false
	// A contact's first step has no shear increment: there is no earlier point to
	// measure sliding from.
	if !c.fresh && c.mu > 0 {
		trial := w.trialShear(c, past)
		c.shear, lost, c.sliding = law.Slide(trial, c.mu*c.normalForce, c.kt)
	}
	c.force = c.shear.AddScaled(-c.normalForce, c.normal)
	return lost
}

// trialShear carries the shear force of the previous step along with the contact and adds
// what the sliding since then brings [N].
//
// The old force turns with the contact: by the change of the normal, n⁻ × n, and by the
// mean spin of the two bodies about it. Sliding is the relative velocity of the two
// bodies at the contact, with positions half a step back, where velocities live:
//
//	v = (v₂ + ω₂ × b₂) - (v₁ + ω₁ × b₁),  b = (c⁻ + c)/2 - (x - v dt/2)
//	F = turn(F⁻, θ) + kt dt turn(v - m (m·v), θ/2),  m = unit(n⁻ + n)
func (w *World) trialShear(c *contact, p *history) vec.Vec3 {
	b, dt := &w.bodies, w.clock.last
	mid := p.point.Add(c.point).Scale(0.5)
	armA := mid.Sub(b.pos[c.bodyA]).AddScaled(dt/2, b.vel[c.bodyA])
	armB := mid.Sub(b.pos[c.bodyB]).AddScaled(dt/2, b.vel[c.bodyB])
	spinA, spinB := b.spin[c.bodyA], b.spin[c.bodyB]
	v := b.vel[c.bodyB].Add(spinB.Cross(armB)).Sub(b.vel[c.bodyA]).Sub(spinA.Cross(armA))

	m := p.normal.Add(c.normal).Unit()
	turn := p.normal.Cross(c.normal).AddScaled(dt/2*m.Dot(spinA.Add(spinB)), m)
	slid := v.AddScaled(-m.Dot(v), m).Scale(c.kt * dt)
	old := p.shear
	f := old.Add(turn.Cross(old)).AddScaled(0.5, turn.Cross(turn.Cross(old)))
	f = f.Add(slid).AddScaled(0.5, turn.Cross(slid))
	return f.AddScaled(-c.normal.Dot(f), c.normal)
}

// sumForces adds up, per body, gravity and the contacts in contact order: the same sum
// for any number of workers.
func (w *World) sumForces() {
	b := &w.bodies
	for i := range b.force {
		b.force[i], b.torque[i] = vec.Vec3{}, vec.Vec3{}
		if b.kind[i] == bridge.Dynamic {
			b.force[i] = w.params.Gravity.Scale(b.mass[i].mass)
		}
	}
	for c := range w.touching {
		b.force[c.bodyA] = b.force[c.bodyA].Add(c.force)
		b.force[c.bodyB] = b.force[c.bodyB].Sub(c.force)
		b.torque[c.bodyA] = b.torque[c.bodyA].Add(c.point.Sub(b.pos[c.bodyA]).Cross(c.force))
		b.torque[c.bodyB] = b.torque[c.bodyB].Sub(c.point.Sub(b.pos[c.bodyB]).Cross(c.force))
	}
}
