package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// couples is addCouple in lanes. It comes after prepare, which says which contacts begin, and before
// friction, which overwrites the normals and overlaps of the step before. The options select springs that
// stiffen and line contacts.
func couples(p *wide.Law, options wide.Options) {
	stiffens, line := options&wide.Stiffens != 0, options&wide.LineContacts != 0
	normal, wasNormal := ir.GetVec3At(&p.Normal), ir.Columns(p.Contact, normalColumn)
	acts := wasNormal.Dot(normal).Greater(ir.Same(&p.Continues))
	x, y, z, drag := ir.InLine(p.Resistance, 32, 0)
	old := ir.Vec3{X: x, Y: y, Z: z}.Masked(acts.Without(ir.Of(&p.Begins)))

	a, b := bodiesOf(p.BodyA, p.Pos, p.Vel, p.Spin), bodiesOf(p.BodyB, p.Pos, p.Vel, p.Spin)
	turn, _ := rotation(wasNormal, normal, a, b, ir.Same(&p.Half))
	carried := turn.Cross(old)
	old = old.Add(carried).AddScaled(ir.Number(0.5), turn.Cross(carried))
	angle := b.spin.Sub(a.spin).Scale(ir.Same(&p.Step).Mul(ir.Get(&p.Part)))
	kn := ir.Get(&p.Kn)
	before, load := kn, kn.Mul(ir.Get(p.Overlap)).Add(ir.Get(&p.Drag))
	if stiffens {
		before = ir.Get(&p.SpringKn).Mul(ir.Get(p.Contact.Column(overlapColumn)).Sqrt())
	}
	if line {
		load = load.Mul(ir.Get(p.Share))
	}

	twist, oldTwist := along(angle, normal), along(old, normal)
	rolling, lost := giveWay(old.Sub(oldTwist), angle.Sub(twist), ir.Get(&p.Rolling), before, kn, load)
	twisting, lostTwisting := giveWay(oldTwist, twist, ir.Get(&p.Twisting), before, kn, load)
	couple := rolling.Add(twisting).Masked(acts)
	present := ir.Of(&p.Present)
	ir.Keep(&p.Sizes, ir.Get(&p.Sizes).Add(couple.Norm2().Masked(present)))
	ir.Keep(&p.RollingLost, lost.Add(lostTwisting).Masked(acts.And(present)))
	ir.PutInLine(p.Resistance, 32, 0, couple.X, couple.Y, couple.Z, drag)
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
