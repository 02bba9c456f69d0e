package body

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide/widthtest"
	"example.org/tumble/sim/vec"
)

// Contract: bodies move alike with kernels of every width, and book the same work.
func TestMotionInBatchesGivesTheSameBits(t *testing.T) { widthtest.Each(t, testMotionInBatches) }

func testMotionInBatches(t *testing.T) {
	for _, damping := range []float64{0, 0.3} {
		plain, many := scattered(t, 77), scattered(t, 77)
		for _, b := range []*Set{plain, many} {
			b.Block[30], b.Kind[50] = BlockX, Kinematic
			m := *b.Mass(3)
			m.Inertia.X *= 2
			m.InvInertia.X /= 2
			m.Round = false
			b.setMass(3, &m)
		}
		one, eight := &ledger.Tally{}, &workerTally{few: resting(8)}
		gravity := vec.New(0, 0, -10)
		in := Integrator{Bodies: plain, Step: 2e-5, Damping: damping, Gravity: gravity}
		in.integrateEach(0, 77, one)
		in.Bodies = many
		in.integrateBatches(0, 77, eight)
		if *one != eight.Tally {
			t.Errorf("damping %g: one by one %+v, in batches %+v", damping, one, eight.Tally)
		}
		for i := range plain.Pos {
			a, b := plain, many
			if a.Pos[i] != b.Pos[i] || a.Vel[i] != b.Vel[i] || a.Spin[i] != b.Spin[i] || a.Ori[i] != b.Ori[i] ||
				a.AngularMomentum(i) != b.AngularMomentum(i) || a.Travel[i] != b.Travel[i] {
				t.Fatalf("damping %g: body %d is at %v one by one, at %v in batches", damping, i, a.Pos[i], b.Pos[i])
			}
		}
	}
}

// scattered returns balls, and capsules among some of them, with velocities, spins, forces and torques of all
// directions.
func scattered(t *testing.T, n int) *Set {
	t.Helper()
	r, b := rand.New(rand.NewPCG(1, 2)), new(Set)
	random := func() vec.Vec3 { return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()) }
	for i := range n {
		shapes := []ShapeDef{{Radius: 0.01 * (1 + r.Float64()), Orientation: vec.Identity}}
		if i/8%2 > 0 && i%3 > 0 {
			shapes[0].Kind, shapes[0].Shaft = shape.KindCapsule, 0.01
		}
		tpl, err := NewTemplate(shapes, func(int) float64 { return 1000 }, vec.Vec3{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		b.Add(tpl, &Def{
			Position: random(), Velocity: random(), Spin: random(), Orientation: vec.FromRotationVector(random()),
		})
		b.Wrench[i].Force, b.Wrench[i].Torque = random(), random()
	}
	return b
}

// Contract: of what is lost the state of the first body is named before any force, and no body of its chunk moves.
func TestLostNumbersAreNamedAndMoveNothing(t *testing.T) {
	b := scattered(t, 20)
	var in Integrator
	in.Bind(b, 1)
	in.Begin(0, 1e-5, 0, vec.Vec3{})
	if _, _, _, lost := b.FirstLost(); lost || !in.Move(0, 0, 20) || in.Lost() {
		t.Fatal("something is lost of sound bodies")
	}
	b.Wrench[3].Force.X = math.Inf(1)
	b.Spin[11].Y = 1e101
	at := slices.Clone(b.Pos)
	if in.Move(0, 0, 20) || !in.Lost() || in.Lost() {
		t.Error("the chunk moves, or nobody is told once")
	}
	if !slices.Equal(at, b.Pos) {
		t.Error("a body moved")
	}
	if i, quantity, wrong, _ := b.FirstLost(); i != 11 || quantity != "spin" || wrong != "beyond 1e100" {
		t.Errorf("the %s of body %d is %s", quantity, i, wrong)
	}
}
