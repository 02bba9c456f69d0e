package batch_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
)

// load makes a built-in scene; its world is closed at the end of the test.
func load(t *testing.T, name string) run.Scene {
	t.Helper()
	sc, err := scene.Load(name, scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sc.World.Close)
	return sc
}

// Contract: what is reported of a part of the work stays within that part; nobody need listen.
func TestPart(t *testing.T) {
	var reported []float64
	part := batch.ProgressFunc(func(p batch.Progress) { reported = append(reported, p.Done) }).Part(0.5, 1)
	for _, done := range []float64{0, 0.5, 1} {
		part(batch.Progress{Done: done})
	}
	if want := []float64{0.5, 0.75, 1}; !slices.Equal(reported, want) {
		t.Errorf("reported %v, want %v", reported, want)
	}
	batch.ProgressFunc(nil).Part(0, 1)(batch.Progress{})
}

// Contract: a march ends at the first step at or after its goal, looks at the world before the first step and after
// each, and gives a watcher's error and the cause of a context's end to the caller.
func TestMarch(t *testing.T) {
	sc := load(t, "newton-row")
	g, err := batch.At(sc, 20.5*sc.World.Clock().Dt)
	if err != nil {
		t.Fatal(err)
	}
	var seen []int64
	look := func(w *sim.World) error {
		seen = append(seen, w.Clock().Step)
		return nil
	}
	if err := batch.March(context.Background(), sc.World, g, g, nil, look); err != nil {
		t.Fatal(err)
	}
	if n := len(seen); !g.Reached(sc.World) || int64(n) != seen[n-1]+1 || batch.Before(g.Until, sc.World) {
		t.Errorf("after %d looks at step %d", n, seen[n-1])
	}
	further, enough := batch.After(sc, 10), errors.New("enough")
	if err := batch.March(context.Background(), sc.World, further, further, nil, func(*sim.World) error {
		return enough
	}); err != enough {
		t.Errorf("the watcher's error became %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(batch.ErrInterrupted)
	if err := batch.March(ctx, sc.World, further, further, nil, nil); !errors.Is(err, batch.ErrInterrupted) {
		t.Errorf("an interrupted march says %v", err)
	}
}

// Contract: a goal that a world has passed, or can never reach, is an error that says which.
func TestGoals(t *testing.T) {
	sc := load(t, "newton-row")
	if _, err := batch.At(sc, 1e12); !errors.Is(err, batch.ErrFar) {
		t.Errorf("a goal of 1e12 s: %v, want %v", err, batch.ErrFar)
	}
	to := batch.After(sc, 50)
	if err := batch.March(context.Background(), sc.World, to, to, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := batch.At(sc, sc.World.Clock().Time/2); !errors.Is(err, batch.ErrBefore) {
		t.Errorf("a goal in the past: %v, want %v", err, batch.ErrBefore)
	}
	if g := batch.NoSteps(sc); !g.Reached(sc.World) {
		t.Error("the world has not reached where it is")
	}
}

// Contract: what goes through an interruption ends with any other end of its context, also one before.
func TestThrough(t *testing.T) {
	for _, before := range []bool{false, true} {
		for _, why := range []error{errStop, batch.ErrInterrupted} {
			ctx, cancel := context.WithCancelCause(context.Background())
			if before {
				cancel(why)
			}
			through, free := batch.Through(ctx)
			cancel(why)
			var want error
			if why == errStop {
				want = errStop
				<-through.Done()
			}
			if err := batch.Interrupted(through); err != want {
				t.Errorf("after %v, before: %t: %v, want %v", why, before, err, want)
			}
			free()
		}
	}
}

// errStop is an end that no person asked for.
var errStop = errors.New("stop")
