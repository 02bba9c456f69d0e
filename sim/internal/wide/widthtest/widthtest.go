// Package widthtest runs tests with vector kernels of every width, and evaluates their text on any processor. Only
// tests import it.
package widthtest

import (
	"slices"
	"testing"

	"example.org/tumble/sim/internal/wide"
)

// Use sets the width of kernels until the test ends, and skips the test if this processor does not have
// it. The width belongs to the whole process: a parallel test panics.
func Use(t testing.TB, w wide.Width) {
	t.Helper()
	t.Setenv("TUMBLE_KERNELS", w.String()) // which panics in a parallel test
	if w == wide.Evaluated {
		prepareEvaluator()
	}
	before, possible := wide.Use(w)
	if !possible {
		t.Skipf("this processor has no %s", w)
	}
	t.Cleanup(func() { wide.Use(before) })
}

// Vectors are the widths with kernels that programs use.
var Vectors = []wide.Width{wide.AVX512, wide.AVX2, wide.SIMD128}

// Fast runs a test with the kernels of each of these widths.
func Fast(t *testing.T, run func(t *testing.T)) { each(t, run, Vectors...) }

// Each runs a test with these widths, and with the evaluator of the text of kernels: on any processor,
// but a hundred times slower.
func Each(t *testing.T, run func(t *testing.T)) {
	each(t, run, append(slices.Clone(Vectors), wide.Evaluated)...)
}

func each(t *testing.T, run func(t *testing.T), widths ...wide.Width) {
	for _, w := range widths {
		t.Run(w.String(), func(t *testing.T) {
			Use(t, w)
			run(t)
		})
	}
}
