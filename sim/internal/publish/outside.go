package publish

import (
	"slices"

	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/run/bridge"
)

// Forces copies forces from outside into a snapshot.
func Forces(s *bridge.Snapshot, list []external.Force) {
	s.Forces = slices.Grow(s.Forces[:0], len(list))[:len(list)]
	for i := range list {
		f := &list[i]
		d := &f.Def
		s.Forces[i] = bridge.Force{Name: d.Name, Bodies: d.Bodies, Varies: len(d.Times) > 0, Start: d.When.Start,
			After: d.When.After, Delay: d.When.Delay, Started: f.Started, At: f.At, Duration: d.Duration, Acts: d.Acts}
	}
}
