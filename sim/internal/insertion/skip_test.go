package insertion

import (
	"math/rand/v2"
	"testing"
)

// Contract: a stream that skips numbers goes on as one that draws them.
func TestSkip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 2, 3, 17, 15_000, r.IntN(100_000)} {
		a, b := rand.NewPCG(uint64(n), 5), rand.NewPCG(uint64(n), 5)
		for range n {
			a.Uint64()
		}
		if skip(b, n); *a != *b {
			t.Errorf("after %d numbers: %v, want %v", n, b, a)
		}
	}
	p := rand.NewPCG(1, 2)
	if n := testing.AllocsPerRun(10, func() { skip(p, 1000) }); n > 0 {
		t.Errorf("skipping allocates %g times", n)
	}
}

// Contract: a uniform number is that of the standard library.
func TestUniform(t *testing.T) {
	a := rand.NewPCG(1, 2)
	b := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		if x, want := uniform(a), b.Float64(); x != want {
			t.Fatalf("got %g, want %g", x, want)
		}
	}
}

// Contract: each place takes as many numbers as skip is told.
func TestDraws(t *testing.T) {
	for _, v := range []Volume{mixed.Volume, {Kind: 0, Axis: mixed.Velocity.Unit(), Radius: 1, Height: 1}} {
		a, b := rand.NewPCG(1, 5), rand.NewPCG(1, 5)
		spots := v.spots()
		spots.draw(a, 0.1)
		if skip(b, draws); *a != *b {
			t.Errorf("a place in volume %d does not take %d numbers", v.Kind, draws)
		}
	}
}
