package motion

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Load is the kind of load that a servo holds.
type Load uint8

// A servo holds a force along its axis [N], a pressure along it [Pa], a torque about it [N·m], or the volume between
// the walls of a box as a share of what it was [1].
const (
	LoadForce Load = iota
	LoadPressure
	LoadTorque
	LoadVolume
)

// Loads has the name, the unit, the unit of the speed and the ranges of each load.
var Loads = [...]struct {
	Name, Unit, SpeedUnit string
	Range, Speed          *limit.Number
}{
	LoadForce:    {"force", "N", "m/s", &limit.Force, &limit.Speed},
	LoadPressure: {"pressure", "Pa", "m/s", &limit.Pressure, &limit.Speed},
	LoadTorque:   {"torque", "N·m", "rad/s", &limit.Torque, &limit.Spin},
	LoadVolume:   {"volume", "", "m/s", &limit.Plain, &limit.Speed},
}

// Servo is a motion along or about an axis that holds a load: the body moves in the direction of the axis while it
// presses against its contacts with less than the load, and back while it presses with more. A wall that holds a volume
// goes where the other walls of its box leave it that much. Package kinematic moves the body, since the forces of
// contacts and other walls say how; At only returns the pose at the start.
type Servo struct {
	Load  Load
	Set   float64  // the load that the body presses with in the direction of the axis [N], [Pa], [N·m] or [1]
	Axis  vec.Vec3 // unit; zero: radial, of the side of a cylinder, which presses on what it touches
	Limit float64  // the largest speed [m/s], of a torque [rad/s]

	Area    float64  // the area that a pressure acts on [m²]; 0: the area between the walls of Between
	Between []string // two pairs of opposite walls, or the cylinder around; of a side two walls, of a volume six

	Times, Factors []float64 // Set is multiplied by the factor of the time since the start [s], linear between two
}

// Check returns an error for the first number or name that is wrong.
func (m Servo) Check() error {
	l := &Loads[min(int(m.Load), len(Loads)-1)]
	switch given := m.Area != 0 || len(m.Between) > 0; {
	case int(m.Load) >= len(Loads):
		return fmt.Errorf("servo: there is no load %d", m.Load)
	case m.Radial() && m.Load != LoadForce && m.Load != LoadPressure:
		return fmt.Errorf("servo: the side of a cylinder (axis: radial) holds a force or a pressure, and this is a %s",
			l.Name)
	case !m.Radial() && !(math.Abs(m.Axis.Norm2()-1) < 1e-9):
		return fmt.Errorf("servo: axis must be a unit vector, got %v", m.Axis)
	case !(m.Limit > 0):
		return fmt.Errorf("servo: limit must be > 0 %s, got %g", l.SpeedUnit, m.Limit)
	case given && m.Load != LoadPressure && m.Load != LoadVolume:
		return fmt.Errorf("servo: area and between are for a pressure or a volume, and this is a %s", l.Name)
	case m.Load == LoadPressure && !given:
		return fmt.Errorf("servo: a pressure needs the area that it acts on: either area, or between and the names of what " +
			"is around")
	case m.Load == LoadPressure && m.Area != 0 && len(m.Between) > 0:
		return fmt.Errorf("servo: a pressure acts either on area or between what is named, got both")
	case m.Load == LoadPressure && len(m.Between) == 0 && !(m.Area > 0):
		return fmt.Errorf("servo: area must be > 0 m², got %g", m.Area)
	case m.Load == LoadPressure && m.Radial() && m.Area == 0 && len(m.Between) != 2:
		return fmt.Errorf("servo: between must name the two walls at the ends of the side, got %d", len(m.Between))
	case m.Load == LoadPressure && !m.Radial() && m.Area == 0 && len(m.Between) != 4 && len(m.Between) != 1:
		return fmt.Errorf("servo: between must name four walls, two pairs of opposite ones, or the cylinder around, got %d",
			len(m.Between))
	case m.Load == LoadVolume && (m.Area != 0 || len(m.Between) != 6):
		return fmt.Errorf("servo: a volume needs between with six walls, three pairs of opposite ones, got %d",
			len(m.Between))
	case m.Load == LoadVolume && !(m.Set > 0):
		return fmt.Errorf("servo: volume must be > 0, got %g", m.Set)
	}
	for _, name := range m.Between {
		if err := limit.CheckName(name); err != nil {
			return fmt.Errorf("servo: between: %w", err)
		}
	}
	for _, x := range m.Factors {
		if m.Load == LoadVolume && !(x > 0) {
			return fmt.Errorf("servo: factors of a volume must be > 0, got %g", x)
		}
	}
	err := cmp.Or(l.Range.Check(l.Name, m.Set), l.Speed.Check("limit", m.Limit), limit.Area.Check("area", m.Area),
		CheckFactors(m.Times, m.Factors))
	if err != nil {
		return fmt.Errorf("servo: %w", err)
	}
	return nil
}

// CheckFactors returns an error unless there are as many factors as ascending times [s].
func CheckFactors(times, factors []float64) error {
	if len(times) != len(factors) {
		return fmt.Errorf("need as many times as factors, got %d times and %d factors", len(times), len(factors))
	}
	for i, t := range times {
		if i > 0 && !(t > times[i-1]) {
			return fmt.Errorf("times must ascend, got %g s after %g s", t, times[i-1])
		}
	}
	return cmp.Or(limit.Time.Check("times", times...), limit.Plain.Check("factors", factors...))
}

// Radial reports whether the servo moves the side of a cylinder, and not a body along or about an axis.
func (m *Servo) Radial() bool { return m.Axis == vec.Vec3{} }

// At returns the pose at the start.
func (m Servo) At(_ float64, start Pose) Pose { return start }

// Target returns the load at the time t [s] since the start of the motion, in the unit of Set.
func (m *Servo) Target(t float64) float64 { return m.Set * FactorAt(m.Times, m.Factors, t) }

// SameBox reports whether the servo holds its load between these walls, in this order.
func (m *Servo) SameBox(between []string) bool {
	return len(between) > 0 && slices.Equal(m.Between, between)
}

// Opposition is what the contacts of a body oppose to a motion of its points with some velocities u, in the next step:
// the force on the body grows by (Stiffness × step + Viscosity) for each unit of u, and by Springs × step + Dashpots
// falls with the velocities that the other bodies have now. Where u has no unit, the units are:
type Opposition struct {
	Load      float64 // with which the body presses in the direction of u now [N]
	Stiffness float64 // of springs [N/m]
	Viscosity float64 // of dashpots [N·s/m]
	Springs   float64 // stiffness times the velocity of the other bodies [N/s]
	Dashpots  float64 // viscosity times the velocity of the other bodies [N]
	Passing   float64 // part of the load that goes with the present velocities, without which the rest is reckoned [N]
	// Drag is the force per velocity with which a wave goes into chains of such contacts, Σ √(k m) u² with the stiffness
	// k and the mass m of the other body [N·s/m].
	Drag float64
}

// FactorAt returns the factor of a time t [s], linear between two of the times and constant beyond them; 1 without
// times.
func FactorAt(times, factors []float64, t float64) float64 {
	i := sort.SearchFloat64s(times, t)
	switch {
	case len(times) == 0:
		return 1
	case i == 0:
		return factors[0]
	case i == len(times):
		return factors[i-1]
	}
	return factors[i-1] + (factors[i]-factors[i-1])*(t-times[i-1])/(times[i]-times[i-1])
}
