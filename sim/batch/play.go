package batch

import (
	"context"
	"fmt"

	"example.org/tumble/sim/playback"
	"example.org/tumble/sim/spell"
)

// Play gives the moments of dumps to a function: from one on to the last before a time [s].
//
// Errors: those of the function, a dump that cannot be read, why the context ended; with the moment.
func Play(ctx context.Context, r *playback.Run, from int, until float64, tell Tell,
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
		tell.Of(Progress{Done: float64(k-from+1) / float64(last-from+1), Time: m.Time, Begin: r.Times[from],
			Until: r.Times[last]})
	}
	return nil
}
