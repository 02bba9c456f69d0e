package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/ledger"
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
	"tumble/sim/wide"
	"tumble/sim/wide/widthtest"
)

// Kernels must give the bits of scalar code, whatever the number of records: a world would otherwise depend
// on the processor it runs on.

// scattered returns a world of n spheres that move at random, with all that kernels read.
func scattered(t testing.TB, r *rand.Rand, n int) *World {
	t.Helper()
	w, err := New(DefaultParams)
	if err != nil {
		t.Fatal(err)
	}
	w.AddMaterial("", law.Default)
	for range n {
		d := body.Def{Shapes: []body.ShapeDef{{Radius: 0.01 * (1 + r.Float64())}}, Position: randomVec(r)}
		d.Orientation = vec.FromRotationVector(randomVec(r))
		if _, err := w.AddBody(d); err != nil {
			t.Fatal(err)
		}
	}
	b := &w.bodies
	for i := range b.Pos {
		b.Vel[i], b.Spin[i], b.Wrench[i].Force, b.Wrench[i].Torque = randomVec(r), randomVec(r), randomVec(r), randomVec(r)
		b.AngMom[i] = randomVec(r).Scale(1e-5)
	}
	w.clock.dt, w.clock.last = 2e-5, 3e-5
	return w
}

func randomVec(r *rand.Rand) vec.Vec3 {
	return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
}

func TestLawInBatchesGivesTheSameBits(t *testing.T) { widthtest.Each(t, testLawInBatches) }

func testLawInBatches(t *testing.T) {
	for kind := range law.Kinds {
		for _, damped := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, damped %v", law.Kinds[kind].Name, damped), func(t *testing.T) {
				testLawOf(t, law.Kind(kind), damped)
			})
		}
	}
}

