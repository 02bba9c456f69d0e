// Package motion holds prescribed motions of rigid bodies as pure functions of time.
package motion

import (
	"cmp"
	"fmt"
	"math"
	"sort"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Pose is a position [m] and an orientation.
type Pose struct {
	Position    vec.Vec3
	Orientation vec.Quat
}

// Motion is a path of a rigid body. It depends on nothing but time and the pose that the
// body has when the motion starts.
type Motion interface {
	// At returns the pose at t seconds, not negative, after the start, of a body that
	// was in the pose start then.
	At(t float64, start Pose) Pose
	// Check returns an error for the first number that is out of its range.
	Check() error
}

// Key is a key frame: a pose at a time. Between two of them positions go along straight lines and
// orientations along the shortest arc, both at constant rate.
type Key struct {
	Time        float64  // since the start of the motion [s]
	Position    vec.Vec3 // of the body's centre [m]
	Orientation vec.Quat // of the body
}

// Interpolated is a motion through poses at given times: positions along straight
// lines, orientations along the shortest arc, both at constant rate between two times
// (InterpolatedMotion of Woo). Before the first time the first pose holds, after
// the last time the last. Poses are global: where the body was before does not count.
type Interpolated struct {
	Times []float64 // [s], ascending, relative to the start of the motion
	Poses []Pose    // one per time
}

// Check returns an error if there are no poses, the lengths differ, times do not ascend or
// a position is beyond its bound.
func (m Interpolated) Check() error {
	if len(m.Times) == 0 || len(m.Times) != len(m.Poses) {
		return fmt.Errorf("motion: need as many times as poses, at least one, got %d times and %d poses", len(m.Times),
			len(m.Poses))
	}
	for i := range m.Times {
		if x := m.Times[i]; x-x != 0 {
			return fmt.Errorf("motion: times must be finite, got %g s", x)
		}
		if i > 0 && !(m.Times[i] > m.Times[i-1]) {
			return fmt.Errorf("motion: times must ascend, got %g s after %g s", m.Times[i], m.Times[i-1])
		}
		if err := check(&limit.Length, "position", m.Poses[i].Position); err != nil {
			return fmt.Errorf("%w at %g s", err, m.Times[i])
		}
	}
	return nil
}

// At returns the pose at time t [s] since the start of the motion.
func (m Interpolated) At(t float64, _ Pose) Pose {
	i := sort.SearchFloat64s(m.Times, t)
	if i == 0 {
		return m.Poses[0]
	}
	if i == len(m.Times) {
		return m.Poses[i-1]
	}
	a, b := m.Poses[i-1], m.Poses[i]
	return a.Toward(b, (t-m.Times[i-1])/(m.Times[i]-m.Times[i-1]))
}

// Harmonic swings a body about where it was: with s = sin(2π f t + φ) - sin φ, which is 0
// at the start so that nothing jumps, it is moved by Shift s and turned by the rotation
// vector Turn s.
type Harmonic struct {
	Shift     vec.Vec3 // amplitude of the translation [m]
	Turn      vec.Vec3 // amplitude of the rotation about the body's centre [rad]
	Frequency float64  // f [Hz]
	Phase     float64  // φ [rad]
}

// Check returns an error if a number is beyond its bound or the frequency is negative.
func (m Harmonic) Check() error {
	if !(m.Frequency >= 0) {
		return fmt.Errorf("motion: frequency must be ≥ 0 Hz, got %g", m.Frequency)
	}
	const degree = math.Pi / 180
	return cmp.Or(check(&limit.Length, "shift", m.Shift), check(&limit.Angle, "turn", m.Turn.Scale(1/degree)),
		check(&limit.Angle, "phase", vec.Vec3{X: m.Phase / degree}),
		check(&limit.Frequency, "frequency", vec.Vec3{X: m.Frequency}))
}

// At returns the pose at time t [s] since the start of the motion.
func (m Harmonic) At(t float64, start Pose) Pose {
	s := math.Sin(2*math.Pi*m.Frequency*t+m.Phase) - math.Sin(m.Phase)
	return Pose{
		Position:    start.Position.AddScaled(s, m.Shift),
		Orientation: vec.FromRotationVector(m.Turn.Scale(s)).Mul(start.Orientation),
	}
}

// Constant moves a body at constant velocity and turns it at constant angular velocity
// about its centre or about a point, which then moves with Velocity:
//
//	p = c + v t + R(ω t) (p₀ - c),   q = R(ω t) q₀
type Constant struct {
	Velocity vec.Vec3  // v [m/s]
	Spin     vec.Vec3  // ω, global axes [rad/s]
	About    *vec.Vec3 // c at the start [m]; nil: the body's centre
}

// Check returns an error if a number is beyond its bound.
func (m Constant) Check() error {
	var about vec.Vec3
	if m.About != nil {
		about = *m.About
	}
	return cmp.Or(check(&limit.Speed, "velocity", m.Velocity), check(&limit.Spin, "spin", m.Spin),
		check(&limit.Length, "about", about))
}

// At returns the pose at time t [s] since the start of the motion.
func (m Constant) At(t float64, start Pose) Pose {
	turn := vec.FromRotationVector(m.Spin.Scale(t))
	p := start.Position
	if m.About != nil {
		p = m.About.Add(turn.Rotate(p.Sub(*m.About)))
	}
	return Pose{Position: p.AddScaled(t, m.Velocity), Orientation: turn.Mul(start.Orientation)}
}

// Sum is several motions at once: their shifts of the starting position are added up, and their rotations of the
// starting orientation are done one after another, the first motion first. A single motion is its own sum.
type Sum []Motion

// Check returns an error if there is no motion, and otherwise the error of the first motion that is wrong.
func (m Sum) Check() error {
	if len(m) == 0 {
		return fmt.Errorf("motion: a sum needs at least one motion")
	}
	for _, part := range m {
		if err := part.Check(); err != nil {
			return err
		}
	}
	return nil
}

// At returns the pose at time t [s] since the start of the motion.
func (m Sum) At(t float64, start Pose) Pose {
	sum := start
	back := start.Orientation.Conj()
	for _, part := range m {
		p := part.At(t, start)
		sum.Position = sum.Position.Add(p.Position.Sub(start.Position))
		sum.Orientation = p.Orientation.Mul(back).Mul(sum.Orientation)
	}
	return sum
}

// check returns an error if a vector is beyond the bound of its quantity.
func check(n *limit.Number, what string, v vec.Vec3) error {
	if err := n.Check(what, v.X, v.Y, v.Z); err != nil {
		return fmt.Errorf("motion: %w", err)
	}
	return nil
}
