package series

import (
	"math"
	"slices"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
)

// servos calls yield for each servo. Of several with one name, those of copies of a body, the first counts.
func servos(list []bridge.Motion, yield func(*bridge.ServoState, string)) {
	for i := range list {
		if list[i].Kind != bridge.MotionServo {
			continue
		}
		if slices.IndexFunc(list, func(m bridge.Motion) bool { return m.Name == list[i].Name }) == i {
			yield(&list[i].Servo, list[i].Name+" servo ")
		}
	}
}

// servoColumns adds the load of each servo, and the one that it is to hold; of the side of a cylinder its radius, too.
func servoColumns(list []bridge.Column, motions []bridge.Motion) []bridge.Column {
	servos(motions, func(s *bridge.ServoState, name string) {
		list = append(list, bridge.Column{Name: name + s.Load, Unit: s.Unit},
			bridge.Column{Name: name + "target", Unit: s.Unit})
		if s.Radius > 0 {
			list = append(list, bridge.Column{Name: name + "radius", Unit: "m"})
		}
	})
	return list
}

func (r *Reader) addServos(values []float64) []float64 {
	servos(r.now.Motions, func(s *bridge.ServoState, _ string) {
		if values = append(values, s.Present, s.Target); s.Radius > 0 {
			values = append(values, s.Radius)
		}
	})
	return values
}

// jointColumns adds the numbers of each hinge and slider.
func jointColumns(list []bridge.Column, joints []bridge.Joint) []bridge.Column {
	for i := range joints {
		j := &joints[i]
		way, unit, speed, load, loadUnit := "angle", "rad", "rad/s", "torque", "N·m"
		if j.Slides {
			way, unit, speed, load, loadUnit = "way", "m", "m/s", "force", "N"
		}
		name := j.Name + " " + setting.JointKind(j.Slides) + " "
		list = append(list, bridge.Column{Name: name + way, Unit: unit}, bridge.Column{Name: name + "speed", Unit: speed},
			bridge.Column{Name: name + "motor " + load, Unit: loadUnit},
			bridge.Column{Name: name + "spring " + load, Unit: loadUnit})
	}
	return list
}

func (r *Reader) addJoints(values []float64) []float64 {
	for i := range r.joints {
		none := math.NaN()
		n := bridge.JointNumbers{Way: none, Pace: none, Motor: none, Spring: none}
		for k := range r.now.Joints {
			if r.now.Joints[k].Body == r.joints[i].Body {
				n = r.now.Joints[k].JointNumbers
			}
		}
		values = append(values, n.Way, n.Pace, n.Motor, n.Spring)
	}
	return values
}
