package kernel

import "example.org/tumble/sim/internal/wide/ir"

// addCouple is the function of the same name of package contact in lanes: it keeps the couples that oppose rolling
// and twisting, as if none gave way.
func (c *contacts) addCouple() {
	acts, present := c.continues(), ir.Of(&c.Present) // acts: those that begin as well
	step, load, was := ir.Same(&c.Step), c.kn.Mul(c.overlap), acts
	if c.damped {
		step, load, was = step.Mul(c.part), load.Add(c.drag), acts.Without(c.begins)
	}
	if c.line {
		load = load.Mul(ir.Get(c.Share))
	}
	old := ir.Columns(c.Resistance, 0).Masked(was)
	turn, _ := rotation(c.wasNormal, c.normal, c.a, c.b, ir.Same(&c.Half))
	carried := turn.Cross(old)
	old = old.Add(carried).AddScaled(ir.Number(0.5), turn.Cross(carried))
	angle := c.b.spin.Sub(c.a.spin).Scale(step)

	twist, oldTwist := along(angle, c.normal), along(old, c.normal)
	c.rolling = c.yield(old.Sub(oldTwist), angle.Sub(twist), ir.Get(&c.Rolling), load, acts.And(present))
	c.twisting = c.yield(oldTwist, twist, ir.Get(&c.Twisting), load, acts.And(present))
	couple := c.rolling.trial.Add(c.twisting.trial).Masked(acts)
	c.sizes = c.sizes.Add(couple.Norm2().Masked(present))
	ir.Keep(&c.RollingLost, c.rolling.lost.Add(c.twisting.lost).Masked(acts.And(present)))
	ir.KeepColumns(c.Resistance, 0, couple)
}

// yielding are springs against rolling or twisting, before those that must give way do.
type yielding struct {
	old, trial ir.Vec3  // couples of the step before, turned, and those if no spring gives way
	limit, k   ir.Float // of the couples; stiffness
	lost       ir.Float // as the stiffness changed
	gives      ir.Mask  // which give way
}

// yield is giveWay of package contact in lanes, up to where springs give way.
func (c *contacts) yield(old, angle ir.Vec3, arm, load ir.Float, acts ir.Mask) (y yielding) {
	var zero ir.Float
	resists := arm.NotEqual(zero)
	y.k = ir.Number(2.25).Mul(ir.Get(&c.Kn)).Mul(arm).Mul(arm) // law.RollingStiffness
	if c.stiffens {
		y.lost = c.softened(old, y.k).Masked(resists)
		old, y.k = old.Scale(c.softer), y.k.Mul(c.now)
	}
	y.old, y.trial, y.limit = old, old.AddScaled(y.k, angle).Masked(resists), arm.Mul(load)
	y.gives = resists.And(acts).And(y.trial.Norm2().Greater(y.limit.Mul(y.limit)))
	return y
}

// slid is law.Slide in lanes, of springs of which some give way. It returns the couples of all, and what is lost.
func (y *yielding) slid() (couple ir.Vec3, lost ir.Float) {
	var zero ir.Float
	couple = y.trial.Scale(y.limit.Div(y.trial.Norm2().Sqrt())).Merge(y.trial, y.gives)
	lost = y.old.Add(couple).Dot(y.trial.Sub(couple)).Div(y.k.Add(y.k))
	return couple, lost.Masked(y.gives.And(y.k.Greater(zero))).Add(y.lost)
}

// giveWay lets couples that are too large give way.
func (c *contacts) giveWay() {
	acts := c.continues()
	rolling, lost := c.rolling.slid()
	twisting, lostTwisting := c.twisting.slid()
	ir.KeepColumns(c.Resistance, 0, rolling.Add(twisting).Masked(acts))
	ir.Keep(&c.RollingLost, lost.Add(lostTwisting).Masked(acts.And(ir.Of(&c.Present))))
}

// along returns the part of v along the unit vector n.
func along(v, n ir.Vec3) ir.Vec3 { return n.Scale(n.Dot(v)) }
