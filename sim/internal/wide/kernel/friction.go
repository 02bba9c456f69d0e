package kernel

import "example.org/tumble/sim/internal/wide/ir"

// sticking are tangential forces before law.Slide.
type sticking struct {
	carried     ir.Vec3  // of the step before, turned
	trial       ir.Vec3  // ... with what they gain if all contacts stick
	force       ir.Vec3  // ... or zero where there is none
	limit, push ir.Float // of trial; what presses the bodies together
	slides      ir.Mask  // which contacts slide
}

// addFriction is trialForce in lanes, and law.Slide up to where contacts slide.
func (c *contacts) addFriction() {
	goesOn := c.continues()
	ir.SetTo(&c.GoesOn, goesOn)

	half, a, b := ir.Same(&c.Half), &c.a, &c.b
	armA, armB := c.midArms()
	v := b.vel.Add(b.spin.Cross(armB)).Sub(a.vel).Sub(a.spin.Cross(armA))
	turn, m := rotation(c.wasNormal, c.normal, c.a, c.b, half)
	kt, push, mu := c.kt, c.kn.Mul(c.overlap), ir.Get(&c.Mu)
	if c.damped {
		kt, push = kt.Mul(c.part), push.Add(c.drag)
	}
	slid := v.SubScaled(m.sum.Dot(v), m.over).Scale(kt.Mul(ir.Same(&c.Step)))
	carried := turn.Cross(c.force)
	trial := c.force.Add(slid).Add(turn.Cross(c.force.AddScaled(ir.Number(0.5), carried.Add(slid))))
	carried = c.force.Add(carried).AddScaled(ir.Number(0.5), turn.Cross(carried))
	trial = trial.SubScaled(c.normal.Dot(trial), c.normal)

	if c.line {
		couple := ir.GetVec3At(&c.Arm).Scale(push)
		ir.PutTogether(c.Couples, couple.Scale(ir.Number(-1)))
		push = push.Mul(ir.Get(c.Share))
	}

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
	if !c.central {
		ir.KeepColumns(c.Contact, pointColumn, c.point)
	}
	ir.KeepColumns(c.Contact, normalColumn, c.normal)
	ir.Keep(c.Overlaps, c.overlap)
	ir.KeepColumns(c.Contact, forceColumn, force.SubScaled(push, c.normal))
	c.friction = sticking{carried, trial, force, limit, push, slides}
}

// slide lets contacts slide whose tangential force is too large.
func (c *contacts) slide() {
	var zero ir.Float
	f := &c.friction
	force := f.trial.Scale(f.limit.Div(f.trial.Norm2().Sqrt())).Merge(f.force, f.slides)
	lost := f.carried.Add(force).Dot(f.trial.Sub(force)).Div(c.kt.Add(c.kt))
	ir.Keep(&c.Lost, lost.Masked(c.kt.Greater(zero)))
	ir.KeepColumns(c.Contact, forceColumn, force.SubScaled(f.push, c.normal))
}

// meanNormal is the type of the same name of package contact in lanes.
type meanNormal struct{ sum, over ir.Vec3 }

// rotation is the function of the same name of package contact in lanes; half is half of the last step.
func rotation(wasNormal, normal ir.Vec3, a, b bodies, half ir.Float) (turn ir.Vec3, m meanNormal) {
	m.sum = wasNormal.Add(normal)
	m.over = m.sum.Scale(ir.Number(0.5).Div(ir.Number(1).Add(wasNormal.Dot(normal))))
	return wasNormal.Cross(normal).AddScaled(half.Mul(m.sum.Dot(a.spin.Add(b.spin))), m.over), m
}
