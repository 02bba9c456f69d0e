// Code generated from sim/forces_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package sim

import (
	"math/bits"
	"unsafe"

	"tumble/sim/law"
	"tumble/sim/vec"
	wide "tumble/sim/wide/four"
)

// Constants, in all lanes.
var nearlyFour, minusFour = wide.Splat(sameDirection), wide.Splat(-1)

// columnsFour returns those vectors of a block of contacts that begin with number l.
func (c *vectorColumn) columnsFour(l int) (x, y, z *wide.Lane) {
	return numbersFour(c.x[:], l), numbersFour(c.y[:], l), numbersFour(c.z[:], l)
}

func (c *vectorColumn) loadFour(l int) wide.Vec3 {
	x, y, z := c.columnsFour(l)
	return wide.Vec3{X: x.Load(), Y: y.Load(), Z: z.Load()}
}

func (c *vectorColumn) keepFour(l int, v wide.Vec3) {
	x, y, z := c.columnsFour(l)
	x.Keep(v.X)
	y.Keep(v.Y)
	z.Keep(v.Z)
}

// loadFour returns four vectors from number i on.
func (v *vectors) loadFour(i int) wide.Vec3 {
	return wide.Vec3{X: numbersFour(v.x, i).Load(), Y: numbersFour(v.y, i).Load(), Z: numbersFour(v.z, i).Load()}
}

// springsFour are the springs of four contacts: of all in a chunk if they are equal.
type springsFour struct {
	equal bool
	kn, kt, mu, smaller,
	mass, damping wide.Lane
}

func (s *springsFour) fill(all []springs) {
	if s.equal = len(all) == 1; !s.equal {
		return
	}
	one := &all[0]
	s.kn.Fill(one.kn)
	s.kt.Fill(one.kt)
	s.mu.Fill(one.mu)
	s.smaller.Fill(one.smaller)
	s.mass.Fill(one.mass)
	s.damping.Fill(one.damping)
}

// load takes those of four contacts from number l of a block on.
func (s *springsFour) load(t *contactTable, c *contactBlock, l int) {
	var rows wide.Rows
	for i, number := range (*[wide.Lanes]uint8)(c.springs[l:]) {
		rows[i] = uintptr(number) * unsafe.Sizeof(springs{})
	}
	base := unsafe.Pointer(unsafe.SliceData(t.springs))
	kn, kt, mu, smaller := rows.Load(unsafe.Add(base, springsStiffness))
	s.kn.Keep(kn)
	s.kt.Keep(kt)
	s.mu.Keep(mu)
	s.smaller.Keep(smaller)
	mass, damping, _, _ := rows.Load(unsafe.Add(base, springsMass))
	s.mass.Keep(mass)
	s.damping.Keep(damping)
}

// laneFour returns where in its block contact i begins four lanes.
func laneFour(i int) int { return int(uint(i) / wide.Lanes % (blockSize / wide.Lanes) * wide.Lanes) }

// indicesFour returns four of the bodies of a block from number l on.
func indicesFour(bodies *[blockSize]int32, l int) *[wide.Lanes]int32 {
	return (*[wide.Lanes]int32)(bodies[l : l+wide.Lanes])
}

// turnsFour returns four turns from number i on.
func turnsFour(t turns, i int) *[wide.Lanes]vec.Vec3 {
	return (*[wide.Lanes]vec.Vec3)(t[i : i+wide.Lanes])
}

// lawFour is what applyLawFour has beside the contacts, and memory for what it finds.
type lawFour struct {
	springs         springsFour
	step, two       wide.Lane
	friction, worst wide.Lane
	more            bool // the law has more than linear springs and friction
	lawMoreFour
}

func (x *lawFour) fill(w *World, k *chunkOfPairs) {
	x.springs.fill(k.contacts.springs)
	x.step.Fill(w.clock.last)
	x.two.Fill(w.clock.last / 2)
	x.part.Fill(1)
	x.more = !w.elastic || w.law != law.Frictional
	if x.more {
		x.lawMoreFour.fill(w, k)
	}
}

