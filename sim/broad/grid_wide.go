//go:build goexperiment.simd && amd64

package broad

import (
	"math/bits"

	"tumble/sim/wide"
)

// slabWide holds eight boxes.
type slabWide struct{ loX, loY, loZ, hiX, hiY, hiZ wide.Lane }

// lineUpWide copies the boxes, in their order in cells, to slabs.
func (g *Grid) lineUpWide() {
	g.slabsWide = grow(g.slabsWide, (len(g.order)+wide.Lanes-1)/wide.Lanes)
	for n, i := range g.order {
		b, s, l := &g.boxes[i], &g.slabsWide[n/wide.Lanes], n%wide.Lanes
		s.loX[l], s.loY[l], s.loZ[l] = b.Lo.X, b.Lo.Y, b.Lo.Z
		s.hiX[l], s.hiY[l], s.hiZ[l] = b.Hi.X, b.Hi.Y, b.Hi.Z
	}
}

// searchWide is searchPlain in eight lanes.
func (g *Grid) searchWide(i int32, runs []run, out []int32) []int32 {
	b := &g.boxes[i]
	lo, hi := wide.Lane{b.Lo.X, b.Lo.Y, b.Lo.Z}, wide.Lane{b.Hi.X, b.Hi.Y, b.Hi.Z}
	low, high := lo.Load(), hi.Load()
	loX, loY, loZ := wide.Same(low, 0), wide.Same(low, 1), wide.Same(low, 2)
	hiX, hiY, hiZ := wide.Same(high, 0), wide.Same(high, 1), wide.Same(high, 2)
	for _, r := range runs {
		for n := r.first &^ (wide.Lanes - 1); n < r.end; n += wide.Lanes {
			s := &g.slabsWide[n/wide.Lanes]
			hits := s.loX.Load().LessEqual(hiX).ToBits() & s.hiX.Load().GreaterEqual(loX).ToBits() &
				s.loY.Load().LessEqual(hiY).ToBits() & s.hiY.Load().GreaterEqual(loY).ToBits() &
				s.loZ.Load().LessEqual(hiZ).ToBits() & s.hiZ.Load().GreaterEqual(loZ).ToBits()
			if n < r.first {
				hits &= wide.All << (r.first - n)
			}
			if n+wide.Lanes > r.end {
				hits &= wide.All >> (n + wide.Lanes - r.end)
			}
			for ; hits != 0; hits &= hits - 1 {
				if j := g.order[int(n)+bits.TrailingZeros8(hits)]; j > i {
					out = append(out, j)
				}
			}
		}
	}
	wide.Leave()
	return out
}
