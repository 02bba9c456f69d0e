package contact

import (
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
type slot = uint16

// atEdge is from which slot on contacts are at an edge.
const atEdge = 1 << 15

// mostBins is how many bins there are at most: regions cut space into a few hundred parts.
const mostBins = 1024

// slots are those of eight contacts.
type slots [BlockSize]slot

// grouping is where the contacts of a chunk add what they lose. It is empty if that is not known.
type grouping struct {
	runs  []run   // of the pairs
	slots []slots // of the contacts, in blocks as these are
}

// bin is what contacts with the same destination lost in a step.
type bin struct {
	heat  ledger.Heat
	lanes ledger.LaneHeat // ... beside it, where a kernel adds up
}

// edge is where the place of a contact decides about some sums.
type edge struct {
	destination
	bin slot // of the sums to which all contacts add
}

// unknown is the slot of contacts of which nothing is known; it has all sums that are asked for at its edge.
const unknown slot = atEdge

// sum is what contacts added to one of the sums in the last step.
type sum struct {
	lost ledger.Sum // while bodies touched, in a step that is sampled
	torn ledger.Sum // as contacts tore
}

// losses is to which sums contacts add what they lose, and what that was in the last step.
type losses struct {
	within func(some SumSet, p vec.Vec3) (in SumSet) // see AddLosses
	bins   []SumSet                                  // of each bin; the first one has none
	binOf  []slot                                    // of each set of sums; 0: the set is empty, or has no bin
	edges  []edge
	slotAt map[destination]slot // of each edge
	sums   [MostSums]sum
	all    float64 // what contacts lost while bodies touched, wherever they were [J]
}

// wanted are sets of sums to which contacts add what they lose, and which have no bin: a bit for each set.
type wanted struct {
	any  bool
	sets [1 << MostSums / 64]uint64
}

func (w *wanted) add(s SumSet) { w.any, w.sets[s/64] = true, w.sets[s/64]|1<<(s%64) }

// asked returns the sums that are asked for.
func (x *losses) asked() SumSet { return x.edges[0].edge }

// Sampled reports whether this step is one of those in which contacts add what they lose to sums.
func (set *Set) Sampled() bool {
	return set.Bodies.Len() < sampleFrom || set.Clock.Step%sampleEvery == 0
}

// samples reports whether contacts add what they lose to sums in this step.
func (set *Set) samples() bool { return set.losses.asked() != 0 && set.Sampled() }

// AddLosses lets contacts add what they lose to sums, from the next step on that is Sampled: each to those of a set in
// which its point is, as within, which workers call, says of some of them. With the empty set they no longer do.
func (set *Set) AddLosses(all SumSet, within func(some SumSet, p vec.Vec3) (in SumSet)) {
	set.losses = losses{within: within}
	set.losses.clear(all)
	for _, k := range set.Chunks {
		k.Contacts.ungroup()
	}
	set.fitBins()
}

// GroupLosses saves contacts from being asked about, until their lists are made anew or it is called again: of, which
// workers call, says of a pair to which sums its contacts add what they lose wherever they are, and to which they do in
// some places.
func (set *Set) GroupLosses(of func(k *Chunk, p *Pair) (in, edge SumSet)) {
	set.Team.Run(len(set.Chunks), 1, perGrouping, nil, func(_, first, last int) {
		for _, k := range set.Chunks[first:last] {
			if k.Contacts.grouping == nil {
				k.Contacts.grouping = new(grouping)
			}
			runs := k.Contacts.grouping.runs[:0]
			for i := range k.Pairs {
				var to destination
				if to.in, to.edge = of(k, &k.Pairs[i]); len(runs) == 0 || runs[len(runs)-1].destination != to {
					runs = append(runs, run{destination: to})
				}
				runs[len(runs)-1].last = uint8(i)
			}
			k.Contacts.grouping.runs = runs
		}
	})
	set.losses.clear(set.losses.asked())
	for _, k := range set.Chunks {
		runs := k.Contacts.grouping.runs
		for i := range runs {
			runs[i].to = set.losses.slotOf(runs[i].destination)
		}
		k.Contacts.regroup()
		k.shared = k.Contacts.share()
	}
	set.fitBins()
}

// perGrouping is the work for a chunk when its pairs are grouped [ns]; see parallel.Team.Run.
const perGrouping = 10000

// clear leaves nothing but the bin that has no sums, and the edge of all that are asked for.
func (x *losses) clear(asked SumSet) {
	x.bins = append(x.bins[:0], 0)
	x.edges = append(x.edges[:0], edge{destination: destination{edge: asked}})
	if asked != 0 && x.binOf == nil {
		x.binOf, x.slotAt = make([]slot, 1<<MostSums), map[destination]slot{}
	}
	clear(x.binOf)
	clear(x.slotAt)
}

// slotOf returns the slot with a destination; unknown if there are too many.
func (x *losses) slotOf(to destination) slot {
	bin, ok := x.giveBin(to.in)
	if !ok || to.edge == 0 {
		return bin
	}
	at, ok := x.slotAt[to]
	if !ok {
		if len(x.edges) == atEdge {
			return unknown
		}
		at = atEdge + slot(len(x.edges))
		x.edges, x.slotAt[to] = append(x.edges, edge{to, bin}), at
	}
	return at
}

// giveBin returns the bin of a set of sums, which gets one if there can be one more; else unknown.
func (x *losses) giveBin(in SumSet) (bin slot, ok bool) {
	if bin = x.binOf[in]; bin != 0 || in == 0 {
		return bin, true
	}
	if len(x.bins) == mostBins {
		return unknown, false
	}
	bin = slot(len(x.bins))
	x.bins, x.binOf[in] = append(x.bins, in), bin
	return bin, true
}

// binAt returns the bin of a contact with a slot, and the sums to which it adds what it loses beside that: those in
// which it is at its edge, if they have no bin together with the others.
func (x *losses) binAt(to slot, p vec.Vec3) (bin slot, besides SumSet) {
	if to < atEdge {
		return to, 0
	}
	e := &x.edges[to-atEdge]
	if e.edge == 0 { // no sums are asked for
		return e.bin, 0
	}
	held := x.within(e.edge, p)
	if bin = x.binOf[e.in|held]; bin != 0 || e.in|held == 0 {
		return bin, 0
	}
	return e.bin, held
}

// giveBins gives bins to the sets that contacts wanted in a step.
func (set *Set) giveBins() {
	x, before := &set.losses, len(set.losses.bins)
	for i := range set.Spaces {
		w := &set.Spaces[i].wanted
		if !w.any {
			continue
		}
		for word, sets := range w.sets {
			for ; sets != 0; sets &= sets - 1 {
				x.giveBin(SumSet(word*64 + bits.TrailingZeros64(sets)))
			}
		}
		*w = wanted{}
	}
	if len(x.bins) > before {
		set.fitBins()
	}
}

// fitBins gives the workers as many bins as are needed. These are empty between two steps.
func (set *Set) fitBins() {
	for i := range set.Spaces {
		set.Spaces[i].bins = resized(set.Spaces[i].bins, len(set.losses.bins))
	}
}

// ungroup forgets where contacts add what they lose.
func (t *Table) ungroup() {
	if g := t.grouping; g != nil {
		g.runs, g.slots = g.runs[:0], g.slots[:0]
	}
}

// regroup finds the slots of all contacts, which come in the order of their pairs, if the runs of these are known.
func (t *Table) regroup() {
	g := t.grouping
	if g == nil || len(g.runs) == 0 {
		return
	}
	g.slots = resized(g.slots, len(t.Blocks))
	runs := g.runs
	for i := range g.slots {
		pairs, n := &t.links[i].pair, min(t.N-i*BlockSize, BlockSize)
		for l := range n {
			for runs[0].last < pairs[l] {
				runs = runs[1:]
			}
			g.slots[i][l] = runs[0].to
		}
		for l := n; l < BlockSize; l++ {
			g.slots[i][l] = g.slots[i][n-1]
		}
	}
}

// slotsOf returns the slots of the contacts in a block.
func (t *Table) slotsOf(block uint) slots {
	if g := t.grouping; g != nil && block < uint(len(g.slots)) {
		return g.slots[block]
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
	set.giveBins()
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

// lose adds what a contact lost to sums, beside a bin of a worker, and asks for a bin for all of them.
func (s *Workspace) lose(to, in SumSet, lost *ledger.Loss) {
	s.wanted.add(to | in)
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
		space.lose(besides, set.losses.bins[bin], &made)
	}
}

// loseBatch adds what the contacts from number first on lost to their bins and sums.
func (set *Set) loseBatch(k *Chunk, first int, space *Workspace) {
	t, x, block := &k.Contacts, &space.laws, uint(first)/BlockSize
	if x.heats == 0 && x.Slides == 0 {
		return
	}
	of, asked := t.slotsOf(block), x.Present
	if x.heats == 0 { // only those that slide lose energy
		asked = x.Slides
	}
	for s := of.atEdges() & asked; s != 0; s &= s - 1 {
		l := bits.TrailingZeros8(uint8(s))
		var besides SumSet
		if of[l], besides = set.losses.binAt(of[l], k.Point(first+l)); besides != 0 {
			lost := x.lostIn(l)
			space.lose(besides, set.losses.bins[of[l]], &lost)
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

// In a number of four slots, the least bit of each, and all bits but the largest of each.
const ones, sevens = 0x0001000100010001, 0x7fff7fff7fff7fff

// lanesOf returns the largest bits of eight slots side by side, of which low has the first four.
func lanesOf(low, high uint64) wide.Set {
	const together = 1<<48 | 1<<33 | 1<<18 | 1<<3
	return wide.Set(low>>15&ones*together>>48&0xf | high>>15&ones*together>>48<<4&0xf0)
}

// numbers returns the slots as two numbers of four each.
func (s *slots) numbers() (low, high uint64) {
	return uint64(s[0]) | uint64(s[1])<<16 | uint64(s[2])<<32 | uint64(s[3])<<48,
		uint64(s[4]) | uint64(s[5])<<16 | uint64(s[6])<<32 | uint64(s[7])<<48
}

// atEdges returns which contacts of eight are at an edge.
func (s *slots) atEdges() wide.Set { return lanesOf(s.numbers()) }

// lanes returns which contacts of eight have a slot.
func (s *slots) lanes(to slot) wide.Set {
	low, high := s.numbers()
	low, high = low^uint64(to)*ones, high^uint64(to)*ones
	if low|high == 0 {
		return wide.All
	}
	return lanesOf(^(low&sevens + sevens | low | sevens), ^(high&sevens + sevens | high | sevens)) // ones where it is 0
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
