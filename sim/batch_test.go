package sim

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/widthtest"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
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
	w.Build().AddMaterial("", law.Default)
	for range n {
		d := body.Def{Shapes: []body.ShapeDef{{Radius: 0.01 * (1 + r.Float64())}}, Position: randomVec(r)}
		d.Orientation = vec.FromRotationVector(randomVec(r))
		if _, err := w.Build().AddBody(d); err != nil {
			t.Fatal(err)
		}
	}
	b := &w.bodies
	for i := range b.Pos {
		b.Vel[i], b.Spin[i], b.Wrench[i].Force, b.Wrench[i].Torque = randomVec(r), randomVec(r), randomVec(r), randomVec(r)
	}
	w.clock.Dt, w.clock.Last = 2e-5, 3e-5
	return w
}

func randomVec(r *rand.Rand) vec.Vec3 {
	return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
}

func TestLawInBatchesGivesTheSameBits(t *testing.T) { widthtest.Each(t, testLawInBatches) }

func testLawInBatches(t *testing.T) {
	for kind := range law.Kinds {
		if !law.Kinds[kind].Lanes {
			continue // kernels do not know it
		}
		for _, what := range []string{"elastic", "damped", "resisting", "damped and resisting"} {
			t.Run(law.Kinds[kind].Name+", "+what, func(t *testing.T) {
				testLawOf(t, law.Kind(kind), strings.HasPrefix(what, "damped"), strings.HasSuffix(what, "resisting"))
			})
		}
	}
}

