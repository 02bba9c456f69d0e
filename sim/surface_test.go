package sim

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// watch measures surfaces of a world from now on.
func watch(t testing.TB, w *World, texts ...string) {
	t.Helper()
	list, err := bridge.ParseSurfaces(texts)
	for _, s := range list {
		if err == nil {
			err = w.Build().AddSurface(s)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// pressed returns what is measured of all surfaces of a world.
func pressed(w *World) []bridge.Pressed {
	var s bridge.Snapshot
	w.FillNumbers(&s)
	return s.Surfaces
}

// plateDef is a horizontal square of two triangles at a height, of a half width [m].
func plateDef(name string, half, z float64) body.Def {
	m := &mesh.Mesh{Triangles: [][3]int32{{0, 1, 2}, {0, 2, 3}}}
	for _, c := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		m.Vertices = append(m.Vertices, vec.New(c[0]*half, c[1]*half, z))
	}
	return body.Def{Name: name, Shapes: []body.ShapeDef{{Kind: shape.KindMesh, Mesh: m}}, Blocked: body.BlockAll}
}

// Contract: a ball that bounces, with dashpot and Cundall damping off, presses a floor with its weight in the mean over
// any time from flight to flight but for the change of its momentum: exactly, whatever the moments between show.
func TestSurfaceHasTheImpulseOfABouncingBall(t *testing.T) {
	const r, g, dt = 0.01, 10.0, 2e-5
	w := newWorld(t, dt, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.3, Density: 1000, Restitution: 0.8})
	w.params.Gravity = vec.New(0, 0, -g)
	add(t, w, plateDef("floor", 0.1, 0))
	ball := add(t, w, body.Def{Name: "ball", Shapes: sphereDef(r), Position: vec.New(0.02, -0.03, 3*r)})
	watch(t, w, "floor=@floor", "ball=@ball", "hit=box/0,-1,-1/1,1,1@floor", "other=box/-1,-1,-1/0,1,1@floor")
	flies := func() bool { return w.contacts.Count == 0 }
	w.Step()
	begin, v := pressed(w), w.bodies.Vel[ball]
	for n := 0; n < 3 || !flies(); {
		was := flies()
		if w.Step(); was && !flies() {
			n++
		}
	}
	w.Step()
	end, m := pressed(w), w.bodies.Mass(ball).Mass
	steps := float64(w.clock.Step - 1)
	want := m*(w.bodies.Vel[ball].Z-v.Z) + m*g*dt*steps
	on := func(k int) bridge.Load {
		l := end[k].Sum
		l.Add(&begin[k].Sum, -1)
		return l
	}
	if !(want > 0) || math.Abs(on(1).Force.Z-want) > 1e-12*want || math.Abs(on(0).Force.Z+want) > 1e-12*want {
		t.Errorf("impulses of %.15g N·s and %.15g N·s, want %.15g", on(1).Force.Z, on(0).Force.Z, want)
	}
	if on(0).Hits != 3 || on(0).Power != 0 || on(0).Normal != -on(0).Force.Z {
		t.Errorf("%+v on the floor", on(0))
	}
	// The triangles are {y < x} and {y > x}: the ball hits the first.
	if on(2) != on(0) || on(3) != (bridge.Load{}) || math.Abs(end[2].Area-0.02) > 1e-15 || end[0].Area != 2*end[2].Area {
		t.Errorf("on the triangles %+v (%g m²) and %+v", on(2), end[2].Area, on(3))
	}
	arm := vec.New(0.02, -0.03, 0).Cross(vec.New(0, 0, -want))
	if on(0).Torque.Sub(arm).Norm() > 1e-9*arm.Norm() {
		t.Errorf("an angular impulse of %v, want %v", on(0).Torque, arm)
	}
}

// Contract: a ball at rest presses a floor with its weight, and one that slides on it by the speed of the floor wears
// it with its weight times the way and drives it back by friction: Archard's work N s, and the work µ N s.
func TestSurfaceWearsByTheWay(t *testing.T) {
	const r, g, mu, v = 0.01, 10.0, 0.3, 0.05
	w := newWorld(t, 2e-5, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: mu, Density: 1000})
	w.params.Gravity, w.params.Damping = vec.New(0, 0, -g), 0.3
	add(t, w, plateDef("floor", 0.1, 0))
	ball := add(t, w, body.Def{Name: "ball", Shapes: sphereDef(r), Position: vec.New(0.02, -0.03, r),
		Blocked: body.BlockX | body.BlockY | body.BlockRot})
	if err := w.Build().AddMotion(kinematic.Def{Name: "pull", Body: "floor",
		Path: motion.Constant{Velocity: vec.New(v, 0, 0)}}); err != nil {
		t.Fatal(err)
	}
	for w.clock.Time < 0.3 {
		w.Step()
	}
	watch(t, w, "floor=@floor")
	if p := pressed(w)[0]; p.Since != w.clock.Time || p.Sum != (bridge.Load{}) {
		t.Errorf("before the first step %+v", p)
	}
	for range 1000 {
		w.Step()
	}
	weight, p := w.bodies.Mass(ball).Mass*g, pressed(w)[0]
	mean := p.Mean(w.clock.Time)
	share := 1 - 0.5/1000 // the sums end with the moment of the last forces, and begin half a step late
	for name, c := range map[string][2]float64{
		"force": {-mean.Force.Z, weight * share}, "friction": {-mean.Force.X, mu * weight * share},
		"power": {mean.Power, mu * weight * v * share}, "Archard": {mean.Archard, weight * v * share},
		"shear": {mean.Shear, mu * weight * share}, "now": {-p.Now.Force.Z, weight},
	} {
		if math.Abs(c[0]-c[1]) > 1e-9*math.Abs(c[1]) {
			t.Errorf("%s: %.12g, want %.12g", name, c[0], c[1])
		}
	}
}

