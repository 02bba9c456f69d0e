package contact

import (
	"math/bits"
	"unsafe"

	"example.org/tumble/sim/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/wide"
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
func (x *lawBatch) fill(set *Set, k *Chunk, line bool) (prepares bool) {
	f, s, b := &x.friction, &x.springs, set.Bodies
	x.fillSprings(k.Contacts.Springs)
	x.options = 0
	if line {
		x.options = wide.LineContacts
	}
	f.Sizes, f.Deepest, s.Worst = wide.Lane{}, wide.Lane{}, wide.Lane{}
	f.Pos, f.Vel, f.Spin = wide.First(b.Pos), wide.First(b.Vel), wide.First(b.Spin)
	f.Step, f.Half, f.Continues = wide.Number(set.Clock.Last), wide.Number(set.Clock.Last/2), sameDirection
	f.Kn, f.Kt, f.Mu, f.Part, f.Drag = &s.Kn, &s.Kt, &s.Mu, &onesLane, &zerosLane
	row := &law.Kinds[set.Law]
	x.onset = row.Onset
	if set.Elastic && !x.onset && !row.Stiffens() {
		return false
	}
	x.fillPrepare(set, k)
	return true
}

func (x *lawBatch) fillSprings(all []Springs) {
	s := &x.springs
	s.Table, x.equal = wide.First(all), len(all) == 1
	if x.equal {
		one := &all[0]
		s.Kn.Fill(one.Kn)
		s.Kt.Fill(one.Kt)
		s.Mu.Fill(one.Mu)
		s.Mass.Fill(one.Mass)
		s.Damping.Fill(one.Damping)
	}
}

func (x *lawBatch) fillPrepare(set *Set, k *Chunk) {
	p, f, s, row := &x.prepare, &x.friction, &x.springs, &law.Kinds[set.Law]
	if row.Stiffens() {
		x.options |= wide.Stiffens
	}
	p.Pos, p.Vel, p.Spin = f.Pos, f.Vel, f.Spin
	p.SpringKn, p.SpringKt, p.Mass, p.Damping = &s.Kn, &s.Kt, &s.Mass, &s.Damping
	p.Step, p.Half, p.Continues = f.Step, wide.Number(set.Clock.Dt/2), f.Continues
	p.Viscosity = wide.Number(row.ViscosityFactor())
	p.LeastShare, p.MostInertia = leastShare, 1/(leastShare*leastShare)
	if p.Onset = 0; x.onset {
		p.Onset = wide.All
	}
	f.Kn, f.Kt, f.Part = &p.Kn, &p.Kt, &p.Part
	if !set.Elastic {
		k.Contacts.resist(k.Contacts.N)
		x.options |= wide.Damped
		f.Drag = &p.Drag
	}
}

// ApplyLawBatches is applyLaw for all contacts of a chunk, if none opposes rolling or twisting.
func (set *Set) ApplyLawBatches(k *Chunk, space *Workspace) {
	t, touches, x := &k.Contacts, &space.Touches, &space.laws
	if t.N == 0 {
		return
	}
	f, s := &x.friction, &x.springs
	whole := k.List.Round() // all contacts have narrow.FeatureWhole
	prepares := x.fill(set, k, space.Lines.Len() > 0)
	for first := 0; first < t.N; first += wide.Lanes {
		number := uint(first) / BlockSize
		c, m, n := &t.Blocks[number], &t.marks[number], min(wide.Lanes, t.N-first)
		x.aim(k, space, c, first, n)
		if !x.equal {
			for l, number := range c.Springs {
				s.Rows[l] = uintptr(number) * unsafe.Sizeof(Springs{})
			}
			s.Run()
		}
		begun := wide.Set(0)
		if prepares {
			x.prepare.Run(x.options)
			begun = x.prepare.Begins
		}
		f.Run(x.options & wide.LineContacts)
		m.fresh, m.sliding = uint8(^f.GoesOn|begun), uint8(f.Slides)
		if prepares {
			x.book(k, space, first, n)
		} else {
			for s := f.Slides; s != 0; s &= s - 1 {
				space.Lost.Friction.Add(f.Lost[bits.TrailingZeros8(uint8(s))])
			}
		}
		if !whole {
			c.feature = [BlockSize]int32(touches.feature[first : first+BlockSize])
		}
	}
	space.Worst, space.unsound = x.outcome(t)
}

// aim points to a block of contacts, the first n of which there are, and to its touches.
func (x *lawBatch) aim(k *Chunk, space *Workspace, c *Block, first, n int) {
	f, s, p, t := &x.friction, &x.springs, &x.prepare, &space.Touches
	f.Contact, f.Next = (*wide.Lane)(&c.point.x), k.soonContacts(first, space.next)
	f.PointX, f.PointY, f.PointZ = t.point.lanes(first)
	f.NormalX, f.NormalY, f.NormalZ = t.normal.lanes(first)
	f.Overlap = wide.At(t.overlap, first)
	f.BodyA, f.BodyB = (*wide.Index)(&c.BodyA), (*wide.Index)(&c.BodyB)
	f.Present = 1<<n - 1
	s.Overlap, s.Present = f.Overlap, f.Present
	if x.options&wide.LineContacts != 0 {
		f.Share = wide.At(space.Lines.share, first)
		f.ArmX, f.ArmY, f.ArmZ = space.Lines.arm.lanes(first)
		f.Couples = wide.First(k.Moments[first:])
	}
	if x.options > wide.LineContacts || x.onset {
		p.Contact, p.PointX, p.PointY, p.PointZ = f.Contact, f.PointX, f.PointY, f.PointZ
		p.NormalX, p.NormalY, p.NormalZ, p.Overlap = f.NormalX, f.NormalY, f.NormalZ, f.Overlap
		p.BodyA, p.BodyB, p.Share, p.ArmX, p.ArmY, p.ArmZ = f.BodyA, f.BodyB, f.Share, f.ArmX, f.ArmY, f.ArmZ
		if x.options&wide.Damped != 0 {
			p.Resistance = unsafe.Pointer(&k.Contacts.resistance[first])
		}
	}
}

// book adds what n contacts from number first on lost, and puts the forces of their dashpots back.
func (x *lawBatch) book(k *Chunk, space *Workspace, first, n int) {
	f, p := &x.friction, &x.prepare
	for l := range n {
		var friction float64
		if f.Slides>>l&1 != 0 {
			friction = f.Lost[l]
		}
		if x.options&wide.Stiffens != 0 && f.Acts>>l&1 != 0 {
			friction += p.Softened[l]
		}
		space.Lost.Friction.Add(friction)
		if x.options&wide.Damped != 0 {
			space.Lost.Viscous.Add(p.Viscous[l])
			k.Contacts.resistance[first+l].Drag = p.KeptDrag[l]
		}
	}
}

// outcome returns the largest overlap over the smaller radius, and whether a force may be lost.
func (x *lawBatch) outcome(t *Table) (worst float64, unsound bool) {
	deepest, over := &x.springs.Worst, 1.0
	if x.equal {
		deepest, over = &x.friction.Deepest, t.Springs[0].Smaller
	}
	for l, size := range x.friction.Sizes {
		if deepest[l] > worst {
			worst = deepest[l]
		}
		unsound = unsound || !(size < limit.Lost*limit.Lost)
	}
	return worst / over, unsound
}

// lawInBatches reports whether kernels know the law.
func (set *Set) lawInBatches() bool {
	return law.Kinds[set.Law].Lanes && wide.InBatches() && !set.Resists
}

const ( // or the kernels would find other numbers
	_ = -(unsafe.Offsetof(Springs{}.Kn)) | -(unsafe.Offsetof(Springs{}.Mass) - 32)
	_ = -(unsafe.Offsetof(Springs{}.Damping) - 40)
	_ = -(unsafe.Offsetof(Resistance{}.Drag) - 24) | -(unsafe.Sizeof(Resistance{}) - 32)
	_ = -(unsafe.Sizeof(body.Wrench{}) - 64)
	_ = -(BlockSize - wide.Lanes)
)