// testLawOf does so for contacts of which some are damped, and some oppose rolling and twisting.
func testLawOf(t *testing.T, kind law.Kind, damped, resisting bool) {
	r := rand.New(rand.NewPCG(1, 2))
	w := scattered(t, r, 20)
	w.contacts.Law, w.contacts.Damps, w.contacts.Resists = kind, damped, resisting
	for n := range 40 {
		list := w.contacts.NewList(shape.KindMesh, shape.KindSphere) // whose contacts have features
		central := n%4 == 3
		if central {
			list = w.contacts.NewList(shape.KindSphere, shape.KindSphere)
		}
		plain, many := w.contacts.Open(&[]*contact.Chunk{}, &list), w.contacts.Open(&[]*contact.Chunk{}, &list)
		space := &w.contacts.Spaces[0]
		space.Touches.Resize(n)
		space.Lines.Resize(0)
		for i := range n {
			c := contact.Contact{Point: randomVec(r), Normal: randomVec(r).Unit(), Force: randomVec(r)}
			c.Fresh, c.Overlap = r.IntN(4) == 0, 0.1*r.Float64()
			s := contact.Springs{Kn: 10 * r.Float64(), Kt: 5 * r.Float64(), Mu: r.Float64(), Smaller: 1, Mass: r.Float64()}
			if damped {
				c.Drag = r.NormFloat64()
				s.Damping = max(0, 10*r.Float64()-2)
			}
			if resisting { // couples from far below what makes them give way to far above
				c.Couple = randomVec(r).Scale(math.Pow(10, -8*r.Float64()))
				s.Rolling, s.Twisting = max(0, r.Float64()-0.2), max(0, r.Float64()-0.2)
			}
			if c.Fresh {
				c = contact.Contact{Fresh: true}
			}
			if r.IntN(4) == 0 {
				s.Mu = 0
			}
			if r.IntN(4) == 0 {
				c.Force = c.Normal.Scale(-r.Float64())
			}
			if n%3 == 0 {
				s = contact.Springs{Kn: 3, Kt: 1, Mu: 0.4, Smaller: 1, Mass: 0.1, Damping: s.Damping} // all have the same
				if damped {
					s.Damping = 0.3
				}
				if resisting {
					s.Rolling, s.Twisting = 0.05, 0.02
				}
			}
			if s.Softness = 1 / s.Kn; central {
				s.RadiusA, s.RadiusB = 0.01, 0.02
			}
			if central && n%3 > 0 {
				s.RadiusA, s.RadiusB = r.Float64(), r.Float64()
			}
			normal, was := c.Normal, c
			if c.Fresh {
				normal = randomVec(r)
			} else if r.IntN(6) == 0 { // it has turned too far: the vector kernel must see that itself
				normal, c = c.Normal.Scale(-1), contact.Contact{Fresh: true}
			}
			overlap := 1e-4 * r.Float64()
			touch := narrow.Touch{Point: randomVec(r), Overlap: overlap, Feature: r.Int32()}
			if central {
				touch.Feature = narrow.FeatureWhole
			}
			touch.Normal = normal.AddScaled(0.1, randomVec(r)).Unit()
			space.Touches.Put(i, &touch)
			if n%2 == 0 {
				space.Lines.Resize(i + 1)
				space.Lines.Put(i, &narrow.LineContact{Share: r.Float64(), Arm: randomVec(r)})
			}
			bodyA, bodyB := r.Int32N(20), r.Int32N(20)
			for _, k := range []*contact.Chunk{plain, many} {
				k.Pairs = append(k.Pairs, contact.Pair{})
				k.Contacts.Resize(i + 1)
				k.Contacts.Assign(i, i, bodyA, bodyB, s)
				k.Contacts.Keep(i, &was)
			}
			plain.Contacts.Keep(i, &c)
		}
		plain.Moments, many.Moments = plain.Moments.Resize(space.Lines.Len()), many.Moments.Resize(space.Lines.Len())
		var lost ledger.Heat
		worst := 0.0
		for i := range n {
			c, how := plain.Contact(i), contact.InOnePoint
			var touch narrow.Touch
			space.Touches.Read(i, &touch)
			if n%2 == 0 {
				how = space.Lines.At(i)
			}
			push := w.contacts.ApplyLaw(&c, &touch, &how, &lost)
			if n%2 == 0 {
				plain.Moments[i] = how.Arm.Scale(-push)
			}
			if ratio := c.Overlap / c.Smaller; ratio > worst {
				worst = ratio
			}
			if n%2 > 0 && !damped && !law.Kinds[kind].Stiffens() { // then it is not kept
				if c.Overlap = c.NormalForce() / c.Kn; central {
					c.Overlap = c.NormalForce() * c.Softness
				}
			}
			plain.Contacts.Keep(i, &c)
		}
		w.contacts.ApplyLawBatches(many, space)
		if !slices.Equal(plain.Moments, many.Moments) {
			t.Fatalf("%d contacts: plain couples %v, wide %v", n, plain.Moments, many.Moments)
		}
		for i := range n {
			if plain.Contact(i) != many.Contact(i) {
				t.Fatalf("contact %d of %d:\nplain %+v\nwide  %+v", i, n, plain.Contact(i), many.Contact(i))
			}
		}
		// Lanes are added up in another order: the sums are the same once they are rounded; see ledger.Sum.
		if plain, wide := lost.Loss(), w.contacts.TakeLost(); plain != wide || worst != space.Worst {
			t.Fatalf("%d contacts: plain %+v %g, wide %+v %g", n, plain, worst, wide, space.Worst)
		}
		for _, own := range []contact.Span{{First: 0, Last: 20}, {First: 5, Last: 12}} {
			sums := func(width wide.Width) []body.Wrench {
				before, _ := wide.Use(width)
				defer wide.Use(before)
				w.contacts.Chunks = []*contact.Chunk{plain}
				plain.BodiesA, plain.BodiesB = contact.Span{First: 0, Last: 20}, contact.Span{First: 0, Last: 20}
				w.contacts.Partition.Spans = []contact.Span{own}
				w.contacts.Partition.Footprints = []contact.Footprint{{Home: own.First}}
				w.contacts.SumSpan(0, 0, 1)
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
	var table contact.Table
	table.Resize(16)
	for i := range table.N {
		table.Assign(i, i, 100, 200, contact.Springs{Kn: float64(i)})
	}
	for n := 16; n >= 0; n-- {
		table.Resize(n)
		for i := n; i < len(table.Blocks)*contact.BlockSize; i++ {
			if b, l := table.Row(i); b.BodyA[l] != 0 || b.BodyB[l] != 0 || table.SpringsOf(i) != &table.Springs[0] {
				t.Errorf("%d contacts: lane %d of bodies %d and %d, other springs", n, i, b.BodyA[l], b.BodyB[l])
			}
		}
	}
}

// Contract: a pile so large that kernels ask ahead of time for shapes and bodies, too, has the same history with
// kernels of every width.
func TestLargePileInBatchesGivesTheSameBits(t *testing.T) {
	var plain uint64
	hash := func(t *testing.T) uint64 {
		w := newWorld(t, 1e-5, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.5, Density: 1000})
		for i := range 8100 { // each overlaps its neighbours in two directions
			at := vec.New(0.0199*float64(i%90), 0.0199*float64(i/90%9), 0.03*float64(i/810))
			add(t, w, body.Def{Shapes: capsuleDef(0.01, 0.005*float64(i%3)), Position: at})
		}
		for range 3 {
			w.Step()
		}
		if w.contacts.Count < 8100 {
			t.Fatalf("%d contacts, want more than bodies", w.contacts.Count)
		}
		return w.Hash()
	}
	t.Run("plain", func(t *testing.T) {
		widthtest.Use(t, wide.Scalar)
		plain = hash(t)
	})
	widthtest.Fast(t, func(t *testing.T) {
		if got := hash(t); got != plain {
			t.Errorf("hash %x, of the plain kernels %x", got, plain)
		}
	})
}

// Contract: whole scenes have the same history with kernels of every width.
func TestScenesInBatchesGiveTheSameBits(t *testing.T) {
	const steps = 4000
	var hashes [steps]uint64
	var energies [steps/100 + 1]bridge.Energy
	// Now and then the rule changes, and other kernels find what touches; or the law, and whether
	// there are dashpots, or couples against rolling and twisting.
	step := func(w *World, i int) {
		if i%1000 == 999 {
			bridge.MakeEdit(w, bridge.Word("capsuleRule", contact.CapsuleRules[i/1000%2].Name))
		}
		if i%300 == 299 {
			bridge.MakeEdit(w, bridge.Word("law", law.Kinds[i/300%len(law.Kinds)].Name))
		}
		if i%700 == 699 {
			m := w.contacts.Materials[0].Law
			m.Restitution = 1 - 0.4*float64(i/700%2)
			bridge.MakeEdit(w, bridge.SetMaterial{Index: 0, Material: m})
		}
		if i%500 == 499 {
			m := w.contacts.Materials[0].Law
			m.RollingFriction, m.TwistingFriction = 0.1*float64(i/500%2), 0.2*float64(i/1000%2)
			bridge.MakeEdit(w, bridge.SetMaterial{Index: 0, Material: m})
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
	for w.contacts.Count < 150 {
		w.Step()
	}
	widthtest.Use(t, wide.Evaluated)
	done, evaluate := map[uintptr]int{}, wide.Evaluate
	defer func() { wide.Evaluate = evaluate }()
	wide.Evaluate = func(k uintptr, arguments unsafe.Pointer) {
		done[k]++
		evaluate(k, arguments)
	}
	const steps = 5
	for range steps {
		w.Step()
	}
	for name, k := range map[string]uintptr{
		"placing": uintptr(wide.PlacingKernel) + uintptr(wide.Apart), "touches": uintptr(wide.CapsulesKernel),
		"law": uintptr(wide.LawKernel), "sums": uintptr(wide.SumsKernel),
		"motion": uintptr(wide.MotionKernel) + uintptr(wide.DampedMotion),
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
	list := w.contacts.NewList(shape.KindMesh, shape.KindSphere)
	k := contact.Chunk{List: &list, BodiesA: contact.Span{First: 0, Last: 40}, BodiesB: contact.Span{First: 0, Last: 40}}
	space, lost := &w.contacts.Spaces[0], ledger.Heat{}
	space.Steady = true
	space.Touches.Resize(n)
	for i := range n {
		c := contact.Contact{Point: randomVec(r), Normal: randomVec(r).Unit()}
		k.Pairs = append(k.Pairs, contact.Pair{})
		k.Contacts.Resize(i + 1)
		k.Contacts.Assign(i, i, r.Int32N(40), r.Int32N(40), contact.Springs{Kn: 1, Kt: 0.2, Mu: 0.2, Smaller: 1})
		k.Contacts.Keep(i, &c)
		space.Touches.Put(i, &narrow.Touch{Point: c.Point, Normal: c.Normal, Overlap: 1})
	}
	w.contacts.Chunks, w.contacts.Partition.Spans = []*contact.Chunk{&k}, []contact.Span{{First: 0, Last: 40}}
	w.contacts.Partition.Footprints = make([]contact.Footprint, 1)
	each := func(width wide.Width) {
		b.Run("law/"+width.String(), func(b *testing.B) {
			widthtest.Use(b, width)
			for i := 0; i < b.N; i += n {
				if width != wide.Scalar {
					w.contacts.ApplyLawBatches(&k, space)
					continue
				}
				var c contact.Contact
				var touch narrow.Touch
				for j := range n {
					k.Read(j, &c)
					space.Touches.Read(j, &touch)
					w.contacts.ApplyLaw(&c, &touch, &contact.InOnePoint, &lost)
					k.Contacts.Keep(j, &c)
				}
			}
		})
		b.Run("sum/"+width.String(), func(b *testing.B) {
			widthtest.Use(b, width)
			for i := 0; i < b.N; i += n {
				w.contacts.SumSpan(0, 0, 1)
			}
		})
	}
	for _, width := range widths {
		each(width)
	}
}

func BenchmarkIntegrate(b *testing.B) {
	w := scattered(b, rand.New(rand.NewPCG(1, 2)), 64)
	for i := range w.bodies.Vel {
		w.bodies.Wrench[i].Force, w.bodies.Wrench[i].Torque = vec.Vec3{}, vec.Vec3{}
	}
	w.integrator.Begin(0, w.clock.Dt, 0, vec.Vec3{})
	chunks := func(b *testing.B) {
		for i := 0; i < b.N; i += 64 {
			w.moveChunk(0, 0, 64)
		}
	}
	for _, width := range widths {
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
		info := s.Info(shape.KindCapsule, int32(i))
		info.Part = int32(r.IntN(len(b.Template(int(info.Body)).Shapes)))
		if b.Part(info).Local != (vec.Vec3{}) {
			apart++
		}
	}
	if n := len(s.Capsules); n < 40 || n%8 == 0 || apart == 0 || apart == n {
		t.Fatalf("%d capsules, %d of them apart from the centres of their bodies: not all cases are there", n, apart)
	}
	placed := func(place func(first, last int), part contact.Span) []shape.Capsule {
		for i := range s.Capsules {
			s.Capsules[i].Center, s.Capsules[i].Axis = vec.Vec3{}, vec.Vec3{}
		}
		place(int(part.First), int(part.Last))
		return slices.Clone(s.Capsules)
	}
	bits := func(c shape.Capsule) (n [8]uint64) {
		for i, x := range [...]float64{c.Center.X, c.Center.Y, c.Center.Z, c.Axis.X, c.Axis.Y, c.Axis.Z, c.Half, c.Radius} {
			n[i] = math.Float64bits(x)
		}
		return n
	}
	for _, part := range []contact.Span{{First: 0, Last: int32(len(s.Capsules))}, {First: 3, Last: 22}} {
		many := placed(func(first, last int) { s.Place(shape.KindCapsule, &w.bodies, first, last) }, part)
		plain := placed(func(first, last int) {
			for i := first; i < last; i++ {
				info := s.Info(shape.KindCapsule, int32(i))
				s.Capsules[i].Center, s.Capsules[i].Axis = b.CenterOf(info), b.Ori[info.Body].Rotate(b.Part(info).Axis)
			}
		}, part)
		for i := range plain {
			if bits(many[i]) != bits(plain[i]) {
				t.Fatalf("capsules [%d, %d): number %d is %+v, in scalar code %+v",
					part.First, part.Last, i, many[i], plain[i])
			}
		}
	}
}
