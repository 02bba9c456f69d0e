package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// springs looks up the constants of contacts in their table.
func springs(s *wide.Law, _ wide.Options) {
	kn, kt, mu, smaller := ir.Gathered(s.Table, &s.Rows, 0)
	mass, damping, rolling, twisting := ir.Gathered(s.Table, &s.Rows, 4)
	ir.Keep(&s.Kn, kn)
	ir.Keep(&s.Kt, kt)
	ir.Keep(&s.Mu, mu)
	ir.Keep(&s.Mass, mass)
	ir.Keep(&s.Damping, damping)
	ir.Keep(&s.Rolling, rolling)
	ir.Keep(&s.Twisting, twisting)
	ratio := ir.Get(s.Overlap).Div(smaller).Masked(ir.Of(&s.Present))
	ir.Keep(&s.Worst, ir.Get(&s.Worst).Max(ratio))
}

// radii looks up what central contacts have beside that.
func radii(to *wide.Radii, table wide.Records, rows *wide.Rows) {
	ra, rb, softness, _ := ir.Gathered(table, rows, 8)
	ir.Keep(&to.RadiusA, ra)
	ir.Keep(&to.RadiusB, rb)
	ir.Keep(&to.Softness, softness)
}

// stiffen is law.Regrade in lanes: springs that stiffen do so with the overlap.
func (c *contacts) stiffen() {
	if !c.stiffens {
		return
	}
	before, now := ir.Get(c.Overlaps).Sqrt(), c.overlap.Sqrt()
	softer := before.Greater(now)
	c.before, c.now, c.changes = before, now, before.NotEqual(now)
	c.lower = now.Merge(before, softer).Div(before.Merge(now, softer))
	c.softer = c.lower.Merge(ir.Number(1), softer)
	ir.Keep(&c.Softened, c.softened(c.force, c.kt).Masked(c.continues())) // a contact that begins has no energy to lose
	c.force, c.kn, c.kt = c.force.Scale(c.softer), c.kn.Mul(now), c.kt.Mul(now)
}

// softened returns what springs lose as their grade changes, by their force and their stiffness at the grade 1.
func (c *contacts) softened(f ir.Vec3, stiffness ir.Float) ir.Float {
	var zero ir.Float
	f2 := f.Norm2()
	had := ir.Number(0.5).Mul(f2).Div(stiffness.Mul(c.before))
	return had.Mul(ir.Number(1).Sub(c.lower)).Masked(c.changes.And(f2.NotEqual(zero)))
}

// addDashpot is onset and addDashpot of package contact in lanes.
func (c *contacts) addDashpot() {
	continues := c.continues()
	closing := c.closing()
	var zero ir.Float
	one, step := ir.Number(1), ir.Same(&c.Step)
	way := closing.Mul(step)
	begun := way.Greater(zero).Without(continues)
	part := c.overlap.Div(way)
	part = one.Min(part)
	c.begins = ir.Of(&c.Onset).Without(continues).And(begun)
	ir.SetTo(&c.Begins, c.begins)
	c.wasNormal = c.normal.Merge(c.wasNormal, c.begins)
	if c.central {
		c.wasOverlap = c.overlap.Merge(c.wasOverlap, c.begins)
	} else {
		c.wasPoint = c.point.Merge(c.wasPoint, c.begins)
	}
	c.force, c.part = ir.Vec3{}.Merge(c.force, c.begins), part.Merge(one, c.begins)

	mass, zeta, push := ir.Get(&c.Mass), ir.Get(&c.Damping), c.kn.Mul(c.overlap)
	if c.line {
		share := ir.Get(c.Share)
		mass = mass.Mul(ir.Same(&c.MostInertia).Merge(one.Div(share.Mul(share)), share.Less(ir.Same(&c.LeastShare))))
	}
	half := ir.Same(&c.HalfNext).Div(mass)
	viscosity := ir.Same(&c.Viscosity).Mul(zeta).Mul(c.kn.Mul(mass).Sqrt())
	viscosity = viscosity.Mul(ir.Number(0.5).Add(part)).Merge(viscosity, begun)
	drag := viscosity.Mul(closing.Sub(half.Mul(push))).Div(one.Add(half.Mul(viscosity)))
	back := push.Mul(ir.Number(-1))
	drag = back.Max(drag)
	damps, was := zeta.Greater(zero), ir.Get(c.Drags).Masked(continues)
	c.drag = drag.Masked(damps)
	ir.Keep(&c.Viscous, drag.Add(was).Mul(closing).Mul(step).Mul(ir.Number(0.5)).Masked(damps))
	ir.Keep(c.Drags, drag.Merge(was, damps))
}
