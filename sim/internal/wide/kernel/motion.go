package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// Columns of wide.Motion.Tally: work done in this step, and in its last half.
const (
	doneContact = iota
	doneDamping
	_
	_
	_
	aheadContact
	aheadDamping
	_
	aheadTranslation
	aheadRotation
)

// motion does the work of accelerate, turn and the rest of integrateBody in lanes. Bodies without damping
// have factors of one; the option RoundMotion says that all principal moments are equal.
func motion(m *wide.Motion, options wide.Options) {
	damped, round := options&wide.DampedMotion != 0, options&wide.RoundMotion != 0
	half, step, heavy := ir.Same(&m.Half), ir.Same(&m.Step), ir.Get(&m.Mass)
	invInertia := ir.GetVec3(&m.InvInertia)

	// accelerate
	force, full := wrenches(m.Wrench)
	old := ir.Together(m.Vel)
	a := force.Scale(ir.Get(&m.Inverse))
	d := a
	if damped {
		d = damp(m, a, old.AddScaled(half, a))
	}
	now := old.AddScaled(step, d)
	pos := ir.Together(m.Pos).AddScaled(step, now)
	speed := now.Norm2().Sqrt()
	weight := ir.SameVec3(&m.Gravity).Scale(heavy)
	both, f := old.Add(now), force.Sub(weight)
	done, ahead := half.Mul(f.Dot(both)), half.Mul(f.Dot(now))
	book(m, aheadTranslation, half.Mul(d.Scale(heavy).Sub(weight).Dot(now)))
	f = a.Sub(d).Scale(heavy)
	doneDamped, aheadDamped := half.Mul(f.Dot(both)), half.Mul(f.Dot(now))
	ir.PutTogether(m.Vel, now)
	ir.PutTogether(m.Pos, pos)

	// turn
	spin := ir.Together(m.Spin)
	var q ir.Quat
	q.W, q.X, q.Y, q.Z = ir.InLine(m.Ori, 32, 0)
	torque := full
	if damped {
		mid := spin.AddScaled(half, torque.Mul(invInertia))
		if !round {
			mid = mid.Merge(spin, ir.Of(&m.Round))
		}
		torque = damp(m, torque, mid)
	}
	var l ir.Vec3
	turn := torque.Mul(invInertia)
	s := spin.AddScaled(half, turn)
	if !round {
		l = ir.Together(m.AngMom)
		s = s.Merge(spinOf(q, l.AddScaled(half, torque), invInertia), ir.Of(&m.Round))
	}
	middle := q.AddScaled(ir.Same(&m.Quarter), ir.Quat{X: s.X, Y: s.Y, Z: s.Z}.Mul(q))
	s = spin.AddScaled(step, turn)
	if !round {
		l = l.AddScaled(step, torque)
		s = s.Merge(spinOf(middle.Unit(), l, invInertia), ir.Of(&m.Round))
		ir.PutTogether(m.AngMom, ir.Vec3{}.Merge(l, ir.Of(&m.Round)))
	}
	q = q.AddScaled(half, ir.Quat{X: s.X, Y: s.Y, Z: s.Z}.Mul(middle)).Unit()
	travel := ir.Get(m.Travel).Add(step.Mul(speed.Add(s.Norm2().Sqrt().Mul(ir.Get(&m.Radius)))))
	both = spin.Add(s)
	book(m, doneContact, done, half.Mul(full.Dot(both)))
	book(m, aheadContact, ahead, half.Mul(full.Dot(s)))
	book(m, aheadRotation, half.Mul(torque.Dot(s)))
	if damped {
		f = full.Sub(torque)
		book(m, doneDamping, doneDamped, half.Mul(f.Dot(both)))
		book(m, aheadDamping, aheadDamped, half.Mul(f.Dot(s)))
	}
	ir.PutTogether(m.Spin, s)
	ir.PutInLine(m.Ori, 32, 0, q.W, q.X, q.Y, q.Z)
	ir.Keep(m.Travel, travel)
}

// wrenches returns force and torque from records of six numbers each.
func wrenches(base wide.Records) (force, torque ir.Vec3) {
	force.X, force.Y, force.Z, torque.X = ir.InLine(base, 48, 0)
	_, _, torque.Y, torque.Z = ir.InLine(base, 48, 2)
	return force, torque
}

// book adds the works of the bodies to a column.
func book(m *wide.Motion, column int, works ...ir.Float) {
	sum := ir.Get(m.Tally.Column(column))
	for _, x := range works {
		sum = sum.Add(x)
	}
	ir.Keep(m.Tally.Column(column), sum)
}

// spinOf is mass.spin in lanes.
func spinOf(q ir.Quat, l, invInertia ir.Vec3) ir.Vec3 {
	return q.Rotate(q.Conj().Rotate(l).Mul(invInertia))
}

// damp is damp in lanes.
func damp(m *wide.Motion, a, v ir.Vec3) ir.Vec3 {
	one := func(a, v ir.Float) ir.Float {
		var zero ir.Float
		p := a.Mul(v)
		return a.Mul(ir.Same(&m.Less)).Merge(a.Mul(ir.Same(&m.More)).Merge(a, p.Less(zero)), p.Greater(zero))
	}
	return ir.Vec3{X: one(a.X, v.X), Y: one(a.Y, v.Y), Z: one(a.Z, v.Z)}
}

// placing is placeEachCapsule in lanes.
func placing(p *wide.Placing, options wide.Options) {
	var q ir.Quat
	q.W, q.X, q.Y, q.Z = ir.IndexedBy(p.Ori, &p.Bodies, 32, 0)
	axis := q.Rotate(ir.GetVec3(&p.Axis))
	center := ir.VectorsOf(&p.Bodies, p.Pos)
	if options&wide.Apart != 0 {
		local := q.Rotate(ir.GetVec3(&p.Local))
		center = center.Add(local).Merge(center, ir.Of(&p.Apart))
	}
	ir.PutInLine(p.Shapes, 64, 0, center.X, center.Y, center.Z, axis.X)
	ir.PutInLine(p.Shapes, 64, 4, axis.Y, axis.Z, ir.Get(&p.HalfLength), ir.Get(&p.Radius))
}

// squares adds the squares of wide.SquaresAtOnce numbers to the sum.
func squares(s *wide.Squares, _ wide.Options) {
	var part [4]ir.Float // several sums, so that additions need not wait for each other
	for k := range wide.SquaresAtOnce / wide.Lanes {
		x := ir.Get(s.Numbers.Column(k))
		part[k%4] = part[k%4].Add(x.Mul(x))
	}
	ir.Keep(&s.Sum, ir.Get(&s.Sum).Add(part[0].Add(part[1]).Add(part[2].Add(part[3]))))
}