func testLawOf(t *testing.T, kind law.Kind, damped bool) {
	r := rand.New(rand.NewPCG(1, 2))
	w := scattered(t, r, 20)
	w.law, w.elastic = kind, !damped
	for n := range 40 {
		list := pairList{kindA: shape.KindMesh} // whose contacts have features
		plain, many := chunkOfPairs{list: &list}, chunkOfPairs{list: &list}
		space := workspace{}
		space.touches.resize(n)
		for i := range n {
			c := contact{point: randomVec(r), normal: randomVec(r).Unit(), shear: randomVec(r), fresh: r.IntN(4) == 0}
			c.overlap = 0.1 * r.Float64()
			s := springs{kn: 10 * r.Float64(), kt: 5 * r.Float64(), mu: r.Float64(), smaller: 1, mass: r.Float64()}
			if damped {
				c.drag = r.NormFloat64()
				s.damping = max(0, 10*r.Float64()-2)
			}
			if c.fresh {
				c = contact{fresh: true}
			}
			if r.IntN(4) == 0 {
				s.mu = 0
			}
			if r.IntN(4) == 0 {
				c.shear = vec.Vec3{}
			}
			if n%3 == 0 {
				s = springs{kn: 3, kt: 1, mu: 0.4, smaller: 1, mass: 0.1, damping: s.damping} // all have the same
				if damped {
					s.damping = 0.3
				}
			}
			normal, was := c.normal, c
			if c.fresh {
				normal = randomVec(r)
			} else if r.IntN(6) == 0 { // it has turned too far: the vector kernel must see that itself
				normal, c = c.normal.Scale(-1), contact{fresh: true}
			}
			overlap := 1e-4 * r.Float64()
			touch := narrow.Touch{Point: randomVec(r), Overlap: overlap, Feature: r.Int32()}
			touch.Normal = normal.AddScaled(0.1, randomVec(r)).Unit()
			space.touches.put(i, &touch)
			if n%2 == 0 {
				space.spreads.resize(i + 1)
				space.spreads.put(i, &narrow.Distributed{Share: r.Float64(), Turn: randomVec(r)})
			}
			pair := candidate{bodyA: r.Int32N(20), bodyB: r.Int32N(20)}
			for _, k := range []*chunkOfPairs{&plain, &many} {
				k.pairs = append(k.pairs, pair)
				k.contacts.resize(i + 1)
				k.contacts.keep(i, &was)
				k.contacts.name(i, i, &pair, s)
			}
			plain.contacts.keep(i, &c)
		}
		plain.turns, many.turns = plain.turns.resize(space.spreads.len()), many.turns.resize(space.spreads.len())
		var lost ledger.Loss
		worst := 0.0
		for i := range n {
			c, how := plain.contact(i), inOnePoint
			var touch narrow.Touch
			space.touches.read(i, &touch)
			if n%2 == 0 {
				how = space.spreads.at(i)
			}
			push := w.applyLaw(&c, &touch, &how, &lost)
			if n%2 == 0 {
				plain.turns[i] = how.turn.Scale(-push)
			}
			if ratio := c.overlap / c.smaller; ratio > worst {
				worst = ratio
			}
			plain.contacts.keep(i, &c)
		}
		w.applyLawBatches(&many, &space)
		if !slices.Equal(plain.turns, many.turns) {
			t.Fatalf("%d contacts: plain couples %v, wide %v", n, plain.turns, many.turns)
		}
		for i := range n {
			if plain.contact(i) != many.contact(i) {
				t.Fatalf("contact %d of %d:\nplain %+v\nwide  %+v", i, n, plain.contact(i), many.contact(i))
			}
		}
		if lost != space.lost || worst != space.worst {
			t.Fatalf("%d contacts: plain %+v %g, wide %+v %g", n, lost, worst, space.lost, space.worst)
		}
		for _, own := range []span{{0, 20}, {5, 12}} {
			sums := func(width wide.Width) []body.Wrench {
				before, _ := wide.Use(width)
				defer wide.Use(before)
				w.chunks = []*chunkOfPairs{&plain}
				plain.bodiesA, plain.bodiesB = span{0, 20}, span{0, 20}
				w.cuts.spans, w.cuts.reaches = []span{own}, []reach{{home: own.first}}
				w.sumSpan(0, 0, 1)
				return slices.Clone(w.bodies.Wrench)
			}
			if many, plain := sums(wide.InUse()), sums(wide.Scalar); !slices.Equal(many, plain) {
				t.Fatalf("%d contacts, bodies %v: plain sums %v, wide %v", n, own, plain, many)
			}
		}
	}
}

// Vector kernels look up the bodies of all lanes of a block: of those without a contact that
// must be body 0, not one that has left.
func TestLanesWithoutContactNameBodyZero(t *testing.T) {
	var table contactTable
	table.resize(16)
	for i := range table.n {
		table.name(i, i, &candidate{bodyA: 100, bodyB: 200}, springs{kn: float64(i)})
	}
	for n := 16; n >= 0; n-- {
		table.resize(n)
		for i := n; i < len(table.blocks)*blockSize; i++ {
			if b, l := table.row(i); b.bodyA[l] != 0 || b.bodyB[l] != 0 || b.springs[l] != 0 {
				t.Errorf("%d contacts: lane %d of bodies %d and %d, springs %d", n, i, b.bodyA[l], b.bodyB[l], b.springs[l])
			}
		}
	}
}

