package sim

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/timestep"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// inletWorld returns a world without gravity that holds one inlet.
func inletWorld(t *testing.T, d insertion.InletDef) *World {
	t.Helper()
	w := newWorld(t, 1e-5, law.Material{Young: 1e7, Density: 1000})
	d.Name, d.Every, d.PerBody = "feed", 10, 10
	if err := w.Build().AddInlet(d); err != nil {
		t.Fatal(err)
	}
	return w
}

// Contract: capsules with a distribution of sizes and of shafts have the volume that their
// equivalent diameter says, and a shaft in the asked range.
func TestCapsuleSizes(t *testing.T) {
	w := inletWorld(t, insertion.InletDef{
		Attempts: 200, Volume: insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(1, 1, 1)},
		MaxBodies: 200,
		Products: []insertion.Product{{Shapes: capsuleDef(0.1, 0.1), ShaftRatio: [2]float64{0.5, 2},
			Sizes: &insertion.Sizes{ByNumber: true, Diameters: []float64{0.06, 0.12}, Passing: []float64{0, 1}}}},
	})
	w.Step()
	if w.NumBodies() != 200 {
		t.Fatalf("%d bodies, want 200", w.NumBodies())
	}
	least := math.Inf(1)
	var mean float64
	for i := range w.bodies.Len() {
		c := w.bodies.Template(i).Shapes[0].Full()
		s, d := c.Shaft/c.Radius, 2*shape.Capsule{Radius: c.Radius, Half: c.Shaft / 2}.EquivalentRadius()
		if s < 0.5 || s > 2 || d < 0.06*(1-1e-12) || d > 0.12*(1+1e-12) {
			t.Errorf("shaft over radius %g, diameter %g", s, d)
		}
		if m := 1000 * math.Pi / 6 * d * d * d; math.Abs(w.bodies.Mass(i).Mass/m-1) > 1e-12 {
			t.Errorf("mass %g kg, want %g kg", w.bodies.Mass(i).Mass, m)
		}
		least = math.Min(least, c.Radius)
		mean += d / 200
	}
	if math.Abs(mean-0.09) > 0.004 { // 3 σ of the mean of 200
		t.Errorf("mean diameter %.4f m, want 0.09 m", mean)
	}
	for _, bound := range w.flow.Fresh {
		if bound > least || bound < 0.8*least {
			t.Errorf("the time step counts on a radius of %g m, the smallest is %g m", bound, least)
		}
	}
}

