package plot

import (
	"math"
	"testing"
)

// Contract: of thousands of rows those with a common outcome are veils, a rare one is seen, and one without an outcome
// is as faint as there are of it; of few rows all are seen.
func TestParallelOpacity(t *testing.T) {
	values := []float64{1, math.NaN()}
	for range 5000 {
		values = append(values, 0)
	}
	p := Parallel{Axes: []Axis{{Values: values}}}
	opacity := p.opacity(func(row int) float64 { return values[row] })
	if rare, none, common := opacity(0), opacity(1), opacity(2); rare < 0.7 || none < 0.7 || common > 0.05 || common <= 0 {
		t.Errorf("a rare row covers %g, one without outcome %g, a common one %g", rare, none, common)
	}
}
