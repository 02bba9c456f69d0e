package sim

import (
	"cmp"
	"slices"

	"tumble/sim/bridge"
	"tumble/sim/broad"
	"tumble/sim/vec"
)

// Bodies that touch should lie near each other in memory. In piles of 20,000 and 100,000 bodies
// in no order a step takes a tenth and a quarter longer than in sorted ones; with two workers,
// who each sum the forces on half of the bodies, a third. Fewer than sortLeast gain nothing that
// could be measured. Sorting all takes as long as four steps, seeing that all are sorted one.
const (
	sortEvery = 1000
	sortLeast = 1000
)

// sortBodies sorts the bodies along a curve through space, where that is due and pays:
// those that forces do not move first. The step alone says when, so that a restored world
// goes on with the same bits.
func (w *World) sortBodies() {
	if w.clock.step%sortEvery == 0 && w.bodies.len() >= sortLeast {
		w.sortAlongCurve()
	}
}

// sortAlongCurve does so now.
func (w *World) sortAlongCurve() {
	places := w.placesOnCurve()
	if slices.IsSortedFunc(places, curvePlace.compare) {
		return
	}
	slices.SortFunc(places, curvePlace.compare)
	r := renumbering{bodies: make([]int32, len(places)), stay: int32(len(places))}
	for i := range places {
		r.bodies[places[i].body] = int32(i)
	}
	w.renumber(&r)
}

// curvePlace is where a body is along the curve.
type curvePlace struct {
	place uint64
	id    BodyID
	body  int32
}

func (p curvePlace) compare(q curvePlace) int {
	return cmp.Or(cmp.Compare(p.place, q.place), cmp.Compare(p.id, q.id))
}

// placesOnCurve returns where all bodies are. The curve goes through cells of the smallest
// diameter, about the origin.
func (w *World) placesOnCurve() []curvePlace {
	b := &w.bodies
	places := make([]curvePlace, b.len())
	size := 2 * w.smallestRadius()
	for i := range places {
		p := curvePlace{id: b.info[i].id, body: int32(i)}
		if b.kind[i] == bridge.Dynamic {
			p.place = broad.Along(cellAt(b.pos[i].Scale(1 / size)))
		}
		places[i] = p
	}
	return places
}

// cellAt returns the cell of the curve that a position in cells is in. What is too far away
// for the curve is in the last one.
func cellAt(p vec.Vec3) (cell [3]uint32) {
	const half = broad.CurveSide / 2
	for i := range cell {
		cell[i] = uint32(vec.Clamp(p.Component(i)+half, 0, broad.CurveSide-1))
	}
	return cell
}
