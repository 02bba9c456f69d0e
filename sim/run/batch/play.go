package batch

import (
	"context"
	"fmt"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/playback"
	"example.org/tumble/sim/spell"
)

// Play calls a function for each moment of dumps, from the moment at index from to the last one before a
// time [s].
//
// Errors: the function's error, a dump that cannot be read, the cause of the context's end; each with the
// moment.
func Play(ctx context.Context, r *playback.Run, from int, until float64, progress ProgressFunc,
	show func(*playback.Moment) error) error {
	last := r.Nearest(until)
	for k := from; k <= last; k++ {
		if err := Interrupted(ctx); err != nil {
			return fmt.Errorf("%w at %s", err, spell.Time(r.Times[k]))
		}
		m, err := r.Read(k)
		if err != nil {
			return err
		}
		if err := show(m); err != nil {
			return err
		}
		progress.Of(Progress{Done: float64(k-from+1) / float64(last-from+1), Time: m.Time, Begin: r.Times[from],
			Until: r.Times[last]})
	}
	return nil
}

// Within returns an error if dumps end before a time [s].
func Within(r *playback.Run, at float64) error {
	if first, last := r.Times[0], r.Times[r.Len()-1]; at < first*(1-1e-9) || at > last*(1+1e-9) {
		return fmt.Errorf("the dumps of %s are from %s to %s, got %s", r.Name, spell.Time(first), spell.Time(last),
			spell.Time(at))
	}
	return nil
}

// SceneOf returns the scene that corresponds to a run of another program; it has no world.
func SceneOf(r *playback.Run) run.Scene {
	return run.Scene{Name: r.Name, Title: r.Title, View: r.View, End: r.Times[r.Len()-1]}
}