// Contract: of several products each comes as often as its weight says, with its own
// material and sizes; the time step counts on the one that
// needs the shortest.
func TestProducts(t *testing.T) {
	w := newWorld(t, 1e-5, law.Material{Young: 1e7, Density: 1000})
	stiff, err := w.Build().AddMaterial("stiff", law.Material{Young: 4e9, Density: 1000})
	if err != nil {
		t.Fatal(err)
	}
	const n = 2000
	rod := capsuleDef(0.02, 0.04)
	rod[0].Material = stiff
	err = w.Build().AddInlet(insertion.InletDef{
		Name: "feed", Every: 1, PerBody: 20, Attempts: 1000, MaxBodies: n,
		Volume: insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(3, 3, 3)},
		Products: []insertion.Product{
			{Shapes: sphereDef(0.03), Weight: 1}, {Shapes: rod, Weight: 5},
			{Shapes: sphereDef(0.01), Weight: 2, Sizes: &insertion.Sizes{Diameters: []float64{0.02, 0.04},
				Passing: []float64{0, 1}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := timestep.SoundLimit(&w.contacts, &w.flow), 0.02*math.Sqrt(1000/4e9); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("the time step counts on %g s, want %g s", got, want)
	}
	if got, want := w.flow.Inlets[0].Makes(), "sphere 12.5 %, capsule 62.5 %, sphere 25 %"; got != want {
		t.Errorf("the inlet makes %q, want %q", got, want)
	}
	w.Step()
	var count [3]float64
	for i := range w.bodies.Len() {
		switch s := w.bodies.Template(i).Shapes[0].Full(); {
		case s.Kind == shape.KindCapsule:
			count[1]++
			if s.Material != stiff {
				t.Fatal("a rod is not stiff")
			}
		case s.Radius == 0.03:
			count[0]++
		default:
			count[2]++
		}
	}
	for i, weight := range []float64{1, 5, 2} {
		p := weight / 8
		// A share of n draws is known to 4 σ = 4 √(p (1-p)/n).
		if got := count[i] / n; math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/n) {
			t.Errorf("product %d has a share of %.3f, want %.3f", i, got, p)
		}
	}
}

// Contract: scaling a product scales its mass properties as building it of scaled shapes.
func TestScaledClump(t *testing.T) {
	defs := []body.ShapeDef{
		{Kind: shape.KindCapsule, Radius: 0.3, Shaft: 0.5, Position: vec.New(0.1, 0.2, 0),
			Orientation: vec.FromAxisAngle(vec.AxisY, 1)},
		{Kind: shape.KindSphere, Radius: 0.4, Position: vec.New(-0.4, 0, 0.1)},
	}
	const f = 1.7
	one, err := body.NewTemplate(defs, unitDensity, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range defs {
		defs[i].Radius, defs[i].Shaft, defs[i].Position = f*defs[i].Radius, f*defs[i].Shaft, defs[i].Position.Scale(f)
	}
	want, err := body.NewTemplate(defs, unitDensity, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := one.Scaled(f)
	if !close64(got.Mass, want.Mass, 1e-14) || !close64(got.Volume, want.Volume, 1e-14) ||
		!close64(got.Reach, want.Reach, 1e-14) {
		t.Errorf("mass %g, volume %g, reach %g; want %g, %g, %g", got.Mass, got.Volume, got.Reach, want.Mass, want.Volume,
			want.Reach)
	}
	near(t, "inertia", got.Inertia, want.Inertia, 1e-13)
	near(t, "centre", got.Center, want.Center, 1e-14)
	near(t, "place of a shape", got.Axes.Rotate(got.Shapes[0].Local), want.Axes.Rotate(want.Shapes[0].Local), 1e-13)
}

// Contract: a filling inlet works once, before anything moves; nothing overlaps in what it
// makes, nor with a mesh or a wall, and it is denser than boxes would allow.
func TestFillIsDenseAndFree(t *testing.T) {
	def := insertion.InletDef{
		Attempts: 4000, Fill: true, Volume: insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(0.5, 0.5, 0.5),
			Origin: vec.New(0, 0, 0.4)},
		Products: []insertion.Product{{Shapes: capsuleDef(0.05, 0.15)}},
	}
	w := inletWorld(t, def)
	add(t, w, floorDef())
	add(t, w, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindMesh, Mesh: cup(0.3, 0.4), HalfThickness: 0.01}},
		Blocked: body.BlockAll})
	w.Step()
	in := &w.flow.Inlets[0]
	if !in.Done || in.DoneAt != 0 {
		t.Errorf("done %v at %g s, want at once", in.Done, in.DoneAt)
	}
	if w.contacts.Count != 0 {
		t.Errorf("%d contacts in a fresh filling", w.contacts.Count)
	}
	for i := range w.shapes.Capsules {
		for k := range w.shapes.Capsules[:i] {
			if narrow.CapsuleCapsule(&w.shapes.Capsules[i], &w.shapes.Capsules[k], new(narrow.Query)) <= 0 {
				t.Fatalf("capsules %d and %d overlap", i, k)
			}
		}
	}
	boxes := def
	boxes.Fill, boxes.MaxBodies = false, 0
	loose := inletWorld(t, boxes)
	loose.Step()
	free := def
	dense := inletWorld(t, free)
	dense.Step()
	if a, b := dense.NumBodies(), loose.NumBodies(); float64(a) < 1.3*float64(b) {
		t.Errorf("%d bodies fill the volume, %d by their boxes: want 1.3 times as many", a, b)
	}
}

// Contract: an inlet keeps to its mass rate, shoots its bodies with the velocity and in the
// orientation given, and says how fast it feeds.
func TestRateAndVelocity(t *testing.T) {
	t.Parallel()
	q := vec.FromAxisAngle(vec.AxisY, 0.3)
	w := inletWorld(t, insertion.InletDef{
		Attempts: 50, Volume: insertion.Volume{Origin: vec.New(0, 0, 1), Axis: vec.AxisX, Radius: 0.4, Height: 1},
		Products: []insertion.Product{{Shapes: capsuleDef(0.02, 0.05)}}, Orientation: &q, Velocity: vec.New(0, 0, -9),
		MassRate: 20,
	})
	for w.Clock().Time < 0.5 {
		w.Step()
	}
	in := &w.flow.Inlets[0]
	if body := in.Mass / float64(in.Bodies); math.Abs(in.Mass-10) > 2*body {
		t.Errorf("fed %.3f kg in 0.5 s, want 10 kg", in.Mass)
	}
	if math.Abs(in.Rate()-20) > 4 { // whole bodies only: a share of 0.1 s
		t.Errorf("says it feeds %.2f kg/s, want 20", in.Rate())
	}
	last := w.NumBodies() - 1
	near(t, "velocity", w.bodies.Vel[last], vec.New(0, 0, -9), 0)
	near(t, "axis", w.bodies.Ori[last].Rotate(vec.AxisX), q.Rotate(vec.AxisX), 1e-15)
}

