//go:build goexperiment.simd && amd64

package broad

import (
	"math/bits"

	"tumble/sim/wide"
)

// slab holds eight boxes.
type slab struct{ loX, loY, loZ, hiX, hiY, hiZ wide.Lane }

// lineUp copies the boxes, in their order in cells, to slabs.
func (g *Grid) lineUp() {
	if !wide.Available {
		return
	}
	g.slabs = grow(g.slabs, (len(g.order)+wide.Lanes-1)/wide.Lanes)
	for n, i := range g.order {
		b, s, l := &g.boxes[i], &g.slabs[n/wide.Lanes], n%wide.Lanes
		s.loX[l], s.loY[l], s.loZ[l] = b.Lo.X, b.Lo.Y, b.Lo.Z
		s.hiX[l], s.hiY[l], s.hiZ[l] = b.Hi.X, b.Hi.Y, b.Hi.Z
	}
}

// search is searchPlain in eight lanes.
func (g *Grid) search(i int32, runs []run, out []int32) []int32 {
	if !wide.Available {
		return g.searchPlain(i, runs, out)
	}
	b := &g.boxes[i]
	sides := wide.Lane{b.Lo.X, b.Lo.Y, b.Lo.Z, b.Hi.X, b.Hi.Y, b.Hi.Z}
	own := sides.Load()
	loX, loY, loZ := wide.Same(own, 0), wide.Same(own, 1), wide.Same(own, 2)
	hiX, hiY, hiZ := wide.Same(own, 3), wide.Same(own, 4), wide.Same(own, 5)
	for _, r := range runs {
		for n := r.first &^ (wide.Lanes - 1); n < r.end; n += wide.Lanes {
			s := &g.slabs[n/wide.Lanes]
			hits := s.loX.Load().LessEqual(hiX).ToBits() & s.hiX.Load().GreaterEqual(loX).ToBits() &
				s.loY.Load().LessEqual(hiY).ToBits() & s.hiY.Load().GreaterEqual(loY).ToBits() &
				s.loZ.Load().LessEqual(hiZ).ToBits() & s.hiZ.Load().GreaterEqual(loZ).ToBits()
			if n < r.first {
				hits &= 0xff << (r.first - n)
			}
			if n+wide.Lanes > r.end {
				hits &= 0xff >> (n + wide.Lanes - r.end)
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
