package fields

import (
	"math"

	"example.org/tumble/sim/run/bridge"
)

// Profile returns the places along an axis of the rows of cells of a slice [m], and the mean of its numbers in each
// row, over the cells that have bodies; NaN where there are none. Means of velocities and temperatures, which are means
// over mass themselves, are weighted by the density of the cells.
func Profile(s *bridge.Slice, axis int) (at, mean []float64) {
	box, n := &s.Of.Field.Box, s.Of.Field.Box.Cells
	mean, sum := make([]float64, n[axis]), make([]float64, n[axis])
	lo, hi := box.Low.Component(axis), box.High.Component(axis)
	for k := range n[axis] {
		at = append(at, lo+(hi-lo)*(float64(k)+0.5)/float64(n[axis]))
	}
	weighted := s.Of.Quantity == "velocity" || s.Of.Quantity == "temperature"
	for cell := range s.Shown {
		k, weight := [3]int{cell % n[0], cell / n[0] % n[1], cell / n[0] / n[1]}[axis], 1.0
		if weighted {
			weight = float64(s.Density[cell])
		}
		mean[k], sum[k] = mean[k]+weight*float64(s.Values[cell]), sum[k]+weight
	}
	for k := range mean {
		if mean[k] /= sum[k]; sum[k] == 0 {
			mean[k] = math.NaN()
		}
	}
	return at, mean
}
