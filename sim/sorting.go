package sim

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
	if w.clock.Step%sortEvery == 1 && w.bodies.Len() >= sortLeast && w.contacts.Scattered() {
		w.sortAlongCurve()
	}
}

// sortAlongCurve sorts the bodies. The curve has layers two of the smallest diameters thick.
func (w *World) sortAlongCurve() {
	r := w.bodies.Order(4 * w.shapes.SmallestRadius())
	w.renumber(&r)
}
