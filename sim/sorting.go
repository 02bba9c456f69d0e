package sim

import (
	"cmp"
	"math"
	"slices"

	"tumble/sim/bridge"
	"tumble/sim/broad"
	"tumble/sim/vec"
)

// Bodies that touch should lie near each other in memory. In piles of 20,000 and 100,000 bodies
// in no order a step takes a tenth and a quarter longer than in sorted ones; with two workers,
// who each sum the forces on half of the bodies, a third. Fewer than sortLeast gain nothing that
// could be measured. Sorting takes as long as four steps.
const (
	sortEvery = 1000
	sortLeast = 1000
)

// sortBodies sorts the bodies along a curve through space, where that is due and pays. The step
// and the contacts alone say when, so that a restored world goes on with the same bits.
func (w *World) sortBodies() {
	if w.clock.step%sortEvery == 1 && w.bodies.len() >= sortLeast && w.scattered() {
		w.sortAlongCurve()
	}
}

// scattered reports whether bodies that touch are farther apart in memory than they need to be.
// In an orderly heap of n that is as far as a layer has bodies, n^⅔, or less: about 0.6 of it
// along the curve and 0.5 to 0.65 row by row, which is as good. In no order it is n/3.
func (w *World) scattered() bool {
	var apart, contacts int64
	for k := range w.listed {
		if !k.list.round() {
			continue
		}
		for i := range k.contacts.n {
			c, l := k.contacts.row(i)
			d := int64(c.bodyB[l] - c.bodyA[l])
			apart += max(d, -d)
		}
		contacts += int64(k.contacts.n)
	}
	return float64(apart) > math.Pow(float64(w.bodies.len()), 2.0/3)*float64(contacts)
}

// sortAlongCurve sorts the bodies: those that forces do not move come first.
func (w *World) sortAlongCurve() {
	places := w.placesOnCurve()
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
// diameter. Its middle is amid the bodies, so that few contacts are between its halves, which
// two workers share.
func (w *World) placesOnCurve() []curvePlace {
	b := &w.bodies
	places := make([]curvePlace, b.len())
	perCell := 1 / (2 * w.smallestRadius())
	middle := b.amid()
	for i := range places {
		p := curvePlace{id: b.info[i].id, body: int32(i)}
		if b.kind[i] == bridge.Dynamic {
			p.place = broad.Along(cellAt(b.pos[i].Sub(middle).Scale(perCell)))
		}
		places[i] = p
	}
	return places
}

// amid returns the mean position of the bodies that forces move, but for those that are far
// from the others [m].
func (b *bodies) amid() vec.Vec3 {
	mean, deviation := b.spread()
	var sum vec.Vec3
	n := 0.0
	for i := range b.pos {
		if b.kind[i] == bridge.Dynamic && b.pos[i].Sub(mean).Norm() <= 3*deviation {
			sum = sum.Add(b.pos[i])
			n++
		}
	}
	return sum.Scale(1 / math.Max(n, 1))
}

// cellAt returns the cell of a position that is counted in cells from the middle of the curve.
// What is too far away for the curve is in the last one.
func cellAt(p vec.Vec3) (cell [3]uint32) {
	const half = broad.CurveSide / 2
	for i := range cell {
		cell[i] = uint32(vec.Clamp(p.Component(i)+half, 0, broad.CurveSide-1))
	}
	return cell
}
