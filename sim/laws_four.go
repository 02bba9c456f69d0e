// Code generated from sim/laws_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package sim

import (
	"unsafe"

	"tumble/sim/law"
	wide "tumble/sim/wide/four"
)

// Constants, in all lanes.
var leastShareFour, mostInertiaFour = wide.Splat(leastShare), wide.Splat(1 / (leastShare * leastShare))

// lawMoreFour is what laws have beside linear springs and friction: dashpots, shear that begins
// when bodies touch, and springs that stiffen. What of it counts in the rest of the law is
// found for four contacts at a time, before that.
type lawMoreFour struct {
	stiffens, onset, damped bool
	halfStep, viscosity     wide.Lane

	keptDrag          wide.Lane // what contacts keep of what dashpots push
	softened, viscous wide.Lane // energy lost
}

func (x *lawMoreFour) fill(w *contactSet, k *chunkOfPairs) {
	l := &law.Kinds[w.law]
	x.stiffens, x.onset, x.damped = l.Stiffens(), l.Onset, !w.elastic
	x.halfStep.Fill(w.clock.dt / 2)
	x.viscosity.Fill(l.ViscosityFactor())
	if x.damped {
		k.contacts.resist(k.contacts.n)
	}
}

// prepare does so for four contacts from number first on: onset, addDashpot and law.Regrade in
// lanes. It changes what contacts were, and returns those whose shear begins.
func (x *lawFour) prepare(w *contactSet, t *contactTable, space *workspace, first int) (begins uint8) {
	c, at := &t.blocks[uint(first)/blockSize], laneFour(first)
	touches, spreads := &space.touches, space.spreads.len() > 0
	point, normal, overlap := touches.point.loadFour(first), touches.normal.loadFour(first), numbersFour(touches.overlap, first).Load()
	fresh := wide.All &^ c.normal.loadFour(at).Dot(normal).Greater(nearlyFour.Load()).ToBits()
	var zero wide.Float
	one := wide.Ones.Load()
	closing := zero
	if x.damped || x.onset && fresh != 0 {
		closing = w.closingFour(c, at, point, normal)
		if spreads {
			closing = closing.Mul(numbersFour(space.spreads.share, first).Load()).Add(w.twistingFour(c, at, space, first))
		}
	}
	way := closing.Mul(x.law.Step.Load())
	begun := fresh & way.Greater(zero).ToBits()
	part := lowerFour(overlap.Div(way), one)
	x.law.Part.Keep(one)
	if x.onset && begun != 0 {
		c.point.keepFour(at, point.Merge(c.point.loadFour(at), wide.Bits(begun)))
		c.normal.keepFour(at, normal.Merge(c.normal.loadFour(at), wide.Bits(begun)))
		c.shear.keepFour(at, c.shear.loadFour(at).Masked(wide.Bits(wide.All&^begun)))
		x.law.Part.Keep(part.Merge(one, wide.Bits(begun)))
		begins = begun
	}
	kn, kt := x.springs.kn.Load(), x.springs.kt.Load()
	if x.stiffens {
		grade, was := overlap.Sqrt(), numbersFour(c.overlap[:], at).Load().Sqrt()
		shear, softened := regradeFour(c.shear.loadFour(at), kt.Mul(was), kt.Mul(grade))
		c.shear.keepFour(at, shear)
		x.softened.Keep(softened)
		kn, kt = kn.Mul(grade), kt.Mul(grade)
	}
	x.law.Kn.Keep(kn)
	x.law.Kt.Keep(kt)
	if !x.damped {
		return begins
	}

	mass, zeta, push := x.springs.mass.Load(), x.springs.damping.Load(), kn.Mul(overlap)
	if spreads {
		share := numbersFour(space.spreads.share, first).Load()
		mass = mass.Mul(mostInertiaFour.Load().Merge(one.Div(share.Mul(share)), share.Less(leastShareFour.Load())))
	}
	half := x.halfStep.Load().Div(mass)
	viscosity := x.viscosity.Load().Mul(zeta).Mul(kn.Mul(mass).Sqrt())
	viscosity = viscosity.Mul(wide.Halves.Load().Add(part)).Merge(viscosity, wide.Bits(begun))
	drag := viscosity.Mul(closing.Sub(half.Mul(push))).Div(one.Add(half.Mul(viscosity)))
	back := push.Mul(minusFour.Load())
	drag = back.Merge(drag, drag.Less(back))
	_, _, _, old := wide.Load(unsafe.Pointer(&t.resistance[first]), unsafe.Sizeof(resistance{}))
	old = old.Masked(wide.Bits(wide.All &^ fresh))
	damps := wide.Bits(zeta.Greater(zero).ToBits())
	x.law.Drag.Keep(drag.Masked(damps))
	x.keptDrag.Keep(drag.Merge(old, damps))
	x.viscous.Keep(drag.Add(old).Mul(closing).Mul(x.law.Step.Load()).Mul(wide.Halves.Load()).Masked(damps))
	return begins
}

// closingFour is closing in lanes, for contacts in one point.
func (w *contactSet) closingFour(c *contactBlock, at int, point, normal wide.Vec3) wide.Float {
	pos, vel, spin := wide.Vectors(w.bodies.Pos), wide.Vectors(w.bodies.Vel), wide.Vectors(w.bodies.Spin)
	posA, velA, spinA := indicesFour(&c.bodyA, at).Vectors(pos, vel, spin)
	posB, velB, spinB := indicesFour(&c.bodyB, at).Vectors(pos, vel, spin)
	a := velA.Add(spinA.Cross(point.Sub(posA)))
	return a.Sub(velB.Add(spinB.Cross(point.Sub(posB)))).Dot(normal)
}

// twistingFour is what closing has beside that for contacts that spread.
func (w *contactSet) twistingFour(c *contactBlock, at int, space *workspace, first int) wide.Float {
	spin := wide.Vectors(w.bodies.Spin)
	spinA, spinB := indicesFour(&c.bodyA, at).Vec3(spin), indicesFour(&c.bodyB, at).Vec3(spin)
	return spinA.Sub(spinB).Dot(space.spreads.turn.loadFour(first))
}

// book adds what n contacts from number first on lost, and puts their dashpots back.
func (x *lawFour) book(k *chunkOfPairs, space *workspace, first, n int, acts, sliding uint8) {
	for l := range n {
		var friction float64
		if sliding>>l&1 != 0 {
			friction = x.law.Lost[l]
		}
		if x.stiffens && acts>>l&1 != 0 {
			friction += x.softened[l]
		}
		space.lost.Friction += friction
		if x.damped {
			space.lost.Viscous += x.viscous[l]
			k.contacts.resistance[first+l].drag = x.keptDrag[l]
		}
	}
}

// lowerFour is lower in lanes.
func lowerFour(a, b wide.Float) wide.Float { return b.Merge(a, b.Less(a)) }

// regradeFour is law.Regrade in lanes.
func regradeFour(f wide.Vec3, before, now wide.Float) (wide.Vec3, wide.Float) {
	var zero wide.Float
	one, f2 := wide.Ones.Load(), f.Norm2()
	half := wide.Halves.Load().Mul(f2)
	same := f2.Equal(zero).ToBits() | before.Equal(now).ToBits()
	harder := now.Greater(before).ToBits()
	softer := now.Div(before)
	lost := half.Mul(one.Div(before).Sub(one.Div(now))).Merge(half.Div(before).Mul(one.Sub(softer)), wide.Bits(harder))
	return f.Merge(f.Scale(softer), wide.Bits(same|harder)), zero.Merge(lost, wide.Bits(same))
}
