package sim

import (
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// fieldOf returns the fields of a world.
func fieldOf(t *testing.T, w *World, text string) *fields.Grid {
	t.Helper()
	f, err := bridge.ParseField(text)
	if err != nil {
		t.Fatal(err)
	}
	s := w.State()
	g, err := fields.Of(f, s.Matter())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// numbersOf returns a quantity of a grid.
func numbersOf(t *testing.T, g *fields.Grid, name string) (list []float64, width int) {
	t.Helper()
	for i := range fields.Quantities {
		if q := &fields.Quantities[i]; q.Name == name {
			return g.Numbers(q), q.Width()
		}
	}
	t.Fatalf("no quantity %s", name)
	return nil, 0
}

// integrated returns the integral of each component of a quantity.
func integrated(t *testing.T, g *fields.Grid, name string) []float64 {
	t.Helper()
	list, n := numbersOf(t, g, name)
	sum := make([]float64, n)
	for i, v := range list {
		sum[i%n] += v * g.CellVolume()
	}
	return sum
}

// Contract: density, momentum, contact stress and wall force integrate to the sums over bodies and contacts, with each
// kernel, with cells that are wider or narrower than its width; half the trace of kinetic stress and motion of the
// mean integrates to the kinetic energy of translation. Measuring changes nothing.
func TestFieldsIntegrateToSums(t *testing.T) {
	w := pile(t, 2, 11, 80)
	for w.Clock().Time < 0.15 {
		w.Step()
	}
	for i := range w.NumBodies() {
		if p := w.bodies.Pos[i]; w.bodies.Kind[i] == body.Dynamic && p.Norm() > 2.8 {
			t.Fatalf("body %d is at %v, beyond the fields", i, p)
		}
	}
	before := w.Hash()
	mass, translation := 0.0, 0.0
	var momentum, wall vec.Vec3
	var stress [6]float64
	for i := range w.NumBodies() {
		if w.bodies.Kind[i] == body.Dynamic {
			mass += w.bodies.Mass(i).Mass
			momentum = momentum.AddScaled(w.bodies.Mass(i).Mass, w.bodies.Vel[i])
			move, _ := w.bodies.Kinetic(i)
			translation += move
		}
	}
	walls := 0
	for c := range w.contacts.All {
		for k, i := range []int32{c.BodyA, c.BodyB} {
			other := []int32{c.BodyB, c.BodyA}[k]
			if w.bodies.Kind[i] != body.Dynamic {
				continue
			}
			f, arm := c.Force.Scale(1-2*float64(k)), c.Point.Sub(w.bodies.Pos[i])
			if w.bodies.Kind[other] != body.Dynamic {
				wall, walls = wall.Add(f), walls+1
			}
			for j, v := range []float64{arm.X * f.X, arm.Y * f.Y, arm.Z * f.Z, (arm.Y*f.Z + arm.Z*f.Y) / 2,
				(arm.X*f.Z + arm.Z*f.X) / 2, (arm.X*f.Y + arm.Y*f.X) / 2} {
				stress[j] -= v
			}
		}
	}
	if walls == 0 {
		t.Fatal("nothing touches a wall")
	}
	for _, text := range []string{"fine=box/-3,-3,-3/3,3,3#60x60x60#gaussian/0.07",
		"coarse=box/-3,-3,-3/3,3,4#3x4x5#gaussian/0.03", "one=box/-3,-3,-3/3,3,4#1x1x1#lucy/0.02",
		"lucy=box/-3,-3,-3/3,3,3#40x40x40#lucy/0.1"} {
		g := fieldOf(t, w, text)
		got := []float64{integrated(t, g, "density")[0]}
		want := []float64{mass, momentum.X, momentum.Y, momentum.Z, wall.X, wall.Y, wall.Z}
		got = append(append(got, integrated(t, g, "momentum")...), integrated(t, g, "wallForce")...)
		got, want = append(got, integrated(t, g, "contactStress")...), append(want, stress[:]...)
		scale := []float64{mass, momentum.Norm(), wall.Norm(), math.Abs(stress[2])}
		for i, v := range got {
			if s := scale[[]int{0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3}[i]]; math.Abs(v-want[i]) > 1e-12*s {
				t.Errorf("%s: number %d integrates to %.15g, want %.15g", g.Box.Name, i, v, want[i])
			}
		}
		k, p := integrated(t, g, "kineticStress"), 0.0
		density, _ := numbersOf(t, g, "density")
		flow, _ := numbersOf(t, g, "momentum")
		for i, rho := range density {
			if rho > 0 {
				p += vec.New(flow[3*i], flow[3*i+1], flow[3*i+2]).Norm2() / rho * g.CellVolume()
			}
		}
		if e := (k[0] + k[1] + k[2] + p) / 2; math.Abs(e-translation) > 1e-12*translation {
			t.Errorf("%s: the motion has %.15g J, want %.15g", g.Box.Name, e, translation)
		}
	}
	if w.Hash() != before {
		t.Error("fields changed the world")
	}
}

// Contract: the density of one body is its mass times the kernel, whose factor is the closed form of its integral over
// all space. A body that is at the same place at two moments has the mean of its velocities, and their temperature.
func TestFieldsOfOneBody(t *testing.T) {
	const width, r = 0.015, 0.005
	for kernel, factor := range map[string]float64{
		"gaussian": math.Pow(2*math.Pi, 1.5) * (math.Erf(3/math.Sqrt2) - math.Sqrt(2/math.Pi)*3*math.Exp(-4.5)),
		"lucy":     16 * math.Pi * 8 / 105} {
		w := newWorld(t, 1e-5, law.Default)
		at := vec.New(0.011, 0.003, -0.002)
		add(t, w, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: r}}, Position: at,
			Velocity: vec.New(1, 2, 3)})
		f, err := bridge.ParseField("a=box/-0.1,-0.1,-0.1/0.1,0.1,0.1#60x60x60#" + kernel + "/0.015")
		if err != nil {
			t.Fatal(err)
		}
		s := w.State()
		g, err := fields.Of(f, s.Matter())
		if err != nil {
			t.Fatal(err)
		}
		m, kern := w.bodies.Mass(0).Mass, fieldKernel(t, kernel)
		density, _ := numbersOf(t, g, "density")
		most := m / (factor * width * width * width)
		for i, rho := range density {
			d := g.Center(i).Sub(at).Norm() / width
			want := 0.0
			if d < kern.Reach {
				want = most * kern.Of(d)
			}
			// The kernel ends with a step, which the sum of points is at by its cells.
			if math.Abs(rho-want) > 3e-3*most && math.Abs(d-kern.Reach) > 0.2 {
				t.Fatalf("%s: the density at %g widths is %g, want %g", kernel, d, rho, want)
			}
		}
		s.Bodies[0].Velocity = [3]float64{3, 2, -1}
		g.Add(s.Matter())
		v, _ := numbersOf(t, g, "velocity")
		temperature, _ := numbersOf(t, g, "temperature")
		middle := 30 + 60*(30+60*30)
		for k, want := range []float64{2, 2, 1} {
			if math.Abs(v[3*middle+k]-want) > 1e-12 {
				t.Errorf("the mean velocity is %v", v[3*middle:3*middle+3])
			}
		}
		if want := (1. + 4.) / 3; math.Abs(temperature[middle]-want) > 1e-12 {
			t.Errorf("the temperature is %g, want %g", temperature[middle], want)
		}
	}
}

