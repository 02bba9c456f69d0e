package broad

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/widthtest"
	"example.org/tumble/sim/vec"
)

// Contract: Later lists, in ascending order, every box that a test of all pairs finds, however
// far apart and however unequal the boxes are, and no other but what is as good as touching;
// also where several goroutines share the work, and with a kernel.
func TestGridAgreesWithAllPairs(t *testing.T) {
	t.Run("cells", func(t *testing.T) {
		widthtest.Use(t, wide.Scalar)
		agreesWithAllPairs(t)
	})
	widthtest.Each(t, agreesWithAllPairs)
}

func agreesWithAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var g Grid
	for round := 0; round < 60; round++ {
		n := 1 + r.IntN(200)
		spread := []float64{0.1, 1, 100, 1e12, 10, 1e99}[round%6]
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
			if round%4 == 1 { // of sizes that have nothing in common
				boxes[i] = vec.Box{Lo: p, Hi: p}.Grow(math.Pow(10, 4*r.Float64()-3))
			}
			boxes[i].Lo, boxes[i].Hi = boxes[i].Lo.Add(offset), boxes[i].Hi.Add(offset)
		}
		for i := range boxes {
			switch r.IntN(40) {
			case 0: // flew off
				boxes[i].Lo, boxes[i].Hi = boxes[i].Lo.Add(vec.New(far, 0, 9*far)), boxes[i].Hi.Add(vec.New(far, 0, 9*far))
			case 1:
				boxes[i] = boxes[i].Grow(3 * r.Float64())
			}
		}
		if g.Share = nil; round%2 == 0 {
			g.Share = inThirds
		}
		g.Build(n, func(i int) vec.Box { return boxes[i] }, nil)
		// Numbers of 32 bits are good to 2^-24, and so is a gap between two of them to 2^-23.
		rounding := 20 * far * 0x1p-23
		if far > 1e37 {
			rounding = math.Inf(1) // they have no numbers that large
		}
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
			if len(g.batches) > 0 { // there are no cells
				continue
			}
			got := g.search(int32(i), g.box32(boxes[i]), []run{{0, int32(len(g.order))}}, nil)
			slices.Sort(got)
			check(i, got)
		}
	}
}

// Contract: boxes without end, and such as are none because a number is lost, find no box that is not there.
func TestGridOfEndlessBoxes(t *testing.T) {
	find := func(t *testing.T) {
		inf, lost := math.Inf(1), math.NaN()
		for _, ends := range [][2]float64{{-inf, inf}, {inf, inf}, {-inf, -inf}, {lost, lost}, {lost, inf}, {inf, -inf}} {
			box := vec.Box{Lo: vec.New(ends[0], ends[0], ends[0]), Hi: vec.New(ends[1], ends[1], ends[1])}
			var g Grid
			for _, n := range []int{1, 9, 100} {
				g.Build(n, func(int) vec.Box { return box }, nil)
				for i := range n {
					for _, j := range g.Later(int32(i), nil) {
						if int(j) <= i || int(j) >= n {
							t.Fatalf("%d boxes from %g to %g: box %d overlaps %d", n, ends[0], ends[1], i, j)
						}
					}
				}
			}
		}
	}
	t.Run("cells", func(t *testing.T) {
		widthtest.Use(t, wide.Scalar)
		find(t)
	})
	widthtest.Each(t, find)
}

// inThirds calls do for three parts of [0, n), at the same time.
func inThirds(n int, do func(worker, first, last int)) {
	var done sync.WaitGroup
	for k := range 3 {
		done.Go(func() { do(k, k*n/3, (k+1)*n/3) })
	}
	done.Wait()
}

