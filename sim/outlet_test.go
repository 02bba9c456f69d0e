package sim

import (
	"math"
	"reflect"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// stream returns a world with bodies of all kinds that fall through: an inlet above, a
// slide of a mesh and a bar in the way, and outlets below and on one side.
func stream(t testing.TB, workers int) *World {
	w := pile(t, workers, 5, 100)
	product := []body.ShapeDef{
		{Kind: shape.KindCapsule, Radius: 0.008, Shaft: 0.01, Position: vec.New(-0.005, 0, 0)},
		{Kind: shape.KindSphere, Radius: 0.009, Position: vec.New(0.006, 0, 0)},
	}
	in := insertion.InletDef{
		Name: "rain", Every: 10, Attempts: 40, PerBody: 10, Products: []insertion.Product{{Shapes: product}},
		Volume: insertion.Volume{Kind: insertion.VolumeBox, Origin: vec.New(0, 0, 0.2), Half: vec.New(0.15, 0.1, 0.02),
			Orientation: vec.FromAxisAngle(vec.AxisX, 0.3)},
	}
	if err := w.Build().AddInlet(in); err != nil {
		t.Fatal(err)
	}
	for _, o := range []insertion.OutletDef{
		{Name: "inside the cup", Every: 7, Volume: insertion.Volume{Kind: insertion.VolumeCylinder,
			Origin: vec.New(0.045, 0.045, 0), Axis: vec.AxisZ, Radius: 0.03, Height: 0.03}},
		{Name: "far away", Every: 11, Keep: true, Volume: insertion.Volume{Kind: insertion.VolumeBox,
			Origin: vec.New(0, 0, 0.3), Half: vec.New(0.16, 0.12, 0.3)}},
		{Name: "plane", Every: 3, Volume: insertion.Volume{Kind: insertion.VolumeHalfSpace, Origin: vec.New(-0.12, 0, 0),
			Axis: vec.New(1, 0, 0.1)}},
	} {
		if err := w.Build().AddOutlet(o); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// Contract: with inlets and outlets at work the bits are the same for any number of
// workers; nobody is lost or counted twice, in number or mass; numbers of bodies ascend
// and are never used again.
func TestStreamOfBodies(t *testing.T) {
	t.Parallel()
	const steps = 1500
	one := stream(t, 1)
	initial, mass := one.NumBodies(), one.massOfAll()
	hashes := make([]uint64, steps)
	seen := body.ID(-1)
	for i := range hashes {
		one.Step()
		hashes[i] = one.Hash()
		last := body.ID(-1)
		for k := range one.bodies.Len() {
			id := one.bodies.ID(k)
			if id <= last {
				t.Fatalf("step %d: body %d after body %d", i, id, last)
			}
			last = id
		}
		if n := int64(one.bodies.Next); n != int64(initial)+one.flow.Inlets[0].Bodies || last < seen {
			t.Fatalf("step %d: %d numbers given for %d bodies", i, n, int64(initial)+one.flow.Inlets[0].Bodies)
		}
	}
	in := &one.flow.Inlets[0]
	bodies, kg := int64(initial)+in.Bodies, mass+in.Mass
	for i := range one.flow.Outlets {
		o := &one.flow.Outlets[i]
		if o.Bodies == 0 || o.Mass == 0 {
			t.Errorf("outlet %q took nothing: the test sees nothing", o.Def.Name)
		}
		bodies, kg = bodies-o.Bodies, kg-o.Mass
	}
	if bodies != int64(one.NumBodies()) {
		t.Errorf("%d bodies left, the counts say %d", one.NumBodies(), bodies)
	}
	if left := one.massOfAll(); !close64(left, kg, 1e-12) {
		t.Errorf("%.15g kg left, the counts say %.15g kg", left, kg)
	}
	for _, workers := range []int{2, 3, 7} {
		w := stream(t, workers)
		for i := range hashes {
			w.Step()
			if w.Hash() != hashes[i] {
				t.Fatalf("%d workers: step %d differs from one worker", workers, i+1)
			}
		}
	}
}

// pairOf names the bodies of a contact.
func pairOf(w *World, c *contact.Contact) [2]body.ID {
	return [2]body.ID{w.bodies.ID(int(c.BodyA)), w.bodies.ID(int(c.BodyB))}
}

// Contract: when a body leaves, contacts between the others keep their histories.
func TestRemovalKeepsHistories(t *testing.T) {
	t.Parallel()
	w := pile(t, 1, 7, 150)
	for i := 0; i < 4000; i++ {
		w.Step()
	}
	histories := func() map[[2]body.ID]vec.Vec3 {
		h := map[[2]body.ID]vec.Vec3{}
		for c := range w.contacts.All {
			h[pairOf(w, c)] = c.Tangential()
		}
		return h
	}
	before := histories()
	for i := 10; i < w.NumBodies(); i += 3 {
		w.bodies.Leave(i)
	}
	w.exchangeBodies()
	after := histories()
	if len(after) < 30 || len(after) >= len(before) {
		t.Fatalf("%d contacts of %d left: the test sees nothing", len(after), len(before))
	}
	for pair, shear := range after {
		if before[pair] != shear {
			t.Errorf("contact of bodies %v has another tangential force", pair)
		}
	}
	for i := range w.contacts.Lists {
		l := &w.contacts.Lists[i]
		for k := range l.Chunks {
			all := 0
			for n, p := range l.Chunks[k].Pairs {
				bodyA, bodyB := w.contacts.BodiesOf(l, &p)
				first, count := l.Chunks[k].ContactsOf(n)
				all += count
				for i := range count {
					c := l.Chunks[k].Contact(first + i)
					if c.A != p.A || c.B != p.B || c.BodyA != bodyA || c.BodyB != bodyB {
						t.Fatalf("a pair of %v and %v takes the contact of others for its own", l.KindA, l.KindB)
					}
				}
			}
			if n := l.Chunks[k].Contacts.N; all != n {
				t.Fatalf("pairs of %v and %v have %d contacts of %d", l.KindA, l.KindB, all, n)
			}
		}
	}
	w.Step()
	carried := 0
	for c := range w.contacts.All {
		if !c.Fresh {
			if _, ok := after[pairOf(w, c)]; !ok {
				t.Fatalf("the contact of bodies %v continues that of other bodies", pairOf(w, c))
			}
			carried++
		}
	}
	if carried < len(after)*9/10 {
		t.Errorf("%d of %d contacts continue", carried, len(after))
	}
}

// Contract: a steady stream of bodies, which enter here and leave there while a motion goes
// on, asks for no memory: what new bodies need is what others left behind.
func TestSteadyStreamAllocatesNothing(t *testing.T) {
	w := newWorld(t, 5e-4, law.Material{Young: 1e5, TanPhi: 0.5, Density: 1000})
	in := insertion.InletDef{
		Name: "in", Every: 10, Attempts: 30, PerBody: 10, Products: []insertion.Product{{Shapes: append(capsuleDef(0.01,
			0.02), sphereDef(0.012)...)}},
		Velocity: vec.New(0, 0, -2), Volume: insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(0.06, 0.06, 0.03)},
	}
	out := insertion.OutletDef{Name: "out", Every: 10, Volume: insertion.Volume{Kind: insertion.VolumeHalfSpace,
		Origin: vec.New(0, 0, -0.5), Axis: vec.AxisZ}}
	add(t, w, body.Def{Name: "bar", Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 0.02,
		Position: vec.New(0, 0, -0.2)}}, Blocked: body.BlockAll})
	swing := kinematic.Def{Name: "swing", Body: "bar", Path: motion.Sum{motion.Constant{Spin: vec.New(3, 0, 0)},
		motion.Harmonic{Shift: vec.New(0, 0.05, 0), Frequency: 5}}}
	if w.Build().AddInlet(in) != nil || w.Build().AddOutlet(out) != nil || w.Build().AddMotion(swing) != nil {
		t.Fatal("refused")
	}
	for w.Clock().Time < 1.5 {
		w.Step()
	}
	if o := w.flow.Outlets[0].Bodies; o < 300 || w.contacts.Count == 0 && w.NumBodies() < 20 {
		t.Fatalf("%d bodies came through: the test sees nothing", o)
	}
	many := func() {
		for range 400 {
			w.Step()
		}
	}
	// Now and then a burst of contacts is larger than all before: that is not the stream's.
	least := math.Inf(1)
	for range 5 {
		least = math.Min(least, testing.AllocsPerRun(1, many))
	}
	if least != 0 {
		t.Errorf("400 steps, in which some 60 bodies come and go, allocate at least %.0f times, want 0", least)
	}
}

