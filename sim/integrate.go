package sim

import (
	"time"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/ledger"
	"tumble/sim/vec"
	"tumble/sim/wide"
)

// moveBodies sums the forces on bodies and moves them: velocities from t - dt/2 to
// t + dt/2, positions from t to t + dt (leapfrog).
func (w *World) moveBodies() {
	n, spans := w.bodies.Len(), len(w.cuts.spans)
	w.gravity = w.params.Gravity
	w.bodies.Wrench = wide.Padded(w.bodies.Wrench, spans) // for spare ones
	for len(w.works)*chunk < n {
		w.works = append(w.works, ledger.StepWork{})
	}
	if w.unsound { // then nobody moves before all have been looked at
		for i := range spans {
			w.sumSpan(0, i, i+1)
		}
		if w.lostNumber() {
			return
		}
	}
	sum := w.tasks.sum
	if w.clock.timing() {
		sum = w.tasks.timedSum
	}
	w.team.RunAfter(spans, sum, n, chunk, perBody, w.cuts.bodies, w.tasks.integrate)
	w.timePart(bridge.StageSum, bridge.StageIntegrate, func(s *workspace) *time.Duration { return &s.sum })
	if w.beyond.Swap(false) && w.lostNumber() {
		return
	}
	w.ledger.BookStep(w.works[:(n+chunk-1)/chunk])
	w.workOfMotions()
}

// integrateChunk moves bodies [first, last) and keeps what forces did, unless something is wrong
// with one of them.
func (w *World) integrateChunk(worker, first, last int) {
	if !allBounded(&w.bodies, first, last) {
		w.beyond.Store(true)
		return
	}
	t := &w.spaces[worker].tally
	*t = ledger.Tally{}
	if wide.InBatches() {
		w.integrateBatches(first, last, t)
	} else {
		w.integrateEach(first, last, t)
	}
	w.works[first/chunk] = t.Sum()
	if farGone(&w.bodies, first, last) {
		w.gone.Store(true)
	}
}

// integrateBatches is integrateEach with eight free bodies at a time where there are.
func (w *World) integrateBatches(first, last int, t *ledger.Tally) {
	var m motionBatch
	m.fill(w.clock.dt, w.params.Damping, w.params.Gravity)
	for i := first; i < last; i += wide.Lanes {
		if end := i + wide.Lanes; end <= last && freeBatch(&w.bodies, i) {
			m.move(&w.bodies, i, t)
		} else {
			w.integrateEach(i, lesser(end, last), t)
		}
	}
}

func (w *World) integrateEach(first, last int, t *ledger.Tally) {
	for i := first; i < last; i++ {
		w.integrateBody(i, t)
	}
}

// integrateBody moves body i, unless a motion does.
func (w *World) integrateBody(i int, t *ledger.Tally) {
	b, dt := &w.bodies, w.clock.dt
	switch {
	case b.Kind[i] == bridge.Kinematic:
		return
	case b.Kind[i] == bridge.Dynamic:
		w.accelerate(i, t)
		w.turn(i, t)
	case b.Vel[i] != (vec.Vec3{}) || b.Spin[i] != (vec.Vec3{}):
		b.Ori[i] = vec.FromRotationVector(b.Spin[i].Scale(dt)).Mul(b.Ori[i]).Unit()
		l := i % ledger.Lanes
		power := b.Wrench[i].Force.Dot(b.Vel[i]) + b.Wrench[i].Torque.Dot(b.Spin[i])
		t.Done.Contact[l] += dt * power
		t.Done.Held[l] -= dt * power
		t.Ahead.Contact[l] += dt / 2 * power
		t.Ahead.Held[l] -= dt / 2 * power
	}
	b.Pos[i] = b.Pos[i].AddScaled(dt, b.Vel[i])
	b.Travel[i] += dt * b.Pace(i)
}

// accelerate changes the velocity of body i by its force, less Cundall damping. By
// component, unless blocked:
//
//	a = F/m,  a ← a (1 - λ sgn(F (v + a dt/2))),  v ← v + a dt
func (w *World) accelerate(i int, t *ledger.Tally) {
	b, dt, lambda := &w.bodies, w.clock.dt, w.params.Damping
	m, block := b.Mass[i], b.Block[i]
	a := b.Wrench[i].Force.Scale(m.Inv)
	if block != 0 {
		a = mask(a, block)
	}
	old := b.Vel[i]
	d := damp(a, old.AddScaled(dt/2, a), lambda)
	now := old.AddScaled(dt, d)
	b.Vel[i] = now

	l, half, weight := i%ledger.Lanes, dt/2, w.params.Gravity.Scale(m.Mass)
	both := old.Add(now)
	f := b.Wrench[i].Force.Sub(weight)
	t.Done.Contact[l] += half * f.Dot(both)
	t.Ahead.Contact[l] += half * f.Dot(now)
	t.Ahead.Translation[l] += half * d.Scale(m.Mass).Sub(weight).Dot(now)
	if lambda != 0 {
		f = a.Sub(d).Scale(m.Mass)
		t.Done.Damping[l] += half * f.Dot(both)
		t.Ahead.Damping[l] += half * f.Dot(now)
	}
	if block != 0 {
		f = a.Scale(m.Mass).Sub(b.Wrench[i].Force)
		t.Done.Held[l] += half * f.Dot(both)
		t.Ahead.Held[l] += half * f.Dot(now)
	}
}