// applyLawFour is applyLaw for all contacts of a chunk, if none opposes rolling or twisting:
// trialShear and law.Slide in four lanes. A contact goes on unless its normal has turned too
// far; one that begins has none.
func (w *World) applyLawFour(k *chunkOfPairs, space *workspace) {
	b, t, touches, spreads := &w.bodies, &k.contacts, &space.touches, space.spreads.len() > 0
	var x lawFour
	x.fill(w, k)
	stiffness := &x.springs
	if x.more {
		stiffness = &x.now
	}
	var rowA, rowB wide.Rows
	for first := 0; first < t.n; first += wide.Lanes {
		c, at := &t.blocks[uint(first)/blockSize], laneFour(first)
		n := lesser(wide.Lanes, t.n-first)
		rowA.Vectors(indicesFour(&c.bodyA, at))
		rowB.Vectors(indicesFour(&c.bodyB, at))
		if !x.springs.equal {
			x.springs.load(t, c, at)
		}
		begun := uint8(0)
		if x.more {
			begun = x.prepare(w, t, space, first)
		}

		wasPoint, wasNormal, shear := c.point.loadFour(at), c.normal.loadFour(at), c.shear.loadFour(at)
		point, normal, overlap := touches.point.loadFour(first), touches.normal.loadFour(first), numbersFour(touches.overlap, first).Load()
		fresh := wide.All &^ wasNormal.Dot(normal).Greater(nearlyFour.Load()).ToBits()
		posA, velA, spinA := rowA.Vec3(b.pos), rowA.Vec3(b.vel), rowA.Vec3(b.spin)
		posB, velB, spinB := rowB.Vec3(b.pos), rowB.Vec3(b.vel), rowB.Vec3(b.spin)

		// trialShear
		mid := wasPoint.Add(point).Scale(wide.Halves.Load())
		armA := mid.Sub(posA).AddScaled(x.two.Load(), velA)
		armB := mid.Sub(posB).AddScaled(x.two.Load(), velB)
		v := velB.Add(spinB.Cross(armB)).Sub(velA).Sub(spinA.Cross(armA))
		m := wasNormal.Add(normal)
		m = m.Scale(wide.Ones.Load().Div(m.Norm2().Sqrt()))
		turn := wasNormal.Cross(normal).AddScaled(x.two.Load().Mul(m.Dot(spinA.Add(spinB))), m)
		kt := stiffness.kt.Load().Mul(x.part.Load())
		slid := v.SubScaled(m.Dot(v), m).Scale(kt.Mul(x.step.Load()))
		carried := turn.Cross(shear)
		carried = shear.Add(carried).AddScaled(wide.Halves.Load(), turn.Cross(carried))
		trial := carried.Add(slid).AddScaled(wide.Halves.Load(), turn.Cross(slid))
		trial = trial.SubScaled(normal.Dot(trial), normal)

		push := stiffness.kn.Load().Mul(overlap).Add(x.drag.Load())
		if spreads {
			couple := space.spreads.turn.loadFour(first).Scale(push)
			wide.Store3(turnsFour(k.turns, first), couple.Scale(minusFour.Load()))
			push = push.Mul(numbersFour(space.spreads.share, first).Load())
		}

		// law.Slide
		mu := stiffness.mu.Load()
		limit, t2 := mu.Mul(push), trial.Norm2()
		var zero wide.Float
		acts := mu.Greater(zero).ToBits() | shear.X.NotEqual(zero).ToBits() | shear.Y.NotEqual(zero).ToBits() | shear.Z.NotEqual(zero).ToBits()
		acts &^= fresh
		slides := acts & t2.Greater(limit.Mul(limit)).ToBits()
		shear = trial.Masked(wide.Bits(acts))
		sliding := slides & (1<<n - 1)
		if sliding != 0 {
			shear = trial.Scale(limit.Div(t2.Sqrt())).Merge(shear, wide.Bits(slides))
			kt = stiffness.kt.Load()
			x.friction.Keep(carried.Add(shear).Dot(trial.Sub(shear)).Div(kt.Add(kt)).Masked(kt.Greater(zero)))
		}
		c.point.keepFour(at, point)
		c.normal.keepFour(at, normal)
		c.shear.keepFour(at, shear)
		numbersFour(c.overlap[:], at).Keep(overlap)
		numbersFour(c.normalForce[:], at).Keep(push)
		if !x.springs.equal { // else all at once at the end
			overlap = overlap.Div(x.springs.smaller.Load())
		}
		x.worst.Keep(x.worst.Load().Max(overlap.Masked(wide.Bits(1<<n - 1))))
		wide.Leave()
		c.fresh = c.fresh&^(wide.All<<at) | (fresh|begun)<<at
		c.sliding = c.sliding&^(wide.All<<at) | sliding<<at
		if x.more {
			x.book(k, first, n, acts, sliding)
		} else {
			for s := sliding; s != 0; s &= s - 1 {
				k.lost.friction += x.friction[bits.TrailingZeros8(s)]
			}
		}
		*indicesFour(&c.feature, at) = [wide.Lanes]int32(touches.feature[first : first+wide.Lanes])
	}
	x.worst.Keep(wide.Most(x.worst.Load()))
	wide.Leave()
	k.worst = x.worst[0]
	if x.springs.equal {
		k.worst /= t.springs[0].smaller
	}
}

