package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// blockLines is in how many cache lines a block of contacts lies.
const blockLines = 11

// Columns of a block of contacts.
const (
	pointColumn      = 0
	normalColumn     = 3
	tangentialColumn = 6
	overlapColumn    = 9
)

// friction is trialForce and law.Slide in lanes.
func friction(f *wide.Law, options wide.Options) {
	ir.Fetch(f.Next, blockLines)
	wasPoint, wasNormal := ir.Columns(f.Contact, pointColumn), ir.Columns(f.Contact, normalColumn)
	force := ir.Columns(f.Contact, tangentialColumn)
	point, normal := ir.GetVec3At(&f.Point), ir.GetVec3At(&f.Normal)
	overlap := ir.Get(f.Overlap)
	goesOn := wasNormal.Dot(normal).Greater(ir.Same(&f.Continues))
	ir.SetTo(&f.GoesOn, goesOn)
	a, b := bodiesOf(f.BodyA, f.Pos, f.Vel, f.Spin), bodiesOf(f.BodyB, f.Pos, f.Vel, f.Spin)

	// trialForce
	half := ir.Same(&f.Half)
	mid := wasPoint.Add(point).Scale(ir.Number(0.5))
	armA := mid.Sub(a.pos).AddScaled(half, a.vel)
	armB := mid.Sub(b.pos).AddScaled(half, b.vel)
	v := b.vel.Add(b.spin.Cross(armB)).Sub(a.vel).Sub(a.spin.Cross(armA))
	turn, m := rotation(wasNormal, normal, a, b, half)
	kt := ir.Get(&f.Kt)
	slid := v.SubScaled(m.Dot(v), m).Scale(kt.Mul(ir.Get(&f.Part)).Mul(ir.Same(&f.Step)))
	carried := turn.Cross(force)
	carried = force.Add(carried).AddScaled(ir.Number(0.5), turn.Cross(carried))
	trial := carried.Add(slid).AddScaled(ir.Number(0.5), turn.Cross(slid))
	trial = trial.SubScaled(normal.Dot(trial), normal)

	push, mu := ir.Get(&f.Kn).Mul(overlap).Add(ir.Get(&f.Drag)), ir.Get(&f.Mu)
	if options&wide.LineContacts != 0 {
		couple := ir.GetVec3At(&f.Arm).Scale(push)
		ir.PutTogether(f.Couples, couple.Scale(ir.Number(-1)))
		push = push.Mul(ir.Get(f.Share))
	}

	// law.Slide
	present := ir.Of(&f.Present)
	limit, t2 := mu.Mul(push), trial.Norm2()
	var zero ir.Float
	some := force.X.NotEqual(zero).Or(force.Y.NotEqual(zero).Or(force.Z.NotEqual(zero)))
	acts := goesOn.And(some.Or(mu.Greater(zero)))
	slides := acts.And(present).And(t2.Greater(limit.Mul(limit)))
	ir.SetTo(&f.Acts, acts)
	ir.SetTo(&f.Slides, slides)
	ir.Keep(&f.Sizes, ir.Get(&f.Sizes).Add(t2.Add(push.Mul(push)).Masked(present)))
	ir.Keep(&f.Deepest, ir.Get(&f.Deepest).Max(overlap.Masked(present)))
	force = trial.Masked(acts)
	ir.KeepColumns(f.Contact, pointColumn, point)
	ir.KeepColumns(f.Contact, normalColumn, normal)
	ir.Keep(f.Push, push)
	ir.Keep(f.Contact.Column(overlapColumn), overlap)
	ir.KeepColumns(f.Contact, tangentialColumn, force)
	ir.LeaveUnless(slides)
	force = trial.Scale(limit.Div(t2.Sqrt())).Merge(force, slides)
	ir.Keep(&f.Lost, carried.Add(force).Dot(trial.Sub(force)).Div(kt.Add(kt)).Masked(kt.Greater(zero)))
	ir.KeepColumns(f.Contact, tangentialColumn, force)
}

// rotation is the function of the same name of package contact in lanes; half is half of the last step.
func rotation(wasNormal, normal ir.Vec3, a, b bodies, half ir.Float) (turn, mean ir.Vec3) {
	mean = wasNormal.Add(normal)
	mean = mean.Scale(ir.Number(1).Div(mean.Norm2().Sqrt()))
	return wasNormal.Cross(normal).AddScaled(half.Mul(mean.Dot(a.spin.Add(b.spin))), mean), mean
}

// bodies holds the values of the bodies that their contacts need.
type bodies struct{ pos, vel, spin ir.Vec3 }

func bodiesOf(x *wide.Index, pos, vel, spin wide.Records) bodies {
	return bodies{ir.VectorsOf(x, pos), ir.VectorsOf(x, vel), ir.VectorsOf(x, spin)}
}

// velocityAt returns the velocities of the points of the bodies that are at p.
func (b *bodies) velocityAt(p ir.Vec3) ir.Vec3 { return b.vel.Add(b.spin.Cross(p.Sub(b.pos))) }

// sums adds the forces of contacts.
func sums(s *wide.Sums, options wide.Options) {
	ir.Fetch(s.Next, blockLines)
	push := ir.Get(s.Push).Mul(ir.Get(&s.Factor))
	force := ir.Columns(s.Contact, tangentialColumn).SubScaled(push, ir.Columns(s.Contact, normalColumn))
	point := ir.Columns(s.Contact, pointColumn)
	onA := point.Sub(ir.VectorsOf(s.BodyA, s.Pos)).Cross(force)
	onB := point.Sub(ir.VectorsOf(s.BodyB, s.Pos)).Cross(force)
	if options&wide.LineContacts != 0 {
		couple := ir.Together(s.Couples)
		onA, onB = onA.Add(couple), onB.Add(couple)
	}
	ir.ExchangeForces(s.Wrench, s.OntoA, s.OntoB, force, onA, onB)
}
