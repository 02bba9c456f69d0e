// Code generated from sim/integrate_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package sim

import (
	"unsafe"

	"tumble/sim/bridge"
	"tumble/sim/vec"
	wide "tumble/sim/wide/four"
)

// massesFour are the masses of four bodies. Most often all have the same, and so have those
// before them.
type massesFour struct {
	of               *mass // of all four; nil if they differ
	mass, inv, reach wide.Lane
	invX, invY, invZ wide.Lane
	round            uint8 // a bit for each
}

func (m *massesFour) fill(masses []*mass) {
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
	m.round = 0
	for l, one := range masses {
		if one.round {
			m.round |= 1 << l
		}
		m.mass[l], m.inv[l], m.reach[l] = one.mass, one.inv, one.reach
		m.invX[l], m.invY[l], m.invZ[l] = one.invInertia.X, one.invInertia.Y, one.invInertia.Z
	}
}

// freeFour reports whether four bodies from number i on are moved by forces alone.
func (b *bodies) freeFour(i int) bool {
	kinds, blocks := b.kind[i:i+wide.Lanes], b.block[i:i+wide.Lanes]
	var held uint8 // 0 for bridge.Dynamic, not blocked
	for l := range wide.Lanes {
		held |= uint8(kinds[l]) | uint8(blocks[l])
	}
	return held == 0
}

const _ = -bridge.Dynamic // or it is not 0

// vectorsFour returns the vectors of four bodies.
func vectorsFour(v []vec.Vec3, i int) *[wide.Lanes]vec.Vec3 { return (*[wide.Lanes]vec.Vec3)(v[i:]) }

// constantsFour are what integrateFour needs in all lanes.
type constantsFour struct {
	dt, half, quarter, less, more wide.Lane
	gravityX, gravityY, gravityZ  wide.Lane
	damping                       bool
	masses                        massesFour
}

