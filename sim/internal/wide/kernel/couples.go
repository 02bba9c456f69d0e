package kernel

import "example.org/tumble/sim/internal/wide/ir"

// addCouple is the function of the same name of package contact in lanes: it returns the couples that oppose rolling
// and twisting, from those of the step before.
func (c *contacts) addCouple(old ir.Vec3) ir.Vec3 {
	acts := c.continues() // with those that begin
	old = old.Masked(acts.Without(c.begins))

	turn, _ := rotation(c.wasNormal, c.normal, c.a, c.b, ir.Same(&c.Half))
	carried := turn.Cross(old)
	old = old.Add(carried).AddScaled(ir.Number(0.5), turn.Cross(carried))
	angle := c.b.spin.Sub(c.a.spin).Scale(ir.Same(&c.Step).Mul(c.part))
	before, load := c.kn, c.kn.Mul(c.overlap).Add(c.drag)
	if c.stiffens {
		before = ir.Get(&c.Kn).Mul(ir.Get(c.Overlaps).Sqrt())
	}
	if c.line {
		load = load.Mul(ir.Get(c.Share))
	}

	twist, oldTwist := along(angle, c.normal), along(old, c.normal)
	rolling, lost := giveWay(old.Sub(oldTwist), angle.Sub(twist), ir.Get(&c.Rolling), before, c.kn, load)
	twisting, lostTwisting := giveWay(oldTwist, twist, ir.Get(&c.Twisting), before, c.kn, load)
	couple := rolling.Add(twisting).Masked(acts)
	present := ir.Of(&c.Present)
	c.sizes = c.sizes.Add(couple.Norm2().Masked(present))
	ir.Keep(&c.RollingLost, lost.Add(lostTwisting).Masked(acts.And(present)))
	return couple
}

// giveWay is the function of the same name of package contact in lanes.
func giveWay(old, angle ir.Vec3, arm, before, kn, load ir.Float) (couple ir.Vec3, lost ir.Float) {
	stiffness := func(kn ir.Float) ir.Float { return ir.Number(2.25).Mul(kn).Mul(arm).Mul(arm) } // law.RollingStiffness
	var zero, softened ir.Float
	k, resists := stiffness(kn), arm.NotEqual(zero)
	if before != kn {
		old, softened = regrade(old, stiffness(before), k)
	}
	couple, lost = slide(old, old.AddScaled(k, angle), arm.Mul(load), k)
	return couple.Masked(resists), lost.Add(softened).Masked(resists)
}

// slide is law.Slide in lanes.
func slide(old, trial ir.Vec3, limit, k ir.Float) (force ir.Vec3, lost ir.Float) {
	var zero ir.Float
	t2 := trial.Norm2()
	slides := t2.Greater(limit.Mul(limit))
	force = trial.Scale(limit.Div(t2.Sqrt())).Merge(trial, slides)
	lost = old.Add(force).Dot(trial.Sub(force)).Div(k.Add(k))
	return force, lost.Masked(slides.And(k.Greater(zero)))
}

// along returns the part of v along the unit vector n.
func along(v, n ir.Vec3) ir.Vec3 { return n.Scale(n.Dot(v)) }
