package sim

import (
	"math/bits"
	"unsafe"

	"tumble/sim/body"
	"tumble/sim/law"
	"tumble/sim/wide"
)

// lawBatch is what the kernels of the law have beside contacts and touches, and memory for what they find.
type lawBatch struct {
	friction wide.Friction
	prepare  wide.Prepare // where the law has more than linear springs and friction
	springs  wide.Springs
	equal    bool // all contacts of the chunk have the same springs
	options  wide.Kernel
	onset    bool // tangential forces begin when bodies touch
}

// What Part and Drag are in contacts that have no more than linear springs and friction.
var onesLane, zerosLane = func() (one, zero wide.Lane) {
	one.Fill(1)
	return one, zero
}()

// fill takes what all contacts of a chunk have. It returns whether there must be a Prepare.
func (x *lawBatch) fill(w *contactSet, k *chunkOfPairs, spreads bool) (prepares bool) {
	f, s, b := &x.friction, &x.springs, w.bodies
	x.fillSprings(k.contacts.springs)
	x.options = 0
	if spreads {
		x.options = wide.Spread
	}
	f.Sizes, f.Deepest, s.Worst = wide.Lane{}, wide.Lane{}, wide.Lane{}
	f.Pos, f.Vel, f.Spin = wide.First(b.Pos), wide.First(b.Vel), wide.First(b.Spin)
	f.Step, f.Half, f.Continues = wide.Number(w.clock.last), wide.Number(w.clock.last/2), sameDirection
	f.Kn, f.Kt, f.Mu, f.Part, f.Drag = &s.Kn, &s.Kt, &s.Mu, &onesLane, &zerosLane
	row := &law.Kinds[w.law]
	x.onset = row.Onset
	if w.elastic && !x.onset && !row.Stiffens() {
		return false
	}
	x.fillPrepare(w, k)
	return true
}

func (x *lawBatch) fillSprings(all []springs) {
	s := &x.springs
	s.Table, x.equal = wide.First(all), len(all) == 1
	if x.equal {
		one := &all[0]
		s.Kn.Fill(one.kn)
		s.Kt.Fill(one.kt)
		s.Mu.Fill(one.mu)
		s.Mass.Fill(one.mass)
		s.Damping.Fill(one.damping)
	}
}

func (x *lawBatch) fillPrepare(w *contactSet, k *chunkOfPairs) {
	p, f, s, row := &x.prepare, &x.friction, &x.springs, &law.Kinds[w.law]
	if row.Stiffens() {
		x.options |= wide.Stiffens
	}
	p.Pos, p.Vel, p.Spin = f.Pos, f.Vel, f.Spin
	p.SpringKn, p.SpringKt, p.Mass, p.Damping = &s.Kn, &s.Kt, &s.Mass, &s.Damping
	p.Step, p.Half, p.Continues = f.Step, wide.Number(w.clock.dt/2), f.Continues
	p.Viscosity = wide.Number(row.ViscosityFactor())
	p.LeastShare, p.MostInertia = leastShare, 1/(leastShare*leastShare)
	if p.Onset = 0; x.onset {
		p.Onset = wide.All
	}
	f.Kn, f.Kt, f.Part = &p.Kn, &p.Kt, &p.Part
	if !w.elastic {
		k.contacts.resist(k.contacts.n)
		x.options |= wide.Damped
		f.Drag = &p.Drag
	}
}

// applyLawBatches is applyLaw for all contacts of a chunk, if none opposes rolling or twisting.
func (w *contactSet) applyLawBatches(k *chunkOfPairs, space *workspace) {
	t, touches, x := &k.contacts, &space.touches, &space.laws
	if t.n == 0 {
		return
	}
	f, s := &x.friction, &x.springs
	whole := k.list.round() // all contacts have narrow.FeatureWhole
	prepares := x.fill(w, k, space.spreads.len() > 0)
	for first := 0; first < t.n; first += wide.Lanes {
		number := uint(first) / blockSize
		c, m, n := &t.blocks[number], &t.marks[number], lesser(wide.Lanes, t.n-first)
		x.aim(k, space, c, first, n)
		if !x.equal {
			for l, number := range c.springs {
				s.Rows[l] = uintptr(number) * unsafe.Sizeof(springs{})
			}
			s.Run()
		}
		begun := wide.Set(0)
		if prepares {
			x.prepare.Run(x.options)
			begun = x.prepare.Begins
		}
		f.Run(x.options & wide.Spread)
		m.fresh, m.sliding = uint8(^f.GoesOn|begun), uint8(f.Slides)
		if prepares {
			x.book(k, space, first, n)
		} else {
			for s := f.Slides; s != 0; s &= s - 1 {
				space.lost.Friction += f.Lost[bits.TrailingZeros8(uint8(s))]
			}
		}
		if !whole {
			c.feature = [blockSize]int32(touches.feature[first : first+blockSize])
		}
	}
	space.worst, space.unsound = x.outcome(t)
}

