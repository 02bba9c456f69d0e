package sweep

import (
	"math"
	"slices"
	"testing"
)

// Contract: quantiles are those of definition 7 of Hyndman and Fan, ranks share places, and the rank correlation is
// Spearman's. The numbers are NumPy's and SciPy's: quantile([1,2,4,8,16], .05) = 1.2, rankdata([3,1,3,2]) =
// 3.5 1 3.5 2, spearmanr([1,2,3,4,5], [5,6,7,8,7]) = 0.8207826816681233.
func TestStatistics(t *testing.T) {
	five := []float64{1, 2, 4, 8, 16}
	for _, c := range [][2]float64{{0, 1}, {0.05, 1.2}, {0.25, 2}, {0.5, 4}, {0.95, 14.4}, {1, 16}} {
		if got := quantile(five, c[0]); math.Abs(got-c[1]) > 1e-12 {
			t.Errorf("quantile %g: %g, want %g", c[0], got, c[1])
		}
	}
	if got := quantile([]float64{7}, 0.3); got != 7 {
		t.Errorf("of one number: %g", got)
	}
	if got := ranks([]float64{3, 1, 3, 2}); !slices.Equal(got, []float64{3.5, 1, 3.5, 2}) {
		t.Errorf("ranks %v", got)
	}
	x, y := []float64{1, 2, math.NaN(), 3, 4, 5}, []float64{5, 6, 1, 7, 8, 7}
	if got := rankCorrelation(x, y); math.Abs(got-0.8207826816681233) > 1e-12 {
		t.Errorf("rank correlation %.16g", got)
	}
	if got := rankCorrelation(x[:2], y[:2]); !math.IsNaN(got) {
		t.Errorf("of two rows: %g", got)
	}
}
