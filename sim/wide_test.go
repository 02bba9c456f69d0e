package sim

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/narrow"
	"tumble/sim/vec"
	"tumble/sim/wide"
)

// Vector kernels must give the bits of the plain ones, whatever the number of records: a
// world would otherwise depend on the processor it runs on.

// needWide skips where there are none, and says so.
func needWide(t testing.TB) {
	t.Helper()
	if !wide.Available {
		t.Skip("built without GOEXPERIMENT=simd, or the processor has no AVX-512: there are no vector kernels to compare")
	}
}

// scattered returns a world of n spheres that move at random, with all that kernels read.
func scattered(t testing.TB, r *rand.Rand, n int) *World {
	t.Helper()
	w, err := New(DefaultParams)
	if err != nil {
		t.Fatal(err)
	}
	w.AddMaterial("", law.Default)
	for range n {
		if _, err := w.AddBody(BodyDef{Shapes: []ShapeDef{{Radius: 0.01 * (1 + r.Float64())}}, Position: randomVec(r), Orientation: vec.FromRotationVector(randomVec(r))}); err != nil {
			t.Fatal(err)
		}
	}
	b := &w.bodies
	for i := range b.pos {
		b.vel[i], b.spin[i], b.force[i], b.torque[i] = randomVec(r), randomVec(r), randomVec(r), randomVec(r)
		b.angMom[i] = randomVec(r).Scale(1e-5)
	}
	w.pad()
	w.clock.dt, w.clock.last = 2e-5, 3e-5
	return w
}

func randomVec(r *rand.Rand) vec.Vec3 {
	return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
}

func TestWideLawGivesTheSameBits(t *testing.T) {
	needWide(t)
	r := rand.New(rand.NewPCG(1, 2))
	w := scattered(t, r, 20)
	for n := range 40 {
		var touches []narrow.Touch
		var list pairList
		plain, eight := chunkOfPairs{list: &list}, chunkOfPairs{list: &list}
		for range n {
			c := contact{bodyA: r.Int32N(20), bodyB: r.Int32N(20), point: randomVec(r), normal: randomVec(r).Unit(),
				shear: randomVec(r), kn: 10 * r.Float64(), kt: 5 * r.Float64(), mu: r.Float64(), smaller: 1, fresh: r.IntN(4) == 0}
			if c.fresh {
				c.point, c.normal, c.shear = vec.Vec3{}, vec.Vec3{}, vec.Vec3{}
			}
			if r.IntN(4) == 0 {
				c.mu = 0
			}
			if r.IntN(4) == 0 {
				c.shear = vec.Vec3{}
			}
			touches = append(touches, narrow.Touch{Point: randomVec(r), Normal: c.normal.AddScaled(0.1, randomVec(r)).Unit(), Overlap: r.Float64(), Feature: r.Int32()})
			plain.contacts, eight.contacts = append(plain.contacts, c), append(eight.contacts, c)
		}
		for i := range plain.contacts {
			c := &plain.contacts[i]
			w.applyLaw(c, &touches[i], &inOnePoint, &plain.lost)
			if ratio := c.overlap / c.smaller; ratio > plain.worst {
				plain.worst = ratio
			}
		}
		w.applyLawWide(&eight, &workspace{touches: touches})
		for i := range touches {
			if plain.contacts[i] != eight.contacts[i] {
				t.Fatalf("contact %d of %d:\nplain %+v\nwide  %+v", i, n, plain.contacts[i], eight.contacts[i])
			}
		}
		if plain.lost != eight.lost || plain.worst != eight.worst {
			t.Fatalf("%d contacts: plain %+v %g, wide %+v %g", n, plain.lost, plain.worst, eight.lost, eight.worst)
		}
	}
}

func TestWideIntegrationGivesTheSameBits(t *testing.T) {
	needWide(t)
	for _, damping := range []float64{0, 0.3} {
		plain, eight := scattered(t, rand.New(rand.NewPCG(1, 2)), 77), scattered(t, rand.New(rand.NewPCG(1, 2)), 77)
		for _, w := range []*World{plain, eight} {
			w.params.Damping = damping
			w.bodies.block[30], w.bodies.kind[50] = BlockX, bridge.Kinematic
			m := *w.bodies.mass[3]
			m.inertia.X *= 2
			m.invInertia.X /= 2
			m.round = false
			w.bodies.mass[3] = &m
		}
		plain.tallies, eight.tallies = make([]tally, 2), make([]tally, 2)
		for first := 0; first < 77; first += chunk {
			for i := first; i < lesser(first+chunk, 77); i++ {
				plain.integrateBody(i, &plain.tallies[first/chunk])
			}
			eight.integrateChunk(0, first, lesser(first+chunk, 77))
		}
		if !slices.Equal(plain.tallies, eight.tallies) {
			t.Errorf("damping %g: plain %+v, wide %+v", damping, plain.tallies, eight.tallies)
		}
		a, b := &plain.bodies, &eight.bodies
		for i := range a.pos {
			if a.pos[i] != b.pos[i] || a.vel[i] != b.vel[i] || a.spin[i] != b.spin[i] || a.angMom[i] != b.angMom[i] ||
				a.ori[i] != b.ori[i] || a.rate[i] != b.rate[i] || a.travel[i] != b.travel[i] {
				t.Fatalf("damping %g, body %d: plain and vector kernel differ: %v, %v", damping, i, a.pos[i], b.pos[i])
			}
		}
	}
}

// BenchmarkKernel compares the plain kernels with the vector ones, per record.
func BenchmarkKernel(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	w := scattered(b, r, 40)
	for i := range w.bodies.vel {
		w.bodies.vel[i], w.bodies.spin[i] = w.bodies.vel[i].Scale(1e-6), w.bodies.spin[i].Scale(1e-6)
	}
	var list pairList
	k := chunkOfPairs{list: &list}
	var touches []narrow.Touch
	for range 64 {
		n := randomVec(r).Unit()
		k.contacts = append(k.contacts, contact{bodyA: r.Int32N(40), bodyB: r.Int32N(40), point: randomVec(r), normal: n, kn: 1, kt: 0.2, mu: 0.2, smaller: 1})
		touches = append(touches, narrow.Touch{Point: k.contacts[len(touches)].point, Normal: n, Overlap: 1})
	}
	b.Run("law/plain", func(b *testing.B) {
		for i := range b.N {
			w.applyLaw(&k.contacts[i&63], &touches[i&63], &inOnePoint, &k.lost)
		}
	})
	b.Run("law/wide", func(b *testing.B) {
		needWide(b)
		space := workspace{touches: touches}
		for i := 0; i < b.N; i += 64 {
			w.applyLawWide(&k, &space)
		}
	})
}

func BenchmarkIntegrate(b *testing.B) {
	w := scattered(b, rand.New(rand.NewPCG(1, 2)), 64)
	for i := range w.bodies.vel {
		w.bodies.force[i], w.bodies.torque[i] = vec.Vec3{}, vec.Vec3{}
	}
	w.tallies = make([]tally, 1)
	b.Run("plain", func(b *testing.B) {
		for i := range b.N {
			w.integrateBody(i&63, &w.tallies[0])
		}
	})
	b.Run("wide", func(b *testing.B) {
		for i := 0; i < b.N; i += 64 {
			w.integrateChunk(0, 0, 64)
		}
	})
}
