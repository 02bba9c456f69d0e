package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// servoAxes are the words for the axis of a servo: three axes, their opposites, and the axis of a side.
var servoAxes = []string{"x", "y", "z", "-x", "-y", "-z", radial}

// radial is the axis of a servo of the side of a cylinder.
const radial = "radial"

// loads returns the keys of the loads, in the order of motion.Loads.
func (s *Servo) loads() [len(motion.Loads)]**float64 {
	return [...]**float64{motion.LoadForce: &s.Force, motion.LoadPressure: &s.Pressure, motion.LoadTorque: &s.Torque,
		motion.LoadVolume: &s.Volume}
}

// limit returns the key of the largest speed that belongs to a load.
func (s *Servo) limit(l motion.Load) (key string, at *float64) {
	if l == motion.LoadTorque {
		return "spinLimit", &s.SpinLimit
	}
	return "limit", &s.Limit
}

// motion returns the servo in the engine's form.
func (s *Servo) motion() (m motion.Servo, err error) {
	given := 0
	for l, load := range s.loads() {
		if *load != nil {
			given++
			m.Load, m.Set = motion.Load(l), **load
		}
	}
	key, limit := s.limit(m.Load)
	switch {
	case given != 1:
		return m, fmt.Errorf("must have exactly one of force, pressure, torque, volume, got %d", given)
	case *limit == 0:
		return m, fmt.Errorf("needs %s, the largest speed, such as %[1]s: 0.1 %s", key, motion.Loads[m.Load].SpeedUnit)
	case !(*limit > 0):
		return m, fmt.Errorf("%s must be > 0 %s, got %g", key, motion.Loads[m.Load].SpeedUnit, *limit)
	case s.Limit != 0 && s.SpinLimit != 0:
		return m, fmt.Errorf("limit is for a force, a pressure or a volume and spinLimit for a torque, got both")
	}
	if m.Axis, err = s.along(); err != nil {
		return m, err
	}
	m.Limit, m.Area, m.Between, m.Times, m.Factors = *limit, s.Area, s.Between, s.Times, s.Factors
	return m, nil
}

// along returns the direction of the axis.
func (s *Servo) along() (way vec.Vec3, err error) {
	axis := slices.Index(servoAxes, s.Axis)
	switch {
	case (s.Axis == "") == (s.Direction == nil):
		return way, fmt.Errorf("must have either axis or direction")
	case s.Direction != nil:
		if way = s.Direction.Vec(); !(way.Norm2() > 0) || math.IsInf(way.Norm2(), 0) {
			return way, fmt.Errorf("direction must not be zero, got %v", *s.Direction)
		}
		return way.Unit(), nil
	case axis < 0:
		return way, fmt.Errorf("axis must be one of %s, got %s", strings.Join(servoAxes, ", "), spell.Quote(s.Axis))
	case s.Axis == radial:
		return way, nil
	}
	return vec.Axis(axis % 3).Scale(float64(1 - axis/3*2)), nil
}

// edit takes over the load and the limit that a person has set.
func (s *Servo) edit(to setting.Servo) {
	for l, load := range s.loads() {
		if *load != nil {
			_, limit := s.limit(motion.Load(l))
			*load, *limit = &to.Set, to.Limit
		}
	}
}

// motionsOf returns the motions of a world by their names, with what the servos among them hold.
func motionsOf(w *sim.World) (list []Motion) {
	plan := w.Plan()
	for i := range plan.Motions {
		d := &plan.Motions[i].Def
		list = append(list, Motion{Name: d.Name, Body: d.Body})
		if m, ok := d.Path.(motion.Servo); ok {
			list[i].Servo = servoOf(&m)
		}
	}
	return list
}

// servoOf returns the load, the axis and the limit of a servo, as a scene has them.
func servoOf(m *motion.Servo) *Servo {
	s := new(Servo)
	_, limit := s.limit(m.Load)
	*s.loads()[m.Load], *limit = &m.Set, m.Limit
	for k, word := range servoAxes[:6] {
		if m.Axis == vec.Axis(k%3).Scale(float64(1-k/3*2)) {
			s.Axis = word
		}
	}
	switch {
	case m.Radial():
		s.Axis = radial
	case s.Axis == "":
		s.Direction = &Vector{m.Axis.X, m.Axis.Y, m.Axis.Z}
	}
	return s
}

// held returns what the servo holds, with the keys of the load and of the limit.
func (s *Servo) held() (held setting.Servo, load, limit string) {
	for l, given := range s.loads() {
		if *given != nil {
			key, most := s.limit(motion.Load(l))
			held, load, limit = setting.Servo{Set: **given, Limit: *most}, motion.Loads[l].Name, key
		}
	}
	return held, load, limit
}

// servoValue returns the number that a servo holds at a path such as motions.press.servo.force, and whether there is
// one.
func (s *Spec) servoValue(path string) (x float64, ok bool) {
	name, key, _ := strings.Cut(strings.TrimPrefix(path, "motions."), ".servo.")
	for i := range s.Motions {
		m := &s.Motions[i]
		if m.Servo == nil || m.Name != name {
			continue
		}
		switch held, load, limit := m.Servo.held(); key {
		case load:
			return held.Set, true
		case limit:
			return held.Limit, true
		}
	}
	return 0, false
}

// servoEdits returns the edits that set what the servos of a world hold.
func (s *Spec) servoEdits() (list []bridge.Edit) {
	for i := range s.Motions {
		if v := s.Motions[i].Servo; v != nil {
			held, _, _ := v.held()
			list = append(list, bridge.SetServo{Motion: i, To: held})
		}
	}
	return list
}
