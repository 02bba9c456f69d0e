package mesh

import (
	"math"
	"math/big"
)

// exactSide returns the sign of (a - p) × (b - p) without any rounding: 1, 0 or -1.
func exactSide(a, b, p [2]float64) int {
	var d [4]float64 // ax - px, by - py, ay - py, bx - px
	rounded := false
	for k, of := range [4][2]float64{{a[0], p[0]}, {b[1], p[1]}, {a[1], p[1]}, {b[0], p[0]}} {
		d[k] = of[0] - of[1]
		back := of[0] - d[k] // the error of a difference, D. E. Knuth, The Art of Computer Programming 2, section 4.2.2
		rounded = rounded || (of[0]-(d[k]+back))+(back-of[1]) != 0
	}
	left, right := d[0]*d[1], d[2]*d[3]
	const small = 1e-250 // above it, the errors of products are numbers, too
	if !rounded && (d[0] == 0 || d[1] == 0 || math.Abs(left) > small) &&
		(d[2] == 0 || d[3] == 0 || math.Abs(right) > small) {
		if left != right {
			return sign(left - right)
		}
		return sign(math.FMA(d[0], d[1], -left) - math.FMA(d[2], d[3], -right))
	}
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	minus := func(x, y float64) *big.Rat { r := rat(x); return r.Sub(r, rat(y)) }
	one, other := minus(a[0], p[0]), minus(a[1], p[1])
	return one.Mul(one, minus(b[1], p[1])).Cmp(other.Mul(other, minus(b[0], p[0])))
}
