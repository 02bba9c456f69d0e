package wide

// numbersAtOnce is how many numbers the kernels of this file take.
const numbersAtOnce = 8 * Lanes

// SumOfSquares returns the sum of the squares of all numbers, to some digits. It is no number if one of
// them is none.
func SumOfSquares(v []float64) (sum float64) {
	if InBatches() {
		var s Squares
		for ; len(v) >= numbersAtOnce; v = v[numbersAtOnce:] {
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

// AnyAbove reports whether any number is above its limit; there are as many limits as numbers.
func AnyAbove(v, limits []float64) bool {
	if InBatches() {
		var a Above
		for ; len(v) >= numbersAtOnce; v, limits = v[numbersAtOnce:], limits[numbersAtOnce:] {
			a.Numbers, a.Limits = (*Lane)(v), (*Lane)(limits)
			if AboveKernel.Run(&a, 0); a.Any != 0 {
				return true
			}
		}
	}
	for i, limit := range limits {
		if v[i] > limit {
			return true
		}
	}
	return false
}
