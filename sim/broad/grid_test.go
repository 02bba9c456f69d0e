package broad

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tumble/sim/vec"
)

// Contract: Later lists, in ascending order, every box that a test of all pairs finds, however
// far apart and however unequal the boxes are, and no other but what is as good as touching.
func TestGridAgreesWithAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var g Grid
	for round := 0; round < 60; round++ {
		n := 1 + r.IntN(200)
		spread := []float64{0.1, 1, 100, 1e12}[round%4]
		offset := vec.New(0, 1, -2).Scale([]float64{0, 1e6, 1}[round%3])
		boxes := make([]vec.Box, n)
		var far float64
		for i := range boxes {
			p := vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(spread)
			far = max(far, p.Norm())
			boxes[i] = vec.Box{Lo: p, Hi: p}.Grow(r.Float64() * 0.3)
			if round%5 == 0 { // many that touch to the last bit
				p = vec.New(math.Round(p.X), math.Round(p.Y), math.Round(p.Z))
				boxes[i] = vec.Box{Lo: p, Hi: p.Add(vec.New(1, 1, 1))}
			}
			boxes[i].Lo, boxes[i].Hi = boxes[i].Lo.Add(offset), boxes[i].Hi.Add(offset)
		}
		g.Build(n, func(i int) vec.Box { return boxes[i] })
		// Numbers of 32 bits are good to 2^-24, and so is a gap between two of them to 2^-23.
		rounding := 2 * far * 0x1p-23
		check := func(i int, got []int32) {
			t.Helper()
			for j := i + 1; j < n; j++ {
				_, found := slices.BinarySearch(got, int32(j))
				overlap := boxes[i].Overlaps(boxes[j])
				if overlap && !found || found && !boxes[i].Grow(rounding).Overlaps(boxes[j]) {
					t.Fatalf("round %d, boxes %d and %d: overlap %v, found %v", round, i, j, overlap, found)
				}
			}
			if !slices.IsSorted(got) || len(got) > 0 && got[0] <= int32(i) {
				t.Fatalf("round %d, box %d: got %v", round, i, got)
			}
		}
		for i := range boxes {
			check(i, g.Later(int32(i), nil))
			got := g.searchPlain(int32(i), []run{{0, int32(n)}}, nil)
			slices.Sort(got)
			check(i, got)
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
			g.Build(n, func(i int) vec.Box { return boxes[i] })
		}
		list = g.Later(int32(i%n), list[:0])
	}
}
