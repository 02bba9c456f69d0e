package fields

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: of each body, contact and wall force a cell has the share of its points in the kernel's values at all
// points within reach, for any kernel, cells and place, also one on a point; 1e-12 is rounding.
func TestCellsHaveTheSharesOfTheirPoints(t *testing.T) {
	for _, text := range []string{
		"slice=box/0,-0.02,0/0.2,0.02,0.1#20x1x10#gaussian/0.02", "wide=box/0,0,0/0.2,0.1,0.1#2x3x1#gaussian/0.012",
		"fine=box/0,0,0/0.1,0.1,0.1#12x11x10#lucy/0.02", "coarse=box/0,0,0/0.2,0.1,0.1#2x1x3#lucy/0.013",
	} {
		f, err := bridge.ParseField(text)
		if err != nil {
			t.Fatal(err)
		}
		random, m := rand.New(rand.NewPCG(3, 5)), &state.Matter{}
		place := func() vec.Vec3 {
			p := vec.New(random.Float64(), random.Float64(), random.Float64()).Scale(0.3)
			if random.IntN(3) == 0 { // on points and between them, where distances are equal
				p = vec.New(math.Round(400*p.X), math.Round(400*p.Y), math.Round(400*p.Z)).Scale(1. / 400)
			}
			return p.Sub(vec.New(0.05, 0.05, 0.05))
		}
		for range 60 {
			m.Grains = append(m.Grains, state.Grain{Position: place(), Velocity: place(), Mass: random.Float64()})
			from := place()
			m.Pushes = append(m.Pushes, state.Push{From: from, Point: from.AddScaled(0.1, place()), Force: place(),
				Wall: random.IntN(2) == 0})
		}
		g, err := Of(f, m)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]sums, len(g.sums))
		for i := range m.Grains {
			b := &m.Grains[i]
			for cell, share := range shares(g, b.Position) {
				c := &want[cell]
				c.mass += share * b.Mass
				c.momentum = c.momentum.AddScaled(share*b.Mass, b.Velocity)
				add(&c.motion, share*b.Mass, b.Velocity, b.Velocity)
			}
		}
		for i := range m.Pushes {
			p := &m.Pushes[i]
			arm := p.Point.Sub(p.From)
			pieces := math.Ceil(arm.Norm() / f.Width)
			for s := 0.5; s < 2*pieces; s++ { // two points in each piece, Gauss's
				k := math.Floor(s / 2)
				x := (k + 0.5 + math.Copysign(0.5/math.Sqrt(3), s/2-k-0.5)) / pieces
				for cell, share := range shares(g, p.From.AddScaled(x, arm)) {
					add(&want[cell].contact, -0.5*share/pieces, arm, p.Force)
				}
			}
			for cell, share := range shares(g, p.Point) {
				if p.Wall {
					want[cell].wall = want[cell].wall.AddScaled(share, p.Force)
				}
			}
		}
		list := func(s *sums) []float64 {
			l := []float64{s.mass, s.momentum.X, s.momentum.Y, s.momentum.Z, s.wall.X, s.wall.Y, s.wall.Z}
			return append(append(l, s.motion[:]...), s.contact[:]...)
		}
		for k := range list(&sums{}) {
			worst, most := 0.0, 0.0
			for i := range want {
				a, b := list(&g.sums[i])[k], list(&want[i])[k]
				worst, most = max(worst, math.Abs(a-b)), max(most, math.Abs(b))
			}
			if !(worst <= 1e-12*most) || most == 0 {
				t.Errorf("%s: number %d is off by %g, of %g", f.Box.Name, k, worst, most)
			}
		}
	}
}

// shares returns what each cell gets of a point [1/m³], point by point.
func shares(g *Grid, p vec.Vec3) map[int]float64 {
	list, all := map[int]float64{}, 0.0
	var first, end [3]int
	for k := range g.axes {
		a := &g.axes[k]
		first[k], end[k] = int((p.Component(k)-g.reach-a.low)/a.step)-2, int((p.Component(k)+g.reach-a.low)/a.step)+3
	}
	for i := first[0]; i < end[0]; i++ {
		for j := first[1]; j < end[1]; j++ {
			for k := first[2]; k < end[2]; k++ {
				cell, square, inside, n := 0, 0.0, true, [3]int{i, j, k}
				for axis := 2; axis >= 0; axis-- {
					a := &g.axes[axis]
					d := a.low + float64(n[axis])*a.step - p.Component(axis)
					square += d * d
					inside = inside && n[axis] >= 0 && n[axis] < a.points*a.cells
					cell = cell*a.cells + n[axis]/a.points
				}
				if distance := math.Sqrt(square) / g.Width; distance < g.kern.Reach {
					part := g.kern.Of(distance)
					if all += part; inside {
						list[cell] += part / g.cell
					}
				}
			}
		}
	}
	for cell := range list {
		list[cell] /= all
	}
	return list
}
