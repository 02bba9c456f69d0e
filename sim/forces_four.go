// Code generated from sim/forces_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package sim

import (
	"math"
	"math/bits"
	"unsafe"

	"tumble/sim/body"
	"tumble/sim/law"
	"tumble/sim/vec"
	wide "tumble/sim/wide/four"
	"tumble/sim/wide/four/hot"
)

// Constants, in all lanes.
var boundFour = wide.Splat(beyond * beyond) // of squares of what is no lost number
var nearlyFour, minusFour, minusZeroFour = wide.Splat(sameDirection), wide.Splat(-1), wide.Splat(math.Copysign(0, -1))

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

// columnsFour returns four vectors from number i on.
func (v *vectors) columnsFour(i int) (x, y, z *wide.Lane) {
	return numbersFour(v.x, i), numbersFour(v.y, i), numbersFour(v.z, i)
}

func (v *vectors) loadFour(i int) wide.Vec3 {
	x, y, z := v.columnsFour(i)
	return wide.Vec3{X: x.Load(), Y: y.Load(), Z: z.Load()}
}

// soonFour returns contacts that are done soon after contact i.
func (k *chunkOfPairs) soonFour(i int, next *chunkOfPairs) *wide.Lane {
	return numbersFour(k.soonContacts(int(uint(i)/blockSize), next).point.x[:], 0)
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
	wide.Leave()
}

// laneFour returns where in its block contact i begins four lanes.
func laneFour(i int) int { return int(uint(i) / wide.Lanes % (blockSize / wide.Lanes) * wide.Lanes) }

// indicesFour returns four of the bodies of a block from number l on.
func indicesFour(bodies *[blockSize]int32, l int) *wide.Index {
	return (*wide.Index)(bodies[l : l+wide.Lanes])
}

// turnsFour returns four turns from number i on.
func turnsFour(t turns, i int) *[wide.Lanes]vec.Vec3 {
	return (*[wide.Lanes]vec.Vec3)(t[i : i+wide.Lanes])
}

// lawFour is what applyLawFour has beside the contacts, and memory for what it finds.
type lawFour struct {
	law     hot.Friction
	springs springsFour
	worst   wide.Lane
	more    bool // the law has more than linear springs and friction
	lawMoreFour
}

func (x *lawFour) fill(w *contactSet, k *chunkOfPairs) {
	x.springs.fill(k.contacts.springs)
	x.more = !w.elastic || w.law != law.Frictional
	l, b := &x.law, w.bodies
	if x.more {
		x.lawMoreFour.fill(w, k)
	}
	l.Kn, l.Kt, l.Mu = x.springs.kn, x.springs.kt, x.springs.mu
	l.Part, l.Share = wide.Ones, wide.Ones
	l.Step.Set(w.clock.last)
	l.Half.Set(w.clock.last / 2)
	l.Nearly.Set(sameDirection)
	l.Pos, l.Vel, l.Spin = wide.Vectors(b.Pos), wide.Vectors(b.Vel), wide.Vectors(b.Spin)
}

// applyLawFour is applyLaw for all contacts of a chunk, if none opposes rolling or twisting.
func (w *contactSet) applyLawFour(k *chunkOfPairs, space *workspace) {
	t, touches, spreads := &k.contacts, &space.touches, space.spreads.len() > 0
	whole := k.list.round() // all contacts have narrow.FeatureWhole
	var x lawFour
	x.fill(w, k)
	l := &x.law
	for first := 0; first < t.n; first += wide.Lanes {
		c, at := &t.blocks[uint(first)/blockSize], laneFour(first)
		n := lesser(wide.Lanes, t.n-first)
		if !x.springs.equal {
			x.springs.load(t, c, at)
			l.Kn, l.Kt, l.Mu = x.springs.kn, x.springs.kt, x.springs.mu
		}
		begun := uint8(0)
		if x.more {
			begun = x.prepare(w, t, space, first)
			wide.Leave()
		}
		l.Contact, l.Next = numbersFour(c.point.x[:], at), k.soonFour(first, space.next)
		l.PointX, l.PointY, l.PointZ = touches.point.columnsFour(first)
		l.NormalX, l.NormalY, l.NormalZ = touches.normal.columnsFour(first)
		l.Overlap = numbersFour(touches.overlap, first)
		l.BodyA, l.BodyB = indicesFour(&c.bodyA, at), indicesFour(&c.bodyB, at)
		if spreads {
			l.Share = *numbersFour(space.spreads.share, first)
			x.turn(k, space, first)
		}
		sizes := l.Sizes
		l.Run()
		copy(l.Sizes[n:], sizes[n:]) // there is no contact

		overlap := l.Overlap.Load()
		if !x.springs.equal { // else all at once at the end
			overlap = overlap.Div(x.springs.smaller.Load())
		}
		x.worst.Keep(x.worst.Load().Max(overlap.Masked(wide.Bits(1<<n - 1))))
		wide.Leave()
		fresh, sliding := wide.All&^uint8(l.GoesOn), uint8(l.Slides)&(1<<n-1)
		m := &t.marks[uint(first)/blockSize]
		m.fresh = m.fresh&^(wide.All<<at) | (fresh|begun)<<at
		m.sliding = m.sliding&^(wide.All<<at) | sliding<<at
		if x.more {
			x.book(k, space, first, n, uint8(l.Acts), sliding)
		} else {
			for s := sliding; s != 0; s &= s - 1 {
				space.lost.Friction += l.Lost[bits.TrailingZeros8(s)]
			}
		}
		if !whole {
			*indicesFour(&c.feature, at) = wide.Index(touches.feature[first : first+wide.Lanes])
		}
	}
	space.unsound = l.Sizes.Load().Less(boundFour.Load()).ToBits() != wide.All
	x.worst.Keep(wide.Most(x.worst.Load()))
	wide.Leave()
	space.worst = x.worst[0]
	if x.springs.equal {
		space.worst /= t.springs[0].smaller
	}
}

