package contact

import (
	"math/bits"

	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// Loss is energy of a contact that became heat in a step, in one of the ways of ledger.Heat.
type Loss struct {
	Contact int32   // its number in its chunk
	Heat    float64 // [J]
}

// Gone is energy that became heat as a contact ended.
type Gone struct {
	Point vec.Vec3 // where the contact was [m]
	Heat  float64  // [J]
}

// Told are losses of contacts in a step that are told one by one.
type Told struct {
	Losses []Loss // of contacts whose group is not known
	Gone   []Gone
}

// SumSet is a set of Sums: a bit for each.
type SumSet uint16

// MostSums is how many such sums there are.
const MostSums = 16

// Sums are what contacts lost in a step, in each of the places where somebody asks for it [J].
type Sums [MostSums]ledger.Sum

// groups tells to which sums the contacts of a chunk add what they lose. Those of one group add it to the same: so it
// is added up once for each group, and then once more for each of its sums.
type groups struct {
	sums   []SumSet // the sums of each group; no group: all losses are told one by one
	ofPair []uint8  // group of each pair; toldApart if its losses are
}

// toldApart is the group whose losses are told one by one.
const toldApart = 0

// mostGroups is how many groups a chunk has at most.
const mostGroups = 8

// groupHeat is what the contacts of each group lost in a step.
type groupHeat struct {
	heats [mostGroups]ledger.Heat
	lanes [mostGroups]ledger.LaneHeat // ... instead, where a kernel adds up
}

// TellLosses lets contacts tell what they lose in a step, from the next one on: those in groups by adding it to the
// sums of their group, the others one by one. tell is called by workers, for one chunk at a time each, with what its
// other contacts lost and the sums of the worker. With nil they no longer tell.
func (set *Set) TellLosses(tell func(k *Chunk, told *Told, to *Sums)) {
	set.tell = tell
	for _, k := range set.Chunks {
		k.Ungroup()
	}
}

// Ungroup takes the contacts of a chunk out of their groups.
func (k *Chunk) Ungroup() { k.groups.sums, k.groups.ofPair = k.groups.sums[:0], k.groups.ofPair[:0] }

// Group says to which sums the contacts of the next pair of a chunk add what they lose, until its lists are made anew;
// if that is not known, they tell it one by one.
func (k *Chunk) Group(to SumSet, known bool) {
	g := &k.groups
	if len(g.sums) == 0 {
		g.sums = append(g.sums, 0)
	}
	at := toldApart
	for i := 1; known && i < len(g.sums); i++ {
		if g.sums[i] == to {
			at = i
		}
	}
	if known && at == toldApart && len(g.sums) < mostGroups {
		at, g.sums = len(g.sums), append(g.sums, to)
	}
	g.ofPair = append(g.ofPair, uint8(at))
}

// count returns how many groups the contacts of a chunk are in.
func (g *groups) count() int { return max(len(g.sums), 1) }

// of returns the group of the contacts of a pair.
func (g *groups) of(pair uint8) uint8 {
	if int(pair) < len(g.ofPair) {
		return g.ofPair[pair] % mostGroups
	}
	return toldApart
}

// Lost returns what was added to a sum in the last step [J].
func (set *Set) Lost(sum int) (all ledger.Sum) {
	for i := range set.Spaces {
		all.Join(&set.Spaces[i].sums[sum])
	}
	return all
}

// beginTelling empties the sums of a step.
func (set *Set) beginTelling() {
	if set.tell != nil {
		for i := range set.Spaces {
			set.Spaces[i].sums = Sums{}
		}
	}
}

// tellLosses adds what the contacts of a chunk lost to the sums of a worker.
func (set *Set) tellLosses(k *Chunk, space *Workspace) {
	if told := &space.told; len(told.Losses)+len(told.Gone) > 0 {
		set.tell(k, told, &space.sums)
		told.Losses, told.Gone = told.Losses[:0], told.Gone[:0]
	}
}

// lose puts in that contact i lost an energy [J].
func (t *Told) lose(i int, heat float64) {
	if heat != 0 {
		t.Losses = append(t.Losses, Loss{int32(i), heat})
	}
}

// bookLoss adds what contact i lost to its group.
func (s *Workspace) bookLoss(k *Chunk, i int, own *ledger.Heat) {
	group := k.groups.of(k.Contacts.PairOf(i))
	if s.laws.groups.heats[group].Join(own); group == toldApart {
		made := own.Loss()
		s.told.lose(i, made.Friction)
		s.told.lose(i, made.Viscous)
		s.told.lose(i, made.Rolling)
	}
}

// bookGroups is lawBatch.book where contacts tell what they lose.
func (x *lawBatch) bookGroups(k *Chunk, told *Told, first, n int) {
	h, g, pairs := &x.groups, &k.groups, &k.Contacts.links[uint(first)/BlockSize].pair
	if x.heats == 0 {
		for s := x.Slides; s != 0; s &= s - 1 {
			l := bits.TrailingZeros8(uint8(s))
			group := g.of(pairs[l])
			if h.heats[group].Friction.Add(x.Lost[l]); group == toldApart {
				told.lose(first+l, x.Lost[l])
			}
		}
		return
	}
	var lanes [mostGroups]wide.Set
	for l := range n {
		lanes[g.of(pairs[l])] |= 1 << l
	}
	present, slides := x.Present, x.Slides
	for group, some := range lanes {
		if some != 0 {
			x.Present, x.Slides = some, slides&some
			x.Heat = (*wide.Lane)(&h.lanes[group].Friction.High)
			wide.HeatKernel.Run(&x.Law, x.heats)
		}
	}
	x.Present, x.Slides = present, slides
	for s := lanes[toldApart]; s != 0; s &= s - 1 {
		l := bits.TrailingZeros8(uint8(s))
		var friction float64
		if x.Slides>>l&1 != 0 {
			friction = x.Lost[l]
		}
		if x.heats&wide.HeatSoftened != 0 && x.Acts>>l&1 != 0 {
			friction += x.Softened[l]
		}
		told.lose(first+l, friction)
		if x.heats&wide.HeatViscous != 0 {
			told.lose(first+l, x.Viscous[l])
		}
		if x.heats&wide.HeatRolling != 0 {
			told.lose(first+l, x.RollingLost[l])
		}
	}
}

// begin empties the sums of the groups of a chunk, also those of the kernel of heat if it has options.
func (h *groupHeat) begin(k *Chunk, heats wide.Options) {
	for group := range k.groups.count() {
		if h.heats[group] = (ledger.Heat{}); heats != 0 {
			h.lanes[group] = ledger.LaneHeat{}
		}
	}
}

// addTo adds what the groups of a chunk lost to their sums and to lost.
func (h *groupHeat) addTo(k *Chunk, heats wide.Options, to *Sums, lost *ledger.Heat) {
	for group := range k.groups.count() {
		heat, lanes := &h.heats[group], &h.lanes[group]
		if heats != 0 {
			heat.Friction = lanes.Friction.Total()
		}
		if heats&wide.HeatViscous != 0 {
			heat.Viscous = lanes.Viscous.Total()
		}
		if heats&wide.HeatRolling != 0 {
			heat.Rolling = lanes.Rolling.Total()
		}
		var some SumSet
		if group != toldApart {
			some = k.groups.sums[group]
		}
		for _, one := range [...]struct{ of, all *ledger.Sum }{
			{&heat.Friction, &lost.Friction}, {&heat.Viscous, &lost.Viscous}, {&heat.Rolling, &lost.Rolling},
		} {
			if *one.of == (ledger.Sum{}) {
				continue
			}
			one.all.Join(one.of)
			for sums := some; sums != 0; sums &= sums - 1 {
				to[bits.TrailingZeros16(uint16(sums))].Join(one.of)
			}
		}
	}
}
