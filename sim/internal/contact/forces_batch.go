package contact

import (
	"math/bits"
	"unsafe"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
)

// lawBatch is what the kernels of the law have, and memory for what they find.
type lawBatch struct {
	wide.Law
	overlap wide.Lane    // that no contact keeps
	drag    wide.Lane    // ... of contacts without dashpots, of which there is none
	foreign wide.Index   // bodies of other spans; see Set.fetch
	equal   bool         // all contacts of the chunk have the same springs
	options wide.Options // of the kernel of the law
	heats   wide.Options // of the kernel of heat
	bin     *bin         // to which contacts add what they lose
}

// fill takes what all contacts of a chunk have.
func (x *lawBatch) fill(set *Set, k *Chunk) {
	b, row := set.Bodies, &law.Kinds[set.Law]
	x.Table, x.equal = wide.First(k.Contacts.Springs), len(k.Contacts.Springs) == 1
	x.Pos, x.Vel, x.Spin = wide.First(b.Pos), wide.First(b.Vel), wide.First(b.Spin)
	x.Step, x.Half, x.Continues, x.Negligible = set.Clock.Last, set.Clock.Last/2, sameDirection, negligible
	x.Sizes, x.Deepest, x.Worst = wide.Lane{}, wide.Lane{}, wide.Lane{}
	x.HalfNext, x.Viscosity = set.Clock.Dt/2, row.ViscosityFactor()
	x.LeastShare, x.MostInertia = leastShare, 1/(leastShare*leastShare)
	x.options, x.Onset, x.heats = k.geometry()*wide.LawGeometry, 0, 0
	if row.Stiffens() {
		x.options |= wide.Stiffens
		x.heats |= wide.HeatSoftened
	}
	if row.Onset {
		x.Onset = wide.All
	}
	if set.Damps {
		x.options |= wide.Damped
		x.heats |= wide.HeatViscous
		k.Contacts.keepDrags()
	}
	if set.Resists {
		x.options |= wide.Resists
		x.heats |= wide.HeatRolling
		k.Contacts.keepCouples()
	}
}

// rows returns where the springs of eight contacts are in those of the table.
func (t *Table) rows(first int) (rows wide.Rows) {
	if len(t.Springs) > 1 { // else all numbers are 0, and to read them would be to wait for them
		for l, number := range t.links[uint(first)/BlockSize].springs {
			rows[l] = uintptr(number) * unsafe.Sizeof(Springs{})
		}
	}
	return rows
}

// apply finds the forces of a batch, and what it loses. Where tangential forces begin when bodies touch, only batches
// with a new contact, which are few, need the kernel that knows when that was.
func (x *lawBatch) apply(t *Table, first int) {
	if x.Drags = &x.drag; len(t.drags) > 0 {
		x.Drags = (*wide.Lane)(&t.drags[uint(first)/BlockSize])
	}
	if len(t.couples) > 0 {
		x.Resistance = (*wide.Lane)(&t.couples[uint(first)/BlockSize].x)
	}
	options := x.options
	if x.Begins = 0; x.Onset != 0 && options&wide.Damped == 0 {
		wide.ContinuesKernel.Run(&x.Law, 0)
		if x.Present&^x.GoesOn != 0 {
			options |= wide.Damped
			if len(t.overlaps) == 0 { // else x.Overlaps are those of the step before
				for l := range min(wide.Lanes, t.N-first) {
					x.overlap[l] = t.Overlap(first + l)
				}
			}
		}
	}
	wide.LawKernel.Run(&x.Law, options)
}

