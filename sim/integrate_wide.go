//go:build goexperiment.simd && amd64

package sim

import (
	"unsafe"

	"tumble/sim/bridge"
	"tumble/sim/vec"
	"tumble/sim/wide"
)

// massesWide are the masses of eight bodies. Most often all have the same, and so have those
// before them.
type massesWide struct {
	of                           *mass // of all eight; nil if they differ
	mass, inv                    wide.Lane
	inertiaX, inertiaY, inertiaZ wide.Lane
	invX, invY, invZ             wide.Lane
}

func (m *massesWide) fill(masses []*mass) {
	same := true
	for _, one := range masses {
		same = same && one == masses[0]
	}
	if same && m.of == masses[0] {
		return
	}
	m.of = nil
	if same {
		m.of = masses[0]
	}
	for l, one := range masses {
		m.mass[l], m.inv[l] = one.mass, one.inv
		m.inertiaX[l], m.inertiaY[l], m.inertiaZ[l] = one.inertia.X, one.inertia.Y, one.inertia.Z
		m.invX[l], m.invY[l], m.invZ[l] = one.invInertia.X, one.invInertia.Y, one.invInertia.Z
	}
}

// freeWide reports whether eight bodies from number i on are moved by forces alone.
func (b *bodies) freeWide(i int) bool {
	for l := i; l < i+wide.Lanes; l++ {
		if b.kind[l] != bridge.Dynamic || b.block[l] != 0 {
			return false
		}
	}
	return true
}

// vectorsWide returns the vectors of eight bodies.
func vectorsWide(v []vec.Vec3, i int) *[wide.Lanes]vec.Vec3 { return (*[wide.Lanes]vec.Vec3)(v[i:]) }

// constantsWide are what integrateWide needs in all lanes.
type constantsWide struct {
	dt, half, quarter, less, more          wide.Lane
	gravityX, gravityY, gravityZ           wide.Lane
	contact, spun, aheadContact, aheadSpun wide.Lane
	translation, rotation                  wide.Lane
	damping                                bool
	masses                                 massesWide
	damped, dampedSpin                     wide.Lane
	aheadDamped, aheadDampedSpin           wide.Lane
}

func (c *constantsWide) fill(w *World) {
	dt, lambda, g := w.clock.dt, w.params.Damping, w.params.Gravity
	c.dt.Fill(dt)
	c.half.Fill(dt / 2)
	c.quarter.Fill(dt / 4)
	c.damping = lambda != 0
	c.less.Fill(1 - lambda)
	c.more.Fill(1 + lambda)
	c.gravityX.Fill(g.X)
	c.gravityY.Fill(g.Y)
	c.gravityZ.Fill(g.Z)
}

// integrateChunkWide is integrateChunk with eight free bodies at a time where there are.
func (w *World) integrateChunkWide(first, last int) {
	var t tally
	var c constantsWide
	c.fill(w)
	for i := first; i < last; {
		if i+wide.Lanes <= last && w.bodies.freeWide(i) {
			w.integrateWide(i, &t, &c)
			i += wide.Lanes
			continue
		}
		w.integrateBody(i, &t)
		i++
	}
	w.tallies[first/chunk] = t
}

