package sim

import (
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/widthtest"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: same scene, seed, parameters, commands and build give the same bits after
// every step, for any number of workers, also while these leave a core to other work.

// grounded returns a world with a floor, of which workers share all loops.
func grounded(t testing.TB, workers int, seed uint64) *World {
	t.Helper()
	w, err := New(Params{Gravity: vec.New(0, 0, -10), Damping: 0.2, TimeStepSafety: 0.5, TimeStepEvery: 10, Seed: seed,
		Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	// Small pieces and no lower bound, so that even small heaps are shared between workers.
	w.contacts.Team.InlineBelow = 0
	m := law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.3, Density: 1000}
	if _, err := w.Build().AddMaterial("m", m); err != nil {
		t.Fatal(err)
	}
	add(t, w, floorDef())
	return w
}

// pile returns a world in which bodies of all kinds of shapes fall into a moving mesh cup
// on a floor: every pair of the matrix comes to touch.
func pile(t testing.TB, workers int, seed uint64, bodies int) *World {
	w := grounded(t, workers, seed)
	add(t, w, body.Def{Name: "cup", Shapes: []body.ShapeDef{{Kind: shape.KindMesh, Mesh: cup(0.08, 0.05)}},
		Blocked: body.BlockAll})
	add(t, w, body.Def{Name: "bar", Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 0.012,
		Position: vec.New(0, 0, 0.015)}}, Blocked: body.BlockAll})
	r := rand.New(rand.NewPCG(seed, 99))
	for i := 0; i < bodies; i++ {
		d := body.Def{Name: "grain", Orientation: vec.FromUniform(r.Float64(), r.Float64(), r.Float64()), Position: vec.New(
			0.045*float64(i%5-2), 0.045*float64(i/5%5-2), 0.05+0.045*float64(i/25)),
			Velocity: vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(0.1)}
		switch i * 7 / 4 % 3 {
		case 0:
			d.Shapes = sphereDef(0.012)
		case 1:
			d.Shapes = capsuleDef(0.01, 0.02)
		default:
			d.Shapes = []body.ShapeDef{
				{Kind: shape.KindCapsule, Radius: 0.009, Shaft: 0.012, Position: vec.New(-0.006, 0, 0)},
				{Kind: shape.KindSphere, Radius: 0.011, Position: vec.New(0.008, 0, 0)},
			}
		}
		add(t, w, d)
	}
	return w
}

// cup returns an open box of half width h [m] and height z [m].
func cup(h, z float64) *mesh.Mesh {
	m := &mesh.Mesh{}
	for _, c := range [8][3]float64{{-h, -h, 0.005}, {h, -h, 0.005}, {h, h, 0.005}, {-h, h, 0.005}, {-h, -h, z},
		{h, -h, z}, {h, h, z}, {-h, h, z}} {
		m.Vertices = append(m.Vertices, vec.New(c[0], c[1], c[2]))
	}
	for _, q := range [5][4]int32{{0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}} {
		m.Triangles = append(m.Triangles, [3]int32{q[0], q[1], q[2]}, [3]int32{q[0], q[2], q[3]})
	}
	return m
}

func TestSameBitsForAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	const steps = 600
	one := pile(t, 1, 7, 150)
	hashes := make([]uint64, steps)
	touched := map[[2]shape.Kind]bool{}
	for i := range hashes {
		one.Step()
		hashes[i] = one.Hash()
		for c := range one.contacts.All {
			touched[[2]shape.Kind{c.KindA, c.KindB}] = true
		}
	}
	for i := range one.contacts.Lists {
		l := &one.contacts.Lists[i]
		if l.KindB == shape.KindMesh { // filled ones cannot be beside the mesh of the pile: TestBlockAmongGrains has them
			continue
		}
		if !touched[[2]shape.Kind{l.KindA, l.KindB}] {
			t.Errorf("the test never saw a contact of %v and %v", l.KindA, l.KindB)
		}
	}
	for _, workers := range []int{2, 3, 4, 7, 16} {
		w := pile(t, workers, 7, 150)
		for i := range hashes {
			end := lendsInStep(i)
			w.Step()
			if end(); w.Hash() != hashes[i] {
				t.Fatalf("%d workers: step %d differs from one worker", workers, i+1)
			}
		}
	}
	if other := pile(t, 1, 8, 150); func() uint64 {
		for range hashes {
			other.Step()
		}
		return other.Hash()
	}() == hashes[steps-1] {
		t.Error("another seed gives the same hash: the hash sees nothing")
	}
}

// lendsInStep lends a core in step i, from its beginning or from some moment on, or not at all, until end is called.
func lendsInStep(i int) (end func()) {
	loan := make(chan bridge.CoreLoan, 1)
	lend := func() { loan <- bridge.LendCore() }
	switch i % 3 {
	case 0:
		lend()
	case 1:
		go lend()
	case 2:
		return func() {}
	}
	return func() { (<-loan).GiveBack() }
}

