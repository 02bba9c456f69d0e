package bridge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/vec"
)

// Region is a fixed part of space. What is in it is measured: bodies that forces move, whose centre of mass is inside.
type Region struct {
	Name   string
	Kind   RegionKind
	Low    vec.Vec3 // least corner of a box, centre of a sphere, middle of the first end face of a cylinder [m]
	High   vec.Vec3 // greatest corner of a box, middle of the other end face of a cylinder [m]
	Radius float64  // of a sphere or cylinder [m]
}

// RegionKind is a row of regionKinds.
type RegionKind uint8

// regionKind describes the regions of one shape. They are written as points and then the radius, if they have one.
type regionKind struct {
	name   string
	points int
	radius bool
	volume func(r *Region) float64             // [m³]
	depth  func(r *Region, p vec.Vec3) float64 // see Region.Depth
}

// regionKinds are the shapes of regions.
var regionKinds = [...]regionKind{
	{"box", 2, false,
		func(r *Region) float64 { d := r.High.Sub(r.Low); return d.X * d.Y * d.Z },
		func(r *Region, p vec.Vec3) float64 {
			a, b := p.Sub(r.Low), r.High.Sub(p)
			return min(a.X, a.Y, a.Z, b.X, b.Y, b.Z)
		}},
	{"sphere", 1, true,
		func(r *Region) float64 { return 4 * math.Pi / 3 * r.Radius * r.Radius * r.Radius },
		func(r *Region, p vec.Vec3) float64 { return r.Radius - p.Sub(r.Low).Norm() }},
	{"cylinder", 2, true,
		func(r *Region) float64 { return math.Pi * r.Radius * r.Radius * r.High.Sub(r.Low).Norm() },
		func(r *Region, p vec.Vec3) float64 {
			along, q := r.High.Sub(r.Low), p.Sub(r.Low)
			length := along.Norm()
			z := q.Dot(along) / length
			radial := math.Sqrt(max(q.Norm2()-z*z, 0))
			return min(r.Radius-radial, z, length-z)
		}},
}

// Depth returns how far inside the region a point is [m]: no point nearer than this is outside. It is negative
// outside: no point nearer than its size is inside.
func (r *Region) Depth(p vec.Vec3) float64 { return regionKinds[r.Kind].depth(r, p) }

// Volume returns the volume of the region [m³].
func (r *Region) Volume() float64 { return regionKinds[r.Kind].volume(r) }

// Measured is what is in a region at one moment. Means of nothing are NaN.
type Measured struct {
	Region      Region
	Bodies      int64
	Mass        float64    // [kg]
	Solid       float64    // part of the region that bodies fill; a body that reaches beyond it counts in part [1]
	Velocity    vec.Vec3   // mean, weighted by mass [m/s]
	Temperature float64    // granular: a third of the mean square of velocities about their mean [m²/s²]
	Contacts    float64    // mean number of contacts of a body
	Stress      [6]float64 // xx, yy, zz, yz, xz, xy, positive in compression [Pa]
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

// MostRegions is the largest number of regions that are measured.
const MostRegions = 16

// regionSyntax says how a region is written.
const regionSyntax = "must be NAME=box/x,y,z/x,y,z, NAME=sphere/x,y,z/radius or NAME=cylinder/x,y,z/x,y,z/radius " +
	"in metres, as core=box/0,0,0/0.1,0.1,0.04"

// ParseRegion reads a region as the command line has it.
func ParseRegion(s string) (r Region, err error) {
	bad := fmt.Errorf("%s, got %q", regionSyntax, s)
	name, rest, _ := strings.Cut(s, "=")
	parts := strings.Split(rest, "/")
	kind := slices.IndexFunc(regionKinds[:], func(k regionKind) bool { return k.name == parts[0] })
	if !plainName(name) || kind < 0 {
		return Region{}, bad
	}
	r.Name, r.Kind = name, RegionKind(kind)
	k := &regionKinds[kind]
	var numbers [][]float64
	for _, part := range parts[1:] {
		var list []float64
		for _, text := range strings.Split(part, ",") {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return Region{}, bad
			}
			if !(math.Abs(v) <= farthest) {
				return Region{}, fmt.Errorf("region %s: must be within %g m, got %g", name, farthest, v)
			}
			list = append(list, v)
		}
		numbers = append(numbers, list)
	}
	want := k.points
	if k.radius {
		want++
	}
	if len(numbers) != want {
		return Region{}, bad
	}
	for i, list := range numbers {
		switch {
		case i < k.points && len(list) == 3:
			*[]*vec.Vec3{&r.Low, &r.High}[i] = vec.New(list[0], list[1], list[2])
		case i == k.points && len(list) == 1:
			r.Radius = list[0]
		default:
			return Region{}, bad
		}
	}
	if k.name == "box" {
		low, high := r.Low, r.High
		r.Low = vec.New(min(low.X, high.X), min(low.Y, high.Y), min(low.Z, high.Z))
		r.High = vec.New(max(low.X, high.X), max(low.Y, high.Y), max(low.Z, high.Z))
	}
	if v := r.Volume(); !(v > 0) || r.Radius < 0 {
		return Region{}, fmt.Errorf("region %s: its volume must be > 0 m³, got %g", name, v)
	}
	return r, nil
}

// plainName reports whether a name has 1 to 40 letters, digits, - and _.
func plainName(name string) bool {
	return name != "" && len(name) <= 40 && strings.IndexFunc(name, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_')
	}) < 0
}

// ParseRegions reads regions with distinct names.
func ParseRegions(texts []string) (list []Region, err error) {
	if len(texts) > MostRegions {
		return nil, fmt.Errorf("must be at most %d regions, got %d", MostRegions, len(texts))
	}
	for _, text := range texts {
		r, err := ParseRegion(text)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(o Region) bool { return o.Name == r.Name }) {
			return nil, fmt.Errorf("the region %s is there twice", r.Name)
		}
		list = append(list, r)
	}
	return list, nil
}
