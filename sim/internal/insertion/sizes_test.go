package insertion

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Contract: drawn diameters follow the given curve, by number or by mass, steps included.
func TestSizesFollowTheCurve(t *testing.T) {
	const n = 400000
	diameters, passing := []float64{1, 2, 2, 4}, []float64{0.1, 0.4, 0.6, 1.0}
	for _, byNumber := range []bool{true, false} {
		z, err := newSizer(&Sizes{ByNumber: byNumber, Diameters: diameters, Passing: passing})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(4, 2))
		drawn := make([]float64, n)
		var all float64
		weight := func(d float64) float64 {
			if byNumber {
				return 1
			}
			return d * d * d
		}
		for i := range drawn {
			drawn[i] = z.diameter(r.Float64())
			all += weight(drawn[i])
		}
		for _, c := range [][2]float64{{0.999, 0}, {1, 0.1}, {1.5, 0.25}, {1.999, 0.3997}, {2, 0.6}, {3, 0.8}, {4, 1}} {
			var got float64
			for _, d := range drawn {
				if d <= c[0] {
					got += weight(d)
				}
			}
			// The largest bodies are rare by number: 4e5 draws hold their share to 0.5 %.
			if got /= all; math.Abs(got-c[1]) > 0.005 {
				t.Errorf("by number %v: share up to %g is %.4f, want %.4f", byNumber, c[0], got, c[1])
			}
		}
		if z.diameter(0) != 1 || z.diameter(math.Nextafter(1, 0)) > 4 || z.least() != 1 || z.most() != 4 {
			t.Errorf("by number %v: diameters from %g to %g", byNumber, z.diameter(0), z.diameter(math.Nextafter(1, 0)))
		}
	}
	for _, bad := range []Sizes{
		{}, {Diameters: []float64{1}, Passing: []float64{0}}, {Diameters: []float64{2, 1}, Passing: []float64{0, 1}},
		{Diameters: []float64{0, 1}, Passing: []float64{0, 1}}, {Diameters: []float64{1, 2}, Passing: []float64{1, 0}},
		{Diameters: []float64{1, math.NaN()}, Passing: []float64{0, 1}}, {Diameters: []float64{1}, Passing: []float64{0, 1}},
	} {
		if _, err := newSizer(&bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}
