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
