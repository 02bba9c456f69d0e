package sim

import (
	"cmp"
	"math"
	"slices"

	"tumble/sim/body"
	"tumble/sim/bridge"
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
	if w.clock.step%sortEvery == 1 && w.bodies.Len() >= sortLeast && w.scattered() {
		w.sortAlongCurve()
	}
}

// scattered reports whether bodies that touch are farther apart in memory than they need to be.
// In an orderly heap of n that is about half of what a layer across a cube has, n^⅔: 0.5 to 0.57 along
// the curve. In no order it is n/3.
func (w *contactSet) scattered() bool {
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
	side := math.Cbrt(float64(w.bodies.Len()))
	return float64(apart) > 0.6*side*side*float64(contacts)
}

// sortAlongCurve sorts the bodies: those that forces do not move come first.
func (w *World) sortAlongCurve() {
	places := w.placesOnCurve()
	slices.SortFunc(places, curvePlace.compare)
	r := body.Renumbering{Bodies: make([]int32, len(places)), Stay: int32(len(places))}
	for i := range places {
		r.Bodies[places[i].body] = int32(i)
	}
	w.renumber(&r)
}

// curvePlace is where a body is along the curve.
type curvePlace struct {
	place uint64
	id    body.ID
	body  int32
}

func (p curvePlace) compare(q curvePlace) int {
	return cmp.Or(cmp.Compare(p.place, q.place), cmp.Compare(p.id, q.id))
}

// placesOnCurve returns where all bodies are. The curve goes through layers, two of the smallest
// diameters thick, across the longest side of the heap, one after the other, in each through rows as
// wide as that, there and back. So wherever two workers share the bodies, few contacts are between theirs.
func (w *World) placesOnCurve() []curvePlace {
	b := &w.bodies
	places := make([]curvePlace, b.Len())
	size := 4 * w.shapes.SmallestRadius()
	middle, sides := b.Amid()
	for i := range places {
		p := curvePlace{id: b.Info[i].ID, body: int32(i)}
		if b.Kind[i] == bridge.Dynamic {
			from := b.Pos[i].Sub(middle)
			layer := cellAt(from.Component(sides[0]), size)
			row := thereAndBack(cellAt(from.Component(sides[1]), size), layer)
			along := thereAndBack(cellAt(from.Component(sides[2]), size/32), layer+row)
			p.place = (layer<<curveBits|row)<<curveBits | along
		}
		places[i] = p
	}
	return places
}

// curveBits is how many bits the number of a cell along an axis has.
const curveBits = 21

// cellAt returns the number of the cell of a size [m] at a place that is counted from the middle of all
// cells [m]. What is too far away is in the first or last one.
func cellAt(x, size float64) uint64 {
	const half = 1 << (curveBits - 1)
	return uint64(vec.Clamp(x/size+half, 0, 2*half-1))
}

// thereAndBack returns the number of a cell counted from the other end in every second turn.
func thereAndBack(cell, turn uint64) uint64 {
	if turn%2 == 1 {
		return 1<<curveBits - 1 - cell
	}
	return cell
}