// Contract: the gap budget skips only pairs that cannot touch: with and without it the
// bits are the same.
func TestGapBudgetChangesNothing(t *testing.T) {
	with, without := pile(t, 1, 3, 60), pile(t, 1, 3, 60)
	for i := 0; i < 600; i++ {
		with.Step()
		for _, k := range without.contacts.Chunks {
			for c := range k.Pairs {
				k.Pairs[c].Until = 0
			}
		}
		without.Step()
		if with.Hash() != without.Hash() {
			t.Fatalf("step %d: a skipped pair touched", i+1)
		}
	}
}

// Contract: reading a world (snapshot, energy, hash, state) does not change it.
func TestReadingChangesNothing(t *testing.T) {
	read, alone := pile(t, 1, 5, 30), pile(t, 1, 5, 30)
	var s bridge.Snapshot
	s.Wanted.Contacts = true
	for i := 0; i < 300; i++ {
		read.Fill(&s)
		read.State()
		read.Step()
		alone.Step()
	}
	if read.Hash() != alone.Hash() {
		t.Error("reading changed the world")
	}
}

// Contract: a step in steady state allocates nothing, with laws under which contacts keep more and less.
func TestStepAllocatesNothing(t *testing.T) {
	for _, width := range []wide.Width{wide.Scalar, wide.InUse()} {
		for _, name := range []string{"frictional", "hertz-mindlin", "jkr"} {
			widthtest.Use(t, width)
			w := pile(t, 1, 1, 60)
			bridge.MakeEdit(w, bridge.Word("law", name))
			for i := 0; i < 2000; i++ {
				w.Step()
			}
			if n := testing.AllocsPerRun(500, w.Step); n != 0 || w.contacts.Count == 0 {
				t.Errorf("%s, %v: a step with %d contacts allocates %.2f times, want 0", name, width, w.contacts.Count, n)
			}
		}
	}
}

// Contract: a snapshot that goes round between the two sides allocates nothing.
func TestSnapshotAllocatesNothing(t *testing.T) {
	w := pile(t, 1, 1, 60)
	for i := 0; i < 2000; i++ {
		w.Step()
	}
	feed := bridge.NewFeed()
	var held *bridge.Snapshot
	round := func() {
		s := feed.Writer()
		s.Wanted.Contacts = true
		w.Fill(s)
		feed.Publish(s)
		held = feed.Latest(held)
	}
	for i := 0; i < 8; i++ { // all buffers once
		round()
	}
	if n := testing.AllocsPerRun(200, round); n != 0 {
		t.Errorf("a snapshot allocates %.2f times, want 0", n)
	}
}

func firstContact(w *World) *contact.Contact {
	for c := range w.contacts.All {
		return c
	}
	return nil
}

// Contract: an edit acts on contacts that exist already, in the very next step, and a
// value that is not possible changes nothing but says why.
func TestEdits(t *testing.T) {
	w := newWorld(t, 1e-4, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.5, Density: 3000})
	w.params.Gravity, w.params.Damping = vec.New(0, 0, -10), 0.4
	add(t, w, floorDef())
	b := add(t, w, body.Def{Shapes: capsuleDef(0.3, 0.8), Position: vec.New(0, 0, 0.29)})
	w.Step()
	kn := firstContact(w).Kn
	m := w.contacts.Materials[0].Law
	m.Young *= 2
	bridge.MakeEdit(w, bridge.SetMaterial{Index: 0, Material: m})
	w.Step()
	if c := firstContact(w); c.Kn != 2*kn || c.Fresh {
		t.Errorf("kn after doubling Young's modulus: %g, want %g on the same contact", c.Kn, 2*kn)
	}
	m.Density *= 3
	before := w.bodies.Mass(b)
	bridge.MakeEdit(w, bridge.SetMaterial{Index: 0, Material: m})
	near(t, "mass", vec.New(w.bodies.Mass(b).Mass, 0, 0), vec.New(3*before.Mass, 0, 0), 1e-12)
	near(t, "inertia", w.bodies.Mass(b).Inertia, before.Inertia.Scale(3), 1e-12)

	for _, c := range []bridge.Edit{
		bridge.Number("damping", 1), bridge.Number("damping", -0.1), bridge.Number("timeStep.safety", 0),
		bridge.Word("capsuleRule", "none"), bridge.SetMaterial{Index: 4, Material: m}, bridge.SetMaterial{},
	} {
		hash, notices, p := w.Hash(), len(w.Log().All()), w.params
		bridge.MakeEdit(w, c)
		if len(w.Log().All()) != notices+1 || w.Log().All()[notices].Level != bridge.Refused {
			t.Errorf("%#v: not refused", c)
		}
		if w.Hash() != hash || w.params != p || w.contacts.Materials[0].Law != m {
			t.Errorf("%#v: changed something", c)
		}
	}
}
