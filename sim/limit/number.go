package limit

import (
	"fmt"
	"math"

	"example.org/tumble/sim/vec"
)

// Number is the range of the numbers of one quantity. All bounds are far above honest use; within them,
// squares, products and the fifth powers in moments of inertia stay finite.
type Number struct {
	Unit string // SI, as scene files name it; empty: a plain number
	Most float64
	Why  string // something real near the bound, or what would go wrong beyond it
}

// The quantities of the numbers in a scene.
var (
	Length       = Number{"m", 1e15, "the solar system has 1e13 m"}
	Time         = Number{"s", 1e12, "that is 30,000 years"}
	Mass         = Number{"kg", 1e31, "the sun has 2e30 kg"}
	Pressure     = Number{"Pa", 1e13, "diamond has 1e12 Pa"}
	Density      = Number{"kg/m3", 1e6, "osmium has 23,000 kg/m3"}
	Speed        = Number{"m/s", 3e8, "nothing is faster than light"}
	Acceleration = Number{"m/s2", 1e12, "a neutron star has 1e12 m/s2"}
	Spin         = Number{"rad/s", 1e15, "the surface of a grain of a micrometre is then faster than light"}
	Angle        = Number{"deg", 1e9, "of more turns too few digits are left for where they end"}
	Frequency    = Number{"Hz", 1e12, "ultrasound ends at 1e9 Hz"}
	Force        = Number{"N", 1e20, "the Earth pulls the Moon with 2e20 N"}
	Torque       = Number{"N·m", 1e20, "more than the largest force gives with an arm of a metre"}
	Area         = Number{"m2", 1e15, "the Earth has 5e14 m2"}
	Viscosity    = Number{"Pa·s", 1e24, "the mantle of the Earth has 1e21 Pa·s"}
	Stiffness    = Number{"N/m", 1e15, "a cube of diamond of a kilometre has 1e15 N/m"}
	Torsion      = Number{"N·m/rad", 1e15, "the largest stiffness gives that with an arm of a metre"}
	Dashpot      = Number{"N·s/m", 1e15, "it would take a second to yield by the largest stiffness"}
	TurnDashpot  = Number{"N·m·s/rad", 1e15, "the largest dashpot gives that with an arm of a metre"}
	Flow         = Number{"kg/s", 1e12, "the Amazon brings 2e8 kg/s"}
	Plain        = Number{"", 1e15, "of larger numbers too few digits are left"}
)

// Numbers lists all quantities.
var Numbers = []*Number{
	&Length, &Time, &Mass, &Pressure, &Density, &Speed, &Acceleration, &Spin, &Angle, &Frequency, &Flow, &Plain,
	&Force, &Torque, &Area, &Viscosity, &Stiffness, &Torsion, &Dashpot, &TurnDashpot,
}

// LeastLength is the smallest size of a shape [m]: the size of a proton.
const LeastLength = 1e-15

// Check returns an error that names the bound if one of the numbers is not finite, or its absolute value is larger
// than the bound. what names the numbers in the error; it may be empty if the caller adds the name.
func (n *Number) Check(what string, numbers ...float64) error {
	for _, x := range numbers {
		if math.Abs(x) <= n.Most {
			continue
		}
		if what != "" {
			what += " "
		}
		unit := n.Unit
		if unit != "" {
			unit = " " + unit
		}
		if x-x != 0 {
			return fmt.Errorf("%smust be finite, got %g%s", what, x, unit)
		}
		return fmt.Errorf("%smust be within ±%g%s, got %g (%s)", what, n.Most, unit, x, n.Why)
	}
	return nil
}

// CheckVector is Check for the components of a vector.
func (n *Number) CheckVector(what string, v vec.Vec3) error { return n.Check(what, v.X, v.Y, v.Z) }

// Lost is the size from which a number counts as lost, in SI units: squares and products of smaller
// numbers are still finite.
const Lost = 1e100

// Bounded reports whether a vector is finite and not lost.
func Bounded(v vec.Vec3) bool { return v.Norm2() < Lost*Lost }