// aim points to a block of contacts, the first n of which there are, and to its touches.
func (x *lawBatch) aim(k *chunkOfPairs, space *workspace, c *contactBlock, first, n int) {
	f, s, p, t := &x.friction, &x.springs, &x.prepare, &space.touches
	f.Contact, f.Next = (*wide.Lane)(&c.point.x), k.soonContacts(first, space.next)
	f.PointX, f.PointY, f.PointZ = t.point.lanes(first)
	f.NormalX, f.NormalY, f.NormalZ = t.normal.lanes(first)
	f.Overlap = wide.At(t.overlap, first)
	f.BodyA, f.BodyB = (*wide.Index)(&c.bodyA), (*wide.Index)(&c.bodyB)
	f.Present = 1<<n - 1
	s.Overlap, s.Present = f.Overlap, f.Present
	if x.options&wide.Spread != 0 {
		f.Share = wide.At(space.spreads.share, first)
		f.TurnX, f.TurnY, f.TurnZ = space.spreads.turn.lanes(first)
		f.Couples = wide.First(k.turns[first:])
	}
	if x.options > wide.Spread || x.onset {
		p.Contact, p.PointX, p.PointY, p.PointZ = f.Contact, f.PointX, f.PointY, f.PointZ
		p.NormalX, p.NormalY, p.NormalZ, p.Overlap = f.NormalX, f.NormalY, f.NormalZ, f.Overlap
		p.BodyA, p.BodyB, p.Share, p.TurnX, p.TurnY, p.TurnZ = f.BodyA, f.BodyB, f.Share, f.TurnX, f.TurnY, f.TurnZ
		if x.options&wide.Damped != 0 {
			p.Resistance = unsafe.Pointer(&k.contacts.resistance[first])
		}
	}
}

// book adds what n contacts from number first on lost, and puts the forces of their dashpots back.
func (x *lawBatch) book(k *chunkOfPairs, space *workspace, first, n int) {
	f, p := &x.friction, &x.prepare
	for l := range n {
		var friction float64
		if f.Slides>>l&1 != 0 {
			friction = f.Lost[l]
		}
		if x.options&wide.Stiffens != 0 && f.Acts>>l&1 != 0 {
			friction += p.Softened[l]
		}
		space.lost.Friction += friction
		if x.options&wide.Damped != 0 {
			space.lost.Viscous += p.Viscous[l]
			k.contacts.resistance[first+l].drag = p.KeptDrag[l]
		}
	}
}

// outcome returns the largest overlap over the smaller radius, and whether a force may be lost.
func (x *lawBatch) outcome(t *contactTable) (worst float64, unsound bool) {
	deepest, over := &x.springs.Worst, 1.0
	if x.equal {
		deepest, over = &x.friction.Deepest, t.springs[0].smaller
	}
	for l, size := range x.friction.Sizes {
		if deepest[l] > worst {
			worst = deepest[l]
		}
		unsound = unsound || !(size < beyond*beyond)
	}
	return worst / over, unsound
}

// lawInBatches reports whether kernels know the law.
func (w *contactSet) lawInBatches() bool {
	return law.Kinds[w.law].Lanes && wide.InBatches() && !w.resists
}

const ( // or the kernels would find other numbers
	_ = -(unsafe.Offsetof(springs{}.kn)) | -(unsafe.Offsetof(springs{}.mass) - 32)
	_ = -(unsafe.Offsetof(springs{}.damping) - 40)
	_ = -(unsafe.Offsetof(resistance{}.drag) - 24) | -(unsafe.Sizeof(resistance{}) - 32)
	_ = -(unsafe.Sizeof(body.Wrench{}) - 64)
	_ = -(blockSize - wide.Lanes)
)