// turn finds the couples of four contacts that spread.
func (x *lawFour) turn(k *chunkOfPairs, space *workspace, first int) {
	l := &x.law
	push := l.Kn.Load().Mul(l.Overlap.Load()).Add(l.Drag.Load())
	couple := space.spreads.turn.loadFour(first).Scale(push)
	wide.Store3(turnsFour(k.turns, first), couple.Scale(minusFour.Load()))
	wide.Leave()
}

// sumFour adds the forces of the contacts of a chunk to those bodies in a span: the plain loop
// of sumChunk, four forces and torques at a time, then added one by one. What acts on other
// bodies goes to a spare record.
func (w *contactSet) sumFour(k *chunkOfPairs, onto *summing) {
	b, t := w.bodies, &k.contacts
	spread := len(k.turns) > 0
	x := hot.Sums{Pos: wide.Vectors(b.Pos), Wrench: unsafe.Pointer(unsafe.SliceData(b.Wrench))}
	all := onto.holds(k.bodiesA) && onto.holds(k.bodiesB) && !k.still
	var ontoA, ontoB wide.Index
	for first := 0; first < t.n; first += wide.Lanes {
		c, at := &t.blocks[uint(first)/blockSize], laneFour(first)
		n := lesser(wide.Lanes, t.n-first)
		x.Contact, x.Next = numbersFour(c.point.x[:], at), k.soonFour(first, onto.next)
		x.BodyA, x.BodyB = indicesFour(&c.bodyA, at), indicesFour(&c.bodyB, at)
		x.OntoA, x.OntoB = x.BodyA, x.BodyB
		if spread {
			x.Turns = wide.Vectors(k.turns[first:])
		}
		if !all || n < wide.Lanes {
			bodiesA := x.BodyA[:n]
			if k.still {
				bodiesA = nil
			}
			onto.pick(bodiesA, ontoA[:])
			onto.pick(x.BodyB[:n], ontoB[:])
			x.OntoA, x.OntoB = &ontoA, &ontoB
		}
		x.Run(spread)
	}
}

// sendFour is sendEach. Forces and torques come from the kernel of sums, which adds them, four contacts
// at a time, to records of their own.
func (w *contactSet) sendFour(k *chunkOfPairs, own span) []sent {
	b, t, all := w.bodies, &k.contacts, k.sent[:0]
	spread := len(k.turns) > 0
	var puts [16]wide.Lane // or two wrenches of each contact
	records := (*[2 * wide.Lanes]body.Wrench)(unsafe.Pointer(&puts))
	x := hot.Sums{Pos: wide.Vectors(b.Pos), Wrench: unsafe.Pointer(&puts), OntoA: &evenFour, OntoB: &oddFour}
	for first := 0; first < t.n; first += wide.Lanes {
		c, at := &t.blocks[uint(first)/blockSize], laneFour(first)
		x.BodyA, x.BodyB = indicesFour(&c.bodyA, at), indicesFour(&c.bodyB, at)
		filled := uint8(1<<lesser(wide.Lanes, t.n-first) - 1)
		toA, toB := x.BodyA.Outside(own.first, own.last)&filled, x.BodyB.Outside(own.first, own.last)&filled
		if k.still {
			toA = 0
		}
		if toA|toB == 0 {
			continue
		}
		for i, nothing := 0, minusZeroFour.Load(); i < len(puts); i++ {
			puts[i].Keep(nothing)
		}
		wide.Leave()
		x.Contact, x.Next = numbersFour(c.point.x[:], at), k.soonFour(first, nil)
		if spread {
			x.Turns = wide.Vectors(k.turns[first:])
		}
		x.Run(spread)
		for s := toA | toB; s != 0; s &= s - 1 {
			l := bits.TrailingZeros8(s)
			if toA>>l&1 != 0 {
				all = k.addSent(all, first+l, 0, &records[2*l])
			}
			if toB>>l&1 != 0 {
				all = k.addSent(all, first+l, 1, &records[2*l+1])
			}
		}
	}
	return all
}

// Even and odd numbers.
var evenFour, oddFour = func() (even, odd wide.Index) {
	for l := range even {
		even[l], odd[l] = int32(2*l), int32(2*l+1)
	}
	return even, odd
}()
