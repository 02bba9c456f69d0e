// Package motion holds prescribed motions of rigid bodies as pure functions of time.
package motion

import (
	"fmt"
	"sort"

	"tumble/sim/vec"
)

// Pose is a position [m] and an orientation.
type Pose struct {
	Position    vec.Vec3
	Orientation vec.Quat
}

// Interpolated is a motion through poses at given times: positions along straight
// lines, orientations along the shortest arc, both at constant rate between two times
// (InterpolatedMotion of the seeds). Before the first time the first pose holds, after
// the last time the last.
type Interpolated struct {
	Times []float64 // [s], ascending, relative to the start of the motion
	Poses []Pose    // one per time
}

// Check returns an error if there are no poses, the lengths differ or times do not
// ascend.
func (m Interpolated) Check() error {
	if len(m.Times) == 0 || len(m.Times) != len(m.Poses) {
		return fmt.Errorf("motion: need as many times as poses, at least one, got %d times and %d poses", len(m.Times), len(m.Poses))
	}
	for i := 1; i < len(m.Times); i++ {
		if !(m.Times[i] > m.Times[i-1]) {
			return fmt.Errorf("motion: times must ascend, got %g s after %g s", m.Times[i], m.Times[i-1])
		}
	}
	return nil
}

// At returns the pose at time t [s] since the start of the motion.
func (m Interpolated) At(t float64) Pose {
	i := sort.SearchFloat64s(m.Times, t)
	if i == 0 {
		return m.Poses[0]
	}
	if i == len(m.Times) {
		return m.Poses[i-1]
	}
	a, b := m.Poses[i-1], m.Poses[i]
	f := (t - m.Times[i-1]) / (m.Times[i] - m.Times[i-1])
	return Pose{
		Position:    a.Position.AddScaled(f, b.Position.Sub(a.Position)),
		Orientation: a.Orientation.Slerp(b.Orientation, f),
	}
}
