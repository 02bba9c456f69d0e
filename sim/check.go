package sim

import (
	"fmt"
	"unsafe"

	"tumble/sim/body"
	"tumble/sim/limit"
	"tumble/sim/vec"
	"tumble/sim/wide"
)

// beyond is the size from which a number counts as lost.
const beyond = limit.Lost

// lostNumber looks for a number that is not finite or beyond all bounds. If there is one it faults
// the world, which names the body and the quantity, and reports true; contacts whose force is
// lost show none. Nothing that is wrong ever reaches a position: if the force of a contact is lost,
// all bodies stay where they were at the end of the last step, else those of the same chunk of
// bodies, for any number of workers.
//
// States are looked at before forces, so that the body where it began is the one named.
func (w *World) lostNumber() bool {
	b := &w.bodies
	for _, q := range [...]struct {
		name string
		of   func(i int) vec.Vec3
	}{
		{"position", func(i int) vec.Vec3 { return b.Pos[i] }},
		{"velocity", func(i int) vec.Vec3 { return b.Vel[i] }},
		{"spin", func(i int) vec.Vec3 { return b.Spin[i] }},
		{"force", func(i int) vec.Vec3 { return b.Wrench[i].Force }},
		{"torque", func(i int) vec.Vec3 { return b.Wrench[i].Torque }},
	} {
		for i := range b.Pos {
			if limit.Bounded(q.of(i)) {
				continue
			}
			w.log.Stop("step %d: the %s of body %d (%s) is %s; stopped before it moves. Either the time step of %.3g s is too long, or bodies overlap too much",
				w.clock.step, q.name, b.Info[i].ID, b.Info[i].Name, wrong(q.of(i)), w.clock.dt)
			w.dropLostForces()
			return true
		}
	}
	return false
}

// allBounded reports whether all is well with bodies [first, last).
func allBounded(b *body.Set, first, last int) bool {
	all := wide.SumOfSquares(numbersOf(b.Pos[first:last])) + wide.SumOfSquares(numbersOf(b.Vel[first:last])) +
		wide.SumOfSquares(numbersOf(b.Spin[first:last])) + wide.SumOfSquares(numbersOf(b.Wrench[first:last]))
	if all < beyond*beyond/2 {
		return true
	}
	for i := first; i < last; i++ {
		if !limit.Bounded(b.Pos[i]) || !limit.Bounded(b.Vel[i]) || !limit.Bounded(b.Spin[i]) ||
			!limit.Bounded(b.Wrench[i].Force) || !limit.Bounded(b.Wrench[i].Torque) {
			return false
		}
	}
	return true
}

// numbersOf returns all numbers of records that are nothing but numbers.
func numbersOf[T vec.Vec3 | body.Wrench](records []T) []float64 {
	var one T
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(records))), len(records)*int(unsafe.Sizeof(one))/8)
}

// wrong says what is wrong with a vector.
func wrong(v vec.Vec3) string {
	if v.IsFinite() {
		return "beyond 1e100"
	}
	return "not a finite number"
}

// DeepestPair names the two bodies of the deepest contact of the last step; see MaxOverlapRatio.
func (w *World) DeepestPair() string { return w.overlapping(w.deepest) }

// overlapping names the bodies of the first contact that is as deep as the ratio.
func (w *contactSet) overlapping(ratio float64) string {
	for c := range w.touching {
		if c.overlap/c.smaller >= ratio {
			a, b := &w.bodies.Info[c.bodyA], &w.bodies.Info[c.bodyB]
			return fmt.Sprintf("bodies %d (%s) and %d (%s)", a.ID, a.Name, b.ID, b.Name)
		}
	}
	return "bodies"
}

// dropLostForces takes out of contacts what is not finite, so that nobody draws it.
func (w *contactSet) dropLostForces() {
	w.editContacts(func(c *contact) {
		if !c.force().Add(c.couple).AddScaled(c.normalForce, c.shear).IsFinite() {
			c.shear, c.normalForce, c.resistance = vec.Vec3{}, 0, resistance{}
		}
	})
}
