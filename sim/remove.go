package sim

import "slices"

// removal is the memory in which bodies are marked and everything is renumbered.
type removal struct {
	marked bool
	renumbering
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
// Everything else keeps its order and its history, and the candidate lists are rebuilt.
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
	r.putLast()
	w.renumber(&r.renumbering)
}

// putLast turns marks into indices: bodies that are not marked keep their order, and the
// others follow.
func (r *renumbering) putLast() {
	stay := len(r.bodies)
	for _, mark := range r.bodies {
		stay += int(mark)
	}
	r.stay = int32(stay)
	next, last := int32(0), r.stay
	for i, mark := range r.bodies {
		to := &next
		if mark < 0 {
			to = &last
		}
		r.bodies[i] = *to
		*to++
	}
}
