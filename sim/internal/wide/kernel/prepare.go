package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// prepare is onset, addDashpot and law.Regrade in lanes. The options select springs that stiffen,
// dashpots, and line contacts.
func prepare(p *wide.Law, options wide.Options) {
	stiffens, damped, line := options&wide.Stiffens != 0, options&wide.Damped != 0, options&wide.LineContacts != 0
	point, normal := ir.GetVec3At(&p.Point), ir.GetVec3At(&p.Normal)
	overlap, c := ir.Get(p.Overlap), p.Contact
	wasPoint, wasNormal := ir.Columns(c, pointColumn), ir.Columns(c, normalColumn)
	force := ir.Columns(c, tangentialColumn)
	continues := wasNormal.Dot(normal).Greater(ir.Same(&p.Continues))
	kn, kt, one := ir.Get(&p.SpringKn), ir.Get(&p.SpringKt), ir.Number(1)
	if stiffens {
		grade, was := overlap.Sqrt(), ir.Get(c.Column(overlapColumn)).Sqrt()
		var softened ir.Float
		force, softened = regrade(force, kt.Mul(was), kt.Mul(grade))
		ir.Keep(&p.Softened, softened.Masked(continues)) // a contact that begins has no energy to lose
		kn, kt = kn.Mul(grade), kt.Mul(grade)
	}
	ir.Keep(&p.Kn, kn)
	ir.Keep(&p.Kt, kt)
	onset := ir.Of(&p.Onset).Without(continues)
	if !damped {
		if stiffens {
			ir.KeepColumns(c, tangentialColumn, force)
		}
		ir.Keep(&p.Part, one)
		ir.LeaveUnless(onset)
	}

	a, b := bodiesOf(p.BodyA, p.Pos, p.Vel, p.Spin), bodiesOf(p.BodyB, p.Pos, p.Vel, p.Spin)
	speedA, speedB := a.velocityAt(point), b.velocityAt(point)
	closing := speedA.Sub(speedB).Dot(normal)
	if line {
		closing = closing.Mul(ir.Get(p.Share)).Add(a.spin.Sub(b.spin).Dot(ir.GetVec3At(&p.Arm)))
	}
	var zero ir.Float
	step := ir.Same(&p.Step)
	way := closing.Mul(step)
	begun := way.Greater(zero).Without(continues)
	part := overlap.Div(way)
	part = one.Merge(part, one.Less(part)) // lower
	begins := onset.And(begun)
	ir.SetTo(&p.Begins, begins)
	ir.KeepColumns(c, pointColumn, point.Merge(wasPoint, begins))
	ir.KeepColumns(c, normalColumn, normal.Merge(wasNormal, begins))
	ir.KeepColumns(c, tangentialColumn, ir.Vec3{}.Merge(force, begins))
	ir.Keep(&p.Part, part.Merge(one, begins))
	if !damped {
		return
	}

	mass, zeta, push := ir.Get(&p.Mass), ir.Get(&p.Damping), kn.Mul(overlap)
	if line {
		share := ir.Get(p.Share)
		mass = mass.Mul(ir.Same(&p.MostInertia).Merge(one.Div(share.Mul(share)), share.Less(ir.Same(&p.LeastShare))))
	}
	half := ir.Same(&p.HalfNext).Div(mass)
	viscosity := ir.Same(&p.Viscosity).Mul(zeta).Mul(kn.Mul(mass).Sqrt())
	viscosity = viscosity.Mul(ir.Number(0.5).Add(part)).Merge(viscosity, begun)
	drag := viscosity.Mul(closing.Sub(half.Mul(push))).Div(one.Add(half.Mul(viscosity)))
	back := push.Mul(ir.Number(-1))
	drag = back.Merge(drag, drag.Less(back))
	_, _, _, old := ir.InLine(p.Resistance, 32, 0)
	old = old.Masked(continues)
	damps := zeta.Greater(zero)
	ir.Keep(&p.Drag, drag.Masked(damps))
	ir.Keep(&p.DashpotForce, drag.Merge(old, damps))
	ir.Keep(&p.Viscous, drag.Add(old).Mul(closing).Mul(step).Mul(ir.Number(0.5)).Masked(damps))
}

// regrade is law.Regrade in lanes.
func regrade(f ir.Vec3, before, now ir.Float) (ir.Vec3, ir.Float) {
	var zero ir.Float
	one, f2 := ir.Number(1), f.Norm2()
	half := ir.Number(0.5).Mul(f2)
	same, harder := f2.Equal(zero).Or(before.Equal(now)), now.Greater(before)
	softer := now.Div(before)
	lost := half.Mul(one.Div(before).Sub(one.Div(now))).Merge(half.Div(before).Mul(one.Sub(softer)), harder)
	return f.Merge(f.Scale(softer), same.Or(harder)), zero.Merge(lost, same)
}

// springs looks up the constants of contacts in their table.
func springs(s *wide.Law, _ wide.Options) {
	kn, kt, mu, smaller := ir.Gathered(s.Table, &s.Rows, 0)
	mass, damping, rolling, twisting := ir.Gathered(s.Table, &s.Rows, 4)
	ir.Keep(&s.SpringKn, kn)
	ir.Keep(&s.SpringKt, kt)
	ir.Keep(&s.Kn, kn) // unless springs stiffen
	ir.Keep(&s.Kt, kt)
	ir.Keep(&s.Mu, mu)
	ir.Keep(&s.Mass, mass)
	ir.Keep(&s.Damping, damping)
	ir.Keep(&s.Rolling, rolling)
	ir.Keep(&s.Twisting, twisting)
	ratio := ir.Get(s.Overlap).Div(smaller).Masked(ir.Of(&s.Present))
	ir.Keep(&s.Worst, ir.Get(&s.Worst).Max(ratio))
}