func fieldKernel(t *testing.T, name string) *bridge.FieldKernel {
	t.Helper()
	k, err := bridge.FindFieldKernel(name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Contract: at rest the fields obey the balance of momentum at each height, also near the floor: the change of the
// vertical stress from one layer to the next is the weight between them less what the floor carries. It is right within
// the difference of layers, 2.5 % of the largest. Between two spheres the stress is the weight above.
func TestFieldsCarryTheWeight(t *testing.T) {
	w := columnAtRest(t, 5, 0.01)
	const layers, low, high = 120, -0.061, 0.179
	g := fieldOf(t, w, "a=box/-0.1,-0.1,-0.061/0.1,0.1,0.179#40x40x120#lucy/0.01")
	density, _ := numbersOf(t, g, "density")
	stress, _ := numbersOf(t, g, "stress")
	wall, _ := numbersOf(t, g, "wallForce")
	const h = (high - low) / layers
	area := g.CellVolume() / h
	var force, load [layers]float64 // through a layer [N], put on it [N/m]
	for i := range density {
		k := i / (40 * 40)
		force[k] += stress[6*i+2] * area
		load[k] += (-9.81*density[i] + wall[3*i+2]) * area
	}
	largest := 0.0
	for _, v := range load {
		largest = max(largest, math.Abs(v))
	}
	for k := 1; k < layers-1; k++ {
		if got := (force[k+1] - force[k-1]) / (2 * h); math.Abs(got-load[k]) > 0.025*largest {
			t.Errorf("in layer %d the stress changes by %g N/m, and %g N/m is put on it", k, got, load[k])
		}
	}
	weight := w.bodies.Mass(1).Mass * 9.81
	if k := 50; math.Abs(force[k]-3*weight) > 5e-3*weight { // at 0.04 m
		t.Errorf("between the spheres the stress carries %g weights, want 3", force[k]/weight)
	}
}
