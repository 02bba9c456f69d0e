package body

import (
	"math/bits"
	"sync/atomic"

	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// Integrator moves bodies by the forces on them, from one step to the next: velocities from t - dt/2 to
// t + dt/2, positions from t to t + dt (leapfrog).
type Integrator struct {
	Bodies  *Set
	Step    float64  // dt [s]
	Damping float64  // λ of Cundall's damping, in [0, 1)
	Gravity vec.Vec3 // included in the forces [m/s²]

	works   []ledger.StepWork // one per chunk of bodies
	tallies []workerTally     // one per worker
	lost    atomic.Bool       // a number of a body is lost
}

// workerTally is a tally that shares no cache line with the tally of another worker, and memory for the bodies of
// a batch that is not full.
type workerTally struct {
	ledger.Tally
	few Set
	_   [64]byte
}

// Bind sets the bodies that are moved and the number of workers; it is called first.
func (in *Integrator) Bind(b *Set, workers int) {
	in.Bodies, in.tallies = b, make([]workerTally, workers)
	for i := range in.tallies {
		in.tallies[i].few = resting(wide.Lanes)
	}
}

// Begin sets the time and the length [s], the damping and the gravity [m/s²] of the next step.
func (in *Integrator) Begin(time, step, damping float64, gravity vec.Vec3) {
	in.Bodies.prepareJoints(time)
	in.Step, in.Damping, in.Gravity = step, damping, gravity
	for len(in.works)*parallel.Chunk < in.Bodies.Len() {
		in.works = append(in.works, ledger.StepWork{})
	}
}

// Works returns the work of forces on each chunk of bodies in the last step.
func (in *Integrator) Works() []ledger.StepWork {
	return in.works[:(in.Bodies.Len()+parallel.Chunk-1)/parallel.Chunk]
}

// Lost reports, once, whether some bodies were not moved because a number of one of them is lost; see
// Set.FirstLost.
func (in *Integrator) Lost() bool { return in.lost.Swap(false) }

// Move moves the bodies [first, last) of a chunk and records the work of the forces. If a number of one of these
// bodies is lost, none of them is moved, and Move returns false. Bodies with a prescribed motion are not moved
// here. Several workers may move a chunk each.
func (in *Integrator) Move(worker, first, last int) bool {
	if !in.Bodies.bounded(first, last) {
		in.lost.Store(true)
		return false
	}
	t := &in.tallies[worker].Tally
	*t = ledger.Tally{}
	if wide.InBatches() {
		in.integrateBatches(first, last, &in.tallies[worker])
	} else {
		in.integrateEach(first, last, t)
	}
	in.works[first/parallel.Chunk] = t.Sum()
	return true
}

// integrateBatches is integrateEach with eight free bodies at a time.
func (in *Integrator) integrateBatches(first, last int, t *workerTally) {
	var batch motionBatch
	batch.fill(in.Step, in.Damping, in.Gravity)
	for i := first; i < last; i += wide.Lanes {
		end := min(i+wide.Lanes, last)
		switch free := in.Bodies.free(i, end); {
		case free == wide.All:
			batch.fillMasses(in.Bodies, i)
			batch.move(in.Bodies, i, &t.Tally)
		case bits.OnesCount8(uint8(free)) >= fewest:
			in.integrateFew(&batch, free, i, end, t)
		default:
			in.integrateEach(i, end, &t.Tally)
		}
	}
}

func (in *Integrator) integrateEach(first, last int, t *ledger.Tally) {
	for i := first; i < last; i++ {
		in.integrateBody(i, t)
	}
}

// integrateBody moves body i, unless a prescribed motion does.
func (in *Integrator) integrateBody(i int, t *ledger.Tally) {
	b, dt := in.Bodies, in.Step
	switch {
	case b.Kind[i] == Kinematic:
		return
	case b.Kind[i] == Dynamic:
		if j := b.Joint(i); j != nil {
			in.along(i, j, t)
			b.Travel[i] += dt * b.Pace(i)
			return
		}
		in.accelerate(i, t)
		in.turn(i, t)
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
func (in *Integrator) accelerate(i int, t *ledger.Tally) {
	b, dt, lambda := in.Bodies, in.Step, in.Damping
	m, block := b.Mass(i), b.Block[i]
	a := b.Wrench[i].Force.Scale(m.Inv)
	if block != 0 {
		a = mask(a, block)
	}
	old := b.Vel[i]
	d := damp(a, old.AddScaled(dt/2, a), lambda)
	now := old.AddScaled(dt, d)
	b.Vel[i] = now

	l, half, weight := i%ledger.Lanes, dt/2, in.Gravity.Scale(m.Mass)
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
// The scheme integrates the angular momentum L, so L is kept exactly when there is no torque. The spin of the half
// step is computed with the orientation of the half step, which makes the scheme second order (Svanberg, Molecular
// Physics 92 (1997) 1085):
//
//	ω  = J⁻¹(q) (L + dt/2 T),      q½ = q + dt/4 ω q
//	L ← L + dt T,  ω½ = J⁻¹(q½) L,  q ← unit(q + dt/2 ω½ q½)
//
// Of a round body it integrates the spin, as L does not turn with it.
//
// Damping compares the torque with the spin: for round bodies with the spin that the torque predicts for this
// moment, for others with the spin of the last half step, as the reference does.
func (in *Integrator) turn(i int, t *ledger.Tally) {
	b, dt := in.Bodies, in.Step
	m, q, block, spin := b.Mass(i), b.Ori[i], b.Block[i], b.Spin[i]
	if block&BlockRot == BlockRot {
		if spin != (vec.Vec3{}) {
			b.Ori[i] = vec.FromRotationVector(spin.Scale(dt)).Mul(q).Unit()
			in.bookTurn(i, t, spin, b.AngularMomentum(i), vec.Vec3{}, vec.Vec3{})
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
	damped := damp(torque, against, in.Damping)
	old := b.AngularMomentum(i)
	now := spin.AddScaled(dt/2, damped.Mul(m.InvInertia))
	if !m.Round {
		now = m.Spin(q, old.AddScaled(dt/2, damped))
	}
	half := q.AddScaled(dt/4, vec.Quat{X: now.X, Y: now.Y, Z: now.Z}.Mul(q))
	level, s := half, spin.AddScaled(dt, damped.Mul(m.InvInertia))
	angMom := old.AddScaled(dt, damped)
	if !m.Round { // the orientation of a round body does not matter
		level = half.Unit()
		s = m.Spin(level, angMom)
	}
	if block != 0 {
		// Blocked rotations keep their spin: the change by torque-free motion is undone.
		s = Keep(s, spin, block>>3)
		angMom = m.Momentum(level, s)
	}
	b.Spin[i] = s
	b.setMomentum(i, angMom)
	b.Ori[i] = q.AddScaled(dt/2, vec.Quat{X: s.X, Y: s.Y, Z: s.Z}.Mul(half)).Unit()
	in.bookTurn(i, t, spin, old, torque, damped)
}

// bookTurn books the work of the torque on body i in this step. spin and angMom are from before the step, free is
// the torque without its components about blocked axes, and damped is free after damping.
func (in *Integrator) bookTurn(i int, t *ledger.Tally, spin, angMom, free, damped vec.Vec3) {
	b, l, half := in.Bodies, i%ledger.Lanes, in.Step/2
	now, all := b.Spin[i], b.Wrench[i].Torque
	both := spin.Add(now)
	t.Done.Contact[l] += half * all.Dot(both)
	t.Ahead.Contact[l] += half * all.Dot(now)
	t.Ahead.Rotation[l] += half * damped.Dot(now)
	if in.Damping != 0 {
		lost := free.Sub(damped)
		t.Done.Damping[l] += half * lost.Dot(both)
		t.Ahead.Damping[l] += half * lost.Dot(now)
	}
	if b.Block[i]>>3 != 0 {
		t.Done.Held[l] += 0.5*(now.Dot(b.AngularMomentum(i))-spin.Dot(angMom)) - half*(all.Sub(free.Sub(damped))).Dot(both)
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
func mask(v vec.Vec3, block Blocked) vec.Vec3 { return Keep(v, vec.Vec3{}, block) }

// Keep returns v with the components whose bit is set taken from old.
func Keep(v, old vec.Vec3, block Blocked) vec.Vec3 {
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
