package sim

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// grains returns n balls and capsules above the floor, with numbers from first on.
func grains(first int64, n int) (list []bridge.NewBody) {
	for i := range n {
		b := bridge.NewBody{Number: first + int64(i), Name: "grain",
			Position: vec.New(0.021*float64(i%4), 0.022*float64(i/4%4), 0.011+0.025*float64(i/16)),
			Shapes:   []bridge.NewShape{{Radius: 0.01, Material: "m"}}}
		if i%2 == 1 {
			b.Shapes[0].Radius, b.Shapes[0].Shaft = 0.006, 0.007
			b.Orientation = vec.FromAxisAngle(vec.AxisY, 0.3)
			b.Velocity, b.Spin = vec.New(0.1, 0, 0), vec.New(0, 0, 5)
		}
		list = append(list, b)
	}
	return list
}

// edited makes an edit, which must be possible.
func edited(t *testing.T, w *World, e bridge.Edit) {
	t.Helper()
	if err := bridge.MakeEdit(w, e); err != nil {
		t.Fatal(err)
	}
}

// Contract: bodies that an edit adds before the first step have the bits of those that a scene has, for any number of
// workers.
func TestAddedBodiesAreThoseOfScenes(t *testing.T) {
	t.Parallel()
	run := func(workers int, fill func(w *World)) uint64 {
		w, err := New(Params{Workers: workers, Gravity: vec.New(0, 0, -10), TimeStepSafety: 0.5, TimeStepEvery: 100})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if _, err := w.Build().AddMaterial("m", law.Default); err != nil {
			t.Fatal(err)
		}
		add(t, w, floorDef())
		fill(w)
		for range 3000 {
			w.Step()
		}
		return w.Hash()
	}
	want := run(1, func(w *World) {
		for _, b := range grains(1, 64) {
			s := body.ShapeDef{Kind: shape.KindSphere, Radius: b.Shapes[0].Radius, Shaft: b.Shapes[0].Shaft}
			if s.Shaft > 0 {
				s.Kind = shape.KindCapsule
			}
			add(t, w, body.Def{Name: b.Name, Position: b.Position, Orientation: b.Orientation, Velocity: b.Velocity,
				Spin: b.Spin, Shapes: []body.ShapeDef{s}})
		}
	})
	for _, workers := range []int{1, 3} {
		got := run(workers, func(w *World) { edited(t, w, bridge.AddBodies{Bodies: bridge.Fresh(grains(1, 64)...)}) })
		if got != want {
			t.Errorf("with %d workers: hash %016x, want %016x", workers, got, want)
		}
	}
}

