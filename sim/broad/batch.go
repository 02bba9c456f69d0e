package broad

import (
	"math/bits"

	"example.org/tumble/sim/wide"
)

// A kernel compares the boxes of two slabs at a time, so there is one more behind the last.
const (
	slabSize = len(wide.Lane32{})
	atOnce   = 2 * slabSize
)

// slab holds sixteen boxes, number by number.
type slab [len(box32{})]wide.Lane32

// lineUp copies the boxes, in their order in cells, to slabs.
func (g *Grid) lineUp() {
	if !wide.InBatches() {
		return
	}
	g.slabs = grow(g.slabs, (len(g.order)+slabSize-1)/slabSize+1)
	for n, i := range g.order {
		b, s, l := &g.boxes[i], &g.slabs[n/slabSize], n%slabSize
		for k := range b {
			s[k][l] = b[k]
		}
	}
}

// search appends to out the boxes j > i in some runs that overlap box i.
func (g *Grid) search(i int32, runs []run, out []int32) []int32 {
	if !wide.InBatches() {
		return g.searchEach(i, runs, out)
	}
	var x wide.Boxes
	x.Box = g.boxes[i]
	for _, r := range runs {
		for n := int(r.first) &^ (slabSize - 1); n < int(r.end); n += atOnce {
			x.Slab = &g.slabs[n/slabSize][0]
			wide.BoxesKernel.Run(&x, 0)
			hits := uint32(x.First) | uint32(x.Second)<<slabSize
			if n < int(r.first) {
				hits &= ^uint32(0) << (int(r.first) - n)
			}
			if n+atOnce > int(r.end) {
				hits &= ^uint32(0) >> (n + atOnce - int(r.end))
			}
			for ; hits != 0; hits &= hits - 1 {
				if j := g.order[n+bits.TrailingZeros32(hits)]; j > i {
					out = append(out, j)
				}
			}
		}
	}
	return out
}
