package sim

import (
	"slices"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/shape"
	"tumble/sim/vec"
	"tumble/sim/wide"
)

// summing is what sums forces have beside the contacts.
type summing struct {
	span                // the bodies that they act on
	spare int32         // which record behind those of all bodies takes what nobody wants
	next  *chunkOfPairs // is done after this one
	batch sumsBatch
}

// sumSpan adds up, per body of one span, gravity and the contacts in contact order: the same sum for any
// number of workers. Each does one span, with the chunks that are at home there.
func (w *contactSet) sumSpan(worker, number, _ int) {
	b, own := w.bodies, w.cuts.spans[number]
	for i := own.first; i < own.last; i++ {
		b.Wrench[i] = body.Wrench{}
		if b.Kind[i] == bridge.Dynamic {
			b.Wrench[i].Force = w.gravity.Scale(b.Mass[i].Mass)
		}
	}
	onto := &w.spaces[worker].onto
	onto.span, onto.spare = own, int32(b.Len()+number)
	reaches := w.cuts.reaches
	for i, k := range w.chunks {
		switch r := &reaches[i]; {
		case !own.has(r.home):
			if own.meets(r.a) || own.meets(r.b) {
				w.receive(k, own)
			}
		case wide.InBatches():
			next := (i + 1) % len(w.chunks)
			if onto.next = w.chunks[next]; !own.has(reaches[next].home) {
				onto.next = nil
			}
			onto.sumBatches(k, b)
		default:
			w.sumChunk(k, own)
		}
	}
	if w.resists {
		w.sumCouples(own)
	}
}

// sumChunk adds the forces of the contacts of a chunk to those bodies in a span.
func (w *contactSet) sumChunk(k *chunkOfPairs, own span) {
	b := w.bodies
	for i := range k.contacts.n {
		c, l := k.contacts.row(i)
		point := c.point.at(l)
		f := c.force(l)
		if j := c.bodyA[l]; own.has(j) && !k.still {
			on := &b.Wrench[j]
			on.Force = on.Force.Add(f)
			on.Torque = on.Torque.Add(k.turn(i, point.Sub(b.Pos[j]).Cross(f)))
		}
		if j := c.bodyB[l]; own.has(j) {
			on := &b.Wrench[j]
			on.Force = on.Force.Sub(f)
			on.Torque = on.Torque.Sub(k.turn(i, point.Sub(b.Pos[j]).Cross(f)))
		}
	}
}

// sent is what a contact puts on a body that is not in the span where its chunk is at home. It fills
// a cache line; the contact, which the other core would need else, is spread over a dozen.
type sent struct {
	force, torque vec.Vec3 // [N], [N·m]
	body          int32
	shape         int32 // of the body, in the slice of its kind
	_             [8]byte
}

// send keeps what the contacts of a chunk put on bodies of other spans.
func (w *contactSet) send(k *chunkOfPairs, onto *summing) {
	own, all := w.cuts.spanOf(k.home), k.sent[:0]
	switch {
	case own.holds(k.bodiesB) && (own.holds(k.bodiesA) || k.still):
	case wide.InBatches():
		all = onto.sendBatches(k, w.bodies, own)
	default:
		all = w.sendEach(k, own)
	}
	if len(all) != len(k.sent) { // else they lie where they lay, and the other core need not be told
		k.sent = all
	}
}

// sendEach does it contact by contact.
func (w *contactSet) sendEach(k *chunkOfPairs, own span) []sent {
	b, all := w.bodies, k.sent[:0]
	for i := range k.contacts.n {
		c, l := k.contacts.row(i)
		point := c.point.at(l)
		f := c.force(l)
		if j := c.bodyA[l]; !own.has(j) && !k.still {
			all = k.addSent(all, i, 0, &body.Wrench{Force: f, Torque: k.turn(i, point.Sub(b.Pos[j]).Cross(f))})
		}
		if j := c.bodyB[l]; !own.has(j) {
			all = k.addSent(all, i, 1, &body.Wrench{Force: f.Scale(-1), Torque: k.turn(i, point.Sub(b.Pos[j]).Cross(f)).Scale(-1)})
		}
	}
	return all
}

// addSent appends what contact i puts on its first or second body, 0 or 1. It writes nothing twice: each
// time the core that reads it may have taken the cache line.
func (k *chunkOfPairs) addSent(all []sent, i, body int, puts *body.Wrench) []sent {
	if len(all) == cap(all) {
		all = slices.Grow(all, chunk/2)
	}
	all = all[:len(all)+1]
	c, l := k.contacts.row(i)
	s, p := &all[len(all)-1], &k.pairs[c.pair[l]]
	s.force, s.torque = puts.Force, puts.Torque
	s.body, s.shape = c.bodyA[l], p.a
	if body > 0 {
		s.body, s.shape = c.bodyB[l], p.b
	}
	return all
}

// fetch reads what the contacts of a chunk need of bodies of other spans before they are looked at:
// the other core gives many of them in the time of a few. It returns a sum of all that it read.
func (w *contactSet) fetch(k *chunkOfPairs) (sum float64) {
	b := w.bodies
	capsules := k.list.kindA == shape.KindCapsule // and so are the second shapes
	for i := range k.sent {
		s := &k.sent[i]
		j := s.body
		sum += b.Pos[j].X + b.Pos[j].Z + b.Vel[j].X + b.Vel[j].Z + b.Spin[j].X + b.Spin[j].Z
		if capsules {
			sum += w.shapes.Capsules[s.shape].Radius
		}
	}
	return sum
}

// receive adds what a chunk of another span puts on bodies of a span.
func (w *contactSet) receive(k *chunkOfPairs, own span) {
	for i := range k.sent {
		if s := &k.sent[i]; own.has(s.body) {
			on := &w.bodies.Wrench[s.body]
			on.Force, on.Torque = on.Force.Add(s.force), on.Torque.Add(s.torque)
		}
	}
}

// sumCouples adds to those bodies in a span what opposes rolling and twisting.
func (w *contactSet) sumCouples(own span) {
	b := w.bodies
	for _, k := range w.chunks {
		for i := range k.contacts.resistance {
			c, l := k.contacts.row(i)
			couple := k.contacts.resistance[i].couple
			if j := c.bodyA[l]; own.has(j) {
				b.Wrench[j].Torque = b.Wrench[j].Torque.Add(couple)
			}
			if j := c.bodyB[l]; own.has(j) {
				b.Wrench[j].Torque = b.Wrench[j].Torque.Sub(couple)
			}
		}
	}
}

// span is a range of bodies [first, last).
type span struct{ first, last int32 }

func (s span) has(i int32) bool  { return i >= s.first && i < s.last }
func (s span) holds(t span) bool { return t.first >= s.first && t.last <= s.last }
func (s span) meets(t span) bool { return t.first < s.last && s.first < t.last }

func (s *span) include(i int32) {
	if s.last == 0 {
		*s = span{i, i + 1}
	}
	if i < s.first {
		s.first = i
	}
	if i >= s.last {
		s.last = i + 1
	}
}

// pick copies those of a list of bodies that are in the span, and puts the spare record in place of
// the rest and of what is behind it. It has no branches that depend on the bodies.
func (s *summing) pick(list, to []int32) {
	first, size, spare := s.first, uint32(s.last-s.first), s.spare
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
