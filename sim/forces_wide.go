//go:build goexperiment.simd && amd64

package sim

import (
	"math"
	"math/bits"
	"unsafe"

	"tumble/sim/body"
	"tumble/sim/law"
	"tumble/sim/vec"
	"tumble/sim/wide"
	"tumble/sim/wide/hot"
)

// Constants, in all lanes.
var boundWide = wide.Splat(beyond * beyond) // of squares of what is no lost number
var nearlyWide, minusWide, minusZeroWide = wide.Splat(sameDirection), wide.Splat(-1), wide.Splat(math.Copysign(0, -1))

// columnsWide returns those vectors of a block of contacts that begin with number l.
func (c *vectorColumn) columnsWide(l int) (x, y, z *wide.Lane) {
	return numbersWide(c.x[:], l), numbersWide(c.y[:], l), numbersWide(c.z[:], l)
}

func (c *vectorColumn) loadWide(l int) wide.Vec3 {
	x, y, z := c.columnsWide(l)
	return wide.Vec3{X: x.Load(), Y: y.Load(), Z: z.Load()}
}

func (c *vectorColumn) keepWide(l int, v wide.Vec3) {
	x, y, z := c.columnsWide(l)
	x.Keep(v.X)
	y.Keep(v.Y)
	z.Keep(v.Z)
}

// columnsWide returns eight vectors from number i on.
func (v *vectors) columnsWide(i int) (x, y, z *wide.Lane) {
	return numbersWide(v.x, i), numbersWide(v.y, i), numbersWide(v.z, i)
}

func (v *vectors) loadWide(i int) wide.Vec3 {
	x, y, z := v.columnsWide(i)
	return wide.Vec3{X: x.Load(), Y: y.Load(), Z: z.Load()}
}

// soonWide returns contacts that are done soon after contact i.
func (k *chunkOfPairs) soonWide(i int, next *chunkOfPairs) *wide.Lane {
	return numbersWide(k.soonContacts(int(uint(i)/blockSize), next).point.x[:], 0)
}

// springsWide are the springs of eight contacts: of all in a chunk if they are equal.
type springsWide struct {
	equal bool
	kn, kt, mu, smaller,
	mass, damping wide.Lane
}