// Contract: bodies come and go between steps, with the same bits for any number of workers and over a saved state. A
// body that leaves takes its contacts along, and the others keep their places and histories; one that comes back has
// its number. All energy is booked, and the ledger closes to rounding.
func TestBodiesComeAndGo(t *testing.T) {
	t.Parallel()
	damped := law.Default
	damped.Restitution = 0.3
	run := func(workers int, between func(w *World) *World) uint64 {
		w, err := New(Params{Workers: workers, Gravity: vec.New(0, 0, -10), TimeStepSafety: 0.5, TimeStepEvery: 100})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Build().AddMaterial("m", damped); err != nil {
			t.Fatal(err)
		}
		add(t, w, floorDef())
		edited(t, w, bridge.AddBodies{Bodies: bridge.Fresh(grains(1, 64)...)})
		for k := range 6 {
			for range 1500 {
				w.Step()
			}
			w = between(w)
			places := map[int64]vec.Vec3{}
			for i := range w.bodies.Pos {
				places[int64(w.bodies.ID(i))] = w.bodies.Pos[i]
			}
			gone := []int64{int64(5 * (k + 1)), int64(5*(k+1) + 2)}
			remove := bridge.RemoveBodies{Bodies: bridge.Numbers(gone...)}
			back := remove.Inverse(w)
			contacts, before, booked := w.contacts.Count, w.Energy(), w.ledger.Edits.Contacts
			edited(t, w, remove)
			for i := range w.bodies.Pos {
				if n := int64(w.bodies.ID(i)); w.bodies.Pos[i] != places[n] || n == gone[0] || n == gone[1] {
					t.Errorf("body %d is at %v, was at %v", n, w.bodies.Pos[i], places[n])
				}
			}
			if k%2 == 1 { // they come back at once
				edited(t, w, back)
				i := w.bodies.Index(body.ID(gone[1]))
				if i < 0 || w.bodies.Pos[i] != places[gone[1]] {
					t.Fatalf("body %d is not back", gone[1])
				}
			} else if k == 2 && !(w.contacts.Count < contacts) {
				t.Errorf("%d contacts, were %d: want fewer", w.contacts.Count, contacts)
			}
			edited(t, w, bridge.AddBodies{Bodies: bridge.Fresh(bridge.NewBody{Number: w.NextBody(),
				Position: vec.New(0.03, 0.03, 0.3), Velocity: vec.New(0, 0, -1), Shapes: []bridge.NewShape{{Radius: 0.004}}})})
			e := w.Energy()
			if math.Abs(e.ClosureError-before.ClosureError) > 1e-14*e.Potential {
				t.Errorf("after the edits the closure error is %g J, was %g J, of %g J", e.ClosureError, before.ClosureError,
					e.Potential)
			}
			// Springs are booked without the work of the half step since they were seen, a twelfth of them here.
			if booked := w.ledger.Edits.Contacts - booked; k == 1 && math.Abs(booked/(e.Elastic-before.Elastic)-1) > 0.1 {
				t.Errorf("booked are %g J, the springs that left had %g J", booked, e.Elastic-before.Elastic)
			}
		}
		for range 400 {
			w.Step()
		}
		defer w.Close()
		if n := w.bodies.Len(); n != 1+64+6-6 {
			t.Errorf("there are %d bodies", n)
		}
		return w.Hash()
	}
	stay := func(w *World) *World { return w }
	want := run(1, stay)
	if got := run(3, stay); got != want {
		t.Errorf("with 3 workers: hash %016x, want %016x", got, want)
	}
	restored := func(w *World) *World {
		defer w.Close()
		again, err := Restore(w.Checkpoint(), 2)
		if err != nil {
			t.Fatal(err)
		}
		return again
	}
	if got := run(2, restored); got != want {
		t.Errorf("over saved states: hash %016x, want %016x", got, want)
	}
}

