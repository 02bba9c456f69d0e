package wide

// squaresAtOnce is how many numbers the kernel of squares adds in one call.
const squaresAtOnce = 8 * Lanes

// SumOfSquares returns the sum of the squares of all numbers; its last digits depend on the width in use.
// It is NaN if one of the numbers is.
func SumOfSquares(v []float64) (sum float64) {
	if InBatches() {
		var s Squares
		for ; len(v) >= squaresAtOnce; v = v[squaresAtOnce:] {
			s.Numbers = (*Lane)(v)
			SquaresKernel.Run(&s, 0)
		}
		for _, x := range s.Sum {
			sum += x
		}
	}
	for _, x := range v {
		sum += x * x
	}
	return sum
}