func (s *springsWide) fill(all []springs) {
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

// load takes those of eight contacts from number l of a block on.
func (s *springsWide) load(t *contactTable, c *contactBlock, l int) {
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

// laneWide returns where in its block contact i begins eight lanes.
func laneWide(i int) int { return int(uint(i) / wide.Lanes % (blockSize / wide.Lanes) * wide.Lanes) }

// indicesWide returns eight of the bodies of a block from number l on.
func indicesWide(bodies *[blockSize]int32, l int) *wide.Index {
	return (*wide.Index)(bodies[l : l+wide.Lanes])
}

// turnsWide returns eight turns from number i on.
func turnsWide(t turns, i int) *[wide.Lanes]vec.Vec3 {
	return (*[wide.Lanes]vec.Vec3)(t[i : i+wide.Lanes])
}

// lawWide is what applyLawWide has beside the contacts, and memory for what it finds.
type lawWide struct {
	law     hot.Friction
	springs springsWide
	worst   wide.Lane
	more    bool // the law has more than linear springs and friction
	lawMoreWide
}

func (x *lawWide) fill(w *contactSet, k *chunkOfPairs) {
	x.springs.fill(k.contacts.springs)
	x.more = !w.elastic || w.law != law.Frictional
	l, b := &x.law, w.bodies
	if x.more {
		x.lawMoreWide.fill(w, k)
	}
	l.Kn, l.Kt, l.Mu = x.springs.kn, x.springs.kt, x.springs.mu
	l.Part, l.Share = wide.Ones, wide.Ones
	l.Step.Set(w.clock.last)
	l.Half.Set(w.clock.last / 2)
	l.Nearly.Set(sameDirection)
	l.Pos, l.Vel, l.Spin = wide.Vectors(b.Pos), wide.Vectors(b.Vel), wide.Vectors(b.Spin)
}

// applyLawWide is applyLaw for all contacts of a chunk, if none opposes rolling or twisting.
func (w *contactSet) applyLawWide(k *chunkOfPairs, space *workspace) {
	t, touches, spreads := &k.contacts, &space.touches, space.spreads.len() > 0
	whole := k.list.round() // all contacts have narrow.FeatureWhole
	var x lawWide
	x.fill(w, k)
	l := &x.law
	for first := 0; first < t.n; first += wide.Lanes {
		c, at := &t.blocks[uint(first)/blockSize], laneWide(first)
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
		l.Contact, l.Next = numbersWide(c.point.x[:], at), k.soonWide(first, space.next)
		l.PointX, l.PointY, l.PointZ = touches.point.columnsWide(first)
		l.NormalX, l.NormalY, l.NormalZ = touches.normal.columnsWide(first)
		l.Overlap = numbersWide(touches.overlap, first)
		l.BodyA, l.BodyB = indicesWide(&c.bodyA, at), indicesWide(&c.bodyB, at)
		if spreads {
			l.Share = *numbersWide(space.spreads.share, first)
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
			*indicesWide(&c.feature, at) = wide.Index(touches.feature[first : first+wide.Lanes])
		}
	}
	space.unsound = l.Sizes.Load().Less(boundWide.Load()).ToBits() != wide.All
	x.worst.Keep(wide.Most(x.worst.Load()))
	wide.Leave()
	space.worst = x.worst[0]
	if x.springs.equal {
		space.worst /= t.springs[0].smaller
	}
}

// turn finds the couples of eight contacts that spread.
func (x *lawWide) turn(k *chunkOfPairs, space *workspace, first int) {
	l := &x.law
	push := l.Kn.Load().Mul(l.Overlap.Load()).Add(l.Drag.Load())
	couple := space.spreads.turn.loadWide(first).Scale(push)
	wide.Store3(turnsWide(k.turns, first), couple.Scale(minusWide.Load()))
	wide.Leave()
}

// sumWide adds the forces of the contacts of a chunk to those bodies in a span: the plain loop
// of sumChunk, eight forces and torques at a time, then added one by one. What acts on other
// bodies goes to a spare record.
func (w *contactSet) sumWide(k *chunkOfPairs, onto *summing) {
	b, t := w.bodies, &k.contacts
	spread := len(k.turns) > 0
	x := hot.Sums{Pos: wide.Vectors(b.Pos), Wrench: unsafe.Pointer(unsafe.SliceData(b.Wrench))}
	all := onto.holds(k.bodiesA) && onto.holds(k.bodiesB) && !k.still
	var ontoA, ontoB wide.Index
	for first := 0; first < t.n; first += wide.Lanes {
		c, at := &t.blocks[uint(first)/blockSize], laneWide(first)
		n := lesser(wide.Lanes, t.n-first)
		x.Contact, x.Next = numbersWide(c.point.x[:], at), k.soonWide(first, onto.next)
		x.BodyA, x.BodyB = indicesWide(&c.bodyA, at), indicesWide(&c.bodyB, at)
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

// sendWide is sendEach. Forces and torques come from the kernel of sums, which adds them, eight contacts
// at a time, to records of their own.
func (w *contactSet) sendWide(k *chunkOfPairs, own span) []sent {
	b, t, all := w.bodies, &k.contacts, k.sent[:0]
	spread := len(k.turns) > 0
	var puts [16]wide.Lane // or two wrenches of each contact
	records := (*[2 * wide.Lanes]body.Wrench)(unsafe.Pointer(&puts))
	x := hot.Sums{Pos: wide.Vectors(b.Pos), Wrench: unsafe.Pointer(&puts), OntoA: &evenWide, OntoB: &oddWide}
	for first := 0; first < t.n; first += wide.Lanes {
		c, at := &t.blocks[uint(first)/blockSize], laneWide(first)
		x.BodyA, x.BodyB = indicesWide(&c.bodyA, at), indicesWide(&c.bodyB, at)
		filled := uint8(1<<lesser(wide.Lanes, t.n-first) - 1)
		toA, toB := x.BodyA.Outside(own.first, own.last)&filled, x.BodyB.Outside(own.first, own.last)&filled
		if k.still {
			toA = 0
		}
		if toA|toB == 0 {
			continue
		}
		for i, nothing := 0, minusZeroWide.Load(); i < len(puts); i++ {
			puts[i].Keep(nothing)
		}
		wide.Leave()
		x.Contact, x.Next = numbersWide(c.point.x[:], at), k.soonWide(first, nil)
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
var evenWide, oddWide = func() (even, odd wide.Index) {
	for l := range even {
		even[l], odd[l] = int32(2*l), int32(2*l+1)
	}
	return even, odd
}()
