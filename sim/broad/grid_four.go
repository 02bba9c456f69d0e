// Code generated from sim/broad/grid_wide.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package broad

import (
	"math/bits"
	"unsafe"

	wide "tumble/sim/wide/four"
)

// slabFour holds as many boxes as a kernel compares at a time, number by number.
type slabFour [len(box32{})]wide.Lane32

// lineUpFour copies the boxes, in their order in cells, to slabs.
func (g *Grid) lineUpFour() {
	g.slabsFour = grow(g.slabsFour, (len(g.order)+wide.Lanes32-1)/wide.Lanes32)
	for n, i := range g.order {
		b, s, l := &g.boxes[i], &g.slabsFour[n/wide.Lanes32], n%wide.Lanes32
		s[0][l], s[1][l], s[2][l] = b[0], b[1], b[2]
		s[3][l], s[4][l], s[5][l] = b[3], b[4], b[5]
	}
}

// searchFour is searchPlain in lanes.
func (g *Grid) searchFour(i int32, runs []run, out []int32) []int32 {
	box := (*wide.Lane32)(unsafe.Pointer(&g.boxes[i])).Load() // and what follows it
	loX, loY, loZ := wide.Same32(box, 0), wide.Same32(box, 1), wide.Same32(box, 2)
	hiX, hiY, hiZ := wide.Same32(box, 3), wide.Same32(box, 4), wide.Same32(box, 5)
	for _, r := range runs {
		for n := r.first &^ (wide.Lanes32 - 1); n < r.end; n += wide.Lanes32 {
			s := &g.slabsFour[n/wide.Lanes32]
			hits := uint32(s[0].Load().LessEqual(hiX).ToBits() & s[3].Load().GreaterEqual(loX).ToBits() &
				s[1].Load().LessEqual(hiY).ToBits() & s[4].Load().GreaterEqual(loY).ToBits() &
				s[2].Load().LessEqual(hiZ).ToBits() & s[5].Load().GreaterEqual(loZ).ToBits())
			if n < r.first {
				hits &= wide.All32 << (r.first - n)
			}
			if n+wide.Lanes32 > r.end {
				hits &= wide.All32 >> (n + wide.Lanes32 - r.end)
			}
			for ; hits != 0; hits &= hits - 1 {
				if j := g.order[int(n)+bits.TrailingZeros32(hits)]; j > i {
					out = append(out, j)
				}
			}
		}
	}
	wide.Leave()
	return out
}