// Contract: boxes far from the others, and empty space, make a search no longer: in a heap that has some
// hundred neighbours within a cell of each, it compares a box with so many at most, wherever the rest is, and with
// little more if some are larger.
func TestGridComparesFewBoxes(t *testing.T) {
	const n, neighbours = 8000, 27 * 4
	r := rand.New(rand.NewPCG(5, 6))
	heap := func() vec.Vec3 { return vec.New(r.Float64(), r.Float64(), r.Float64()).Scale(10) }
	direction := func() vec.Vec3 { return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit() }
	layouts := []struct {
		name string
		most float64 // boxes compared with one, on average
		at   func(i int) vec.Vec3
		half func(i int) float64 // of an edge; nil: 0.25
	}{
		{"heap", neighbours, func(int) vec.Vec3 { return heap() }, nil},
		{"heap far from the origin", neighbours, func(int) vec.Vec3 { return heap().Add(vec.New(0, 1e6, 0)) }, nil},
		{"one at the end of the world", neighbours, func(i int) vec.Vec3 {
			if i == n/2 {
				return vec.New(-1e99, 1e50, 3)
			}
			return heap()
		}, nil},
		{"some, each ten times as far as the last", neighbours, func(i int) vec.Vec3 {
			if i%100 == 0 {
				return direction().Scale(math.Pow(10, float64(i)/100))
			}
			return heap()
		}, nil},
		{"a tenth falls out", 2 * neighbours, func(i int) vec.Vec3 {
			if i%10 == 0 {
				return vec.New(5, 5, -float64(i*i)/100)
			}
			return heap()
		}, nil},
		{"half falls out", n / 2, func(i int) vec.Vec3 {
			if i%2 == 0 {
				return vec.New(5, 5, -float64(i*i)/100)
			}
			return heap()
		}, nil},
		{"a large one among them", neighbours, func(int) vec.Vec3 { return heap() }, func(i int) float64 {
			if i == n/3 {
				return 3
			}
			return 0.25
		}},
		{"sizes of three decades", neighbours, func(int) vec.Vec3 { return heap() }, func(i int) float64 {
			return 2 / math.Cbrt(1+float64(i)*100)
		}},
	}
	for _, l := range layouts {
		boxes := make([]vec.Box, n)
		for i := range boxes {
			p, half := l.at(i), 0.25
			if l.half != nil {
				half = l.half(i)
			}
			boxes[i] = vec.Box{Lo: p, Hi: p}.Grow(half)
		}
		var g Grid
		g.Build(n, func(i int) vec.Box { return boxes[i] }, nil)
		var compared float64
		for i := range boxes {
			compared += float64(g.near(boxes[i]))
		}
		if got := compared / n; got > l.most {
			t.Errorf("%s: compared each box with %.0f others, want %.0f at most", l.name, got, l.most)
		}
	}
}

// near returns how many boxes are in the cells where some may overlap a box.
func (g *Grid) near(b vec.Box) (n int32) {
	for k := range g.levels {
		l := &g.levels[k]
		low, high := l.near(b)
		for z := low[2]; z <= high[2]; z++ {
			for y := low[1]; y <= high[1]; y++ {
				n += g.start[l.row(y, z)+high[0]+1] - g.start[l.row(y, z)+low[0]]
			}
		}
	}
	return n
}

// Contract: a grid in lent memory finds the same, writes nothing beside it and nowhere once it is returned; where the
// memory is too little it has its own.
func TestGridInLentMemory(t *testing.T) {
	var g Grid
	row := func(i int) vec.Box { return vec.Box{Lo: vec.New(float64(i), 0, 0), Hi: vec.New(float64(i)+1.5, 1, 1)} }
	const n = 2 * mostFew
	lent := make([]int32, 12*n+100)
	for _, size := range []int{12 * n, 8 * n, 0} {
		for range 2 {
			clear(lent)
			g.Build(n, row, lent[:size])
			if got := g.Later(5, nil); !slices.Equal(got, []int32{6}) {
				t.Errorf("number 5 overlaps %v, want 6", got)
			}
			used := slices.ContainsFunc(lent, func(x int32) bool { return x != 0 })
			if used != (size > 8*n) || slices.ContainsFunc(lent[size:], func(x int32) bool { return x != 0 }) {
				t.Errorf("%d numbers are lent: used %v, then %v", size, used, lent[size:])
			}
			if g.Return(); used && cap(g.order)+cap(g.cells)+cap(g.sorted)+cap(g.start) != 0 {
				t.Error("lent memory is kept")
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
			g.Build(n, func(i int) vec.Box { return boxes[i] }, nil)
		}
		list = g.Later(int32(i%n), list[:0])
	}
}