// Contract: a body that comes later falls as one that was there from the beginning, and its energy is that of edits;
// the time step is at once one that it can bear, as long as sound takes through it.
func TestAddedBodyFalls(t *testing.T) {
	t.Parallel()
	const g, n = 10.0, 1000
	w, err := New(Params{Gravity: vec.New(0, 0, -g), TimeStepSafety: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Build().AddMaterial("m", law.Default); err != nil {
		t.Fatal(err)
	}
	add(t, w, body.Def{Position: vec.New(5, 0, 5), Shapes: sphereDef(1)})
	w.Step()
	before := w.clock.Dt
	edited(t, w, bridge.AddBodies{Bodies: bridge.Fresh(bridge.NewBody{Number: 1, Position: vec.New(0, 0, 5),
		Velocity: vec.New(0, 0, 2), Shapes: []bridge.NewShape{{Radius: 0.01}}})})
	dt := w.clock.Dt
	if math.Abs(dt/before-0.01) > 1e-12 {
		t.Errorf("the time step went from %g s to %g s, want a hundredth", before, dt)
	}
	m := w.bodies.Mass(1).Mass
	if want := m * (2*2/2. + g*5); math.Abs(w.ledger.Edits.Bodies/want-1) > g*before/2 { // half a step of gravity
		t.Errorf("booked are %g J, want %g J", w.ledger.Edits.Bodies, want)
	}
	for range n {
		w.Step()
	}
	if risen, want := w.bodies.Pos[1].Z-5, n*2*dt-g*dt*dt*n*(n+1)/2; math.Abs(risen-want) > 1e-12 {
		t.Errorf("risen by %.15g m, want %.15g m", risen, want)
	}
}

// Contract: bodies that cannot come or go are refused by name, and the world is then unchanged.
func TestBodiesThatCannotComeOrGo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1e-4, law.Default)
	add(t, w, floorDef())
	add(t, w, body.Def{Name: "ball", Position: vec.New(0, 0, 1), Shapes: sphereDef(0.1)})
	add(t, w, body.Def{Name: "held", Position: vec.New(5, 0, 1), Shapes: sphereDef(0.1), Blocked: body.BlockAll})
	w.Step()
	hash := w.Hash()
	fresh := func(change func(b *bridge.NewBody)) bridge.Edit {
		b := bridge.NewBody{Number: 3, Name: "new", Position: vec.New(1, 0, 1), Shapes: []bridge.NewShape{{Radius: 0.1}}}
		change(&b)
		return bridge.AddBodies{Bodies: bridge.Fresh(b)}
	}
	two := func(a, b int64, apart float64) bridge.Edit {
		one := bridge.NewBody{Number: a, Name: "a", Position: vec.New(1, 0, 1), Shapes: []bridge.NewShape{{Radius: 0.1}}}
		other := one
		other.Number, other.Name, other.Position.X = b, "b", 1+apart
		return bridge.AddBodies{Bodies: bridge.Fresh(one, other)}
	}
	for _, c := range []struct {
		edit bridge.Edit
		want string
	}{
		{bridge.AddBodies{}, "at least one body to add"},
		{fresh(func(b *bridge.NewBody) { b.Number = 1 }), "there is a body 1 already"},
		{fresh(func(b *bridge.NewBody) { b.Number = 4 }), "must be 3 or that of a body which has left, got 4"},
		{fresh(func(b *bridge.NewBody) { b.Number = -1 }), "got -1"},
		{two(3, 3, 1), "there is a body 3 already"},
		{two(3, 4, 0.17), "body 4 (b) would overlap body 3 (a) by more than 10 % of the smaller radius"},
		{fresh(func(b *bridge.NewBody) { b.Position = vec.New(0.15, 0, 1) }), "would overlap body 1 (ball)"},
		{fresh(func(b *bridge.NewBody) { b.Position = vec.New(5, 0.1, 1); b.Shapes[0].Radius = 0.02 }), "body 2 (held)"},
		{fresh(func(b *bridge.NewBody) { b.Position.Z = 0.05 }), "would overlap body 0 (floor)"},
		{fresh(func(b *bridge.NewBody) { b.Position.X = 1e300 }), "position"},
		{fresh(func(b *bridge.NewBody) { b.Velocity.X = 1e300 }), "velocity"},
		{fresh(func(b *bridge.NewBody) { b.Orientation.X = 1e300 }), "orientation must be a rotation"},
		{fresh(func(b *bridge.NewBody) { b.Name = "a\nb" }), "name"},
		{fresh(func(b *bridge.NewBody) { b.Shapes = nil }), "body 3: a body needs at least one shape"},
		{fresh(func(b *bridge.NewBody) { b.Shapes[0].Radius = 0 }), "radius must be > 0 m, got 0"},
		{fresh(func(b *bridge.NewBody) { b.Shapes[0].Shaft = -1 }), "shaft"},
		{fresh(func(b *bridge.NewBody) { b.Shapes[0].Material = "n" }), "there is no material \"n\""},
		{fresh(func(b *bridge.NewBody) { b.Blocked = "xyzXYZ" }), "all its degrees of freedom are blocked"},
		{fresh(func(b *bridge.NewBody) { b.Blocked = "u" }), "must be letters of"},
		{bridge.RemoveBodies{}, "at least one body to remove"},
		{bridge.RemoveBodies{Bodies: bridge.Numbers(1, 9)}, "there is no body 9"},
		{bridge.RemoveBodies{Bodies: bridge.Numbers(1, 1)}, "body 1 is named twice"},
		{bridge.RemoveBodies{Bodies: bridge.Numbers(0)}, "body 0 (floor) is not moved by forces"},
		{bridge.RemoveBodies{Bodies: bridge.Numbers(1, 2)}, "body 2 (held) is not moved by forces"},
	} {
		if err := bridge.MakeEdit(w, c.edit); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.edit, err, c.want)
		}
		if w.Hash() != hash {
			t.Fatalf("%v changes the world", c.edit)
		}
	}
	w.bodies.Next = body.ID(limit.Created.Most) // as if so many had come
	last := fresh(func(b *bridge.NewBody) { b.Number = w.NextBody() })
	if err := bridge.MakeEdit(w, last); err == nil || !strings.Contains(err.Error(), "bodies that come in a run") {
		t.Errorf("a body too many: %v", err)
	}
	w.bodies.Next = 3
	edited(t, w, two(3, 4, 0.195)) // they overlap by a twentieth
}
