// Code generated from sim/integrate_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package sim

import (
	"unsafe"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/ledger"
	wide "tumble/sim/wide/four"
	"tumble/sim/wide/four/hot"
)

// motionFour is what integrateFour has in all lanes.
type motionFour struct {
	hot.Motion
	mass          *body.Mass // of all four bodies; nil if they differ
	damped, round bool
}

func (m *motionFour) fill(w *World) {
	dt, lambda, g := w.clock.dt, w.params.Damping, w.params.Gravity
	m.Step.Set(dt)
	m.Half.Set(dt / 2)
	m.Quarter.Set(dt / 4)
	m.damped = lambda != 0
	m.Less.Set(1 - lambda)
	m.More.Set(1 + lambda)
	m.GravityX.Set(g.X)
	m.GravityY.Set(g.Y)
	m.GravityZ.Set(g.Z)
}

// fillMasses takes those of four bodies. Most often all have the same, and so have those before
// them.
func (m *motionFour) fillMasses(masses []*body.Mass) {
	same := true
	for _, one := range masses {
		same = same && one == masses[0]
	}
	if same && m.mass == masses[0] {
		return
	}
	m.mass = nil
	if same {
		m.mass = masses[0]
	}
	m.Round = 0
	for l, one := range masses {
		if one.Round {
			m.Round |= 1 << l
		}
		m.Mass[l], m.Inverse[l], m.Reach[l] = one.Mass, one.Inv, one.Reach
		m.InvX[l], m.InvY[l], m.InvZ[l] = one.InvInertia.X, one.InvInertia.Y, one.InvInertia.Z
	}
	m.round = m.Round == wide.All
}

// freeFour reports whether four bodies from number i on are moved by forces alone.
func freeFour(b *body.Set, i int) bool {
	kinds, blocks := b.Kind[i:i+wide.Lanes], b.Block[i:i+wide.Lanes]
	var held uint8 // 0 for bridge.Dynamic, not blocked
	for l := range wide.Lanes {
		held |= uint8(kinds[l]) | uint8(blocks[l])
	}
	return held == 0
}

const _ = -bridge.Dynamic // or it is not 0

// integrateChunkFour is integrateChunk with four free bodies at a time where there are.
func (w *World) integrateChunkFour(first, last int, t *ledger.Tally) {
	b := &w.bodies
	var m motionFour
	m.fill(w)
	for i := first; i < last; i += wide.Lanes {
		end := lesser(i+wide.Lanes, last)
		if end != i+wide.Lanes || !freeFour(b, i) {
			wide.Leave()
			for l := i; l < end; l++ {
				w.integrateBody(l, t)
			}
			continue
		}
		m.fillMasses(b.Mass[i:end])
		m.Pos, m.Vel = unsafe.Pointer(&b.Pos[i]), unsafe.Pointer(&b.Vel[i])
		m.Spin, m.AngMom = unsafe.Pointer(&b.Spin[i]), unsafe.Pointer(&b.AngMom[i])
		m.Ori, m.Wrench = unsafe.Pointer(&b.Ori[i]), unsafe.Pointer(&b.Wrench[i])
		m.Travel, m.Tally = numbersFour(b.Travel, i), numbersFour(t.Done.Contact[:], i%ledger.Lanes)
		m.Run(m.damped, m.round)
		wide.Leave()
	}
}

// numbersFour returns four numbers of a slice, or of the memory behind it.
func numbersFour(v []float64, i int) *wide.Lane { return (*wide.Lane)(v[i : i+wide.Lanes]) }

const _ = -(unsafe.Offsetof(ledger.Tally{}.Ahead) - 5*64) | -(unsafe.Offsetof(ledger.LaneWork{}.Damping) - 64) |
	-(unsafe.Offsetof(ledger.LaneWork{}.Translation) - 3*64) | -(unsafe.Offsetof(ledger.LaneWork{}.Rotation) - 4*64) // or the columns of hot.Motion.Tally have another order