// Contract: one thing waits for another: a motion for an inlet, a motion for a motion, an
// inlet for a motion, an outlet for an inlet, each with its delay; what waits for nothing
// that exists is an error.
func TestEvents(t *testing.T) {
	w := inletWorld(t, insertion.InletDef{
		Attempts: 50, MaxBodies: 5, Volume: insertion.Volume{Axis: vec.AxisZ, Radius: 0.5, Height: 1},
		Products: []insertion.Product{{Shapes: sphereDef(0.05)}},
		When:     schedule.When{Start: 0.01},
	})
	add(t, w, body.Def{Name: "table", Shapes: floorDef().Shapes, Blocked: body.BlockAll, Position: vec.New(0, 0, -3)})
	up := motion.Constant{Velocity: vec.New(0, 0, 2)}
	for _, m := range []kinematic.Def{
		{Name: "back", Body: "table", Path: motion.Constant{Velocity: vec.New(0, 0, -1)},
			When: schedule.When{After: "up", Delay: 0.01}},
		{Name: "up", Body: "table", Path: up, When: schedule.When{After: "feed", Delay: 0.02}, Duration: 0.05},
	} {
		if err := w.Build().AddMotion(m); err != nil {
			t.Fatal(err)
		}
	}
	second := w.flow.Inlets[0].Def
	second.Name, second.When, second.Volume.Origin = "second", schedule.When{After: "up"}, vec.New(0, 0, 5)
	out := insertion.OutletDef{Name: "out", When: schedule.When{After: "second", Delay: 0.03}, Every: 1,
		Volume: insertion.Volume{Kind: insertion.VolumeHalfSpace, Axis: vec.New(0, 0, -1)}}
	if w.Build().AddInlet(second) != nil || w.Build().AddOutlet(out) != nil || w.motions.CheckEvents() != nil {
		t.Fatal("refused")
	}
	height := func() float64 { return w.bodies.Pos[0].Z }
	check := func(at, z float64, bodies int) {
		t.Helper()
		for w.Clock().Time < at {
			w.Step()
		}
		if math.Abs(height()-z) > 3e-4 || // the inlet looks every 1e-4 s, the table goes 2 m/s
			w.NumBodies() != bodies {
			t.Errorf("at %.3f s: table at %.5f m, %d bodies; want %.5f m, %d", at, height(), w.NumBodies(), z, bodies)
		}
	}
	check(0.0099, -3, 1)
	check(0.0105, -3, 6)
	check(0.0295, -3, 6)
	check(0.055, -3+2*0.025, 6)
	check(0.079, -3+2*0.049, 6)
	check(0.085, -2.9, 11) // the second inlet looks every 1e-4 s
	check(0.109, -2.9-0.019, 11)
	check(0.115, -2.9-0.025, 1)

	for _, d := range []schedule.When{{After: "nobody"}, {After: "back"}} {
		bad := newWorld(t, 1e-3, law.Default)
		add(t, bad, body.Def{Name: "table", Shapes: floorDef().Shapes, Blocked: body.BlockAll})
		for _, m := range []kinematic.Def{{Name: "back", Body: "table", Path: up},
			{Name: "up", Body: "table", Path: up, When: d}} {
			if err := bad.Build().AddMotion(m); err != nil {
				t.Fatal(err)
			}
		}
		if bad.motions.CheckEvents() == nil {
			t.Errorf("waiting for %q is accepted", d.After)
		}
	}
}