// ApplyLawBatches is ApplyLaw for all contacts of a chunk.
func (set *Set) ApplyLawBatches(k *Chunk, space *Workspace) {
	t, x := &k.Contacts, &space.laws
	if t.N == 0 {
		return
	}
	whole := k.List.Round() // all contacts have narrow.FeatureWhole
	if !whole {
		t.distinguish()
	}
	x.fill(set, k)
	set.fitOverlaps(k)
	x.Overlaps = &x.overlap
	x.into(&space.bins[0])
	fits, asked := set.bodiesFit(), set.samples()
	for first := 0; first < t.N; first += wide.Lanes {
		n := min(wide.Lanes, t.N-first)
		k.aim(&x.Block, space.next, first)
		if len(t.overlaps) > 0 {
			x.Overlaps = (*wide.Lane)(&t.overlaps[uint(first)/BlockSize])
		}
		m := &t.marks[uint(first)/BlockSize]
		space.aim(&x.Touch, first)
		x.Present = 1<<n - 1
		if !fits {
			x.SoonB = k.soonContacts(first, soonBodies, space.next).secondBodies()
			wide.FetchTwistsKernel.Run(&x.Law, k.withoutPositions())
		}
		if first == 0 || !x.equal {
			x.Rows = t.rows(first)
			wide.SpringsKernel.Run(&x.Law, 0)
			if t.central {
				wide.RadiiKernel.Run(&x.Law, 0)
			}
		}
		x.apply(t, first)
		m.fresh, m.sliding = uint8(^x.GoesOn|x.Begins), uint8(x.Slides)
		if asked {
			set.loseBatch(k, first, space)
		} else {
			x.book()
		}
		if !whole {
			t.features[uint(first)/BlockSize] = features(space.Touches.feature[first : first+BlockSize])
		}
	}
	space.Worst, space.unsound = x.outcome(t)
}

// into lets what contacts lose be added to a bin.
func (x *lawBatch) into(b *bin) { x.bin, x.Heat = b, (*wide.Lane)(&b.lanes.Friction.High) }

// book adds up what contacts lost.
//
// Where only those that slide lose energy they are few, and no batch is like the one before: to run a kernel for some
// of them would be to guess for which.
func (x *lawBatch) book() {
	if x.heats != 0 {
		wide.HeatKernel.Run(&x.Law, x.heats)
		return
	}
	for s := x.Slides; s != 0; s &= s - 1 {
		x.bin.heat.Friction.Add(x.Lost[bits.TrailingZeros8(uint8(s))])
	}
}

// outcome returns the largest overlap over the smaller radius, and whether a force may be lost.
func (x *lawBatch) outcome(t *Table) (worst float64, unsound bool) {
	deepest, over := &x.Worst, 1.0
	if x.equal {
		deepest, over = &x.Deepest, t.Springs[0].Smaller
	}
	for l, size := range x.Sizes {
		if deepest[l] > worst {
			worst = deepest[l]
		}
		unsound = unsound || !(size < limit.Lost*limit.Lost)
	}
	return worst / over, unsound
}

// forcesInBatches reports whether kernels find the forces of a chunk: not those on a side that moves.
func (set *Set) forcesInBatches(k *Chunk) bool { return set.lawInBatches() && !set.grows(k) }

// lawInBatches reports whether kernels know the law.
func (set *Set) lawInBatches() bool {
	return law.Kinds[set.Law].Lanes && wide.InBatches()
}

const ( // or the kernels would find other numbers
	_ = -(unsafe.Offsetof(Springs{}.Kn)) | -(unsafe.Offsetof(Springs{}.Mass) - 32)
	_ = -(unsafe.Offsetof(Springs{}.Damping) - 40) | -(unsafe.Offsetof(Springs{}.Rolling) - 48)
	_ = -(unsafe.Offsetof(Springs{}.Twisting) - 56) | -(unsafe.Sizeof(body.Wrench{}) - 48)
	_ = -(unsafe.Offsetof(Springs{}.RadiusA) - 64) | -(unsafe.Offsetof(Springs{}.RadiusB) - 72)
	_ = -(unsafe.Offsetof(Springs{}.Softness) - 80) | -(unsafe.Sizeof(Springs{}) - 96)
	_ = -(unsafe.Offsetof(Block{}.force) - 3*64) | -(unsafe.Sizeof(Block{}) - 7*64)
	_ = -(BlockSize - wide.Lanes)
)
