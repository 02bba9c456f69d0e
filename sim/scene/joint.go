package scene

import (
	"fmt"

	"example.org/tumble/sim/internal/body"
)

// Hinge lets a body turn about an axis of the world, and in no other way. Without motor, spring and damper it turns as
// its contacts and its weight let it. The work of these three is in the work of motions.
type Hinge struct {
	Axis   Vector  `yaml:"axis,flow"`                   // direction of the axis
	Point  Vector  `yaml:"point,flow" unit:"m"`         // a point of the axis [m]
	Torque float64 `yaml:"torque,omitempty" unit:"N·m"` // torque of a motor about the axis [N·m]
	// instead of torque: speed that a motor holds [rad/s]
	Speed *float64 `yaml:"speed,omitempty" unit:"rad/s"`
	// speed only: largest torque of the motor; 0: any [N·m]
	Limit     float64 `yaml:"limit,omitempty" unit:"N·m" with:"speed"`
	Stiffness float64 `yaml:"stiffness,omitempty"` // stiffness of a spring, at rest where the body begins [N·m/rad]
	Damping   float64 `yaml:"damping,omitempty"`   // coefficient of a damper [N·m·s/rad]
	Factors   `yaml:",inline"`
}

// Slider lets a body slide along an axis of the world, and in no other way: it does not turn. Without motor, spring and
// damper it moves as its contacts and its weight let it. The work of these three is in the work of motions.
type Slider struct {
	Axis  Vector  `yaml:"axis,flow"`                // direction of the axis
	Force float64 `yaml:"force,omitempty" unit:"N"` // force of a motor along the axis [N]
	// instead of force: speed that a motor holds [m/s]
	Speed *float64 `yaml:"speed,omitempty" unit:"m/s"`
	// speed only: largest force of the motor; 0: any [N]
	Limit     float64 `yaml:"limit,omitempty" unit:"N" with:"speed"`
	Stiffness float64 `yaml:"stiffness,omitempty"` // stiffness of a spring, at rest where the body begins [N/m]
	Damping   float64 `yaml:"damping,omitempty"`   // coefficient of a damper [N·s/m]
	Factors   `yaml:",inline"`
}

// Factors multiply what a motor does, over time.
type Factors struct {
	// times of the factors, ascending; without them, the motor does the same at all times [s]
	Times []float64 `yaml:"times,omitempty,flow" unit:"s" with:"factors"`
	// factors by which torque, force or speed is multiplied, one for each time, linear in between
	Factors []float64 `yaml:"factors,omitempty,flow" with:"times"`
}

// joint returns the hinge or the slider of a body in the engine's form, nil if it has none.
func (d *Body) joint() (*body.Joint, error) {
	var j body.Joint
	var speed *float64
	switch h, s := d.Hinge, d.Slider; {
	case h == nil && s == nil:
		return nil, nil
	case h != nil && s != nil:
		return nil, fmt.Errorf("must have at most one of hinge, slider")
	case d.Copies != nil:
		return nil, fmt.Errorf("copies cannot share a hinge or a slider: give each a body of its own")
	case h != nil:
		speed = h.Speed
		j = body.Joint{Axis: h.Axis.Vec().Unit(), Point: h.Point.Vec(), Drive: h.Torque, Most: h.Limit,
			Stiffness: h.Stiffness, Damping: h.Damping, Times: h.Times, Factors: h.Factors.Factors}
	default:
		speed = s.Speed
		j = body.Joint{Slides: true, Axis: s.Axis.Vec().Unit(), Drive: s.Force, Most: s.Limit,
			Stiffness: s.Stiffness, Damping: s.Damping, Times: s.Times, Factors: s.Factors.Factors}
	}
	if speed != nil {
		j.Holds, j.Speed = true, *speed
	}
	return &j, nil
}
