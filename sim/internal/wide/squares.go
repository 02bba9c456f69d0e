package wide

// SquaresAtOnce is how many numbers the kernel of squares adds in one call: half of the vectors of a chunk of bodies.
const SquaresAtOnce = 24 * Lanes

// SumOfSquares returns the sum of the squares of all numbers; its last digits depend on the width in use.
// It is NaN if one of the numbers is.
func SumOfSquares(v []float64) float64 {
	var sums [4]float64 // so that additions need not wait for each other
	if InBatches() {
		var s Squares
		for ; len(v) >= SquaresAtOnce; v = v[SquaresAtOnce:] {
			s.Numbers = (*Lane)(v)
			SquaresKernel.Run(&s, 0)
		}
		for l, x := range s.Sum {
			sums[l%4] += x
		}
	}
	for ; len(v) >= 4; v = v[4:] {
		for l, x := range v[:4] {
			sums[l] += x * x
		}
	}
	for _, x := range v {
		sums[0] += x * x
	}
	return sums[0] + sums[1] + sums[2] + sums[3]
}