// Contract: a ball that hits a plate at an angle to it brings the energy m v² f(α) of Finnie's law to the triangle that
// it hits, none straight down; what hits the ball has no mass.
func TestErosionByOneHit(t *testing.T) {
	const r, v = 0.01, 2.0
	for _, degrees := range []float64{0.5, 5, 13, 18, 19, 30, 60, 90} {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		w := newWorld(t, 1e-6, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.3, Density: 1000})
		add(t, w, plateDef("plate", 0.1, 0))
		ball := add(t, w, body.Def{Name: "ball", Shapes: sphereDef(r), Position: vec.New(0.02, -0.03, r+1e-7),
			Velocity: vec.New(v*cos*0.6, v*cos*0.8, -v*sin)})
		watch(t, w, "plate=@plate#triangles", "ball=@ball")
		for range 200 {
			w.Step()
		}
		m := w.bodies.Mass(ball).Mass
		want := m * v * v * (2*sin*cos - 3*sin*sin)
		if sin/cos > 1./3 {
			want = m * v * v * cos * cos / 3
		}
		p, sum := pressed(w), 0.0
		for _, rub := range w.surfaces.Rubbed(w.bodies.ID(w.bodies.ByName("plate")), 0).Sums {
			sum += rub.Finnie
		}
		got := p[0].Sum.Finnie
		if p[0].Sum.Hits != 1 || math.Abs(got-want) > 1e-12*m*v*v || sum != got || p[1].Sum.Finnie != 0 {
			t.Errorf("at %g°: %g hits with %.15g J, %.15g J on triangles, want %.15g; the ball got %g J", degrees,
				p[0].Sum.Hits, got, sum, want, p[1].Sum.Finnie)
		}
	}
}

