package bridge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Plane is perpendicular to an axis and counts the flow through it: a body is beyond it if its centre of
// mass is.
type Plane struct {
	Axis     int     // perpendicular to the plane, 0 to 2
	Negative bool    // coordinates beyond the plane are smaller than At, else larger
	At       float64 // position on the axis [m]
}

// Passed is the flow through a plane: the bodies moved by forces whose centre of mass is beyond the plane,
// plus the bodies that outlets have removed there, minus the bodies that inlets have made there.
type Passed struct {
	Plane  Plane
	Bodies int64
	Mass   float64  // [kg]
	Across []string // inlets and outlets that reach across the plane: what they make or take beyond counts as flow
}

// FindPassedNumber returns how a number of the flow through a plane is read, by its name: bodies or mass [kg].
//
// Errors: there is none.
func FindPassedNumber(name string) (of func(*Passed) float64, err error) {
	switch name {
	case "bodies":
		return func(p *Passed) float64 { return float64(p.Bodies) }, nil
	case "mass":
		return func(p *Passed) float64 { return p.Mass }, nil
	}
	return nil, fmt.Errorf("a plane has no %q (there are bodies, mass)", name)
}

// MostPlanes is the largest number of planes for which flow is counted.
const MostPlanes = 16

// farthest is the largest distance of a plane from the origin [m].
const farthest = 1e6

// Check returns an error unless the plane is possible.
func (p Plane) Check() error {
	if p.Axis < 0 || p.Axis > 2 || !(math.Abs(p.At) <= farthest) {
		return fmt.Errorf("a plane lies across x, y or z within %g m, got axis %d at %g", farthest, p.Axis, p.At)
	}
	return nil
}

// Beyond reports whether a coordinate on the plane's axis is beyond it [m].
func (p Plane) Beyond(x float64) bool { return p.Negative && x < p.At || !p.Negative && x > p.At }

// String writes the plane as the command line reads it: -z=0.05.
func (p Plane) String() string {
	sign := ""
	if p.Negative {
		sign = "-"
	}
	return sign + "xyz"[p.Axis:p.Axis+1] + "=" + strconv.FormatFloat(p.At, 'g', -1, 64)
}

// ParsePlane reads a plane as String writes it.
func ParsePlane(s string) (Plane, error) {
	side, place, _ := strings.Cut(strings.TrimSpace(s), "=")
	name, negative := strings.CutPrefix(side, "-")
	at, err := strconv.ParseFloat(place, 64)
	p := Plane{Axis: strings.Index("xyz", name), Negative: negative, At: at}
	if len(name) != 1 || err != nil || p.Check() != nil {
		return Plane{}, fmt.Errorf("must be x, y, z, -x, -y or -z with = and a place in metres, as -z=0.05, got %q", s)
	}
	return p, nil
}

// CheckPlanes returns an error if there are too many planes, or the same plane twice.
func CheckPlanes(planes []Plane) error {
	if len(planes) > MostPlanes {
		return fmt.Errorf("must be at most %d planes, got %d", MostPlanes, len(planes))
	}
	for i, p := range planes {
		if slices.Contains(planes[:i], p) {
			return fmt.Errorf("the plane %s is there twice", p)
		}
	}
	return nil
}

// WhyAcross says why the flow through a plane is not exact if the named inlets and outlets reach across it.
func WhyAcross(names []string) string {
	return strings.Join(names, " and ") + " reaches across the plane: what it makes or takes beyond counts as flow, too"
}
