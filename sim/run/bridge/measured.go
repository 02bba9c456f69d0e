package bridge

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// BodyFrame is where the frame of a body lies, or that of the world.
type BodyFrame struct {
	Origin      vec.Vec3 // [m]
	Orientation vec.Quat
}

// Of returns the global coordinates of a point that is given in the frame [m].
func (p *BodyFrame) Of(local vec.Vec3) vec.Vec3 { return p.Origin.Add(p.Orientation.Rotate(local)) }

// In returns the coordinates in the frame of a point that is given in global ones [m].
func (p *BodyFrame) In(global vec.Vec3) vec.Vec3 { return p.Orientation.Unrotate(global.Sub(p.Origin)) }

// Measured is what is in a region at one moment. Means of nothing are NaN; vectors and stresses have global axes, also
// of a region that turns with a body.
type Measured struct {
	Region      Region
	Frame       BodyFrame // in which the region lies; the orientation is 0 if its body is not there
	Bodies      int64
	Mass        float64    // [kg]
	Solid       float64    // part of the region that bodies fill; a body that reaches beyond it counts in part [1]
	Velocity    vec.Vec3   // mean, weighted by mass [m/s]
	Temperature float64    // granular: a third of the mean square of velocities about their mean [m²/s²]
	Contacts    float64    // mean number of contacts of a body
	Stress      [6]float64 // xx, yy, zz, yz, xz, xy, positive in compression [Pa]
	Fabric      [6]float64 // mean of n ⊗ n over the contacts of its bodies, with their unit normals n, as Stress
	Mixing      float64    // index of Lacey of the group of the region: 0 sorted, 1 shuffled
	Segregation float64    // intensity of segregation: 1 sorted
	Heap        Heap
	Kinetic     float64 // of motion and spin, of velocities half a step before the moment [J]
	Elastic     float64 // stored in contacts: half of it for each of two bodies, all of it for one at a wall [J]
	Added       Added
}

// Added is what was added up in a region step by step, from a moment on. What the region does not ask for is NaN.
type Added struct {
	Since float64 // [s]
	Lost  float64 // energy that contacts in the region made heat of, as the ledger books it [J]
	Power float64 // ... in the last step; in results the mean from the moment on [W]

	// How long bodies were in the region, of those that forces move and that are in the world now: the mean, and the root
	// of the mean square about it [s].
	Time, Deviation float64
}

// NothingAdded returns what was added up in a region that asks for nothing.
func NothingAdded() Added {
	nan := math.NaN()
	return Added{nan, nan, nan, nan, nan}
}

// Heap describes the free surface of the bodies in a region; see bulk.Heap.
type Heap struct {
	Height     float64 // of the surface above the lowest point of the region, in the mean [m]
	Angle      float64 // of repose: the inclination of the surface, of a cone negative for a hollow [deg]
	AngleError float64 // standard error of the angle [deg]
}

// HeapFit is a free surface with what was fitted to it, for pictures.
type HeapFit struct {
	Heap
	Points []vec.Vec3   // of the surface [m]
	Lines  [][]vec.Vec3 // of the fit [m]: first a triangle of the steepest line and the level one; none without an angle
}

// NoHeap returns the surface where there is none.
func NoHeap() Heap { return Heap{math.NaN(), math.NaN(), math.NaN()} }

// Nothing returns what is in a region without bodies.
func Nothing(r Region) Measured {
	nan := math.NaN()
	return Measured{Region: r, Velocity: vec.New(nan, nan, nan), Temperature: nan, Contacts: nan, Mixing: nan,
		Segregation: nan, Heap: NoHeap(), Added: NothingAdded(), Fabric: [6]float64{nan, nan, nan, nan, nan, nan}}
}

// Pressure returns the mean of the three normal stresses [Pa].
func (m *Measured) Pressure() float64 { return (m.Stress[0] + m.Stress[1] + m.Stress[2]) / 3 }

// Deviator returns the root of 3/2 of the sum of squares of the stress less its pressure [Pa]: the difference of the
// principal stresses of a triaxial test.
func (m *Measured) Deviator() float64 {
	p, sum := m.Pressure(), 0.0
	for k, s := range m.Stress {
		if k < 3 {
			sum += (s - p) * (s - p)
		} else {
			sum += 2 * s * s
		}
	}
	return math.Sqrt(1.5 * sum)
}