// Contract: whole scenes have the same history with kernels of every width.
func TestScenesInBatchesGiveTheSameBits(t *testing.T) {
	const steps = 4000
	var hashes [steps]uint64
	var energies [steps/100 + 1]bridge.Energy
	// Now and then the rule changes, and other kernels find what touches; or the law, and whether
	// there are dashpots.
	step := func(w *World, i int) {
		if i%1000 == 999 {
			w.Apply(bridge.SetCapsuleRule{Rule: CapsuleRules[i/1000%2].Name})
		}
		if i%300 == 299 {
			w.Apply(bridge.SetLaw{Law: law.Kinds[i/300%len(law.Kinds)].Name})
		}
		if i%700 == 699 {
			m := w.materials[0].law
			m.Restitution = 1 - 0.4*float64(i/700%2)
			w.Apply(bridge.SetMaterial{Index: 0, Material: m})
		}
		w.Step()
	}
	t.Run("plain", func(t *testing.T) {
		widthtest.Use(t, wide.Scalar)
		w := pile(t, 1, 7, 150)
		for i := range hashes {
			step(w, i)
			if hashes[i] = w.Hash(); i%100 == 0 {
				energies[i/100] = w.Energy()
			}
		}
	})
	widthtest.Fast(t, func(t *testing.T) {
		w := pile(t, 1, 7, 150)
		for i := range hashes {
			step(w, i)
			if w.Hash() != hashes[i] {
				t.Fatalf("step %d differs from that of the plain kernels", i+1)
			}
			if e := w.Energy(); i%100 == 0 && e != energies[i/100] {
				t.Fatalf("step %d: energies %+v, of the plain kernels %+v", i+1, e, energies[i/100])
			}
		}
	})
}

// Contract: kernels do what can be done in batches. In a pile of capsules these take part in every step.
func TestKernelsTakePart(t *testing.T) {
	w := pile(t, 1, 7, 150)
	for w.NumContacts() < 150 {
		w.Step()
	}
	widthtest.Use(t, wide.Evaluated)
	done, evaluate := map[wide.Kernel]int{}, wide.Evaluate
	defer func() { wide.Evaluate = evaluate }()
	wide.Evaluate = func(k wide.Kernel, arguments unsafe.Pointer) {
		done[k]++
		evaluate(k, arguments)
	}
	const steps = 5
	for range steps {
		w.Step()
	}
	for name, k := range map[string]wide.Kernel{
		"placing": wide.PlacingKernel + wide.Apart, "touches": wide.CapsulesKernel, "law": wide.FrictionKernel,
		"sums": wide.SumsKernel, "motion": wide.MotionKernel + wide.DampedMotion,
	} {
		if done[k] < steps {
			t.Errorf("in %d steps the kernel of %s ran %d times: %v", steps, name, done[k], done)
		}
	}
}

// BenchmarkKernel compares scalar code with kernels, per record.
func BenchmarkKernel(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	w := scattered(b, r, 40)
	for i := range w.bodies.Vel {
		w.bodies.Vel[i], w.bodies.Spin[i] = w.bodies.Vel[i].Scale(1e-6), w.bodies.Spin[i].Scale(1e-6)
	}
	const n = 64
	var list pairList
	k := chunkOfPairs{list: &list, bodiesA: span{0, 40}, bodiesB: span{0, 40}}
	space := workspace{steady: true}
	space.touches.resize(n)
	for i := range n {
		c := contact{point: randomVec(r), normal: randomVec(r).Unit()}
		pair := candidate{bodyA: r.Int32N(40), bodyB: r.Int32N(40)}
		k.pairs = append(k.pairs, pair)
		k.contacts.resize(i + 1)
		k.contacts.keep(i, &c)
		k.contacts.name(i, i, &pair, springs{kn: 1, kt: 0.2, mu: 0.2, smaller: 1})
		space.touches.put(i, &narrow.Touch{Point: c.point, Normal: c.normal, Overlap: 1})
	}
	w.chunks, w.cuts.spans = []*chunkOfPairs{&k}, []span{{0, 40}}
	each := func(width wide.Width) {
		b.Run("law/"+width.String(), func(b *testing.B) {
			widthtest.Use(b, width)
			for i := 0; i < b.N; i += n {
				if width != wide.Scalar {
					w.applyLawBatches(&k, &space)
					continue
				}
				var c contact
				var touch narrow.Touch
				for j := range n {
					k.read(j, &c)
					space.touches.read(j, &touch)
					w.applyLaw(&c, &touch, &inOnePoint, &space.lost)
					k.contacts.keep(j, &c)
				}
			}
		})
		b.Run("sum/"+width.String(), func(b *testing.B) {
			widthtest.Use(b, width)
			for i := 0; i < b.N; i += n {
				w.sumSpan(0, 0, 1)
			}
		})
	}
	for _, width := range []wide.Width{wide.Scalar, wide.AVX2, wide.AVX512} {
		each(width)
	}
}

