package broad

import (
	"math"
	"math/bits"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// fewBoxes keeps boxes for a vector kernel, which compares many of them with one at a time. As long as they are few,
// that is faster than to look in cells.
type fewBoxes struct{ batches []batch }

// batch is eight boxes.
type batch struct{ low, high wide.Vectors }

// mostFew is how many boxes are compared with each: of more, those in neighbouring cells are found faster.
const mostFew = 1000

// fill takes n boxes, and reports whether it did: only if they are few and there is a kernel.
func (f *fewBoxes) fill(n int, box func(i int) vec.Box) bool {
	f.batches = f.batches[:0]
	if n > mostFew || !wide.InBatches() {
		return false
	}
	all := (n + wide.BoxesAtOnce - 1) / wide.BoxesAtOnce * wide.BoxesAtOnce
	f.batches = grow(f.batches, all/wide.Lanes)
	none := wide.Vector{X: math.NaN(), Y: math.NaN(), Z: math.NaN()} // which no box overlaps, not even an endless one
	for i := range all {
		b, low, high := &f.batches[i/wide.Lanes], none, none
		if i < n {
			box := box(i)
			low, high = wide.Vector(box.Lo), wide.Vector(box.Hi)
		}
		b.low.Put(i%wide.Lanes, low)
		b.high.Put(i%wide.Lanes, high)
	}
	return true
}

// later is Grid.Later.
func (f *fewBoxes) later(i int, out []int32) []int32 {
	own, l := &f.batches[i/wide.Lanes], i%wide.Lanes
	var x wide.Boxes
	x.Low = wide.Vector{X: own.low.X[l], Y: own.low.Y[l], Z: own.low.Z[l]}
	x.High = wide.Vector{X: own.high.X[l], Y: own.high.Y[l], Z: own.high.Z[l]}
	for first := i / wide.BoxesAtOnce * wide.BoxesAtOnce; first < len(f.batches)*wide.Lanes; first += wide.BoxesAtOnce {
		x.Others = &f.batches[first/wide.Lanes].low.X
		wide.BoxesKernel.Run(&x, 0)
		var found uint64
		for k, some := range x.Overlap {
			found |= uint64(some) << (wide.Lanes * k)
		}
		if first <= i {
			found &^= 1<<(i-first+1) - 1
		}
		for ; found != 0; found &= found - 1 {
			out = append(out, int32(first+bits.TrailingZeros64(found)))
		}
	}
	return out
}
