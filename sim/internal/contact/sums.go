package contact

import (
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// summing is what sums forces have beside the contacts.
type summing struct {
	Span         // the bodies that they act on
	spare int32  // which record behind those of all bodies takes what nobody wants: see spareRecords
	next  *Chunk // is done after this one
	batch sumsBatch
	ahead ahead
	fits  bool // see bodiesFit
}

// spareRecords is how many records behind those of all bodies there are for each worker, the last of which is its spare
// one: so that lies in no cache line with another that is written.
const spareRecords = 3

// SumSpan adds up, per body of one span, gravity and the contacts in contact order: the same sum for any
// number of workers. Each does one span, with the chunks that are at home there.
func (set *Set) SumSpan(worker, number, _ int) {
	b, own := set.Bodies, set.Partition.Spans[number]
	b.Weigh(int(own.First), int(own.Last), set.Gravity)
	onto := &set.Spaces[worker].Onto
	onto.Span, onto.fits, onto.spare = own, set.bodiesFit(), int32(b.Len()+spareRecords*(number+1)-1)
	footprints := set.Partition.Footprints
	for i, k := range set.Chunks {
		switch r := &footprints[i]; {
		case !own.Has(r.Home):
			if own.meets(r.a) || own.meets(r.b) {
				set.receive(k, own)
			}
		case wide.InBatches():
			next := (i + 1) % len(set.Chunks)
			if onto.next = set.Chunks[next]; !own.Has(footprints[next].Home) {
				onto.next = nil
			}
			onto.ahead.fetch(onto.next, set.Chunks, next+1)
			set.sumBatches(k, onto)
		default:
			set.sumChunk(k, own)
		}
	}
}

// sumChunk adds the forces of the contacts of a chunk to those bodies in a span.
func (set *Set) sumChunk(k *Chunk, own Span) {
	b := set.Bodies
	for i := range k.Contacts.N {
		c, l := k.Contacts.Row(i)
		f := c.force.at(l)
		onA, onB := k.torques(i)
		if j := c.BodyA[l]; own.Has(j) && !k.Fixed {
			on := &b.Wrench[j]
			on.Force, on.Torque = on.Force.Add(f), on.Torque.Add(onA)
		}
		if j := c.BodyB[l]; own.Has(j) {
			on := &b.Wrench[j]
			on.Force, on.Torque = on.Force.Sub(f), on.Torque.Sub(onB)
		}
	}
}

// withCouples returns the torque of the force of contact i together with its couples: as a line contact, and against
// rolling and twisting [N·m].
func (k *Chunk) withCouples(i int, torque vec.Vec3) vec.Vec3 {
	if len(k.Moments) > 0 {
		torque = torque.Add(k.Moments[i])
	}
	if len(k.Contacts.couples) > 0 {
		torque = torque.Add(k.Contacts.couple(i))
	}
	return torque
}

// Halo is what a contact puts on a body that is not in the span where its chunk is at home. It fills
// a cache line; the contact, which the other core would need else, takes a dozen.
type Halo struct {
	Force, Torque vec.Vec3 // [N], [N·m]
	Body          int32
	_             [12]byte
}

// sendHalo keeps what the contacts of a chunk put on bodies of other spans. Few chunks are so near to a cut, but a cut
// comes by many in the course of time: memory goes from one to the next.
func (set *Set) sendHalo(k *Chunk, space *Workspace) {
	own, all := set.Partition.spanOf(k.home), k.Halo[:0]
	if !own.holds(k.BodiesB) || !own.holds(k.BodiesA) && !k.Fixed {
		all = set.Halo(k, own, &space.Halos)
	}
	if n := max(len(all), fewHalos); len(all) > 0 && cap(all) >= 4*n { // memory from when the cut went through the chunk
		k.Halo = append(make([]Halo, 0, n), all...)
		space.Halos.put(all)
	} else if len(all) != len(k.Halo) { // else they lie where they lay, and the other core need not be told
		k.Halo = all
	}
	if k.Halo != nil && len(k.Halo) == 0 {
		space.Halos.put(k.Halo)
		k.Halo = nil
	}
}

// halos keeps the memory of halos that chunks no longer have.
type halos [][]Halo

// mostHalos is how many a worker keeps: one that takes them back need not be the one that gives them away.
const mostHalos = 16

func (h *halos) put(halo []Halo) {
	if len(*h) < mostHalos {
		*h = append(*h, halo[:0])
	}
}

func (h *halos) get() (halo []Halo) {
	if last := len(*h) - 1; last >= 0 {
		halo, *h = (*h)[last], (*h)[:last]
	}
	return halo
}

// Halo returns what the contacts of a chunk put on bodies that are not in a span. They are so few that plain code
// is faster than a kernel. A chunk without memory for it gets some of those that are free.
func (set *Set) Halo(k *Chunk, own Span, free *halos) []Halo {
	all := k.Halo[:0]
	for i := range k.Contacts.N {
		c, l := k.Contacts.Row(i)
		toA, toB := !own.Has(c.BodyA[l]) && !k.Fixed, !own.Has(c.BodyB[l])
		if !toA && !toB {
			continue
		}
		f := c.force.at(l)
		onA, onB := k.torques(i)
		if cap(all) == 0 {
			all = free.get()
		}
		if toA {
			all = k.addHalo(all, i, 0, &body.Wrench{Force: f, Torque: onA})
		}
		if toB {
			all = k.addHalo(all, i, 1, &body.Wrench{Force: f.Scale(-1), Torque: onB.Scale(-1)})
		}
	}
	return all
}

// addHalo appends what contact i puts on its first or second body, 0 or 1. It writes nothing twice: each
// time the core that reads it may have taken the cache line.
func (k *Chunk) addHalo(all []Halo, i, body int, puts *body.Wrench) []Halo {
	if len(all) == cap(all) {
		all = slices.Grow(all, fewHalos)
	}
	all = all[:len(all)+1]
	c, l := k.Contacts.Row(i)
	on := c.BodyA[l]
	if body > 0 {
		on = c.BodyB[l]
	}
	s := &all[len(all)-1]
	s.Force, s.Torque, s.Body = puts.Force, puts.Torque, on
	return all
}

// fewHalos is for how many a chunk gets memory at first: many chunks beside a cut have no more.
const fewHalos = 8

// fetch asks for what the contacts of a chunk need of bodies of other spans before they are looked at: the core that
// moved these bodies takes long to give each.
func (set *Set) fetch(k *Chunk, x *lawBatch) {
	if len(k.Halo) == 0 || !wide.InBatches() {
		return
	}
	b := set.Bodies
	x.Pos, x.Vel, x.Spin, x.SoonB = wide.First(b.Pos), wide.First(b.Vel), wide.First(b.Spin), &x.foreign
	for first := 0; first < len(k.Halo); first += wide.Lanes {
		for l := range x.foreign {
			x.foreign[l] = k.Halo[min(first+l, len(k.Halo)-1)].Body
		}
		wide.FetchTwistsKernel.Run(&x.Law, k.withoutPositions())
	}
}

// receive adds what a chunk of another span puts on bodies of a span.
func (set *Set) receive(k *Chunk, own Span) {
	for i := range k.Halo {
		if s := &k.Halo[i]; own.Has(s.Body) {
			on := &set.Bodies.Wrench[s.Body]
			on.Force, on.Torque = on.Force.Add(s.Force), on.Torque.Add(s.Torque)
		}
	}
}

// Span is a range of bodies [first, last).
type Span struct{ First, Last int32 }

func (s Span) Has(i int32) bool  { return i >= s.First && i < s.Last }
func (s Span) holds(t Span) bool { return t.First >= s.First && t.Last <= s.Last }
func (s Span) meets(t Span) bool { return t.First < s.Last && s.First < t.Last }

func (s *Span) include(i int32) {
	if s.Last == 0 {
		*s = Span{i, i + 1}
	}
	if i < s.First {
		s.First = i
	}
	if i >= s.Last {
		s.Last = i + 1
	}
}

// pick copies those of a list of bodies that are in the span, and puts the spare record in place of
// the rest and of what is behind it. It has no branches that depend on the bodies.
func (s *summing) pick(list, to []int32) {
	first, size, spare := s.First, uint32(s.Last-s.First), s.spare
	for l := range to[len(list):] {
		to[len(list)+l] = spare
	}
	for l, j := range list {
		if uint32(j-first) >= size {
			j = spare
		}
		to[l] = j
	}
}
