package sim

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// crowd returns spheres and capsules, of which there are several stretches, on their way to where
// there is room for few of them.
func crowd(t testing.TB, workers int) *World {
	t.Helper()
	w := grounded(t, workers, 1)
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 3*contact.Stretch + contact.Stretch/3 {
		d := body.Def{Shapes: sphereDef(0.01), Orientation: vec.FromUniform(r.Float64(), r.Float64(), r.Float64()),
			Position: vec.New(0.0198*float64(i%12), 0.0198*float64(i/12%12), 0.01+0.0198*float64(i/144))}
		d.Velocity = vec.New(0.11, 0.11, 0.11).Sub(d.Position).Scale(5).Add(randomVec(r).Scale(0.05))
		if i%5 < 3 {
			d.Shapes = capsuleDef(0.008, 0.004)
		}
		add(t, w, d)
	}
	return w
}

// Contract: a rebuild makes the same candidates, with the same contacts in the same chunks, for any
// number of workers, also where bodies have gone or got other places since the one before; every
// contact goes on as if there had been none, also in a world restored between two steps, whose
// chunks are others.
func TestRebuildsAreTheSameForAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	one, rare := crowd(t, 1), crowd(t, 1)
	others := []*World{crowd(t, 2), crowd(t, 3)}
	all := append([]*World{one, rare}, others...)
	for i := range 60 {
		restored, err := Restore(one.Checkpoint(), 2)
		if err != nil {
			t.Fatal(err)
		}
		restored.contacts.Team.InlineBelow = 0
		for _, w := range append(all, restored) {
			switch {
			case i == 20:
				for body := 5; body < w.NumBodies(); body += 7 {
					w.bodies.Leave(body)
				}
				w.exchangeBodies()
			case i == 40:
				shuffle(w, 8)
			case i%4 == 0 && w != rare:
				w.neighbours.Stale = true
			}
			w.Step()
		}
		restored.Close()
		if n := one.contacts.Count; n < 300 {
			t.Fatalf("step %d: only %d contacts", i, n)
		}
		if restored.Hash() != one.Hash() {
			t.Fatalf("step %d: a restored world has other bits", i)
		}
		if rare.Hash() != one.Hash() {
			t.Fatalf("step %d: a world with fewer rebuilds has other bits", i)
		}
		for _, w := range others {
			if w.Hash() != one.Hash() {
				t.Fatalf("step %d: %d workers have other bits than one", i, w.contacts.Team.Workers())
			}
			if len(w.contacts.Chunks) != len(one.contacts.Chunks) {
				t.Fatalf("step %d: %d workers have %d chunks, one has %d", i, w.contacts.Team.Workers(), len(w.contacts.Chunks),
					len(one.contacts.Chunks))
			}
			for n, k := range w.contacts.Chunks {
				if a := one.contacts.Chunks[n]; !reflect.DeepEqual(a.Pairs, k.Pairs) || a.Contacts.N != k.Contacts.N {
					t.Fatalf("step %d: chunk %d of %d workers has other pairs than that of one", i, n, w.contacts.Team.Workers())
				}
			}
		}
	}
}

// Contract: the epoch of travel stays the same while bodies only move, whatever is rebuilt, and changes
// when they come or are sorted, and when their travel begins anew: what was kept of their places is then void.
func TestTravelEpochChangesWithBodies(t *testing.T) {
	w := newWorld(t, 1e-3, law.Material{Young: 1e5, Density: 1000})
	for i := range 3 {
		add(t, w, body.Def{Shapes: sphereDef(0.05), Position: vec.New(float64(i), 0, 0), Velocity: vec.New(0, 9, 0)})
	}
	if n := w.neighbours.TravelEpoch(); n >= 0 {
		t.Errorf("with a new body: %d, want < 0", n)
	}
	w.Step()
	n, rebuilds := w.neighbours.TravelEpoch(), w.neighbours.Rebuilds
	for range 200 {
		w.Step()
	}
	if w.neighbours.Rebuilds == rebuilds || w.neighbours.TravelEpoch() != n {
		t.Errorf("after %d rebuilds for motion: %d, want %d", w.neighbours.Rebuilds-rebuilds, w.neighbours.TravelEpoch(), n)
	}
	order := w.bodies.Order(1)
	for _, c := range []struct {
		what   string
		change func()
	}{
		{"sorted", func() { w.renumber(&order) }},
		{"far gone", func() { w.bodies.Travel[0] = 1e9 }},
		{"a body more", func() { add(t, w, body.Def{Shapes: sphereDef(0.05), Position: vec.New(0, 0, 5)}) }},
	} {
		c.change()
		w.Step()
		w.Step()
		if was := n; w.neighbours.TravelEpoch() == was {
			t.Errorf("%s: still %d", c.what, was)
		}
		n = w.neighbours.TravelEpoch()
	}
}
