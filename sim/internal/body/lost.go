package body

import (
	"unsafe"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// quantities are the quantities of a body that may become lost, states before forces, so that the body where the
// fault began is the one that is named.
var quantities = [...]struct {
	name string
	of   func(b *Set, i int) vec.Vec3
}{
	{"position", func(b *Set, i int) vec.Vec3 { return b.Pos[i] }},
	{"velocity", func(b *Set, i int) vec.Vec3 { return b.Vel[i] }},
	{"spin", func(b *Set, i int) vec.Vec3 { return b.Spin[i] }},
	{"force", func(b *Set, i int) vec.Vec3 { return b.Wrench[i].Force }},
	{"torque", func(b *Set, i int) vec.Vec3 { return b.Wrench[i].Torque }},
}

// FirstLost returns the first body with a quantity that is not finite or beyond all bounds, the name of
// the quantity, and what is wrong with it; false if there is none.
func (b *Set) FirstLost() (i int, quantity, wrong string, lost bool) {
	for _, q := range quantities {
		for i := range b.Pos {
			if v := q.of(b, i); !limit.Bounded(v) {
				wrong = "not a finite number"
				if v.IsFinite() {
					wrong = "beyond 1e100"
				}
				return i, q.name, wrong, true
			}
		}
	}
	return 0, "", "", false
}

// bounded reports whether no number of bodies [first, last) is lost. For most bodies a sum of squares already
// shows that.
func (b *Set) bounded(first, last int) bool {
	all := wide.SumOfSquares(numbersOf(b.Pos[first:last])) + wide.SumOfSquares(numbersOf(b.Vel[first:last])) +
		wide.SumOfSquares(numbersOf(b.Spin[first:last])) + wide.SumOfSquares(numbersOf(b.Wrench[first:last]))
	if all < limit.Lost*limit.Lost/2 {
		return true
	}
	for i := first; i < last; i++ {
		for _, q := range quantities {
			if !limit.Bounded(q.of(b, i)) {
				return false
			}
		}
	}
	return true
}

// numbersOf returns all numbers of records that consist of numbers only.
func numbersOf[T vec.Vec3 | Wrench](records []T) []float64 {
	var one T
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(records))), len(records)*int(unsafe.Sizeof(one))/8)
}
