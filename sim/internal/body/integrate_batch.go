package body

import (
	"slices"
	"unsafe"

	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// motionBatch is the data of the motion kernel, with the masses of its eight bodies.
type motionBatch struct {
	wide.Motion
	masses  [wide.Lanes]*Mass
	of      [wide.Lanes]uint32 // numbers of the masses in those of all bodies, if these are known
	known   bool               // ... and they are
	options wide.Options
}

// fill sets the time step, Cundall's damping and gravity.
func (m *motionBatch) fill(dt, lambda float64, g vec.Vec3) {
	m.Step, m.Half, m.Quarter = dt, dt/2, dt/4
	m.Less, m.More, m.Gravity = 1-lambda, 1+lambda, wide.Vector(g)
	if lambda != 0 {
		m.options = wide.DampedMotion
	}
}

// fillMasses sets the masses of eight bodies from number first on. Most often they are set already, for the eight
// bodies before.
func (m *motionBatch) fillMasses(b *Set, first int) {
	of := (*[wide.Lanes]uint32)(b.commons.of[first:])
	if m.known && m.of == *of {
		return
	}
	for l := range wide.Lanes {
		m.fillMass(l, b.Mass(first+l))
	}
	m.of, m.known = *of, true
}

// fillMass sets the mass of one of the eight bodies.
func (m *motionBatch) fillMass(l int, one *Mass) {
	if m.masses[l] == one {
		return
	}
	m.masses[l], m.known = one, false
	if m.Round &^= 1 << l; one.Round {
		m.Round |= 1 << l
	}
	m.Mass[l], m.Inverse[l], m.Radius[l] = one.Mass, one.Inv, one.Reach
	m.InvInertia.Put(l, wide.Vector(one.InvInertia))
	if m.options &^= wide.RoundMotion; m.Round == wide.All {
		m.options |= wide.RoundMotion
	}
}

// free returns which of up to eight bodies [first, last) are moved by forces alone. Most often it is all of them.
func (b *Set) free(first, last int) (set wide.Set) {
	if last == first+wide.Lanes {
		kinds, blocks := (*[wide.Lanes]Kind)(b.Kind[first:]), (*[wide.Lanes]Blocked)(b.Block[first:])
		if *kinds == ([wide.Lanes]Kind{}) && *blocks == ([wide.Lanes]Blocked{}) { // one comparison each
			return wide.All
		}
	}
	for i := first; i < last; i++ {
		if uint8(b.Kind[i])|uint8(b.Block[i]) == 0 { // Dynamic, not blocked
			set |= 1 << (i - first)
		}
	}
	return set
}

const _ = -Dynamic // does not compile unless Dynamic is 0

// fewest is the number of bodies from which a batch is faster than moving them one by one.
const fewest = 3

// resting returns bodies on which nothing acts.
func resting(n int) Set {
	b := Set{Travel: make([]float64, n)}
	b.Pos, b.Vel, b.Spin, b.AngMom = make([]vec.Vec3, n), make([]vec.Vec3, n), make([]vec.Vec3, n), make([]vec.Vec3, n)
	b.Ori, b.Wrench = slices.Repeat([]vec.Quat{vec.Identity}, n), make([]Wrench, n)
	return b
}

// What lanes have that move no body.
var (
	nobody     = resting(1)
	weightless = &Mass{Round: true}
)

// copyFrom copies the data that integration changes, from body k of another set to body i.
func (b *Set) copyFrom(i int, from *Set, k int) {
	b.Pos[i], b.Vel[i], b.Spin[i] = from.Pos[k], from.Vel[k], from.Spin[k]
	if len(b.AngMom) > 0 && len(from.AngMom) > 0 { // else all bodies are round
		b.AngMom[i] = from.AngMom[k]
	}
	b.Ori[i], b.Wrench[i], b.Travel[i] = from.Ori[k], from.Wrench[k], from.Travel[k]
}

// integrateFew moves the free bodies among [first, last) together, as a batch in memory of its own, and the others
// one by one.
func (in *Integrator) integrateFew(batch *motionBatch, free wide.Set, first, last int, t *workerTally) {
	for l := range wide.Lanes {
		if free>>l&1 != 0 {
			t.few.copyFrom(l, in.Bodies, first+l)
			batch.fillMass(l, in.Bodies.Mass(first+l))
		} else {
			t.few.copyFrom(l, &nobody, 0)
			batch.fillMass(l, weightless)
		}
	}
	batch.move(&t.few, 0, &t.Tally)
	for i := first; i < last; i++ {
		if l := i - first; free>>l&1 != 0 {
			in.Bodies.copyFrom(i, &t.few, l)
		} else {
			in.integrateBody(i, &t.Tally)
		}
	}
}

// move moves eight free bodies from number i on, whose masses are set.
func (m *motionBatch) move(b *Set, i int, t *ledger.Tally) {
	m.Pos, m.Vel, m.Spin = wide.First(b.Pos[i:]), wide.First(b.Vel[i:]), wide.First(b.Spin[i:])
	m.Ori, m.Wrench = wide.First(b.Ori[i:]), wide.First(b.Wrench[i:])
	if len(b.AngMom) > 0 {
		m.AngMom = wide.First(b.AngMom[i:])
	}
	m.Travel, m.Tally = wide.At(b.Travel, i), (*wide.Lane)(&t.Done.Contact)
	wide.MotionKernel.Run(&m.Motion, m.options)
}

const _ = -(unsafe.Offsetof(ledger.Tally{}.Ahead) - 5*64) | -(unsafe.Offsetof(ledger.LaneWork{}.Damping) - 64) |
	-(unsafe.Offsetof(ledger.LaneWork{}.Translation) - 3*64) | -(unsafe.Offsetof(ledger.LaneWork{}.Rotation) - 4*64) |
	-(ledger.Lanes - wide.Lanes) // does not compile if the columns of wide.Motion.Tally have another order