// Contract: motions and inlets that make no sense are refused, with the number.
func TestBadFlow(t *testing.T) {
	w := newWorld(t, 1e-3, law.Default)
	add(t, w, body.Def{Name: "free", Shapes: sphereDef(1)})
	add(t, w, body.Def{Name: "mover", Shapes: floorDef().Shapes, Blocked: body.BlockAll, Velocity: vec.New(1, 0, 0)})
	add(t, w, body.Def{Name: "table", Shapes: floorDef().Shapes, Blocked: body.BlockAll})
	path := motion.Constant{}
	for _, m := range []kinematic.Def{
		{Body: "free", Path: path}, {Body: "mover", Path: path}, {Body: "none", Path: path}, {Body: "table"},
		{Body: "table", Path: path, Duration: -1}, {Body: "table", Path: path, When: schedule.When{Start: math.NaN()}},
		{Body: "table", Path: motion.Sum{}},
	} {
		if w.Build().AddMotion(m) == nil {
			t.Errorf("%+v is accepted", m)
		}
	}
	good := insertion.InletDef{Every: 1, Attempts: 1, PerBody: 1, Products: []insertion.Product{{Shapes: sphereDef(0.1)}},
		Volume: insertion.Volume{Axis: vec.AxisZ, Radius: 1, Height: 1}}
	for i, change := range []func(*insertion.InletDef){
		func(d *insertion.InletDef) { d.Volume.Kind = insertion.VolumeHalfSpace },
		func(d *insertion.InletDef) { d.Volume = insertion.Volume{Kind: insertion.VolumeBox} },
		func(d *insertion.InletDef) { d.Volume.Height = math.NaN() },
		func(d *insertion.InletDef) { d.Every = 0 },
		func(d *insertion.InletDef) { d.Attempts = insertion.MostAttempts + 1 },
		func(d *insertion.InletDef) { d.NoRoom = 9 },
		func(d *insertion.InletDef) { d.MassRate = -1 },
		func(d *insertion.InletDef) { d.Products[0].Shapes = floorDef().Shapes },
		func(d *insertion.InletDef) { d.Products[0].Shapes = nil },
		func(d *insertion.InletDef) { d.Products = nil },
		func(d *insertion.InletDef) { d.Products[0].Shapes[0].Material = 3 },
		func(d *insertion.InletDef) { d.Products[0].ShaftRatio = [2]float64{1, 2} },
		func(d *insertion.InletDef) { d.Velocity.X = math.Inf(1) },
		func(d *insertion.InletDef) { d.Products[0].Sizes = &insertion.Sizes{} },
		func(d *insertion.InletDef) { d.Products = append(d.Products, d.Products[0]) }, // no weights
		func(d *insertion.InletDef) {
			d.Products = []insertion.Product{{Shapes: sphereDef(1), Weight: 1}, {Shapes: sphereDef(1), Weight: math.Inf(1)}}
		},
		func(d *insertion.InletDef) { d.When.Delay = -1 },
	} {
		d := good
		d.Products = []insertion.Product{{Shapes: sphereDef(0.1)}}
		change(&d)
		if w.Build().AddInlet(d) == nil {
			t.Errorf("change %d is accepted", i)
		}
	}
	if w.Build().AddInlet(good) != nil || w.Build().AddOutlet(insertion.OutletDef{Every: 1}) == nil ||
		w.Build().AddOutlet(insertion.OutletDef{Volume: good.Volume}) == nil {
		t.Error("a good inlet is refused or a bad outlet accepted")
	}
}

// Contract: a person can switch an inlet off and on and change its rate and limits as it runs; it does
// not make up for the time it was off, goes on when a limit is raised, and a state saved while it is off
// stays off. What cannot be is refused and changes nothing.
func TestInletsAreChanged(t *testing.T) {
	w := inletWorld(t, insertion.InletDef{
		Attempts: 100, Volume: insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(1, 1, 1)}, MassRate: 100,
		MaxBodies: 50, Products: []insertion.Product{{Shapes: sphereDef(0.01)}},
	})
	in := &w.flow.Inlets[0]
	each := 1000. * 4 * math.Pi / 3 * 1e-6
	run := func(flow bridge.InletFlow, steps int) (made int64) {
		bridge.MakeEdit(w, bridge.SetInlet{Flow: flow})
		before := in.Bodies
		for range steps {
			w.Step()
		}
		return in.Bodies - before
	}
	on := bridge.InletFlow{MassRate: 100, MaxBodies: 50}
	off := on
	off.Off = true
	perStep := 100 * 1e-5 / each
	check := func(what string, got int64, want float64) {
		t.Helper()
		if math.Abs(float64(got)-want) > 4 {
			t.Errorf("%s: %d bodies, want %.1f", what, got, want)
		}
	}
	check("on", run(on, 100), 100*perStep)
	if n := run(off, 300); n != 0 {
		t.Errorf("an inlet that is off made %d bodies", n)
	}
	again, err := Restore(w.Checkpoint(), 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	if again.Hash() != w.Hash() || !again.flow.Inlets[0].Def.Off {
		t.Error("a saved inlet is not off")
	}
	check("on again", run(on, 10), 0)
	fast := on
	fast.MassRate = 0
	if run(fast, 100); !in.Done || in.Bodies != 50 {
		t.Fatalf("made %d bodies, want 50 and done", in.Bodies)
	}
	more := bridge.InletFlow{MassRate: 100, MaxMass: 80 * each}
	check("more", run(more, 1000), 30)
	if !in.Done {
		t.Error("it is not done")
	}
	before := w.Hash()
	for _, flow := range []bridge.InletFlow{{MassRate: -1}, {MaxMass: math.NaN()}, {MaxBodies: -1},
		{MassRate: math.Inf(1)}} {
		bridge.MakeEdit(w, bridge.SetInlet{Flow: flow})
		if n := w.Log().All()[len(w.Log().All())-1]; n.Level != bridge.Refused || n.Field != "inlets" || w.Hash() != before {
			t.Errorf("%+v: %+v", flow, n)
		}
	}
}

