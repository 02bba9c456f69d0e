package state

import "fmt"

// Difference describes the first body that differs between two states, with its values in a and in b. If no body
// differs, it says that the contacts differ.
func Difference(a, b *State) string {
	if len(a.Bodies) != len(b.Bodies) {
		return fmt.Sprintf("there are %d bodies, were %d", len(a.Bodies), len(b.Bodies))
	}
	for i := range a.Bodies {
		if text := a.Bodies[i].difference(&b.Bodies[i]); text != "" {
			return text
		}
	}
	return "the contacts differ, or what decides later steps"
}

func (s *Body) difference(o *Body) string {
	if s.ID != o.ID {
		return fmt.Sprintf("there is body %d where body %d was", s.ID, o.ID)
	}
	for _, q := range []struct {
		name, unit string
		now, was   any
	}{
		{"position", "m", s.Position, o.Position},
		{"orientation", "", s.Orientation, o.Orientation},
		{"velocity", "m/s", s.Velocity, o.Velocity},
		{"spin", "rad/s", s.Spin, o.Spin},
		{"force", "N", s.Force, o.Force},
		{"torque", "N·m", s.Torque, o.Torque},
		{"mass", "kg", s.Mass, o.Mass},
	} {
		if q.now != q.was {
			return fmt.Sprintf("the %s of body %d (%s) is %v %s, was %v %s", q.name, s.ID, s.Name, q.now, q.unit, q.was,
				q.unit)
		}
	}
	return ""
}