func BenchmarkIntegrate(b *testing.B) {
	w := scattered(b, rand.New(rand.NewPCG(1, 2)), 64)
	for i := range w.bodies.Vel {
		w.bodies.Wrench[i].Force, w.bodies.Wrench[i].Torque = vec.Vec3{}, vec.Vec3{}
	}
	w.integrator.Begin(w.clock.dt, 0, vec.Vec3{})
	chunks := func(b *testing.B) {
		for i := 0; i < b.N; i += 64 {
			w.integrateChunk(0, 0, 64)
		}
	}
	for _, width := range []wide.Width{wide.Scalar, wide.AVX2, wide.AVX512} {
		b.Run(width.String(), func(b *testing.B) {
			widthtest.Use(b, width)
			chunks(b)
		})
	}
}

func TestPlacingInBatchesGivesTheSameBits(t *testing.T) { widthtest.Each(t, testPlacingInBatches) }

func testPlacingInBatches(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	w := pile(t, 1, 5, 90) // single capsules and clumps
	b, s := &w.bodies, &w.shapes
	apart := 0
	for i := range b.Pos {
		b.Pos[i], b.Ori[i] = randomVec(r), vec.FromUniform(r.Float64(), r.Float64(), r.Float64())
		if i%2 == 0 {
			b.Pos[i].Y = math.Copysign(0, -1)
		}
	}
	for i := range s.Infos[shape.KindCapsule] {
		s.Infos[shape.KindCapsule][i].Part = s.Infos[shape.KindCapsule][r.IntN(len(s.Infos[shape.KindCapsule]))].Part
		if s.Infos[shape.KindCapsule][i].Local != (vec.Vec3{}) {
			apart++
		}
	}
	if n := len(s.Capsules); n < 40 || n%8 == 0 || apart == 0 || apart == n {
		t.Fatalf("%d capsules, %d of them apart from the centres of their bodies: not all cases are there", n, apart)
	}
	placed := func(place func(first, last int), part span) []shape.Capsule {
		for i := range s.Capsules {
			s.Capsules[i].Center, s.Capsules[i].Axis = vec.Vec3{}, vec.Vec3{}
		}
		place(int(part.first), int(part.last))
		return slices.Clone(s.Capsules)
	}
	bits := func(c shape.Capsule) (n [8]uint64) {
		for i, x := range [...]float64{c.Center.X, c.Center.Y, c.Center.Z, c.Axis.X, c.Axis.Y, c.Axis.Z, c.Half, c.Radius} {
			n[i] = math.Float64bits(x)
		}
		return n
	}
	for _, part := range []span{{0, int32(len(s.Capsules))}, {3, 22}} {
		many := placed(func(first, last int) { s.Place(shape.KindCapsule, &w.bodies, first, last) }, part)
		plain := placed(func(first, last int) {
			for i := first; i < last; i++ {
				info := s.Info(shape.KindCapsule, int32(i))
				s.Capsules[i].Center, s.Capsules[i].Axis = w.bodies.CenterOf(info), w.bodies.Ori[info.Body].Rotate(info.Axis)
			}
		}, part)
		for i := range plain {
			if bits(many[i]) != bits(plain[i]) {
				t.Fatalf("capsules [%d, %d): number %d is %+v, in scalar code %+v",
					part.first, part.last, i, many[i], plain[i])
			}
		}
	}
}