// Contract: where its attempts find no place, an inlet with a mass rate waits, is done, or stops the world, as it is
// told; one that makes as many as fit waits. A saved state does the same.
func TestInletWithoutRoom(t *testing.T) {
	const fits = 27 // spheres of 0.03 m in a box of 0.2 m, at most
	for _, c := range []struct {
		rate   float64
		noRoom insertion.NoRoom
		done   bool
		fault  string
	}{
		{1e6, insertion.NoRoomWait, false, ""}, {1e6, insertion.NoRoomDone, true, ""},
		{1e6, insertion.NoRoomError, false, "inlet feed: no body found a place in 1000 attempts"},
		{0, insertion.NoRoomDone, false, ""}, {0, insertion.NoRoomError, false, ""},
	} {
		w := inletWorld(t, insertion.InletDef{
			Attempts: 1000, Volume: insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(0.1, 0.1, 0.1)},
			MassRate: c.rate, NoRoom: c.noRoom, Products: []insertion.Product{{Shapes: sphereDef(0.03)}},
		})
		again, err := Restore(w.Checkpoint(), 1)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(again.Close)
		for range 50 {
			w.Step()
			again.Step()
		}
		in := &w.flow.Inlets[0]
		if n := w.NumBodies(); n < 2 || n > fits || in.Done != c.done || !strings.HasPrefix(w.Log().Fault(), c.fault) ||
			(c.fault == "") != (w.Log().Fault() == "") {
			t.Errorf("%+v: %d bodies, done %v, fault %q", c, n, in.Done, w.Log().Fault())
		}
		if again.Hash() != w.Hash() || again.flow.Inlets[0].Def.NoRoom != c.noRoom {
			t.Errorf("%+v: a saved inlet goes another way", c)
		}
	}
}

// Contract: an inlet that a motion waits for keeps a limit.
func TestAwaitedInletKeepsALimit(t *testing.T) {
	w := inletWorld(t, insertion.InletDef{
		Attempts: 100, Volume: insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(1, 1, 1)},
		MaxBodies: 5, Products: []insertion.Product{{Shapes: sphereDef(0.01)}},
	})
	add(t, w, body.Def{Name: "lid", Shapes: sphereDef(0.1), Blocked: body.BlockAll})
	if err := w.Build().AddMotion(kinematic.Def{Name: "lift", Body: "lid", Path: motion.Constant{},
		When: schedule.When{After: "feed"}}); err != nil {
		t.Fatal(err)
	}
	bridge.MakeEdit(w, bridge.SetInlet{})
	if n := w.Log().All()[len(w.Log().All())-1]; n.Level != bridge.Refused || w.flow.Inlets[0].Def.MaxBodies != 5 {
		t.Errorf("%+v", n)
	} else {
		t.Log(n.Text)
	}
}

// Contract: an inlet whose streams begin anew before the first step makes what it would have made with that seed.
func TestSeedsAreChanged(t *testing.T) {
	hash := func(seed uint64, commands ...bridge.Edit) uint64 {
		w, err := New(Params{TimeStep: 1e-5, TimeStepSafety: 0.5, TimeStepEvery: 100, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if _, err := w.Build().AddMaterial("m", law.Default); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := w.Build().AddInlet(insertion.InletDef{
				Name: "feed", Every: 1, PerBody: 10, Attempts: 200, MaxBodies: 50,
				Volume:   insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(1, 1, 1)},
				Products: []insertion.Product{{Shapes: sphereDef(0.02)}},
			}); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range commands {
			bridge.MakeEdit(w, c)
		}
		w.Step()
		return w.Hash()
	}
	if a, b, c := hash(5), hash(3, bridge.SetSeed{Seed: 5}), hash(3); a != b || a == c {
		t.Errorf("seed 5 gives %016x, seed 3 changed to 5 %016x, seed 3 %016x", a, b, c)
	}
}