// Contract: an outlet with a limit takes so many bodies, or the mass and less than one body
// more, and no more; it is done then, and what waits for it begins.
func TestOutletLimit(t *testing.T) {
	for _, c := range []struct {
		bodies int
		mass   float64
		want   int64
	}{{7, 0, 7}, {0, 5.5, 6}, {3, 100, 3}, {100, 2, 2}} {
		w := newWorld(t, 1e-3, law.Material{Young: 1e5, Density: 6000 / math.Pi}) // balls of 1 kg
		for i := range 20 {
			add(t, w, body.Def{Shapes: sphereDef(0.05), Position: vec.New(0.2*float64(i), 0, 0)})
		}
		add(t, w, body.Def{Name: "gate", Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 0.1,
			Position: vec.New(0, 9, 9)}}, Blocked: body.BlockAll})
		err := w.Build().AddOutlet(insertion.OutletDef{
			Name: "dose", Every: 5, MaxBodies: c.bodies, MaxMass: c.mass, When: schedule.When{Start: 0.02},
			Volume: insertion.Volume{Kind: insertion.VolumeHalfSpace, Origin: vec.New(0, 0, 1), Axis: vec.AxisZ},
		})
		if err == nil {
			err = w.Build().AddMotion(kinematic.Def{Name: "shut", Body: "gate", Path: motion.Constant{Velocity: vec.AxisX},
				When: schedule.When{After: "dose", Delay: 0.01}})
		}
		if err == nil {
			err = w.motions.CheckEvents()
		}
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			w.Step()
		}
		o, m := &w.flow.Outlets[0], &w.motions.List[0]
		if o.Bodies != c.want || !o.Done || w.NumBodies() != 21-int(c.want) {
			t.Errorf("limits %d and %g kg: %d bodies taken, done %v, %d left", c.bodies, c.mass, o.Bodies, o.Done, w.NumBodies())
		}
		if !m.Started || m.At != o.DoneAt+0.01 || math.Abs(o.DoneAt-0.02) > 0.005 {
			t.Errorf("the gate begins at %g s, the dose is done at %g s", m.At, o.DoneAt)
		}
	}
}