// RegionNumber is a number of what is in a region. Tables, charts, conditions, reports and results read it from
// RegionNumbers.
type RegionNumber struct {
	Name, Unit string
	Whole      bool   // it is a count
	Chart      string // the title of the chart that shows it: numbers of one unit, which follow each other
	About      string
	Of         func(*Measured) float64
	Part       RegionPart // what must be measured for it
}

// RegionPart is a part of what is measured in a region.
type RegionPart uint8

// The parts. Others cost more than the sums, Solids far more, so that conditions, which are tried after each step,
// measure only the part of their number.
const (
	Sums   RegionPart = iota // over bodies and contacts
	Solids                   // volumes of bodies, in part of those that the surface cuts
	Groups                   // mixing of a group
	Heaps                    // the free surface
	Sensed                   // what was added up step by step
	NumParts
)

// RegionNumbers are all numbers of a region, in the order of columns.
var RegionNumbers = []RegionNumber{
	{"bodies", "", true, "bodies", "That forces move, with their centre of mass inside.",
		func(m *Measured) float64 { return float64(m.Bodies) }, Sums},
	{"mass", "kg", false, "mass", "Of these bodies.", func(m *Measured) float64 { return m.Mass }, Sums},
	{"solid fraction", "", false, "solid fraction", "Share of the region that bodies fill, those at its surface in part.",
		func(m *Measured) float64 { return m.Solid }, Solids},
	{"velocity x", "m/s", false, "velocity", meanVelocity, func(m *Measured) float64 { return m.Velocity.X }, Sums},
	{"velocity y", "m/s", false, "velocity", meanVelocity, func(m *Measured) float64 { return m.Velocity.Y }, Sums},
	{"velocity z", "m/s", false, "velocity", meanVelocity, func(m *Measured) float64 { return m.Velocity.Z }, Sums},
	{"granular temperature", "m²/s²", false, "granular temperature",
		"A third of the mean square of velocities about their mean.",
		func(m *Measured) float64 { return m.Temperature }, Sums},
	{"coordination", "", false, "coordination", "Contacts of a body, in the mean.",
		func(m *Measured) float64 { return m.Contacts }, Sums},
	{"stress xx", "Pa", false, "stress", aboutStress, func(m *Measured) float64 { return m.Stress[0] }, Sums},
	{"stress yy", "Pa", false, "stress", aboutStress, func(m *Measured) float64 { return m.Stress[1] }, Sums},
	{"stress zz", "Pa", false, "stress", aboutStress, func(m *Measured) float64 { return m.Stress[2] }, Sums},
	{"stress yz", "Pa", false, "stress", aboutStress, func(m *Measured) float64 { return m.Stress[3] }, Sums},
	{"stress xz", "Pa", false, "stress", aboutStress, func(m *Measured) float64 { return m.Stress[4] }, Sums},
	{"stress xy", "Pa", false, "stress", aboutStress, func(m *Measured) float64 { return m.Stress[5] }, Sums},
	{"pressure", "Pa", false, "pressure", "Mean of the three normal stresses.", (*Measured).Pressure, Sums},
	{"deviator", "Pa", false, "pressure", "√(3/2 s:s) of the stress less its pressure.", (*Measured).Deviator, Sums},
	{"fabric xx", "", false, "fabric", aboutFabric, func(m *Measured) float64 { return m.Fabric[0] }, Sums},
	{"fabric yy", "", false, "fabric", aboutFabric, func(m *Measured) float64 { return m.Fabric[1] }, Sums},
	{"fabric zz", "", false, "fabric", aboutFabric, func(m *Measured) float64 { return m.Fabric[2] }, Sums},
	{"fabric yz", "", false, "fabric", aboutFabric, func(m *Measured) float64 { return m.Fabric[3] }, Sums},
	{"fabric xz", "", false, "fabric", aboutFabric, func(m *Measured) float64 { return m.Fabric[4] }, Sums},
	{"fabric xy", "", false, "fabric", aboutFabric, func(m *Measured) float64 { return m.Fabric[5] }, Sums},
	{"kinetic energy", "J", false, "energy", "Of motion and spin.", func(m *Measured) float64 { return m.Kinetic }, Sums},
	{"elastic energy", "J", false, "energy", "In contacts: half for each of two bodies that forces move, else all.",
		func(m *Measured) float64 { return m.Elastic }, Sums},
	{"mixing", "", false, "mixing", "Index of Lacey of the group of the region over its cells: 0 sorted, 1 shuffled.",
		func(m *Measured) float64 { return m.Mixing }, Groups},
	{"segregation", "", false, "mixing", "Variance of the share of the group in cells over that of pure cells: 1 sorted.",
		func(m *Measured) float64 { return m.Segregation }, Groups},
	{"height", "m", false, "height", "Of the free surface above the lowest point of the region, in the mean.",
		func(m *Measured) float64 { return m.Heap.Height }, Heaps},
	{"repose angle", "deg", false, "repose angle",
		"Of a plane through the free surface; in an upright cylinder, of a cone about its axis.",
		func(m *Measured) float64 { return m.Heap.Angle }, Heaps},
	{"repose angle error", "deg", false, "repose angle", "Standard error of the angle, of the fit.",
		func(m *Measured) float64 { return m.Heap.AngleError }, Heaps},
	{"dissipated energy", "J", false, "dissipated energy",
		"That contacts in a region with #power made heat of, from the moment on from which it is measured.",
		func(m *Measured) float64 { return m.Added.Lost }, Sensed},
	{dissipatedPower, "W", false, dissipatedPower,
		"Of contacts in a region with #power: in tables the mean from one line to the next.",
		func(m *Measured) float64 { return m.Added.Power }, Sensed},
	{"mean time", "s", false, "time inside", "That bodies were in a region with #time, of those that are in the world.",
		func(m *Measured) float64 { return m.Added.Time }, Sensed},
	{"time deviation", "s", false, "time inside", "Root of the mean square of these times about their mean.",
		func(m *Measured) float64 { return m.Added.Deviation }, Sensed},
	{"time RSD", "", false, "RSD of time inside", "This deviation over the mean.",
		func(m *Measured) float64 { return m.Added.Deviation / m.Added.Time }, Sensed},
}

