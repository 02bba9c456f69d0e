package sim

import (
	"tumble/sim/body"
)

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
