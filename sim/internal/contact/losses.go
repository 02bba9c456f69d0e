package contact

import (
	"encoding/binary"
	"math/bits"

	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// Contacts add up what they lose in bins, a worker's own: those of all contacts that add it to the same sums in one of
// them. Only where the sums depend on where a contact is they are asked for in each step.

// SumSet is a set of sums: a bit for each.
type SumSet uint16

// MostSums is how many sums there are at most.
const MostSums = 16

// destination is to which sums contacts add what they lose.
type destination struct {
	in   SumSet // wherever they are
	edge SumSet // ... and to those of these in which they are
}

// run is pairs of a chunk, one behind the other, whose contacts have the same destination.
type run struct {
	destination
	bin  uint8
	last uint8 // pair
}

// binned are the bins of eight contacts.
type binned [BlockSize]uint8

// bin is what contacts with the same destination lost in a step.
type bin struct {
	heat  ledger.Heat
	lanes ledger.LaneHeat // ... beside it, where a kernel adds up
}

// unknown is the bin of contacts of which nothing is known; it has all sums that are asked for at its edge.
const unknown = 0

// mostBins is how many bins a worker has at most.
const mostBins = 256

// losses is to which sums contacts add what they lose, and what that was in the last step.
type losses struct {
	within func(some SumSet, p vec.Vec3) SumSet // see AddLosses
	bins   []destination                        // of each bin
	sums   [MostSums]ledger.Sum
}

// asked returns the sums that are asked for.
func (x *losses) asked() SumSet { return x.bins[unknown].edge }

// AddLosses lets contacts add what they lose to sums, from the next step on: each to those of a set in which its point
// is, as within, which workers call, says of some of them. With the empty set they no longer do.
func (set *Set) AddLosses(all SumSet, within func(some SumSet, p vec.Vec3) SumSet) {
	set.losses = losses{within: within, bins: []destination{{edge: all}}}
	for _, k := range set.Chunks {
		k.ungroup()
	}
	set.fitBins()
}

// GroupLosses saves contacts from being asked about, until their lists are made anew or it is called again: of, which
// workers call, says of a pair to which sums its contacts add what they lose wherever they are, and to which they do in
// some places.
func (set *Set) GroupLosses(of func(k *Chunk, p *Pair) (in, edge SumSet)) {
	set.Team.Run(len(set.Chunks), 1, perGrouping, nil, func(_, first, last int) {
		for _, k := range set.Chunks[first:last] {
			k.runs = k.runs[:0]
			for i := range k.Pairs {
				var to destination
				if to.in, to.edge = of(k, &k.Pairs[i]); len(k.runs) == 0 || k.runs[len(k.runs)-1].destination != to {
					k.runs = append(k.runs, run{destination: to})
				}
				k.runs[len(k.runs)-1].last = uint8(i)
			}
		}
	})
	set.losses.bins = set.losses.bins[:1]
	for _, k := range set.Chunks {
		for i := range k.runs {
			k.runs[i].bin = set.losses.binOf(k.runs[i].destination)
		}
		k.bin()
		k.shared = k.Contacts.share()
	}
	set.fitBins()
}

// perGrouping is the work for a chunk when its pairs are grouped [ns]; see parallel.Team.Run.
const perGrouping = 10000

// binOf returns the bin with a destination.
func (x *losses) binOf(to destination) uint8 {
	for i := range x.bins {
		if x.bins[i] == to {
			return uint8(i)
		}
	}
	if len(x.bins) == mostBins {
		return unknown
	}
	x.bins = append(x.bins, to)
	return uint8(len(x.bins) - 1)
}

// fitBins gives the workers as many bins as are needed. These are empty between two steps.
func (set *Set) fitBins() {
	for i := range set.Spaces {
		set.Spaces[i].bins = resized(set.Spaces[i].bins, len(set.losses.bins))
	}
}

// ungroup lets nothing be known of the contacts of a chunk.
func (k *Chunk) ungroup() { k.runs, k.Contacts.bins = k.runs[:0], k.Contacts.bins[:0] }

// bin finds the bins of the contacts of a chunk, which come in the order of their pairs, if these are in runs.
func (k *Chunk) bin() {
	t := &k.Contacts
	if len(k.runs) == 0 {
		return
	}
	t.bins = resized(t.bins, len(t.Blocks))
	runs := k.runs
	for i := range t.bins {
		pairs, n := &t.links[i].pair, min(t.N-i*BlockSize, BlockSize)
		for l := range n {
			for runs[0].last < pairs[l] {
				runs = runs[1:]
			}
			t.bins[i][l] = runs[0].bin
		}
		for l := n; l < BlockSize; l++ {
			t.bins[i][l] = t.bins[i][n-1]
		}
	}
}

// binsOf returns the bins of the contacts in a block.
func (t *Table) binsOf(block uint) (of binned) {
	if block < uint(len(t.bins)) {
		of = t.bins[block]
	}
	return of
}

// Lost returns what was added to a sum in the last step [J].
func (set *Set) Lost(sum int) float64 { return set.losses.sums[sum].Value() }

// TakeLost returns what contacts have lost since it was called last, which then is in the sums.
func (set *Set) TakeLost() ledger.Loss {
	var heat ledger.Heat
	sums := &set.losses.sums
	*sums = [MostSums]ledger.Sum{}
	for i := range set.Spaces {
		space := &set.Spaces[i]
		for asked := set.losses.asked(); asked != 0; asked &= asked - 1 {
			sum := bits.TrailingZeros16(uint16(asked))
			sums[sum].Join(&space.singles[sum])
			space.singles[sum] = ledger.Sum{}
		}
		for k := range space.bins {
			b := &space.bins[k]
			if *b == (bin{}) {
				continue
			}
			lost := b.total()
			for in := set.losses.bins[k].in; in != 0; in &= in - 1 {
				sum := &sums[bits.TrailingZeros16(uint16(in))]
				sum.Join(&lost.Friction)
				sum.Join(&lost.Viscous)
				sum.Join(&lost.Rolling)
			}
			heat.Join(&lost)
			*b = bin{}
		}
	}
	return heat.Loss()
}

// total returns what is in the bin.
func (b *bin) total() ledger.Heat {
	all := b.heat
	for _, one := range [...]struct {
		to    *ledger.Sum
		lanes *ledger.LaneSum
	}{{&all.Friction, &b.lanes.Friction}, {&all.Viscous, &b.lanes.Viscous}, {&all.Rolling, &b.lanes.Rolling}} {
		if *one.lanes != (ledger.LaneSum{}) {
			lanes := one.lanes.Total()
			one.to.Join(&lanes)
		}
	}
	return all
}

// lose adds an energy to sums, beside the bins of a worker [J].
func (s *Workspace) lose(to SumSet, heat float64) {
	for ; to != 0; to &= to - 1 {
		s.singles[bits.TrailingZeros16(uint16(to))].Add(heat)
	}
}

// loseAt adds what a contact in a bin lost to those sums at the edge of this in which its point is.
func (set *Set) loseAt(space *Workspace, bin uint8, p vec.Vec3, lost *ledger.Loss) {
	edge := set.losses.bins[bin].edge
	if edge == 0 || *lost == (ledger.Loss{}) {
		return
	}
	in := set.losses.within(edge, p)
	for _, heat := range [...]float64{lost.Friction, lost.Viscous, lost.Rolling, lost.Adhesion} {
		space.lose(in, heat)
	}
}

// loseBatch adds what the contacts from number first on lost to their bins and sums.
func (set *Set) loseBatch(t *Table, first int, space *Workspace) {
	x, block := &space.laws, uint(first)/BlockSize
	if x.heats == 0 && x.Slides == 0 {
		return
	}
	of, points := t.binsOf(block), &t.Blocks[block].point
	if x.heats == 0 { // only those that slide lose energy
		for s := x.Slides; s != 0; s &= s - 1 {
			l := bits.TrailingZeros8(uint8(s))
			space.bins[of[l]].heat.Friction.Add(x.Lost[l])
			if set.losses.bins[of[l]].edge != 0 {
				set.loseAt(space, of[l], points.at(l), &ledger.Loss{Friction: x.Lost[l]})
			}
		}
		return
	}
	present, slides := x.Present, x.Slides
	for left := present; left != 0; left &^= x.Present {
		own := of[bits.TrailingZeros8(uint8(left))]
		x.Present = present & of.lanes(own)
		x.Slides = slides & x.Present
		x.into(&space.bins[own])
		wide.HeatKernel.Run(&x.Law, x.heats)
		if set.losses.bins[own].edge != 0 {
			for s := x.Present; s != 0; s &= s - 1 {
				l := bits.TrailingZeros8(uint8(s))
				lost := x.lostIn(l)
				set.loseAt(space, own, points.at(l), &lost)
			}
		}
	}
	x.Present, x.Slides = present, slides
}

// lanes returns which contacts of eight are in a bin: those whose bytes are its number.
func (b *binned) lanes(bin uint8) wide.Set {
	const ones, sevens = 0x0101010101010101, 0x7f7f7f7f7f7f7f7f
	others := binary.LittleEndian.Uint64(b[:]) ^ uint64(bin)*ones
	if others == 0 {
		return wide.All
	}
	own := ^(others&sevens + sevens | others | sevens) >> 7 // one in each byte that is zero
	return wide.Set(own * 0x0102040810204080 >> 56)         // the ones side by side
}

// lostIn returns what the contact in a lane lost.
func (x *lawBatch) lostIn(l int) (lost ledger.Loss) {
	if x.Slides>>l&1 != 0 {
		lost.Friction = x.Lost[l]
	}
	if x.heats&wide.HeatSoftened != 0 && x.Acts>>l&1 != 0 {
		lost.Friction += x.Softened[l]
	}
	if x.heats&wide.HeatViscous != 0 {
		lost.Viscous = x.Viscous[l]
	}
	if x.heats&wide.HeatRolling != 0 {
		lost.Rolling = x.RollingLost[l]
	}
	return lost
}