// Contract: sums of triangles add up to those of their body, with any number of workers and in a restored world; saved
// states have them, and snapshots on request.
func TestTrianglesAddUp(t *testing.T) {
	t.Parallel()
	one, three := busy(t, 1), busy(t, 3)
	watch(t, one, "cup=@cup#triangles", "tray=@tray")
	watch(t, three, "cup=@cup#triangles", "tray=@tray")
	for one.clock.Step < 1200 {
		one.Step()
		three.Step()
	}
	restored, err := Restore(one.Checkpoint(), 2)
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	if !bytes.Equal(restored.Checkpoint(), one.Checkpoint()) {
		t.Error("a restored world is saved in another way")
	}
	for range 800 {
		one.Step()
		three.Step()
		restored.Step()
	}
	of := func(w *World) []bridge.Rub {
		s := w.State()
		cup := &s.Bodies[slices.IndexFunc(s.Bodies, func(b state.Body) bool { return b.Name == "cup" })]
		return cup.Shapes[0].Rubbed.Sums
	}
	var sum bridge.Rub
	rubbed := 0
	for i, r := range of(one) {
		if sum.Add(&r, 1); r.Hits > 0 {
			rubbed++
		}
		if r != of(three)[i] || r != of(restored)[i] {
			t.Fatalf("triangle %d has %+v, with three workers %+v, restored %+v", i, r, of(three)[i], of(restored)[i])
		}
	}
	all := pressed(one)[0].Sum.Rub
	for name, v := range map[string][2]float64{"normal": {sum.Normal, all.Normal}, "shear": {sum.Shear, all.Shear},
		"Archard": {sum.Archard, all.Archard}, "hits": {sum.Hits, all.Hits}} {
		if !(v[1] > 0) || math.Abs(v[0]-v[1]) > 1e-12*v[1] {
			t.Errorf("%s: the triangles have %.15g, the body %.15g", name, v[0], v[1])
		}
	}
	if rubbed < 3 {
		t.Errorf("only %d triangles were touched", rubbed)
	}
	for _, wanted := range []bool{false, true} {
		shown := bridge.Snapshot{Wanted: bridge.Wanted{Triangles: wanted}}
		one.Fill(&shown)
		for i := range shown.Meshes {
			m := &shown.Meshes[i]
			if has := wanted && one.bodies.Name(int(m.Body)) == "cup"; (m.Rubbed != nil) != has ||
				has && !slices.Equal(m.Rubbed.Sums, of(one)) {
				t.Errorf("wanted %v, a snapshot has %+v", wanted, m.Rubbed)
			}
		}
	}
	if s := one.State(); s.Bodies[0].Shapes[0].Rubbed != nil {
		t.Error("a wall has triangles")
	}
}

// Contract: the work of all surfaces that move is that of motions in the ledger; parts that share out a mesh share out
// its numbers; any number of workers and a restored world have the same bits; and the run has those of one without
// surfaces.
func TestSurfacesAddUp(t *testing.T) {
	t.Parallel()
	texts := []string{"cup=@cup", "tray=@tray", "up=facing/0,0,1/45@cup", "side=facing/0,0,-1/134@cup",
		"left=box/-1,-1,-1/0.001,1,1@cup", "right=box/0.001,-1,-1/1,1,1@cup", "floor=@floor", "bar=@bar"}
	plain, one, three := busy(t, 1), busy(t, 1), busy(t, 3)
	watch(t, one, texts...)
	watch(t, three, texts...)
	var restored *World
	for range 2500 {
		for _, w := range []*World{plain, one, three} {
			w.Step()
		}
		if restored != nil {
			restored.Step()
		} else if one.clock.Step == 1000 {
			var err error
			if restored, err = Restore(one.Checkpoint(), 2); err != nil {
				t.Fatal(err)
			}
			defer restored.Close()
		}
	}
	if plain.Hash() != one.Hash() {
		t.Error("measuring changed the run")
	}
	list := pressed(one)
	same := func(a, b bridge.Pressed) bool {
		a.Area, b.Area = 0, 0 // NaN of a wall
		return a == b
	}
	if !slices.EqualFunc(list, pressed(three), same) || !slices.EqualFunc(list, pressed(restored), same) {
		t.Error("other workers or a restored world have other numbers")
	}
	work, e := 0.0, one.Energy().Imposed
	for i := range list {
		if list[i].Surface.Part == bridge.WholeBody {
			work += list[i].Sum.Power
		}
	}
	if e == 0 || math.Abs(work-e) > 1e-12*math.Abs(e) {
		t.Errorf("work of %.15g J, in the ledger %.15g", work, e)
	}
	for _, k := range []int{2, 4} { // halves of the cup
		sum, all := list[k].Sum, list[0].Sum
		sum.Add(&list[k+1].Sum, 1)
		size := list[k].Sum.Normal + list[k+1].Sum.Normal
		if !(list[k].Sum.Normal > 0 && list[k+1].Sum.Normal > 0) || sum.Force.Sub(all.Force).Norm() > 1e-12*size ||
			sum.Torque.Sub(all.Torque).Norm() > 1e-12*size || math.Abs(sum.Normal-all.Normal) > 1e-12*size ||
			math.Abs(sum.Shear-all.Shear) > 1e-12*all.Shear || math.Abs(sum.Power-all.Power) > 1e-12*size ||
			math.Abs(sum.Archard-all.Archard) > 1e-12*all.Archard || math.Abs(sum.Hits-all.Hits) > 1e-12*all.Hits ||
			math.Abs(list[k].Area+list[k+1].Area-list[0].Area) > 1e-12*list[0].Area {
			t.Errorf("%s and the rest make %+v, want %+v", list[k].Surface.Name, sum, all)
		}
	}
}
