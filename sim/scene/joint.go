package scene

import (
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
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
	Limit float64 `yaml:"limit,omitempty" unit:"N·m" with:"speed"`
	// stiffness of a spring, at rest where the body begins [N·m/rad]
	Stiffness float64 `yaml:"stiffness,omitempty" unit:"N·m/rad"`
	Damping   float64 `yaml:"damping,omitempty" unit:"N·m·s/rad"` // coefficient of a damper [N·m·s/rad]
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
	Limit float64 `yaml:"limit,omitempty" unit:"N" with:"speed"`
	// stiffness of a spring, at rest where the body begins [N/m]
	Stiffness float64 `yaml:"stiffness,omitempty" unit:"N/m"`
	Damping   float64 `yaml:"damping,omitempty" unit:"N·s/m"` // coefficient of a damper [N·s/m]
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
	switch h, s := d.Hinge, d.Slider; {
	case h == nil && s == nil:
		return nil, nil
	case h != nil && s != nil:
		return nil, fmt.Errorf("must have at most one of hinge, slider")
	case d.Copies != nil:
		return nil, fmt.Errorf("copies cannot share a hinge or a slider: give each a body of its own")
	case h != nil:
		return &body.Joint{Axis: h.Axis.Vec().Unit(), Point: h.Point.Vec(), Joint: d.jointKeys().acts(),
			Times: h.Times, Factors: h.Factors.Factors}, nil
	default:
		return &body.Joint{Slides: true, Axis: s.Axis.Vec().Unit(), Joint: d.jointKeys().acts(),
			Times: s.Times, Factors: s.Factors.Factors}, nil
	}
}

// jointKeys are the keys of motor, spring and damper of a hinge or a slider.
type jointKeys struct {
	drive                     *float64
	speed                     **float64
	limit, stiffness, damping *float64
	slides                    bool
}

// jointKeys returns the keys of the hinge or the slider of a body, nil if it has none.
func (d *Body) jointKeys() *jointKeys {
	if h := d.Hinge; h != nil {
		return &jointKeys{&h.Torque, &h.Speed, &h.Limit, &h.Stiffness, &h.Damping, false}
	}
	if s := d.Slider; s != nil {
		return &jointKeys{&s.Force, &s.Speed, &s.Limit, &s.Stiffness, &s.Damping, true}
	}
	return nil
}

// acts returns what motor, spring and damper do, in the engine's form.
func (k *jointKeys) acts() setting.Joint {
	to := setting.Joint{Drive: *k.drive, Limit: *k.limit, Stiffness: *k.stiffness, Damping: *k.damping}
	if *k.speed != nil {
		to.Holds, to.Speed = true, **k.speed
	}
	return to
}

// edit takes over what motor, spring and damper do.
func (k *jointKeys) edit(to setting.Joint) {
	*k.drive, *k.limit, *k.stiffness, *k.damping, *k.speed = to.Drive, to.Limit, to.Stiffness, to.Damping, nil
	if to.Holds {
		*k.speed = &to.Speed
	}
}

// editJoints takes over what acts at hinges and sliders. Those of bodies that have left stay as they are.
func (s *Spec) editJoints(joints []bridge.Joint) {
	for i := range s.Bodies {
		d := &s.Bodies[i]
		of := slices.IndexFunc(joints, func(j bridge.Joint) bool { return j.Name == d.Name })
		if k := d.jointKeys(); k != nil && of >= 0 {
			k.edit(joints[of].Acts)
		}
	}
}

// callable returns the hinges and sliders of a world that a path such as bodies.wheel.hinge can mean: not those of
// bodies of one name, as a scene that goes on from a state can add them. Edits by the number of a body reach these.
func callable(w *sim.World) []bridge.Joint {
	all := w.Plan().Joints
	return slices.DeleteFunc(slices.Clone(all), func(j bridge.Joint) bool {
		return slices.ContainsFunc(all, func(o bridge.Joint) bool { return o.Name == j.Name && o.Body != j.Body })
	})
}

// jointsOf returns the bodies of a world that are on hinges and sliders, with what acts there.
func jointsOf(w *sim.World) (list []Body) {
	for _, j := range callable(w) {
		d := Body{Name: j.Name}
		if axis := (Vector{j.Axis.X, j.Axis.Y, j.Axis.Z}); j.Slides {
			d.Slider = &Slider{Axis: axis}
		} else {
			d.Hinge = &Hinge{Axis: axis, Point: Vector{j.Point.X, j.Point.Y, j.Point.Z}}
		}
		d.jointKeys().edit(j.Acts)
		list = append(list, d)
	}
	return list
}

// jointValue returns the number of a hinge or a slider at a path such as bodies.wheel.hinge.speed, and whether there is
// one.
func (s *Spec) jointValue(path string) (x float64, ok bool) {
	for i := range s.Bodies {
		k := s.Bodies[i].jointKeys()
		if k == nil {
			continue
		}
		key, of := strings.CutPrefix(path, "bodies."+s.Bodies[i].Name+"."+setting.JointKind(k.slides)+".")
		acts := k.acts()
		for _, n := range acts.Numbers(k.slides) {
			if of && n.Key == key {
				return *n.Of, true
			}
		}
	}
	return 0, false
}

// jointEdits returns the edits that set what acts at the hinges and sliders of a world, whose scene specOf made.
func (s *Spec) jointEdits(w *sim.World) (list []bridge.Edit) {
	for i, j := range callable(w) {
		list = append(list, bridge.SetJoint{Body: j.Body, To: s.Bodies[i].jointKeys().acts()})
	}
	return list
}
