package sim

import (
	"slices"

	"tumble/sim/shape"
)

// removal is the memory in which bodies are marked and renumbered.
type removal struct {
	marked bool
	bodies []int32 // new index of each body, -1 if it goes
	shapes [len(shape.Kinds)][]int32
}

// mark makes body i leave the world when the marked ones are removed.
func (r *removal) mark(i, bodies int) {
	if !r.marked {
		r.marked = true
		r.bodies = slices.Grow(r.bodies[:0], bodies)[:bodies]
		clear(r.bodies)
	}
	r.bodies[i] = -1
}

// has reports whether body i is marked.
func (r *removal) has(i int) bool { return r.marked && r.bodies[i] < 0 }

// removeMarked takes the marked bodies out, with their shapes, candidates and contacts.
// Everything else keeps its order and its history, and the candidate lists are rebuilt:
// bodies stay sorted by their numbers, which are never used again.
func (w *World) removeMarked() {
	r := &w.removal
	if !r.marked {
		return
	}
	for c := range w.touching {
		if r.has(int(c.bodyA)) || r.has(int(c.bodyB)) {
			w.bookLostContact(c)
		}
	}
	for c, turn := range w.turning {
		if r.has(int(c.bodyA)) || r.has(int(c.bodyB)) {
			w.bookLostTurn(c, turn)
		}
	}
	r.marked = false
	number(r.bodies)
	w.bodies.keep(r.bodies)
	w.shapes.keep(r)
	for i := range w.motions {
		w.motions[i].body = int(r.bodies[w.motions[i].body])
	}
	w.keepContacts()
	w.stale = true
}

// number turns marks into new indices: those that are not -1 count up from 0.
func number(marks []int32) {
	var next int32
	for i := range marks {
		if marks[i] >= 0 {
			marks[i] = next
			next++
		}
	}
}

// keepContacts drops the contacts and candidates of shapes that are gone and renumbers
// the rest. Chunks may become shorter by that, until the lists are rebuilt.
func (w *World) keepContacts() {
	r := &w.removal
	for i := range w.lists {
		l := &w.lists[i]
		toA, toB := r.shapes[l.kindA], r.shapes[l.kindB]
		for k := range l.chunks {
			h := l.chunks[k]
			pairs, n := h.pairs[:0], 0
			for _, c := range h.pairs {
				first := int(c.contact)
				if c.a, c.b = toA[c.a], toB[c.b]; c.a < 0 || c.b < 0 {
					w.dropView(l, &c)
					continue
				}
				c.bodyA, c.bodyB = r.bodies[c.bodyA], r.bodies[c.bodyB]
				c.contact = uint16(n)
				for j := range int(c.count) {
					h.contacts.move(n, &h.contacts, first+j)
					b, l := h.contacts.row(n)
					b.bodyA[l], b.bodyB[l], b.pair[l] = c.bodyA, c.bodyB, uint8(len(pairs))
					n++
				}
				pairs = append(pairs, c)
			}
			w.stats.contacts -= h.contacts.n - n
			h.contacts.resize(n)
			h.pairs, h.turns = pairs, h.turns[:0]
		}
	}
}

// keep removes the bodies whose new index is -1.
func (b *bodies) keep(to []int32) {
	b.pos, b.ori = kept(b.pos, to), kept(b.ori, to)
	b.vel, b.spin, b.angMom = kept(b.vel, to), kept(b.spin, to), kept(b.angMom, to)
	b.wrench = kept(b.wrench, to)
	b.mass, b.kind, b.block = kept(b.mass, to), kept(b.kind, to), kept(b.block, to)
	b.travel, b.limit = kept(b.travel, to), kept(b.limit, to)
	b.info = kept(b.info, to)
}

// keep removes the shapes of bodies that are gone and leaves in r where the others are
// now.
func (s *shapes) keep(r *removal) {
	s.wallInfo, s.walls = keepKind(r, shape.KindWall, s.wallInfo, s.walls)
	s.meshInfo, s.meshes = keepKind(r, shape.KindMesh, s.meshInfo, s.meshes)
	s.cylinderInfo, s.cylinders = keepKind(r, shape.KindCylinder, s.cylinderInfo, s.cylinders)
	s.sphereInfo, s.spheres = keepKind(r, shape.KindSphere, s.sphereInfo, s.spheres)
	s.capsuleInfo, s.capsules = keepKind(r, shape.KindCapsule, s.capsuleInfo, s.capsules)
}

// keepKind does so for the shapes of one kind.
func keepKind[T any](r *removal, kind shape.Kind, infos []shapeInfo, items []T) ([]shapeInfo, []T) {
	to := r.shapes[kind][:0]
	for i := range infos {
		infos[i].body = r.bodies[infos[i].body]
		to = append(to, infos[i].body)
	}
	number(to)
	r.shapes[kind] = to
	return kept(infos, to), kept(items, to)
}

// kept moves the items that stay to their new places.
func kept[T any](items []T, to []int32) []T {
	n := 0
	for i := range items {
		if to[i] >= 0 {
			items[n] = items[i]
			n++
		}
	}
	clear(items[n:]) // nothing that is gone is kept alive
	return items[:n]
}
