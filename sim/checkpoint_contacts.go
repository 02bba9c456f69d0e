package sim

import (
	"math"

	"tumble/sim/archive"
	"tumble/sim/bridge"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// archiveContacts takes the contacts, pair by pair.
func (w *World) archiveContacts(a *archive.Archive) {
	lists := len(w.lists)
	if archive.Whole(a, &lists); lists != len(w.lists) {
		a.Fail("there are %d lists of contacts, want %d", lists, len(w.lists))
		return
	}
	for i := range w.lists {
		w.archiveList(a, &w.lists[i])
	}
}

func (w *World) archiveList(a *archive.Archive, l *pairList) {
	var pairs []touchingPair
	if !a.Reading() {
		pairs = l.touchingPairs()
	}
	archive.List(a, &pairs, func(p *touchingPair) {
		archive.Whole(a, &p.a)
		archive.Whole(a, &p.b)
		archive.Whole(a, &p.side)
		archive.List(a, &p.contacts, func(c *contact) { c.archive(a) })
		archive.List(a, (*[]vec.Vec3)(&p.turns), a.Vector)
	})
	if a.Good() {
		w.takeContacts(a, l, pairs)
	}
}

// touchingPair is a candidate that touches.
type touchingPair struct {
	a, b     int32
	side     int8
	contacts []contact
	turns    turns // of its contacts, if they spread along shafts
}

func (l *pairList) touchingPairs() (out []touchingPair) {
	for k := range l.chunks {
		h := l.chunks[k]
		for i := range h.pairs {
			if c := &h.pairs[i]; c.count > 0 {
				p := touchingPair{a: c.a, b: c.b, side: c.side, turns: c.turns(h)}
				for j := range int(c.count) {
					p.contacts = append(p.contacts, h.contact(int(c.contact)+j))
				}
				out = append(out, p)
			}
		}
	}
	return out
}

// archive takes what a contact has of its own: its springs follow from its pair.
func (c *contact) archive(a *archive.Archive) {
	a.Vectors(&c.point, &c.normal, &c.shear, &c.couple)
	a.Numbers(&c.overlap, &c.drag, &c.normalForce)
	archive.Whole(a, &c.feature)
	a.Flag(&c.fresh)
	a.Flag(&c.sliding)
}

// takeContacts puts restored contacts where the next rebuild of the candidates looks for
// them, as if they were the candidates of before.
func (w *World) takeContacts(a *archive.Archive, l *pairList, pairs []touchingPair) {
	for i := range pairs {
		p := &pairs[i]
		if p.a < 0 || int(p.a) >= w.shapes.Count(l.kindA) || p.b < 0 || int(p.b) >= w.shapes.Count(l.kindB) ||
			i > 0 && l.place(p.a, p.b) <= l.place(pairs[i-1].a, pairs[i-1].b) {
			a.Fail("a contact of %v %d and %v %d is out of order or range", l.kindA, p.a, l.kindB, p.b)
			return
		}
		infoA, infoB := w.shapes.Info(l.kindA, p.a), w.shapes.Info(l.kindB, p.b)
		c := candidate{a: p.a, b: p.b, bodyA: infoA.Body, bodyB: infoB.Body, side: p.side, count: uint8(len(p.contacts))}
		kinds := w.bodies.Kind
		if c.bodyA == c.bodyB || kinds[c.bodyA] != bridge.Dynamic && kinds[c.bodyB] != bridge.Dynamic ||
			len(p.contacts) == 0 || len(p.contacts) > math.MaxUint8 || p.side < -1 || p.side > 1 ||
			len(p.turns) != 0 && len(p.turns) != len(p.contacts) || (len(p.turns) == 0) != (len(pairs[0].turns) == 0) {
			a.Fail("bodies %d and %d cannot have %d contacts", c.bodyA, c.bodyB, len(p.contacts))
			return
		}
		if l.kindA == shape.KindMesh {
			c.view = w.newView()
		}
		to := w.open(&l.chunks, l)
		c.contact = uint16(to.contacts.n)
		to.pairs = append(to.pairs, c)
		for i := range p.contacts {
			to.restore(w, &p.contacts[i])
		}
		to.turns = append(to.turns, p.turns...)
		w.count += len(p.contacts)
	}
}

// restore appends a contact of the last pair.
func (k *chunkOfPairs) restore(w *World, c *contact) {
	i, pair := k.contacts.n, len(k.pairs)-1
	k.contacts.resize(i + 1)
	k.contacts.keep(i, c)
	k.contacts.name(i, pair, &k.pairs[pair], w.mix(k.list, &k.pairs[pair]))
}
