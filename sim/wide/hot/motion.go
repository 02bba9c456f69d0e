//go:build goexperiment.simd && amd64

package hot

import "tumble/sim/wide"

// Motion moves eight bodies that lie one behind the other by what acts on them.
type Motion struct {
	Pos, Vel, Spin, AngMom wide.Records // of the first
	Ori, Wrench            wide.Records
	Travel                 *wide.Lane
	Tally                  *wide.Lane // columns: see below

	Mass, Inverse, Reach         wide.Lane
	InvX, InvY, InvZ             wide.Lane   // inverse principal moments of inertia
	Step, Half, Quarter          wide.Number // the time step, and parts of it
	Less, More                   wide.Number // factors of damped and driven accelerations
	GravityX, GravityY, GravityZ wide.Number

	Round wide.Set // all principal moments are equal
}

// Columns of Tally: work done in this step, and that of its last half.
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

// move does accelerate, turn and what integrateChunk does after them, in lanes. Bodies that are not
// damped have factors of one, round says that all bodies are.
func (m *Motion) move(damped, round bool) {
	half, step, heavy := m.Half.Load(), m.Step.Load(), m.Mass.Load()
	invInertia := wide.Vec3{X: m.InvX.Load(), Y: m.InvY.Load(), Z: m.InvZ.Load()}

	// accelerate
	force, full := wide.Wrenches(m.Wrench)
	old := wide.Together(m.Vel)
	a := force.Scale(m.Inverse.Load())
	d := a
	if damped {
		d = m.damp(a, old.AddScaled(half, a))
	}
	now := old.AddScaled(step, d)
	pos := wide.Together(m.Pos).AddScaled(step, now)
	speed := now.Norm2().Sqrt()
	weight := wide.Vec3{X: heavy.Mul(m.GravityX.Load()), Y: heavy.Mul(m.GravityY.Load()), Z: heavy.Mul(m.GravityZ.Load())}
	both, f := old.Add(now), force.Sub(weight)
	done, ahead := half.Mul(f.Dot(both)), half.Mul(f.Dot(now))
	m.book(aheadTranslation, half.Mul(d.Scale(heavy).Sub(weight).Dot(now)))
	f = a.Sub(d).Scale(heavy)
	doneDamped, aheadDamped := half.Mul(f.Dot(both)), half.Mul(f.Dot(now))
	wide.KeepTogether(m.Vel, now)
	wide.KeepTogether(m.Pos, pos)

	// turn
	spin, l := wide.Together(m.Spin), wide.Together(m.AngMom)
	q := wide.Quats(m.Ori)
	var zero wide.Float
	isRound := m.Round.Mask()
	torque := full
	if damped {
		mid := spin.AddScaled(half, torque.Mul(invInertia))
		if !round {
			mid = mid.Merge(spin, isRound)
		}
		torque = m.damp(torque, mid)
	}
	soon := l.AddScaled(half, torque)
	s := soon.Mul(invInertia)
	if !round {
		s = s.Merge(turning(q, soon, invInertia), isRound)
	}
	middle := q.AddScaled(m.Quarter.Load(), wide.Quat{W: zero, X: s.X, Y: s.Y, Z: s.Z}.Mul(q))
	l = l.AddScaled(step, torque)
	s = l.Mul(invInertia)
	if !round {
		s = s.Merge(turning(middle.Unit(wide.Ones.Load()), l, invInertia), isRound)
	}
	q = q.AddScaled(half, wide.Quat{W: zero, X: s.X, Y: s.Y, Z: s.Z}.Mul(middle)).Unit(wide.Ones.Load())
	travel := m.Travel.Load().Add(step.Mul(speed.Add(s.Norm2().Sqrt().Mul(m.Reach.Load()))))
	both = spin.Add(s)
	m.book2(doneContact, done, half.Mul(full.Dot(both)))
	m.book2(aheadContact, ahead, half.Mul(full.Dot(s)))
	m.book(aheadRotation, half.Mul(torque.Dot(s)))
	if damped {
		f = full.Sub(torque)
		m.book2(doneDamping, doneDamped, half.Mul(f.Dot(both)))
		m.book2(aheadDamping, aheadDamped, half.Mul(f.Dot(s)))
	}
	wide.KeepTogether(m.AngMom, l)
	wide.KeepTogether(m.Spin, s)
	wide.KeepQuats(m.Ori, q)
	m.Travel.Keep(travel)
}

// book adds the work of the bodies to a column.
func (m *Motion) book(column int, x wide.Float) {
	to := m.Tally.Column(column)
	to.Keep(to.Load().Add(x))
}

func (m *Motion) book2(column int, x, y wide.Float) {
	to := m.Tally.Column(column)
	to.Keep(to.Load().Add(x).Add(y))
}

// turning is mass.spin in lanes.
func turning(q wide.Quat, l, invInertia wide.Vec3) wide.Vec3 {
	var zero wide.Float
	return q.Rotate(q.Conj(zero).Rotate(l).Mul(invInertia))
}

// damp is damp in lanes.
func (m *Motion) damp(a, v wide.Vec3) wide.Vec3 {
	return wide.Vec3{X: m.damp1(a.X, v.X), Y: m.damp1(a.Y, v.Y), Z: m.damp1(a.Z, v.Z)}
}

func (m *Motion) damp1(a, v wide.Float) wide.Float {
	var zero wide.Float
	p := a.Mul(v)
	return a.Mul(m.Less.Load()).Merge(a.Mul(m.More.Load()).Merge(a, p.Less(zero)), p.Greater(zero))
}
