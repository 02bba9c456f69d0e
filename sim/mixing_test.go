package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// lattice returns a world with small spheres at rest in the middles of the cells of a lattice of n³ cells in the unit
// box; each has the name that named gives its place, and there is none where that is empty.
func lattice(t *testing.T, n int, named func(x, y, z int) string) *World {
	t.Helper()
	w := newWorld(t, 1e-5, law.Default)
	at := func(k int) float64 { return (float64(k) + 0.5) / float64(n) }
	for k := range n * n * n {
		x, y, z := k%n, k/n%n, k/n/n
		if name := named(x, y, z); name != "" {
			add(t, w, body.Def{Name: name, Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: 1e-3}},
				Position: vec.New(at(x), at(y), at(z))})
		}
	}
	return w
}

// Contract: the index of Lacey is 0 where each cell holds one kind, whatever the shares of the kinds, and has its value
// by hand for two cells; it is not known of one kind, or with one body in each cell.
func TestMixingByHand(t *testing.T) {
	const unit = "a=box/0,0,0/1,1,1"
	layers := lattice(t, 6, func(_, _, z int) string { return map[bool]string{true: "red", false: "white"}[z < 2] })
	few := lattice(t, 2, func(x, y, z int) string { // three red and a white one to the left, and the other way round
		return map[bool]string{true: "red", false: "white"}[(x == 0) != (y+z == 0)]
	})
	uneven := lattice(t, 2, func(x, y, z int) string { // two red and two white ones to the left, one white to the right
		return [8]string{"red", "white", "red", "", "white", "", "white", ""}[x+2*y+4*z]
	})
	for _, c := range []struct {
		w                   *World
		region              string
		mixing, segregation float64
	}{
		{layers, unit + "#1x1x3#name=='red'", 0, 1},
		{layers, unit + "#4x4x6#name=='red'", 0, 1},
		{layers, unit + "#3x2x1#name=='red'", (1 - 0) / (1 - 5./215), 0},
		{few, unit + "#2x1x1#name=='red'", (1 - 0.25) / (1 - 1./7), 0.25},
		// 2 of 5 are red: 2 of 4 in a cell, and none of 1. s² = (4 (.1)² + (.4)²) / 5 = .04, of .24.
		{uneven, unit + "#2x1x1#red", (1 - 1./6) / (1 - 1./4), 1. / 6},
		{few, unit + "#2x2x2#name=='red'", math.NaN(), 1},
		{few, unit + "#1x1x1#name=='red'", math.NaN(), 0},
		{few, unit + "#2x1x1#name=='blue'", math.NaN(), math.NaN()},
		{few, "a=box/5,5,5/6,6,6#2x1x1#red", math.NaN(), math.NaN()},
		{few, unit, math.NaN(), math.NaN()},
	} {
		m := measured(t, c.w, c.region)[0]
		for name, v := range map[string][2]float64{"mixing": {m.Mixing, c.mixing}, "segregation": {m.Segregation,
			c.segregation}} {
			if !(math.Abs(v[0]-v[1]) < 1e-12) && !(math.IsNaN(v[0]) && math.IsNaN(v[1])) {
				t.Errorf("%s: %s is %.15g, want %.15g", c.region, name, v[0], v[1])
			}
		}
	}
}

// Contract: of bodies that are shuffled among their places the mean of the index is 1, exactly, also where cells hold
// unequal numbers: here within 4 of its own standard errors.
func TestMixingOfShuffledBodies(t *testing.T) {
	const n, rounds = 8, 300
	w := lattice(t, n, func(x, y, z int) string {
		return map[bool]string{true: "red", false: "white"}[x+n*y+n*n*z < 150]
	})
	r, places := rand.New(rand.NewPCG(7, 8)), w.bodies.Pos
	for _, region := range []string{"a=box/0,0,0/1,1,1#4x4x4#red", "a=sphere/0.5,0.5,0.5/0.5#3x3x3#red"} {
		sum, squares := 0.0, 0.0
		for range rounds {
			r.Shuffle(len(places), func(i, k int) { places[i], places[k] = places[k], places[i] })
			x := measured(t, w, region)[0].Mixing
			sum, squares = sum+x, squares+x*x
		}
		mean := sum / rounds
		deviation := math.Sqrt(squares/rounds-mean*mean) / math.Sqrt(rounds)
		if !(math.Abs(mean-1) < 4*deviation) || !(deviation < 0.005) {
			t.Errorf("%s: the mean is %.5f ± %.5f, want 1", region, mean, deviation)
		}
	}
}

// Contract: the cells move with the body of their region: a drum that has turned holds the same layers.
func TestMixingInTheFrameOfABody(t *testing.T) {
	w := newWorld(t, 1e-5, law.Default)
	turn := vec.FromAxisAngle(vec.New(1, 2, 3), 1)
	add(t, w, body.Def{Name: "drum", Shapes: sphereDef(0.01), Position: vec.New(5, 6, 7), Orientation: turn,
		Blocked: body.BlockAll})
	for k := range 64 {
		local := vec.New(float64(k%4), float64(k/4%4), float64(k/16)).Add(vec.New(0.5, 0.5, 0.5))
		add(t, w, body.Def{Name: map[bool]string{true: "red", false: "white"}[local.Z < 2], Shapes: sphereDef(0.01),
			Position: vec.New(5, 6, 7).Add(turn.Rotate(local))})
	}
	list := measured(t, w, "a=box/0,0,0/4,4,4@drum#2x2x2#red",
		fmt.Sprintf("b=sphere/%g,%g,%g/100#40x40x40#red", 5., 6., 7.))
	if m := list[0]; m.Bodies != 64 || m.Mixing != 0 || m.Segregation != 1 {
		t.Errorf("in the drum the layers are mixed by %g, segregated by %g", m.Mixing, m.Segregation)
	}
	if m := list[1]; m.Bodies != 64 || !(m.Mixing > 0.05) {
		t.Errorf("across the layers cells that stand still say %g", m.Mixing)
	}
}