// dissipatedPower is the rate of the number before it.
const dissipatedPower = "dissipated power"

// IsRate reports whether the number is the rate of the one before it: tables have the mean from one line to the next.
func (n *RegionNumber) IsRate() bool { return n.Name == dissipatedPower }

// Explanations of several numbers.
const (
	meanVelocity = "The mean of the bodies, weighted by mass."
	aboutStress  = "Of contacts and of motion about the mean, positive in compression."
	aboutFabric  = "Mean product of two components of the normals of contacts: xx, yy and zz add up to 1."
)

// RegionCharts returns the numbers of RegionNumbers by the charts that show them.
func RegionCharts() (list [][]*RegionNumber) {
	for i := range RegionNumbers {
		n := &RegionNumbers[i]
		if k := len(list) - 1; k >= 0 && list[k][0].Chart == n.Chart {
			list[k] = append(list[k], n)
		} else {
			list = append(list, []*RegionNumber{n})
		}
	}
	return list
}

// Short returns the name in a chart, whose title says the rest: zz of stress zz.
func (n *RegionNumber) Short() string { return strings.TrimPrefix(n.Name, n.Chart+" ") }

// Word returns the name of the number as one word, as conditions have it: stress_zz.
func (n *RegionNumber) Word() string { return strings.ReplaceAll(n.Name, " ", "_") }

// Column returns the name of the column of the number in tables, for a region.
func (n *RegionNumber) Column(region string) string { return "in " + region + " " + n.Name }

// FindRegionNumber returns the number with a name, written with spaces or as one word.
//
// Errors: there is none.
func FindRegionNumber(name string) (*RegionNumber, error) {
	var words []string
	for i := range RegionNumbers {
		n := &RegionNumbers[i]
		if words = append(words, n.Word()); name == n.Name || name == n.Word() {
			return n, nil
		}
	}
	return nil, fmt.Errorf("a region has no %s%s (there are %s)", spell.Quote(name), spell.DidYouMean(name, words),
		strings.Join(words, ", "))
}

// FindRegion returns the region with a name.
//
// Errors: there is none.
func FindRegion(list []Region, name string) (*Region, error) {
	var names []string
	for i := range list {
		if names = append(names, list[i].Name); list[i].Name == name {
			return &list[i], nil
		}
	}
	return nil, noneOf("region", name, names)
}

// noneOf is the error for a name that none of the named things has.
func noneOf(what, name string, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("there is no %s %s: there are none at all", what, spell.Quote(name))
	}
	slices.Sort(names)
	return fmt.Errorf("there is no %s %s%s (there are %s)", what, spell.Quote(name), spell.DidYouMean(name, names),
		strings.Join(names, ", "))
}
