package bridge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/spell"
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

// MostRegions is the largest number of regions that are measured.
const MostRegions = 16

// regionSyntax says how a region is written.
const regionSyntax = "must be NAME=box/x,y,z/x,y,z, NAME=sphere/x,y,z/radius or NAME=cylinder/x,y,z/x,y,z/radius " +
	"in metres, as core=box/0,0,0/0.1,0.1,0.04"

// String writes the region as ParseRegion reads it.
func (r Region) String() string {
	k, number := &regionKinds[r.Kind], func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	text := r.Name + "=" + k.name
	for _, p := range []vec.Vec3{r.Low, r.High}[:k.points] {
		text += "/" + number(p.X) + "," + number(p.Y) + "," + number(p.Z)
	}
	if k.radius {
		text += "/" + number(r.Radius)
	}
	return text
}

// MarshalText writes the region as String does.
func (r Region) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a region; see ParseRegion.
func (r *Region) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRegion(string(text))
	return err
}

// ParseRegion reads a region as the command line, scenes and saved files have it.
func ParseRegion(s string) (r Region, err error) {
	bad := fmt.Errorf("%s, got %s", regionSyntax, spell.Quote(s))
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
	if len(texts) > MostRegions { // before each is read
		return nil, CheckRegions(make([]Region, len(texts)))
	}
	for _, text := range texts {
		r, err := ParseRegion(text)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, CheckRegions(list)
}

// CheckRegions returns an error if there are too many regions, or two of the same name.
func CheckRegions(list []Region) error {
	if len(list) > MostRegions {
		return fmt.Errorf("must be at most %d regions, got %d", MostRegions, len(list))
	}
	for i := range list {
		if slices.ContainsFunc(list[:i], func(o Region) bool { return o.Name == list[i].Name }) {
			return fmt.Errorf("the region %s is there twice", list[i].Name)
		}
	}
	return nil
}
