package motion

import (
	"cmp"
	"fmt"
	"sort"

	"example.org/tumble/sim/limit"
)

// Rerouted is a motion through poses that were changed while it went on. The past stays as it was: at the time
// Since the body is in the pose From, and from there it goes straight to the first pose after Since.
type Rerouted struct {
	Interpolated
	Since float64 // [s], relative to the start of the motion
	From  Pose
}

// Check returns an error as Interpolated.Check does, or if Since is not finite or From is out of range.
func (m Rerouted) Check() error {
	if m.Since-m.Since != 0 {
		return fmt.Errorf("motion: times must be finite, got %g s", m.Since)
	}
	return cmp.Or(m.Interpolated.Check(), check(&limit.Length, "position", m.From.Position))
}

// At returns the pose at time t [s] since the start of the motion.
func (m Rerouted) At(t float64, start Pose) Pose {
	next := sort.Search(len(m.Times), func(i int) bool { return m.Times[i] > m.Since })
	switch {
	case next == len(m.Times) || t <= m.Since:
		return m.From
	case t < m.Times[next]:
		return m.From.Toward(m.Poses[next], (t-m.Since)/(m.Times[next]-m.Since))
	}
	return m.Interpolated.At(t, start)
}

// Toward returns the pose a part of the way from one to another.
func (p Pose) Toward(q Pose, part float64) Pose {
	return Pose{
		Position:    p.Position.AddScaled(part, q.Position.Sub(p.Position)),
		Orientation: p.Orientation.Slerp(q.Orientation, part),
	}
}