// sumFour adds the forces of the contacts of a chunk to those bodies in a span: the plain loop
// of sumBodies, four forces and torques at a time, then added one by one.
func (w *World) sumFour(k *chunkOfPairs, own span) {
	b, t := &w.bodies, &k.contacts
	var rowA, rowB wide.Rows
	var onA, onB [wide.Lanes][wrenchNumbers]float64
	onFirst := unsafe.SliceData(b.wrench)
	all := own.holds(k.bodiesA) && own.holds(k.bodiesB)
	for first := 0; first < t.n; first += wide.Lanes {
		c, at := &t.blocks[uint(first)/blockSize], laneFour(first)
		n := lesser(wide.Lanes, t.n-first)
		bodyA, bodyB := indicesFour(&c.bodyA, at), indicesFour(&c.bodyB, at)
		if !all && !own.hasAny(bodyA[:n]) && !own.hasAny(bodyB[:n]) {
			continue
		}
		rowA.Vectors(bodyA)
		rowB.Vectors(bodyB)
		point, normal, shear := c.point.loadFour(at), c.normal.loadFour(at), c.shear.loadFour(at)
		f := shear.SubScaled(numbersFour(c.normalForce[:], at).Load(), normal)
		ta, tb := point.Sub(rowA.Vec3(b.pos)).Cross(f), point.Sub(rowB.Vec3(b.pos)).Cross(f)
		if len(k.turns) > 0 {
			turn := wide.Load3(turnsFour(k.turns, first))
			ta, tb = ta.Add(turn), tb.Add(turn)
		}
		wide.StoreRows(&onA, f.X, f.Y, f.Z, ta.X, ta.Y, ta.Z)
		wide.StoreRows(&onB, f.X, f.Y, f.Z, tb.X, tb.Y, tb.Z)
		if all {
			for l := 0; l < n && l < wide.Lanes; l++ {
				wide.AddRow(numbersOn(onFirst, bodyA[l]), &onA[l])
				wide.SubRow(numbersOn(onFirst, bodyB[l]), &onB[l])
			}
			wide.Leave()
			continue
		}
		for l := 0; l < n && l < wide.Lanes; l++ {
			if i := bodyA[l]; own.has(i) {
				wide.AddRow(numbersOn(onFirst, i), &onA[l])
			}
			if i := bodyB[l]; own.has(i) {
				wide.SubRow(numbersOn(onFirst, i), &onB[l])
			}
		}
		wide.Leave()
	}
}
