package broad

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tumble/sim/vec"
)

// Contract: Later lists exactly the boxes a test of all pairs finds, in ascending order,
// however far apart and however unequal the boxes are.
func TestGridAgreesWithAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var g Grid
	for round := 0; round < 50; round++ {
		n := 1 + r.IntN(200)
		spread := []float64{0.1, 1, 100, 1e12}[round%4]
		boxes := make([]vec.Box, n)
		for i := range boxes {
			p := vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(spread)
			boxes[i] = vec.Box{Lo: p, Hi: p}.Grow(r.Float64() * 0.3)
		}
		g.Build(boxes)
		for i := range boxes {
			var want []int32
			for j := i + 1; j < n; j++ {
				if boxes[i].Overlaps(boxes[j]) {
					want = append(want, int32(j))
				}
			}
			if got := g.Later(int32(i), nil); !slices.Equal(got, want) {
				t.Fatalf("round %d box %d: got %v, want %v", round, i, got, want)
			}
			got := g.searchPlain(int32(i), []run{{0, int32(n)}}, nil)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Fatalf("round %d box %d without vector kernel: got %v, want %v", round, i, got, want)
			}
		}
	}
}

// BenchmarkGrid measures a whole search, per box, in a heap as dense as pills in a bottle.
func BenchmarkGrid(b *testing.B) {
	const n = 316
	r := rand.New(rand.NewPCG(3, 4))
	var boxes [n]vec.Box
	for i := range boxes {
		p := vec.New(r.Float64(), r.Float64(), 2*r.Float64()).Scale(0.055)
		boxes[i] = vec.Box{Lo: p, Hi: p}.Grow(0.0045 + 0.004*r.Float64())
	}
	var g Grid
	var list []int32
	for i := 0; b.Loop(); i++ {
		if i%n == 0 {
			g.Build(boxes[:])
		}
		list = g.Later(int32(i%n), list[:0])
	}
}
