package sim

import (
	"time"

	"tumble/sim/bridge"
	"tumble/sim/vec"
	"tumble/sim/wide"
)

// moveBodies sums the forces on bodies and moves them: velocities from t - dt/2 to
// t + dt/2, positions from t to t + dt (leapfrog).
func (w *World) moveBodies() {
	n, spans := w.bodies.len(), len(w.cuts.spans)
	w.gravity = w.params.Gravity
	w.bodies.wrench = wide.Padded(w.bodies.wrench, spans) // for spare ones
	for len(w.works)*chunk < n {
		w.works = append(w.works, doneAndAhead{})
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
	w.ledger.ahead = work{}
	for k := 0; k*chunk < n; k++ {
		w.ledger.done.add(&w.works[k].done)
		w.ledger.ahead.add(&w.works[k].ahead)
	}
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
	*t = tally{}
	if inLanes != nil {
		inLanes.integrate(w, first, last, t)
	} else {
		for i := first; i < last; i++ {
			w.integrateBody(i, t)
		}
	}
	var all doneAndAhead
	all.done.addLanes(&t.done)
	all.ahead.addLanes(&t.ahead)
	w.works[first/chunk] = all
	if farGone(&w.bodies, first, last) {
		w.gone.Store(true)
	}
}

// integrateBody moves body i, unless a motion does.
func (w *World) integrateBody(i int, t *tally) {
	b, dt := &w.bodies, w.clock.dt
	switch {
	case b.kind[i] == bridge.Kinematic:
		return
	case b.kind[i] == bridge.Dynamic:
		w.accelerate(i, t)
		w.turn(i, t)
	case b.vel[i] != (vec.Vec3{}) || b.spin[i] != (vec.Vec3{}):
		b.ori[i] = vec.FromRotationVector(b.spin[i].Scale(dt)).Mul(b.ori[i]).Unit()
		l := i % tallyLanes
		power := b.wrench[i].force.Dot(b.vel[i]) + b.wrench[i].torque.Dot(b.spin[i])
		t.done.contact[l] += dt * power
		t.done.held[l] -= dt * power
		t.ahead.contact[l] += dt / 2 * power
		t.ahead.held[l] -= dt / 2 * power
	}
	b.pos[i] = b.pos[i].AddScaled(dt, b.vel[i])
	b.travel[i] += dt * b.pace(i)
}

// accelerate changes the velocity of body i by its force, less Cundall damping. By
// component, unless blocked:
//
//	a = F/m,  a ← a (1 - λ sgn(F (v + a dt/2))),  v ← v + a dt
func (w *World) accelerate(i int, t *tally) {
	b, dt, lambda := &w.bodies, w.clock.dt, w.params.Damping
	m, block := b.mass[i], b.block[i]
	a := b.wrench[i].force.Scale(m.inv)
	if block != 0 {
		a = mask(a, block)
	}
	old := b.vel[i]
	d := damp(a, old.AddScaled(dt/2, a), lambda)
	now := old.AddScaled(dt, d)
	b.vel[i] = now

	l, half, weight := i%tallyLanes, dt/2, w.params.Gravity.Scale(m.mass)
	both := old.Add(now)
	f := b.wrench[i].force.Sub(weight)
	t.done.contact[l] += half * f.Dot(both)
	t.ahead.contact[l] += half * f.Dot(now)
	t.ahead.translation[l] += half * d.Scale(m.mass).Sub(weight).Dot(now)
	if lambda != 0 {
		f = a.Sub(d).Scale(m.mass)
		t.done.damping[l] += half * f.Dot(both)
		t.ahead.damping[l] += half * f.Dot(now)
	}
	if block != 0 {
		f = a.Scale(m.mass).Sub(b.wrench[i].force)
		t.done.held[l] += half * f.Dot(both)
		t.ahead.held[l] += half * f.Dot(now)
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
func (w *World) turn(i int, t *tally) {
	b, dt := &w.bodies, w.clock.dt
	m, q, block, spin := b.mass[i], b.ori[i], b.block[i], b.spin[i]
	if block&blockRot == blockRot {
		if spin != (vec.Vec3{}) {
			b.ori[i] = vec.FromRotationVector(spin.Scale(dt)).Mul(q).Unit()
			w.bookTurn(i, t, spin, b.angMom[i], vec.Vec3{}, vec.Vec3{})
		}
		return
	}
	torque := b.wrench[i].torque
	if block != 0 {
		torque = mask(torque, block>>3)
	}
	against := spin
	if m.round {
		against = spin.AddScaled(dt/2, torque.Mul(m.invInertia))
	}
	damped := damp(torque, against, w.params.Damping)
	now := m.spin(q, b.angMom[i].AddScaled(dt/2, damped))
	half := q.AddScaled(dt/4, vec.Quat{X: now.X, Y: now.Y, Z: now.Z}.Mul(q))
	level := half
	if !m.round { // else orientation does not count
		level = half.Unit()
	}
	old := b.angMom[i]
	angMom := old.AddScaled(dt, damped)
	s := m.spin(level, angMom)
	if block != 0 {
		// Blocked rotations keep their spin; what the torque-free motion would have
		// changed is taken back.
		s = keep(s, spin, block>>3)
		angMom = m.momentum(level, s)
	}
	b.angMom[i], b.spin[i] = angMom, s
	b.ori[i] = q.AddScaled(dt/2, vec.Quat{X: s.X, Y: s.Y, Z: s.Z}.Mul(half)).Unit()
	w.bookTurn(i, t, spin, old, torque, damped)
}

// bookTurn books what the torque on body i did in this step: its spin and angular
// momentum before, its torque without that about blocked axes, and that less damping.
func (w *World) bookTurn(i int, t *tally, spin, angMom, free, damped vec.Vec3) {
	b, l, half := &w.bodies, i%tallyLanes, w.clock.dt/2
	now, all := b.spin[i], b.wrench[i].torque
	both := spin.Add(now)
	t.done.contact[l] += half * all.Dot(both)
	t.ahead.contact[l] += half * all.Dot(now)
	t.ahead.rotation[l] += half * damped.Dot(now)
	if w.params.Damping != 0 {
		lost := free.Sub(damped)
		t.done.damping[l] += half * lost.Dot(both)
		t.ahead.damping[l] += half * lost.Dot(now)
	}
	if b.block[i]>>3 != 0 {
		t.done.held[l] += 0.5*(now.Dot(b.angMom[i])-spin.Dot(angMom)) - half*(all.Sub(free.Sub(damped))).Dot(both)
		t.ahead.held[l] += half * free.Sub(all).Dot(now)
	}
}

// spin returns the angular velocity of a body with orientation q and angular momentum l,
// all in global axes [rad/s].
func (m *mass) spin(q vec.Quat, l vec.Vec3) vec.Vec3 {
	if m.round {
		return l.Mul(m.invInertia)
	}
	return q.Rotate(q.Unrotate(l).Mul(m.invInertia))
}

// momentum returns the angular momentum of a body with orientation q and angular velocity s,
// all in global axes [kg·m²/s].
func (m *mass) momentum(q vec.Quat, s vec.Vec3) vec.Vec3 {
	if m.round {
		return s.Mul(m.inertia)
	}
	return q.Rotate(q.Unrotate(s).Mul(m.inertia))
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
func mask(v vec.Vec3, block Blocked) vec.Vec3 { return keep(v, vec.Vec3{}, block) }

// keep returns v with the components whose bit is set taken from old.
func keep(v, old vec.Vec3, block Blocked) vec.Vec3 {
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
