package body

import (
	"unsafe"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/ledger"
	"example.org/tumble/sim/vec"
	"example.org/tumble/sim/wide"
)

// motionBatch is what the kernel of motion has.
type motionBatch struct {
	wide.Motion
	masses  [wide.Lanes]*Mass
	options wide.Options
}

// fill takes the time step, Cundall's damping and gravity.
func (m *motionBatch) fill(dt, lambda float64, g vec.Vec3) {
	m.Step, m.Half, m.Quarter = dt, dt/2, dt/4
	m.Less, m.More, m.Gravity = 1-lambda, 1+lambda, wide.Vector(g)
	if lambda != 0 {
		m.options = wide.DampedMotion
	}
}

// fillMasses takes those of eight bodies. Most often they are those of the eight before.
func (m *motionBatch) fillMasses(masses []*Mass) {
	for l, one := range masses {
		if m.masses[l] == one {
			continue
		}
		m.masses[l] = one
		if m.Round &^= 1 << l; one.Round {
			m.Round |= 1 << l
		}
		m.Mass[l], m.Inverse[l], m.Radius[l] = one.Mass, one.Inv, one.Reach
		m.InvInertia.Put(l, wide.Vector(one.InvInertia))
	}
	if m.options &^= wide.RoundMotion; m.Round == wide.All {
		m.options |= wide.RoundMotion
	}
}

// freeBatch reports whether eight bodies from number i on are moved by forces alone.
func freeBatch(b *Set, i int) bool {
	kinds, blocks := b.Kind[i:i+wide.Lanes], b.Block[i:i+wide.Lanes]
	var held uint8 // 0 for bridge.Dynamic, not blocked
	for l := range wide.Lanes {
		held |= uint8(kinds[l]) | uint8(blocks[l])
	}
	return held == 0
}

const _ = -bridge.Dynamic // or it is not 0

// move moves eight free bodies from number i on.
func (m *motionBatch) move(b *Set, i int, t *ledger.Tally) {
	m.fillMasses(b.Mass[i : i+wide.Lanes])
	m.Pos, m.Vel, m.Spin = wide.First(b.Pos[i:]), wide.First(b.Vel[i:]), wide.First(b.Spin[i:])
	m.AngMom, m.Ori, m.Wrench = wide.First(b.AngMom[i:]), wide.First(b.Ori[i:]), wide.First(b.Wrench[i:])
	m.Travel, m.Tally = wide.At(b.Travel, i), (*wide.Lane)(&t.Done.Contact)
	wide.MotionKernel.Run(&m.Motion, m.options)
}

const _ = -(unsafe.Offsetof(ledger.Tally{}.Ahead) - 5*64) | -(unsafe.Offsetof(ledger.LaneWork{}.Damping) - 64) |
	-(unsafe.Offsetof(ledger.LaneWork{}.Translation) - 3*64) | -(unsafe.Offsetof(ledger.LaneWork{}.Rotation) - 4*64) |
	-(ledger.Lanes - wide.Lanes) // or the columns of wide.Motion.Tally have another order