func (c *constantsFour) fill(w *World) {
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

// integrateChunkFour is integrateChunk with four free bodies at a time where there are.
func (w *World) integrateChunkFour(first, last int) {
	t := &w.tallies[first/chunk]
	*t = tally{}
	var c constantsFour
	c.fill(w)
	for i := first; i < last; i += wide.Lanes {
		end := lesser(i+wide.Lanes, last)
		if end == i+wide.Lanes && w.bodies.freeFour(i) {
			w.integrateFour(i, t, &c)
			continue
		}
		for l := i; l < end; l++ {
			w.integrateBody(l, t)
		}
	}
}

// integrateFour moves four free bodies from number i on: accelerate, turn and what
// integrateChunk does after them, in four lanes.
func (w *World) integrateFour(i int, t *tally, c *constantsFour) {
	b, m := &w.bodies, &c.masses
	m.fill(b.mass[i : i+wide.Lanes])
	ori := unsafe.Pointer(&b.ori[i])
	var zero wide.Float
	heavy := m.mass.Load()
	half := c.half.Load()

	// accelerate
	at, size := unsafe.Pointer(&b.wrench[i]), unsafe.Sizeof(wrench{})
	fx, fy, fz, tx := wide.Load(at, size)
	ty, tz, _, _ := wide.Load(unsafe.Add(at, 4*8), size)
	force, torque := wide.Vec3{X: fx, Y: fy, Z: fz}, wide.Vec3{X: tx, Y: ty, Z: tz}
	old := wide.Load3(vectorsFour(b.vel, i))
	a := force.Scale(m.inv.Load())
	d := c.damp(a, old.AddScaled(half, a))
	now := old.AddScaled(c.dt.Load(), d)
	wide.Store3(vectorsFour(b.vel, i), now)
	weight := wide.Vec3{X: heavy.Mul(c.gravityX.Load()), Y: heavy.Mul(c.gravityY.Load()), Z: heavy.Mul(c.gravityZ.Load())}
	both, f := old.Add(now), force.Sub(weight)
	done, ahead := &t.done, &t.ahead
	addFour(&done.contact, i, half.Mul(f.Dot(both)))
	addFour(&ahead.contact, i, half.Mul(f.Dot(now)))
	addFour(&ahead.translation, i, half.Mul(d.Scale(heavy).Sub(weight).Dot(now)))
	if c.damping {
		f = a.Sub(d).Scale(heavy)
		addFour(&done.damping, i, half.Mul(f.Dot(both)))
		addFour(&ahead.damping, i, half.Mul(f.Dot(now)))
	}
	wide.Store3(vectorsFour(b.pos, i), wide.Load3(vectorsFour(b.pos, i)).AddScaled(c.dt.Load(), now))
	speed := now.Norm2().Sqrt()

	// turn
	spin, l := wide.Load3(vectorsFour(b.spin, i)), wide.Load3(vectorsFour(b.angMom, i))
	qw, qx, qy, qz := wide.Load(ori, unsafe.Sizeof(vec.Quat{}))
	q, invInertia := wide.Quat{W: qw, X: qx, Y: qy, Z: qz}, wide.Vec3{X: m.invX.Load(), Y: m.invY.Load(), Z: m.invZ.Load()}
	round := wide.Bits(m.round)
	damped := c.damp(torque, spin.AddScaled(half, torque.Mul(invInertia)).Merge(spin, round))
	soon := l.AddScaled(half, damped)
	s := soon.Mul(invInertia)
	if m.round != wide.All {
		s = s.Merge(spinFour(q, soon, invInertia), round)
	}
	middle := q.AddScaled(c.quarter.Load(), wide.Quat{W: zero, X: s.X, Y: s.Y, Z: s.Z}.Mul(q))
	l = l.AddScaled(c.dt.Load(), damped)
	s = l.Mul(invInertia)
	if m.round != wide.All {
		s = s.Merge(spinFour(middle.Unit(wide.Ones.Load()), l, invInertia), round)
	}
	wide.Store3(vectorsFour(b.angMom, i), l)
	wide.Store3(vectorsFour(b.spin, i), s)
	q = q.AddScaled(half, wide.Quat{W: zero, X: s.X, Y: s.Y, Z: s.Z}.Mul(middle)).Unit(wide.Ones.Load())
	wide.Store(ori, unsafe.Sizeof(vec.Quat{}), q.W, q.X, q.Y, q.Z)
	both = spin.Add(s)
	addFour(&done.contact, i, half.Mul(torque.Dot(both)))
	addFour(&ahead.contact, i, half.Mul(torque.Dot(s)))
	addFour(&ahead.rotation, i, half.Mul(damped.Dot(s)))
	if c.damping {
		f = torque.Sub(damped)
		addFour(&done.damping, i, half.Mul(f.Dot(both)))
		addFour(&ahead.damping, i, half.Mul(f.Dot(s)))
	}

	travel := numbersFour(b.travel, i)
	travel.Keep(travel.Load().Add(c.dt.Load().Mul(speed.Add(s.Norm2().Sqrt().Mul(m.reach.Load())))))
	wide.Leave()
}

// addFour adds the numbers of four bodies from number i on to the sums they belong to.
func addFour(sums *[tallyLanes]float64, i int, x wide.Float) {
	to := numbersFour(sums[:], i%tallyLanes)
	to.Keep(to.Load().Add(x))
}

// numbersFour returns four numbers of a slice, or of the memory behind it.
func numbersFour(v []float64, i int) *wide.Lane { return (*wide.Lane)(v[i : i+wide.Lanes]) }

// spinFour is mass.spin in four lanes.
func spinFour(q wide.Quat, l, invInertia wide.Vec3) wide.Vec3 {
	var zero wide.Float
	return q.Rotate(q.Conj(zero).Rotate(l).Mul(invInertia))
}

// damp is damp in four lanes.
func (c *constantsFour) damp(a, v wide.Vec3) wide.Vec3 {
	return wide.Vec3{X: c.damp1(a.X, v.X), Y: c.damp1(a.Y, v.Y), Z: c.damp1(a.Z, v.Z)}
}

func (c *constantsFour) damp1(a, v wide.Float) wide.Float {
	var zero wide.Float
	p := a.Mul(v)
	brakes := p.Less(zero)
	return a.Mul(c.less.Load()).Merge(a.Mul(c.more.Load()).Merge(a, brakes), p.Greater(zero))
}
