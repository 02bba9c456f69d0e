package kernel

import "example.org/tumble/sim/internal/wide/ir"

// addFriction is trialForce and law.Slide in lanes.
func (c *contacts) addFriction() {
	goesOn := c.continues()
	ir.SetTo(&c.GoesOn, goesOn)

	// trialForce
	half, a, b := ir.Same(&c.Half), &c.a, &c.b
	mid := c.wasPoint.Add(c.point).Scale(ir.Number(0.5))
	armA := mid.Sub(a.pos).AddScaled(half, a.vel)
	armB := mid.Sub(b.pos).AddScaled(half, b.vel)
	v := b.vel.Add(b.spin.Cross(armB)).Sub(a.vel).Sub(a.spin.Cross(armA))
	turn, m := rotation(c.wasNormal, c.normal, c.a, c.b, half)
	kt, push, mu := c.kt, c.kn.Mul(c.overlap), ir.Get(&c.Mu)
	if c.damped {
		kt, push = kt.Mul(c.part), push.Add(c.drag)
	}
	slid := v.SubScaled(m.Dot(v), m).Scale(kt.Mul(ir.Same(&c.Step)))
	carried := turn.Cross(c.force)
	carried = c.force.Add(carried).AddScaled(ir.Number(0.5), turn.Cross(carried))
	trial := carried.Add(slid).AddScaled(ir.Number(0.5), turn.Cross(slid))
	trial = trial.SubScaled(c.normal.Dot(trial), c.normal)

	if c.line {
		couple := ir.GetVec3At(&c.Arm).Scale(push)
		ir.PutTogether(c.Couples, couple.Scale(ir.Number(-1)))
		push = push.Mul(ir.Get(c.Share))
	}

	// law.Slide
	present := ir.Of(&c.Present)
	limit, t2 := mu.Mul(push), trial.Norm2()
	var zero ir.Float
	normal2 := push.Mul(push)
	some := c.force.Norm2().Greater(ir.Same(&c.Negligible).Mul(normal2))
	acts := goesOn.And(some.Or(mu.Greater(zero)))
	slides := acts.And(present).And(t2.Greater(limit.Mul(limit)))
	ir.SetTo(&c.Acts, acts)
	ir.SetTo(&c.Slides, slides)
	ir.Keep(&c.Sizes, c.sizes.Add(t2.Add(normal2).Masked(present)))
	ir.Keep(&c.Deepest, ir.Get(&c.Deepest).Max(c.overlap.Masked(present)))
	force := trial.Masked(acts)
	ir.KeepColumns(c.Contact, pointColumn, c.point)
	ir.KeepColumns(c.Contact, normalColumn, c.normal)
	ir.Keep(c.Overlaps, c.overlap)
	ir.KeepColumns(c.Contact, forceColumn, force.SubScaled(push, c.normal))
	ir.LeaveUnless(slides)
	force = trial.Scale(limit.Div(t2.Sqrt())).Merge(force, slides)
	lost := carried.Add(force).Dot(trial.Sub(force)).Div(c.kt.Add(c.kt))
	ir.Keep(&c.Lost, lost.Masked(c.kt.Greater(zero)))
	ir.KeepColumns(c.Contact, forceColumn, force.SubScaled(push, c.normal))
}

// rotation is the function of the same name of package contact in lanes; half is half of the last step.
func rotation(wasNormal, normal ir.Vec3, a, b bodies, half ir.Float) (turn, mean ir.Vec3) {
	mean = wasNormal.Add(normal)
	mean = mean.Scale(ir.Number(1).Div(mean.Norm2().Sqrt()))
	return wasNormal.Cross(normal).AddScaled(half.Mul(mean.Dot(a.spin.Add(b.spin))), mean), mean
}
