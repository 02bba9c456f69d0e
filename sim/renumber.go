package sim

import (
	"cmp"
	"slices"

	"tumble/sim/shape"
)

// renumbering gives new places to bodies and to their shapes.
type renumbering struct {
	bodies []int32                   // new index of each
	stay   int32                     // so many bodies stay, those that come first then
	shapes [len(shape.Kinds)][]int32 // new index of each shape of a kind
	first  []int32                   // of the shapes of a kind, by body
	rest   []int32                   // indices that have not been moved to yet
}

// renumber gives bodies and shapes their new places and takes out those that do not stay,
// with their candidates and contacts. What stays keeps its history. The candidate lists are
// rebuilt; until then their chunks may be shorter than others.
func (w *World) renumber(r *renumbering) {
	w.bodies.renumber(r)
	w.shapes.renumber(r)
	for i := range w.motions {
		w.motions[i].body = int(r.bodies[w.motions[i].body])
	}
	w.renumberLists(r)
	w.stale = true
}

// renumberLists does it for candidates and contacts.
func (w *contactSet) renumberLists(r *renumbering) {
	w.count = 0
	for i := range w.lists {
		l := &w.lists[i]
		for _, k := range l.chunks {
			w.renumberPairs(k, r)
			w.count += k.contacts.n
		}
		w.sortPairs(l)
	}
}

func (b *bodies) renumber(r *renumbering) {
	to, n := r.bodies, r.stay
	b.pos, b.ori = moved(r, b.pos, to, n), moved(r, b.ori, to, n)
	b.vel, b.spin, b.angMom = moved(r, b.vel, to, n), moved(r, b.spin, to, n), moved(r, b.angMom, to, n)
	b.wrench = moved(r, b.wrench, to, n)
	b.mass, b.kind, b.block = moved(r, b.mass, to, n), moved(r, b.kind, to, n), moved(r, b.block, to, n)
	b.travel, b.limit = moved(r, b.travel, to, n), moved(r, b.limit, to, n)
	b.info = moved(r, b.info, to, n)
	left := b.created[:0]
	for _, i := range b.created {
		if to[i] < n {
			left = append(left, to[i])
		}
	}
	b.created = left
}

// renumber keeps the shapes of a kind in the order of their bodies.
func (s *shapes) renumber(r *renumbering) {
	s.wallInfo, s.walls = renumberKind(r, shape.KindWall, s.wallInfo, s.walls)
	s.meshInfo, s.meshes = renumberKind(r, shape.KindMesh, s.meshInfo, s.meshes)
	s.cylinderInfo, s.cylinders = renumberKind(r, shape.KindCylinder, s.cylinderInfo, s.cylinders)
	s.sphereInfo, s.spheres = renumberKind(r, shape.KindSphere, s.sphereInfo, s.spheres)
	s.capsuleInfo, s.capsules = renumberKind(r, shape.KindCapsule, s.capsuleInfo, s.capsules)
}

func renumberKind[T any](r *renumbering, kind shape.Kind, infos []shapeInfo, items []T) ([]shapeInfo, []T) {
	r.first = slices.Grow(r.first[:0], len(r.bodies)+1)[:len(r.bodies)+1]
	clear(r.first)
	for i := range infos {
		infos[i].body = r.bodies[infos[i].body]
		r.first[infos[i].body+1]++
	}
	for i := range r.bodies {
		r.first[i+1] += r.first[i]
	}
	stay := r.first[r.stay]
	to := r.shapes[kind][:0]
	for i := range infos {
		next := &r.first[infos[i].body]
		to = append(to, *next)
		*next++
	}
	r.shapes[kind] = to
	return moved(r, infos, to, stay), moved(r, items, to, stay)
}

// moved brings each item i to its new place to[i] and leaves the first n there. It swaps
// items until all are where they belong, so that it needs memory for none.
func moved[T any](r *renumbering, items []T, to []int32, n int32) []T {
	r.rest = append(r.rest[:0], to...)
	for i := range items {
		for j := r.rest[i]; j != int32(i); j = r.rest[i] {
			items[i], items[j] = items[j], items[i]
			r.rest[i], r.rest[j] = r.rest[j], j
		}
	}
	clear(items[n:]) // nothing that is gone is kept alive
	return items[:n]
}

// renumberPairs drops the candidates of bodies that are gone, with their contacts, and
// renumbers the rest.
func (w *contactSet) renumberPairs(k *chunkOfPairs, r *renumbering) {
	toA, toB := r.shapes[k.list.kindA], r.shapes[k.list.kindB]
	pairs, n := k.pairs[:0], 0
	for _, c := range k.pairs {
		first := int(c.contact)
		c.bodyA, c.bodyB, c.a, c.b = r.bodies[c.bodyA], r.bodies[c.bodyB], toA[c.a], toB[c.b]
		if c.bodyA >= r.stay || c.bodyB >= r.stay {
			w.dropView(k.list, &c)
			continue
		}
		c.contact = uint16(n)
		for j := range int(c.count) {
			k.contacts.move(n, &k.contacts, first+j)
			b, l := k.contacts.row(n)
			b.bodyA[l], b.bodyB[l], b.pair[l] = c.bodyA, c.bodyB, uint8(len(pairs))
			n++
		}
		pairs = append(pairs, c)
	}
	k.contacts.resize(n)
	k.pairs, k.turns = pairs, k.turns[:0]
	for i := range k.pairs {
		if c := &k.pairs[i]; k.list.kindA == k.list.kindB && c.a > c.b {
			w.turnRound(k, i)
		}
	}
}

// turnRound makes the second shape of pair i the first. Its contacts then act on the other
// body.
func (w *contactSet) turnRound(k *chunkOfPairs, i int) {
	c := &k.pairs[i]
	c.a, c.b, c.bodyA, c.bodyB = c.b, c.a, c.bodyB, c.bodyA
	springs := w.mix(k.list, c)
	for j := int(c.contact); j < int(c.contact)+int(c.count); j++ {
		t := k.contact(j)
		t.normal, t.shear, t.couple = t.normal.Neg(), t.shear.Neg(), t.couple.Neg()
		k.contacts.keep(j, &t)
		k.contacts.name(j, i, c, springs)
	}
}

// pairPlace says where a pair goes that has contacts, and where it is.
type pairPlace struct {
	place       uint64
	chunk, pair int32
}

// sortPairs brings the candidates of a list that have contacts into its order. The rebuild
// finds the others again.
func (w *contactSet) sortPairs(l *pairList) {
	if l.sorted() {
		return
	}
	var places []pairPlace
	left := make([]int, len(l.chunks)) // so many of each chunk have still to be taken over
	for k, h := range l.chunks {
		for i := range h.pairs {
			c := &h.pairs[i]
			if c.count == 0 {
				w.dropView(l, c)
				continue
			}
			places = append(places, pairPlace{l.place(c.a, c.b), int32(k), int32(i)})
			left[k]++
		}
		if left[k] == 0 {
			w.pool.put(h)
		}
	}
	slices.SortFunc(places, func(p, q pairPlace) int { return cmp.Compare(p.place, q.place) })
	old := l.chunks
	l.chunks = nil
	for _, p := range places {
		from := old[p.chunk]
		w.open(&l.chunks, l).takeOver(from, &from.pairs[p.pair])
		if left[p.chunk]--; left[p.chunk] == 0 {
			w.pool.put(from)
		}
	}
}

// sorted reports whether the candidates are in the order of the list.
func (l *pairList) sorted() bool {
	last := uint64(0)
	for c := range l.candidates {
		place := l.place(c.a, c.b)
		if place < last {
			return false
		}
		last = place
	}
	return true
}
