package sim

import (
	"slices"

	"tumble/sim/body"
)

// removal is the memory in which bodies are marked and everything is renumbered.
type removal struct {
	marked bool
	body.Renumbering
}

// mark makes body i leave the world when the marked ones are removed.
func (r *removal) mark(i, bodies int) {
	if !r.marked {
		r.marked = true
		r.Bodies = slices.Grow(r.Bodies[:0], bodies)[:bodies]
		clear(r.Bodies)
	}
	r.Bodies[i] = -1
}

// has reports whether body i is marked.
func (r *removal) has(i int) bool { return r.marked && r.Bodies[i] < 0 }

// removeMarked takes the marked bodies out, with their shapes, candidates and contacts.
// Everything else keeps its order and its history, and the candidate lists are rebuilt.
func (w *World) removeMarked() {
	r := &w.removal
	if !r.marked {
		return
	}
	for c := range w.contacts.All {
		if r.has(int(c.BodyA)) || r.has(int(c.BodyB)) {
			w.bookLostContact(c)
		}
	}
	for c, turn := range w.contacts.LineContacts {
		if r.has(int(c.BodyA)) || r.has(int(c.BodyB)) {
			w.bookLostTurn(c, turn)
		}
	}
	r.marked = false
	r.PutLast()
	w.renumber(&r.Renumbering)
}

// renumber gives bodies and shapes their new places and takes out those that do not stay,
// with their candidates and contacts. What stays keeps its history. The candidate lists are
// rebuilt; until then their chunks may be shorter than others.
func (w *World) renumber(r *body.Renumbering) {
	w.bodies.Renumber(r)
	w.shapes.Renumber(r)
	w.motions.Renumber(r.Bodies)
	w.contacts.Renumber(r)
	w.neighbours.Stale = true
}
