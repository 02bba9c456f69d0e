package sim

import (
	"math"
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

// sortAlongCurve sorts the bodies. The curve has layers two of the smallest diameters thick.
func (w *World) sortAlongCurve() {
	r := w.bodies.Order(4 * w.shapes.SmallestRadius())
	w.renumber(&r)
}
