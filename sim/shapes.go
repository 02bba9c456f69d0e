package sim

import (
	"tumble/sim/contact"
	"tumble/sim/parallel"
	"tumble/sim/shape"
)

// placeShapes moves every shape to where its body is. A cylinder that turns about its own axis stays
// the same; one whose axis turns sweeps through far places fast, and the span bounds how fast: that
// counts as travel of its body.
func (w *World) placeShapes() {
	s := &w.shapes
	for _, kind := range shape.Solids {
		w.team.Run(s.Count(kind), contact.ChunkSize, contact.PerBody, w.contacts.Partition.Bodies, w.tasks.place[kind])
	}
	s.PlaceFixed(&w.bodies)
	for i := range s.Cylinders {
		w.neighbours.Carry(int(s.Infos[shape.KindCylinder][i].Body), s.Cylinders[i].Swept)
	}
}

// placing returns the loop over the shapes of a kind.
func (w *World) placing(kind shape.Kind) parallel.Task {
	return func(_, first, last int) { w.shapes.Place(kind, &w.bodies, first, last) }
}
