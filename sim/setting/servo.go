package setting

import "fmt"

// Servo is what a servo holds, which can be changed as a world runs.
type Servo struct {
	Set   float64 // the load: a force [N], a pressure [Pa] or a torque [N·m]
	Limit float64 // the largest speed [m/s], of a torque [rad/s]
}

// Check returns an error for the first number that is out of its range, whatever the load.
func (s Servo) Check() error {
	if s.Set-s.Set != 0 || !(s.Limit > 0) || s.Limit-s.Limit != 0 {
		return fmt.Errorf("a servo needs a finite load and a limit > 0, got %g and %g", s.Set, s.Limit)
	}
	return nil
}