func (w *World) massOfAll() (kg float64) {
	for i := range w.bodies.Len() {
		kg += w.bodies.Mass(i).Mass
	}
	return kg
}

func close64(a, b, relative float64) bool { return math.Abs(a-b) <= relative*(math.Abs(a)+math.Abs(b)) }

// Contract: an outlet keeps for each body that it takes the time from its birth on, the same for any number of workers
// and for a run that goes on from a saved state; of a state of a format without ages, those of later bodies.
func TestOutletsKeepAges(t *testing.T) {
	t.Parallel()
	const steps = 1500
	one := stream(t, 1)
	var count, sum float64
	born := map[body.ID]float64{}
	for range steps {
		for i := range one.bodies.Len() {
			born[one.bodies.ID(i)] = one.bodies.Born(i)
		}
		now := one.Clock().Time // outlets take bodies before the clock goes on
		one.Step()
		for i := range one.bodies.Len() {
			delete(born, one.bodies.ID(i))
		}
		for _, at := range born { // those that were taken in this step
			count, sum = count+1, sum+now-at
		}
		clear(born)
	}
	got, all := 0.0, 0.0
	for i := range one.flow.Outlets {
		o := &one.flow.Outlets[i]
		if o.Ages.Count != o.Bodies {
			t.Errorf("outlet %q took %d bodies and kept %d ages", o.Def.Name, o.Bodies, o.Ages.Count)
		}
		got, all = got+float64(o.Ages.Count), all+float64(o.Ages.Count)*o.Ages.Mean()
	}
	if count < 20 || got != count || !close64(all, sum, 1e-12) {
		t.Errorf("%g ages of %.15g s in all, want %g of %.15g", got, all, count, sum)
	}
	for _, workers := range []int{2, 3} {
		w := stream(t, workers)
		for i := range steps {
			if w.Step(); i == steps/2 {
				var err error
				if w, err = Restore(w.Checkpoint(), workers); err != nil {
					t.Fatal(err)
				}
				defer w.Close()
			}
		}
		if !reflect.DeepEqual(w.flow.Outlets, one.flow.Outlets) {
			t.Errorf("%d workers, with a saved state between: got\n%+v\nwant\n%+v", workers, w.flow.Outlets, one.flow.Outlets)
		}
	}
	old, err := Restore(unpacked(t, "testdata/state12.gz"), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	before := old.flow.Outlets[1].Bodies
	for range 400 {
		old.Step()
	}
	if o := &old.flow.Outlets[1]; before == 0 || o.Bodies == before || o.Ages.Count != o.Bodies-before {
		t.Errorf("%d of %d bodies have ages, %d were taken before", o.Ages.Count, o.Bodies, before)
	}
}