// integrateWide moves eight free bodies from number i on: accelerate, turn and what
// integrateChunk does after them, in eight lanes.
func (w *World) integrateWide(i int, t *tally, c *constantsWide) {
	b, m := &w.bodies, &c.masses
	m.fill(b.mass[i : i+wide.Lanes])
	ori := unsafe.Pointer(&b.ori[i])
	var zero wide.Float
	heavy := m.mass.Load()
	half := c.half.Load()

	// accelerate
	force, old := wide.Load3(vectorsWide(b.force, i)), wide.Load3(vectorsWide(b.vel, i))
	a := force.Scale(m.inv.Load())
	d := c.damp(a, old.AddScaled(half, a))
	now := old.AddScaled(c.dt.Load(), d)
	wide.Store3(vectorsWide(b.vel, i), now)
	weight := wide.Vec3{X: heavy.Mul(c.gravityX.Load()), Y: heavy.Mul(c.gravityY.Load()), Z: heavy.Mul(c.gravityZ.Load())}
	both, f := old.Add(now), force.Sub(weight)
	c.contact.Keep(half.Mul(f.Dot(both)))
	c.aheadContact.Keep(half.Mul(f.Dot(now)))
	c.translation.Keep(half.Mul(d.Scale(heavy).Sub(weight).Dot(now)))
	if c.damping {
		f = a.Sub(d).Scale(heavy)
		c.damped.Keep(half.Mul(f.Dot(both)))
		c.aheadDamped.Keep(half.Mul(f.Dot(now)))
	}
	wide.Store3(vectorsWide(b.pos, i), wide.Load3(vectorsWide(b.pos, i)).AddScaled(c.dt.Load(), now))
	speed := now.Norm2().Sqrt()

	// turn
	torque, spin, l := wide.Load3(vectorsWide(b.torque, i)), wide.Load3(vectorsWide(b.spin, i)), wide.Load3(vectorsWide(b.angMom, i))
	qw, qx, qy, qz := wide.Load(ori, unsafe.Sizeof(vec.Quat{}))
	q, invInertia := wide.Quat{W: qw, X: qx, Y: qy, Z: qz}, wide.Vec3{X: m.invX.Load(), Y: m.invY.Load(), Z: m.invZ.Load()}
	round := wide.Bits(m.inertiaX.Load().Equal(m.inertiaY.Load()).ToBits() & m.inertiaY.Load().Equal(m.inertiaZ.Load()).ToBits())
	damped := c.damp(torque, spin.AddScaled(half, torque.Mul(invInertia)).Merge(spin, round))
	s := spinWide(q, l.AddScaled(half, damped), invInertia)
	middle := q.AddScaled(c.quarter.Load(), wide.Quat{W: zero, X: s.X, Y: s.Y, Z: s.Z}.Mul(q))
	l = l.AddScaled(c.dt.Load(), damped)
	s = spinWide(middle.Unit(wide.Ones.Load()), l, invInertia)
	wide.Store3(vectorsWide(b.angMom, i), l)
	wide.Store3(vectorsWide(b.spin, i), s)
	q = q.AddScaled(half, wide.Quat{W: zero, X: s.X, Y: s.Y, Z: s.Z}.Mul(middle)).Unit(wide.Ones.Load())
	wide.Store(ori, unsafe.Sizeof(vec.Quat{}), q.W, q.X, q.Y, q.Z)
	both = spin.Add(s)
	c.spun.Keep(half.Mul(torque.Dot(both)))
	c.aheadSpun.Keep(half.Mul(torque.Dot(s)))
	c.rotation.Keep(half.Mul(damped.Dot(s)))
	if c.damping {
		f = torque.Sub(damped)
		c.dampedSpin.Keep(half.Mul(f.Dot(both)))
		c.aheadDampedSpin.Keep(half.Mul(f.Dot(s)))
	}

	reach, rate, travel := numbersWide(b.reach, i), numbersWide(b.rate, i), numbersWide(b.travel, i)
	moved := c.dt.Load().Mul(speed.Add(s.Norm2().Sqrt().Mul(reach.Load())))
	rate.Keep(moved)
	travel.Keep(travel.Load().Add(moved))
	wide.Leave()
	c.book(t)
}

// numbersWide returns the numbers of eight bodies.
func numbersWide(v []float64, i int) *wide.Lane { return (*wide.Lane)(v[i:]) }

// spinWide is mass.spin in eight lanes.
func spinWide(q wide.Quat, l, invInertia wide.Vec3) wide.Vec3 {
	var zero wide.Float
	return q.Rotate(q.Conj(zero).Rotate(l).Mul(invInertia))
}

// damp is damp in eight lanes.
func (c *constantsWide) damp(a, v wide.Vec3) wide.Vec3 {
	return wide.Vec3{X: c.damp1(a.X, v.X), Y: c.damp1(a.Y, v.Y), Z: c.damp1(a.Z, v.Z)}
}

func (c *constantsWide) damp1(a, v wide.Float) wide.Float {
	var zero wide.Float
	p := a.Mul(v)
	brakes := p.Less(zero)
	return a.Mul(c.less.Load()).Merge(a.Mul(c.more.Load()).Merge(a, brakes), p.Greater(zero))
}

// book adds what was found in the lanes to a tally, in the order of the bodies.
func (c *constantsWide) book(t *tally) {
	for l := range wide.Lanes {
		t.done.contact += c.contact[l]
		t.ahead.contact += c.aheadContact[l]
		t.ahead.translation += c.translation[l]
		t.done.contact += c.spun[l]
		t.ahead.contact += c.aheadSpun[l]
		t.ahead.rotation += c.rotation[l]
	}
	if !c.damping {
		return
	}
	for l := range wide.Lanes {
		t.done.damping += c.damped[l]
		t.ahead.damping += c.aheadDamped[l]
		t.done.damping += c.dampedSpin[l]
		t.ahead.damping += c.aheadDampedSpin[l]
	}
}
