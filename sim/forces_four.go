// Code generated from sim/forces_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package sim

import (
	"math/bits"
	"unsafe"

	"tumble/sim/narrow"
	"tumble/sim/vec"
	wide "tumble/sim/wide/four"
)

var nearlyFour = wide.Splat(sameDirection) // in all lanes

// applyLawFour is applyLaw for all contacts of a chunk, with linear springs and friction
// only: trialShear and law.Slide in four lanes. If pairs are steady it does without
// carryOver: a contact goes on unless its normal has turned too far.
func (w *World) applyLawFour(k *chunkOfPairs, space *workspace) {
	b, touches := &w.bodies, space.touches
	var step, two, worst, lost wide.Lane
	step.Fill(w.clock.last)
	two.Fill(w.clock.last / 2)
	var rowA, rowB wide.Rows
	contacts := k.contacts
	for first := 0; first < len(contacts); first += wide.Lanes {
		group := contacts[first:lesser(first+wide.Lanes, len(contacts))]
		n, fresh := len(group), uint8(0)
		for l := range wide.Lanes {
			c := &group[lesser(l, n-1)]
			rowA.Set(l, c.bodyA, unsafe.Sizeof(vec.Vec3{}))
			rowB.Set(l, c.bodyB, unsafe.Sizeof(vec.Vec3{}))
			if c.fresh {
				fresh |= 1 << l
			}
		}

		here, there := unsafe.Pointer(&group[0]), unsafe.Pointer(&touches[first])
		px, py, pz, nx := wide.Load(unsafe.Add(here, contactPoint), unsafe.Sizeof(contact{}))
		ny, nz, sx, sy := wide.Load(unsafe.Add(here, contactNormalY), unsafe.Sizeof(contact{}))
		sz, _, _, smaller := wide.Load(unsafe.Add(here, contactShearZ), unsafe.Sizeof(contact{}))
		kn, kt, mu, _ := wide.Load(unsafe.Add(here, contactSprings), unsafe.Sizeof(contact{}))
		wasPoint, wasNormal, shear := wide.Vec3{X: px, Y: py, Z: pz}, wide.Vec3{X: nx, Y: ny, Z: nz}, wide.Vec3{X: sx, Y: sy, Z: sz}
		px, py, pz, nx = wide.Load(unsafe.Add(there, touchPoint), unsafe.Sizeof(narrow.Touch{}))
		ny, nz, overlap, _ := wide.Load(unsafe.Add(there, touchNormalY), unsafe.Sizeof(narrow.Touch{}))
		point, normal := wide.Vec3{X: px, Y: py, Z: pz}, wide.Vec3{X: nx, Y: ny, Z: nz}
		if space.steady {
			fresh = ^wasNormal.Dot(normal).Greater(nearlyFour.Load()).ToBits()
		}
		posA, velA, spinA := rowA.Vec3(b.pos), rowA.Vec3(b.vel), rowA.Vec3(b.spin)
		posB, velB, spinB := rowB.Vec3(b.pos), rowB.Vec3(b.vel), rowB.Vec3(b.spin)

		// trialShear
		mid := wasPoint.Add(point).Scale(wide.Halves.Load())
		armA := mid.Sub(posA).AddScaled(two.Load(), velA)
		armB := mid.Sub(posB).AddScaled(two.Load(), velB)
		v := velB.Add(spinB.Cross(armB)).Sub(velA).Sub(spinA.Cross(armA))
		m := wasNormal.Add(normal)
		m = m.Scale(wide.Ones.Load().Div(m.Norm2().Sqrt()))
		turn := wasNormal.Cross(normal).AddScaled(two.Load().Mul(m.Dot(spinA.Add(spinB))), m)
		slid := v.SubScaled(m.Dot(v), m).Scale(kt.Mul(step.Load()))
		carried := turn.Cross(shear)
		carried = shear.Add(carried).AddScaled(wide.Halves.Load(), turn.Cross(carried))
		trial := carried.Add(slid).AddScaled(wide.Halves.Load(), turn.Cross(slid))
		trial = trial.SubScaled(normal.Dot(trial), normal)

		// law.Slide
		push := kn.Mul(overlap)
		limit, t2 := mu.Mul(push), trial.Norm2()
		var zero wide.Float
		acts := mu.Greater(zero).ToBits() | shear.X.NotEqual(zero).ToBits() | shear.Y.NotEqual(zero).ToBits() | shear.Z.NotEqual(zero).ToBits()
		acts &^= fresh
		slides := acts & t2.Greater(limit.Mul(limit)).ToBits()
		shear = trial.Masked(wide.Bits(acts))
		sliding := slides & (1<<n - 1)
		if sliding != 0 {
			shear = trial.Scale(limit.Div(t2.Sqrt())).Merge(shear, wide.Bits(slides))
			lost.Keep(carried.Add(shear).Dot(trial.Sub(shear)).Div(kt.Add(kt)).Masked(kt.Greater(zero)))
		}
		wide.Store(unsafe.Add(here, contactPoint), unsafe.Sizeof(contact{}), point.X, point.Y, point.Z, normal.X)
		wide.Store(unsafe.Add(here, contactNormalY), unsafe.Sizeof(contact{}), normal.Y, normal.Z, shear.X, shear.Y)
		wide.Store(unsafe.Add(here, contactShearZ), unsafe.Sizeof(contact{}), shear.Z, overlap, push, smaller)
		worst.Keep(worst.Load().Max(overlap.Div(smaller).Masked(wide.Bits(1<<n - 1))))
		wide.Leave()
		for s := sliding; s != 0; s &= s - 1 {
			k.lost.friction += lost[bits.TrailingZeros8(s)]
		}
		for l := range group {
			c := &group[l]
			c.feature, c.sliding, c.fresh = touches[first+l].Feature, sliding>>l&1 != 0, fresh>>l&1 != 0
			if c.fresh { // what a law before may have left
				c.couple, c.drag = vec.Vec3{}, 0
			}
		}
	}
	worst.Keep(wide.Most(worst.Load()))
	wide.Leave()
	k.worst = worst[0]
}
