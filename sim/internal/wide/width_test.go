package wide

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Contract: sums of squares are right for any number of numbers, with kernels and without.
func TestSumOfSquares(t *testing.T) {
	defer Use(inUse)
	r := rand.New(rand.NewPCG(1, 2))
	for _, w := range []Width{Scalar, AVX2, AVX512, SIMD128} {
		if _, possible := Use(w); !possible {
			continue
		}
		for n := range 3 * SquaresAtOnce {
			v, want := make([]float64, n), 0.0
			for i := range v {
				v[i] = r.NormFloat64()
				want += v[i] * v[i]
			}
			if got := SumOfSquares(v); !(math.Abs(got-want) <= 1e-14*want) { // rounded in another order
				t.Fatalf("%v, %d numbers: %g, want %g", w, n, got, want)
			}
			if n > 0 {
				v[r.IntN(n)] = math.NaN()
				if got := SumOfSquares(v); !math.IsNaN(got) {
					t.Fatalf("%v: %g with a number that is none", w, got)
				}
			}
		}
	}
}

// Contract: only widths of this processor can be chosen.
func TestChoose(t *testing.T) {
	defer Use(inUse)
	for w := Scalar; w < Evaluated; w++ {
		if err := Choose(w.String()); (err == nil) != slices.Contains(possible, w) || err == nil && InUse() != w {
			t.Errorf("%v: %v, in use %v", w, err, InUse())
		}
	}
	for _, name := range []string{"evaluated", "AVX2", "sse"} {
		if Choose(name) == nil {
			t.Errorf("%q is a width", name)
		}
	}
	if _, possible := Use(Evaluated); possible {
		t.Error("there is no evaluator here")
	}
}
