package contact

import (
	"encoding/binary"
	"math/bits"

	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// Contacts add up what they lose in bins, a worker's own: those of all contacts that add it to the same sums in one of
// them. Only where the sums depend on where a contact is they are asked for.
//
// With many bodies they do so in one of a few steps only: it takes up to an eighth of a step, and what so many lose
// changes little from one step to the next. In the others their losses go to the bin without sums. What contacts hold
// as they tear is lost in a single step, so it is added to its sums in all steps.

// SumSet is a set of sums: a bit for each.
type SumSet uint16

// MostSums is how many sums there are at most.
const MostSums = 16

// From sampleFrom bodies on, there are sampleEvery steps from one in which contacts add what they lose to sums to the
// next. What one impact of 16 steps loses is then known to half of it, what a thousand lose to 1.6 %.
const sampleFrom, sampleEvery = 5000, 10

// destination is to which sums contacts add what they lose.
type destination struct {
	in   SumSet // wherever they are
	edge SumSet // ... and to those of these in which they are
}

// run is pairs of a chunk, one behind the other, whose contacts have the same destination.
type run struct {
	destination
	to   slot
	last uint8 // pair
}

// slot is where a contact adds what it loses: the number of a bin, or atEdge and the number of an edge.
type slot = uint8

// atEdge is from which slot on contacts are at an edge.
const atEdge = 128

// slots are those of eight contacts.
type slots [BlockSize]slot

// bin is what contacts with the same destination lost in a step.
type bin struct {
	heat  ledger.Heat
	lanes ledger.LaneHeat // ... beside it, where a kernel adds up
}

// edge is where the place of a contact decides about some sums.
type edge struct {
	destination
	bins [1 << sides]slot // of contacts by where they are: bit i says whether it is in the i-th sum of the edge
	many bool             // the edge has too many sums for that; all contacts add to the first bin, and to sums
}

// sides is how many sums an edge may have without its contacts being added to them one by one: a contact near a corner
// of four boxes is at the edge of all.
const sides = 4

// unknown is the slot of contacts of which nothing is known; it has all sums that are asked for at its edge.
const unknown slot = atEdge

// sum is what contacts added to one of the sums in the last step.
type sum struct {
	lost ledger.Sum // while bodies touched, in a step that is sampled
	torn ledger.Sum // as contacts tore
}

// losses is to which sums contacts add what they lose, and what that was in the last step.
type losses struct {
	within func(some SumSet, p vec.Vec3) (held SumSet) // see AddLosses
	bins   []SumSet                                    // of each bin; the first one has none
	edges  []edge
	sums   [MostSums]sum
	all    float64 // what contacts lost while bodies touched, wherever they were [J]
}

// asked returns the sums that are asked for.
func (x *losses) asked() SumSet { return x.edges[0].edge }

// Sampled reports whether this step is one of those in which contacts add what they lose to sums.
func (set *Set) Sampled() bool {
	return set.Bodies.Len() < sampleFrom || set.Clock.Step%sampleEvery == 0
}

// samples reports whether contacts add what they lose to sums in this step.
func (set *Set) samples() bool { return set.losses.asked() != 0 && set.Sampled() }

// AddLosses lets contacts add what they lose to sums, from the next step on that is Sampled: each to those of a set in
// which its point is, as within, which workers call, says of some of them: bit i is that of the i-th of these. With the
// empty set they no longer do.
func (set *Set) AddLosses(all SumSet, within func(some SumSet, p vec.Vec3) SumSet) {
	set.losses = losses{within: within}
	set.losses.clear(all)
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
	set.losses.clear(set.losses.asked())
	for _, k := range set.Chunks {
		for i := range k.runs {
			k.runs[i].to = set.losses.slotOf(k.runs[i].destination)
		}
		k.assign()
		k.shared = k.Contacts.share()
	}
	set.fitBins()
}

// perGrouping is the work for a chunk when its pairs are grouped [ns]; see parallel.Team.Run.
const perGrouping = 10000

// clear leaves nothing but the bin that has no sums, and the edge of all that are asked for.
func (x *losses) clear(asked SumSet) {
	x.bins = append(x.bins[:0], 0)
	x.edges = append(x.edges[:0], edge{destination: destination{edge: asked}, many: true})
}

// slotOf returns the slot with a destination; unknown if there are too many.
func (x *losses) slotOf(to destination) slot {
	if to.edge == 0 {
		if bin, ok := x.binOf(to.in); ok {
			return bin
		}
		return unknown
	}
	for i := range x.edges {
		if x.edges[i].destination == to {
			return atEdge + slot(i)
		}
	}
	e, ok := edge{destination: to}, false
	if e.bins[0], ok = x.binOf(to.in); !ok || len(x.edges) == atEdge {
		return unknown
	}
	n := bits.OnesCount16(uint16(to.edge))
	e.many = n > sides
	for i := 1; !e.many && i < 1<<n; i++ {
		e.bins[i], ok = x.binOf(to.in | some(to.edge, SumSet(i)))
		e.many = !ok
	}
	x.edges = append(x.edges, e)
	return atEdge + slot(len(x.edges)-1)
}

// binOf returns the bin of some sums, if there can be one.
func (x *losses) binOf(in SumSet) (bin slot, ok bool) {
	for i := range x.bins {
		if x.bins[i] == in {
			return slot(i), true
		}
	}
	if len(x.bins) == atEdge {
		return 0, false
	}
	x.bins = append(x.bins, in)
	return slot(len(x.bins) - 1), true
}

// binAt returns the bin of a contact with a slot, and the sums to which it adds what it loses beside that.
func (x *losses) binAt(to slot, p vec.Vec3) (bin slot, besides SumSet) {
	if to < atEdge {
		return to, 0
	}
	e := &x.edges[to-atEdge]
	if e.edge == 0 { // no sums are asked for
		return e.bins[0], 0
	}
	held := x.within(e.edge, p)
	if e.many {
		return e.bins[0], some(e.edge, held)
	}
	return e.bins[held%(1<<sides)], 0
}

// some returns those of a set whose bits are in held: bit i is that of the i-th.
func some(of, held SumSet) (in SumSet) {
	for ; of != 0; of &= of - 1 {
		in |= (of & -of) * (held & 1)
		held >>= 1
	}
	return in
}

// fitBins gives the workers as many bins as are needed. These are empty between two steps.
func (set *Set) fitBins() {
	for i := range set.Spaces {
		set.Spaces[i].bins = resized(set.Spaces[i].bins, len(set.losses.bins))
	}
}

// ungroup lets nothing be known of the contacts of a chunk.
func (k *Chunk) ungroup() { k.runs, k.Contacts.slots = k.runs[:0], k.Contacts.slots[:0] }

// assign finds the slots of the contacts of a chunk, which come in the order of their pairs, if these are in runs.
func (k *Chunk) assign() {
	t := &k.Contacts
	if len(k.runs) == 0 {
		return
	}
	t.slots = resized(t.slots, len(t.Blocks))
	runs := k.runs
	for i := range t.slots {
		pairs, n := &t.links[i].pair, min(t.N-i*BlockSize, BlockSize)
		for l := range n {
			for runs[0].last < pairs[l] {
				runs = runs[1:]
			}
			t.slots[i][l] = runs[0].to
		}
		for l := n; l < BlockSize; l++ {
			t.slots[i][l] = t.slots[i][n-1]
		}
	}
}

// slotsOf returns the slots of the contacts in a block.
func (t *Table) slotsOf(block uint) slots {
	if block < uint(len(t.slots)) {
		return t.slots[block]
	}
	return slots{unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown}
}

// Lost returns what contacts added to a sum in the last step: while bodies touched, 0 unless it is Sampled, and as they
// tore [J].
func (set *Set) Lost(sum int) (lost, torn float64) {
	s := &set.losses.sums[sum]
	return s.lost.Value(), s.torn.Value()
}

// LostInAll returns what contacts lost in the last step while bodies touched, in any step and wherever they were [J].
func (set *Set) LostInAll() float64 { return set.losses.all }

// TakeLost returns what contacts have lost since it was called last, which then is in the sums.
func (set *Set) TakeLost() ledger.Loss {
	var heat ledger.Heat
	sums := &set.losses.sums
	*sums = [MostSums]sum{}
	for i := range set.Spaces {
		space := &set.Spaces[i]
		for asked := set.losses.asked(); asked != 0; asked &= asked - 1 {
			i := bits.TrailingZeros16(uint16(asked))
			sums[i].lost.Join(&space.singles[i].lost)
			sums[i].torn.Join(&space.singles[i].torn)
			space.singles[i] = sum{}
		}
		bins := space.bins
		if !set.samples() { // the others are empty
			bins = bins[:1]
		}
		for k := range bins {
			b := &bins[k]
			if *b == (bin{}) {
				continue
			}
			lost := b.total()
			for in := set.losses.bins[k]; in != 0; in &= in - 1 {
				to := &sums[bits.TrailingZeros16(uint16(in))]
				for _, heat := range [...]*ledger.Sum{&lost.Friction, &lost.Viscous, &lost.Rolling} {
					to.lost.Join(heat)
				}
				to.torn.Join(&lost.Adhesion)
			}
			heat.Join(&lost)
			*b = bin{}
		}
	}
	made := heat.Loss()
	set.losses.all = made.Friction + made.Viscous + made.Rolling
	return made
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

// lose adds what a contact lost to sums, beside the bins of a worker.
func (s *Workspace) lose(to SumSet, lost *ledger.Loss) {
	for ; to != 0; to &= to - 1 {
		sum := &s.singles[bits.TrailingZeros16(uint16(to))]
		for _, heat := range [...]float64{lost.Friction, lost.Viscous, lost.Rolling} {
			sum.lost.Add(heat)
		}
		sum.torn.Add(lost.Adhesion)
	}
}

// loseAt adds what a contact lost to its bin and sums.
func (set *Set) loseAt(space *Workspace, to slot, p vec.Vec3, lost *ledger.Heat) {
	if *lost == (ledger.Heat{}) {
		return
	}
	bin, besides := set.losses.binAt(to, p)
	space.bins[bin].heat.Join(lost)
	if besides != 0 {
		made := lost.Loss()
		space.lose(besides, &made)
	}
}

// loseBatch adds what the contacts from number first on lost to their bins and sums.
func (set *Set) loseBatch(t *Table, first int, space *Workspace) {
	x, block := &space.laws, uint(first)/BlockSize
	if x.heats == 0 && x.Slides == 0 {
		return
	}
	of, asked := t.slotsOf(block), x.Present
	if x.heats == 0 { // only those that slide lose energy
		asked = x.Slides
	}
	points := &t.Blocks[block].point
	for s := of.atEdges() & asked; s != 0; s &= s - 1 {
		l := bits.TrailingZeros8(uint8(s))
		var besides SumSet
		if of[l], besides = set.losses.binAt(of[l], points.at(l)); besides != 0 {
			lost := x.lostIn(l)
			space.lose(besides, &lost)
		}
	}
	if x.heats == 0 {
		for s := x.Slides; s != 0; s &= s - 1 {
			l := bits.TrailingZeros8(uint8(s))
			space.bins[of[l]].heat.Friction.Add(x.Lost[l])
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
	}
	x.Present, x.Slides = present, slides
}

// In a number of eight bytes, one in each, its least bit, and all but its largest.
const ones, sevens = 0x0101010101010101, 0x7f7f7f7f7f7f7f7f

// lanesOf returns the least bits of eight bytes side by side.
func lanesOf(bytes uint64) wide.Set { return wide.Set(bytes & ones * 0x0102040810204080 >> 56) }

// number returns the slots as one number of eight bytes.
func (s *slots) number() uint64 { return binary.LittleEndian.Uint64(s[:]) }

// atEdges returns which contacts of eight are at an edge.
func (s *slots) atEdges() wide.Set { return lanesOf(s.number() >> 7) }

// lanes returns which contacts of eight have a slot: those whose bytes are its number.
func (s *slots) lanes(to slot) wide.Set {
	others := s.number() ^ uint64(to)*ones
	if others == 0 {
		return wide.All
	}
	return lanesOf(^(others&sevens + sevens | others | sevens) >> 7) // a one in each byte that is zero
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
