package sim

import (
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/vec"
)

// Contract: bodies that flew away, however fast, force hardly more rebuilds than none, and change
// nothing for the others; those that come back are met.
func TestStraysDoNotSlowOthers(t *testing.T) {
	t.Parallel()
	const steps = 1500
	heap := func(flyers ...vec.Vec3) *World {
		w := grounded(t, 1, 1)
		for i := range 60 {
			add(t, w, body.Def{Position: vec.New(float64(i%5), float64(i/5%4),
				float64(i/20)).Scale(0.0201).Add(vec.New(0, 0, 0.01)), Shapes: sphereDef(0.01)})
		}
		for i, v := range flyers {
			add(t, w, body.Def{Position: vec.New(0.3+float64(i), 0.3, 1), Velocity: v, Shapes: sphereDef(0.01)})
		}
		for range steps {
			w.Step()
		}
		return w
	}
	alone := heap()
	for _, v := range []vec.Vec3{{Z: 20}, {X: 3, Z: 1e4}, {X: 1e8, Y: -2e8}} {
		w := heap(v, v.Scale(0.9))
		if most := alone.neighbours.Rebuilds + steps/40; w.neighbours.Rebuilds > most {
			t.Errorf("flying at %v m/s: %d rebuilds in %d steps, want %d at most (alone %d)", v, w.neighbours.Rebuilds, steps,
				most, alone.neighbours.Rebuilds)
		}
		for i := range alone.bodies.Pos {
			if w.bodies.Pos[i] != alone.bodies.Pos[i] {
				t.Fatalf("flying at %v m/s: body %d is at %v, alone at %v", v, i, w.bodies.Pos[i], alone.bodies.Pos[i])
			}
		}
	}
	// Thrown up, and down onto the heap from where it was a stray.
	w := heap(vec.New(0, 0, 8))
	last := w.bodies.Len() - 1
	for lowest := 1e9; ; {
		w.Step()
		if z := w.bodies.Pos[last].Z; z < lowest {
			lowest = z
		}
		if w.clock.Time > 3 {
			if lowest > 0.0101 || lowest < 0.004 {
				t.Errorf("the body thrown up came down to %g m; its radius is 0.01 m", lowest)
			}
			break
		}
	}
}

// Contract: however far a body has gone, it meets what it slowly comes near.
func TestLongWaysAreForgotten(t *testing.T) {
	w := grounded(t, 1, 1)
	i := add(t, w, body.Def{Position: vec.New(0, 0, 0.03), Shapes: sphereDef(0.01)})
	w.Step()
	w.bodies.Travel[i], w.neighbours.Stale = 1e17, true // as after years
	for w.clock.Time < 0.3 {
		w.Step()
		if z := w.bodies.Pos[i].Z; z < 0.006 {
			t.Fatalf("at %g s the body is at %g m: it goes through the floor", w.clock.Time, z)
		}
	}
}