// turn changes the spin and orientation of body i by its torque, less damping.
//
// The angular momentum L is what is integrated, so it is kept exactly when there is no
// torque. The spin of the half step is taken with the orientation of the half step, which
// makes the scheme second order (Svanberg, Molecular Physics 92 (1997) 1085):
//
//	ω  = J⁻¹(q) (L + dt/2 T),      q½ = q + dt/4 ω q
//	L ← L + dt T,  ω½ = J⁻¹(q½) L,  q ← unit(q + dt/2 ω½ q½)
//
// Damping compares the torque with the spin: of round bodies with the one that the torque
// predicts for this moment, of others with that of the last half step, as the reference
// does.
func (w *World) turn(i int, t *ledger.Tally) {
	b, dt := &w.bodies, w.clock.dt
	m, q, block, spin := b.Mass[i], b.Ori[i], b.Block[i], b.Spin[i]
	if block&body.BlockRot == body.BlockRot {
		if spin != (vec.Vec3{}) {
			b.Ori[i] = vec.FromRotationVector(spin.Scale(dt)).Mul(q).Unit()
			w.bookTurn(i, t, spin, b.AngMom[i], vec.Vec3{}, vec.Vec3{})
		}
		return
	}
	torque := b.Wrench[i].Torque
	if block != 0 {
		torque = mask(torque, block>>3)
	}
	against := spin
	if m.Round {
		against = spin.AddScaled(dt/2, torque.Mul(m.InvInertia))
	}
	damped := damp(torque, against, w.params.Damping)
	now := m.Spin(q, b.AngMom[i].AddScaled(dt/2, damped))
	half := q.AddScaled(dt/4, vec.Quat{X: now.X, Y: now.Y, Z: now.Z}.Mul(q))
	level := half
	if !m.Round { // else orientation does not count
		level = half.Unit()
	}
	old := b.AngMom[i]
	angMom := old.AddScaled(dt, damped)
	s := m.Spin(level, angMom)
	if block != 0 {
		// Blocked rotations keep their spin; what the torque-free motion would have
		// changed is taken back.
		s = keep(s, spin, block>>3)
		angMom = m.Momentum(level, s)
	}
	b.AngMom[i], b.Spin[i] = angMom, s
	b.Ori[i] = q.AddScaled(dt/2, vec.Quat{X: s.X, Y: s.Y, Z: s.Z}.Mul(half)).Unit()
	w.bookTurn(i, t, spin, old, torque, damped)
}

// bookTurn books what the torque on body i did in this step: its spin and angular
// momentum before, its torque without that about blocked axes, and that less damping.
func (w *World) bookTurn(i int, t *ledger.Tally, spin, angMom, free, damped vec.Vec3) {
	b, l, half := &w.bodies, i%ledger.Lanes, w.clock.dt/2
	now, all := b.Spin[i], b.Wrench[i].Torque
	both := spin.Add(now)
	t.Done.Contact[l] += half * all.Dot(both)
	t.Ahead.Contact[l] += half * all.Dot(now)
	t.Ahead.Rotation[l] += half * damped.Dot(now)
	if w.params.Damping != 0 {
		lost := free.Sub(damped)
		t.Done.Damping[l] += half * lost.Dot(both)
		t.Ahead.Damping[l] += half * lost.Dot(now)
	}
	if b.Block[i]>>3 != 0 {
		t.Done.Held[l] += 0.5*(now.Dot(b.AngMom[i])-spin.Dot(angMom)) - half*(all.Sub(free.Sub(damped))).Dot(both)
		t.Ahead.Held[l] += half * free.Sub(all).Dot(now)
	}
}

// damp reduces each component of a force-like vector that drives its velocity and
// increases each that brakes it (Cundall, non-viscous).
func damp(a, v vec.Vec3, lambda float64) vec.Vec3 {
	return vec.Vec3{X: damp1(a.X, v.X, lambda), Y: damp1(a.Y, v.Y, lambda), Z: damp1(a.Z, v.Z, lambda)}
}

func damp1(a, v, lambda float64) float64 {
	switch p := a * v; {
	case p > 0:
		return a * (1 - lambda)
	case p < 0:
		return a * (1 + lambda)
	}
	return a
}

// mask zeroes the components whose bit is set.
func mask(v vec.Vec3, block body.Blocked) vec.Vec3 { return keep(v, vec.Vec3{}, block) }

// keep returns v with the components whose bit is set taken from old.
func keep(v, old vec.Vec3, block body.Blocked) vec.Vec3 {
	if block&1 != 0 {
		v.X = old.X
	}
	if block&2 != 0 {
		v.Y = old.Y
	}
	if block&4 != 0 {
		v.Z = old.Z
	}
	return v
}
