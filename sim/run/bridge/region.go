package bridge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Region is a part of space, which stands still or moves with a body. What is in it is measured: bodies that forces
// move, whose centre of mass is inside. Its coordinates are global or, of one that moves, those in which the scene
// gives the shapes of the body.
type Region struct {
	Name   string
	Kind   RegionKind
	Low    vec.Vec3 // least corner of a box, centre of a sphere, middle of the first end face of a cylinder [m]
	High   vec.Vec3 // greatest corner of a box, middle of the other end face of a cylinder [m]
	Radius float64  // of a sphere or cylinder [m]
	Body   string   // name or number of the body with which it moves and turns; empty: it stands still

	Time  bool // how long each body is in it is added up, from the moment on from which it is measured
	Power bool // the energy that contacts in it lose is added up, from the moment on from which it is measured

	// Cells are the numbers of cells along the axes of its frame, which divide the box round the region, and Group is a
	// search, see query.Parse, for bodies whose mixing with the others is measured over these cells; empty: it is not.
	Cells [3]int
	Group string
}

// RegionKind is a row of regionKinds.
type RegionKind uint8

// regionKind describes the regions of one shape. They are written as points and then the radius, if they have one.
type regionKind struct {
	name   string
	points []string // names of its points in the window
	radius bool
	volume func(r *Region) float64                                          // [m³]
	depth  func(r *Region, p vec.Vec3) float64                              // see Region.Depth
	lines  func(r *Region) [][]vec.Vec3                                     // see Region.Outline
	bounds func(r *Region) (low, high vec.Vec3)                             // see Region.Bounds
	lowest func(r *Region, up vec.Vec3) float64                             // see Region.Lowest
	put    func(r *Region, middle vec.Vec3, half float64)                   // places it, of half a height
	sides  func(r *Region) []RegionSide                                     // see Region.Sides
	pull   func(r *Region, side int, by float64)                            // see Region.Pulled
	chords func(r *Region, along vec.Vec3) chord                            // see Region.Chords
	ball   func(r *Region, center vec.Vec3, radius float64) (share float64) // see Region.Ball
	faces  func(r *Region) (flat []Face, round func(p vec.Vec3) float64)    // see Region.Faces
}

// RegionSide is a place on the surface of a region from which its size is changed.
type RegionSide struct {
	At  vec.Vec3 // [m]
	Way vec.Vec3 // unit vector that points out of the region
}

// regionKinds are the shapes of regions.
var regionKinds = [...]regionKind{
	{"box", []string{"From", "To"}, false,
		func(r *Region) float64 {
			d := r.High.Sub(r.Low)
			return max(d.X, 0) * max(d.Y, 0) * max(d.Z, 0)
		},
		func(r *Region, p vec.Vec3) float64 {
			a, b := p.Sub(r.Low), r.High.Sub(p)
			return min(a.X, a.Y, a.Z, b.X, b.Y, b.Z)
		},
		func(r *Region) (lines [][]vec.Vec3) {
			a, b := r.Low, r.High
			for _, z := range []float64{a.Z, b.Z} {
				lines = append(lines, []vec.Vec3{vec.New(a.X, a.Y, z), vec.New(b.X, a.Y, z), vec.New(b.X, b.Y, z),
					vec.New(a.X, b.Y, z), vec.New(a.X, a.Y, z)})
			}
			for _, p := range lines[0][:4] {
				lines = append(lines, []vec.Vec3{p, vec.New(p.X, p.Y, b.Z)})
			}
			return lines
		},
		func(r *Region) (low, high vec.Vec3) { return r.Low, r.High },
		func(r *Region, up vec.Vec3) float64 {
			a, b := r.Low.Mul(up), r.High.Mul(up)
			return min(a.X, b.X) + min(a.Y, b.Y) + min(a.Z, b.Z)
		},
		func(r *Region, middle vec.Vec3, half float64) {
			r.Low, r.High = middle.Sub(vec.New(half, half, half)), middle.Add(vec.New(half, half, half))
		},
		func(r *Region) (list []RegionSide) { // two for each axis
			for axis := range 3 {
				way, m := vec.Axis(axis), r.Low.Add(r.High).Scale(0.5)
				list = append(list, RegionSide{m.WithComponent(axis, r.Low.Component(axis)), way.Scale(-1)},
					RegionSide{m.WithComponent(axis, r.High.Component(axis)), way})
			}
			return list
		},
		func(r *Region, side int, by float64) {
			axis := side / 2
			if side%2 == 0 {
				r.Low = r.Low.WithComponent(axis, r.Low.Component(axis)-by)
			} else {
				r.High = r.High.WithComponent(axis, r.High.Component(axis)+by)
			}
		}, chordsOfBox, ballInBox, facesOfBox},
	{"sphere", []string{"Centre"}, true,
		func(r *Region) float64 { return 4 * math.Pi / 3 * r.Radius * r.Radius * r.Radius },
		depthInSphere,
		func(r *Region) [][]vec.Vec3 {
			return [][]vec.Vec3{circle(r.Low, vec.AxisX, r.Radius), circle(r.Low, vec.AxisY, r.Radius),
				circle(r.Low, vec.AxisZ, r.Radius)}
		},
		func(r *Region) (low, high vec.Vec3) {
			reach := vec.New(r.Radius, r.Radius, r.Radius)
			return r.Low.Sub(reach), r.Low.Add(reach)
		},
		func(r *Region, up vec.Vec3) float64 { return r.Low.Dot(up) - r.Radius },
		func(r *Region, middle vec.Vec3, half float64) { r.Low, r.Radius = middle, half },
		func(r *Region) (list []RegionSide) {
			for axis := range 3 {
				list = append(list, RegionSide{r.Low.AddScaled(r.Radius, vec.Axis(axis)), vec.Axis(axis)})
			}
			return list
		},
		func(r *Region, _ int, by float64) { r.Radius += by }, chordsOfSphere, ballInSphere,
		facesOfSphere},
	{"cylinder", []string{"From", "To"}, true,
		func(r *Region) float64 { return math.Pi * r.Radius * r.Radius * r.High.Sub(r.Low).Norm() },
		func(r *Region, p vec.Vec3) float64 {
			along, q := r.High.Sub(r.Low), p.Sub(r.Low)
			length := along.Norm()
			z := q.Dot(along) / length
			radial := math.Sqrt(max(q.Norm2()-z*z, 0))
			return min(r.Radius-radial, z, length-z)
		},
		func(r *Region) [][]vec.Vec3 {
			axis := r.High.Sub(r.Low)
			low, high := circle(r.Low, axis, r.Radius), circle(r.High, axis, r.Radius)
			lines := [][]vec.Vec3{low, high}
			for k := 0; k < circlePieces; k += circlePieces / 4 {
				lines = append(lines, []vec.Vec3{low[k], high[k]})
			}
			return lines
		},
		func(r *Region) (low, high vec.Vec3) {
			axis := r.High.Sub(r.Low).Unit()
			for k := range 3 {
				a, b, along := r.Low.Component(k), r.High.Component(k), axis.Component(k)
				reach := r.Radius * math.Sqrt(max(1-along*along, 0))
				low, high = low.WithComponent(k, min(a, b)-reach), high.WithComponent(k, max(a, b)+reach)
			}
			return low, high
		},
		func(r *Region, up vec.Vec3) float64 {
			along := r.High.Sub(r.Low).Unit().Dot(up)
			return min(r.Low.Dot(up), r.High.Dot(up)) - r.Radius*math.Sqrt(max(1-along*along, 0))
		},
		func(r *Region, middle vec.Vec3, half float64) {
			r.Low, r.High, r.Radius = middle.Sub(vec.New(0, 0, half)), middle.Add(vec.New(0, 0, half)), half
		},
		func(r *Region) []RegionSide { // both ends, and the round side
			axis := r.High.Sub(r.Low).Unit()
			out := axis.Perpendicular()
			round := r.Low.Add(r.High).Scale(0.5).AddScaled(r.Radius, out)
			return []RegionSide{{r.Low, axis.Scale(-1)}, {r.High, axis}, {round, out}}
		},
		func(r *Region, side int, by float64) {
			axis := r.High.Sub(r.Low).Unit()
			switch side {
			case 0:
				r.Low = r.Low.AddScaled(-by, axis)
			case 1:
				r.High = r.High.AddScaled(by, axis)
			default:
				r.Radius += by
			}
		}, chordsOfCylinder, ballInCylinder, facesOfCylinder},
	{inside, nil, false, // what it holds is known to the world, which has the meshes; see bulk.Place
		func(*Region) float64 { return math.NaN() },
		func(*Region, vec.Vec3) float64 { return math.Inf(-1) },
		func(*Region) [][]vec.Vec3 { return nil },
		func(r *Region) (low, high vec.Vec3) { return r.Low, r.Low },
		func(*Region, vec.Vec3) float64 { return math.NaN() },
		func(*Region, vec.Vec3, float64) {},
		func(*Region) []RegionSide { return nil },
		func(*Region, int, float64) {}, nil, nil,
		func(*Region) ([]Face, func(p vec.Vec3) float64) { return nil, nil }},
}

// inside is the name of the kind of regions that the meshes of their body enclose.
const inside = "inside"

// OfMesh reports whether the region is what the closed meshes of its body enclose, which only a world knows.
func (r *Region) OfMesh() bool { return regionKinds[r.Kind].name == inside }

// circlePieces is the number of straight pieces of a circle in an outline, a multiple of 4.
const circlePieces = 64

// circle returns the points of a closed circle about an axis of any length.
func circle(center, axis vec.Vec3, radius float64) (points []vec.Vec3) {
	u := axis.Perpendicular().Scale(radius)
	v := axis.Unit().Cross(u)
	for k := range circlePieces + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / circlePieces)
		points = append(points, center.AddScaled(cos, u).AddScaled(sin, v))
	}
	return points
}

// RegionKinds returns the names of the kinds of regions.
func RegionKinds() (names []string) {
	for i := range regionKinds {
		names = append(names, regionKinds[i].name)
	}
	return names
}

// Points returns the points that place the region [m], with their names for people, and its radius [m], which is nil if
// it has none.
func (r *Region) Points() (names []string, points []*vec.Vec3, radius *float64) {
	k := &regionKinds[r.Kind]
	if k.radius {
		radius = &r.Radius
	}
	return k.points, []*vec.Vec3{&r.Low, &r.High}[:len(k.points)], radius
}

// Middle returns the centre of the region [m]; of one inside meshes the origin of its body.
func (r *Region) Middle() vec.Vec3 {
	_, points, _ := r.Points()
	var sum vec.Vec3
	for _, p := range points {
		sum = sum.Add(*p)
	}
	return sum.Scale(1 / float64(max(len(points), 1)))
}

// Around makes the region one of a kind round its middle, of about its size; of one inside meshes 0.1 m wide.
func (r *Region) Around(kind RegionKind) {
	half, middle := math.Cbrt(r.Volume())/2, r.Middle()
	if r.OfMesh() {
		half = 0.05
	}
	*r = Region{Name: r.Name, Kind: kind, Body: r.Body, Time: r.Time, Power: r.Power, Cells: r.Cells, Group: r.Group}
	regionKinds[kind].put(r, middle, half)
}

// Depth returns how far inside the region a point is [m]: no point nearer than this is outside. It is negative
// outside: no point nearer than its size is inside.
func (r *Region) Depth(p vec.Vec3) float64 { return regionKinds[r.Kind].depth(r, p) }

// Holds reports whether a point is in the region or on its surface.
func (r *Region) Holds(p vec.Vec3) bool { return r.Depth(p) >= 0 }

// Outline returns the lines by which the region is drawn [m].
func (r *Region) Outline() [][]vec.Vec3 { return regionKinds[r.Kind].lines(r) }

// Bounds returns the corners of the box round the region, along the axes of its frame [m].
func (r *Region) Bounds() (low, high vec.Vec3) { return regionKinds[r.Kind].bounds(r) }

// Lowest returns the coordinate along a unit vector, in the frame of the region, from which on the region lies [m].
func (r *Region) Lowest(up vec.Vec3) float64 { return regionKinds[r.Kind].lowest(r, up) }

// Axis returns the direction of the axis of a cylinder; has is false of other regions.
func (r *Region) Axis() (axis vec.Vec3, has bool) {
	names, _, radius := r.Points()
	return r.High.Sub(r.Low).Unit(), radius != nil && len(names) == 2
}

// Sides returns the places from which the size of the region is changed.
func (r *Region) Sides() []RegionSide { return regionKinds[r.Kind].sides(r) }

// Pulled returns the region with one of its Sides moved outward by a distance [m]. A side does not go through the
// opposite one: where nothing would be left, the region stays as it is.
func (r Region) Pulled(side int, by float64) Region {
	to := r
	regionKinds[r.Kind].pull(&to, side, by)
	if side >= len(r.Sides()) || to.Check() != nil || to.High.Sub(to.Low).Dot(r.High.Sub(r.Low)) < 0 {
		return r
	}
	return to
}

// Volume returns the volume of the region [m³].
func (r *Region) Volume() float64 { return regionKinds[r.Kind].volume(r) }

// MostRegions is the largest number of regions that are measured.
const MostRegions = 16

// regionSyntax says how a region is written.
const regionSyntax = "must be NAME=box/x,y,z/x,y,z, NAME=sphere/x,y,z/radius or NAME=cylinder/x,y,z/x,y,z/radius " +
	"in metres, as core=box/0,0,0/0.1,0.1,0.04, with @BODY behind it if it moves with a body, or NAME=inside@BODY for " +
	"what the closed mesh of a body encloses; and then " + addsTime + " to add up how long each body is in it, " +
	addsPower + " to add up what contacts in it lose, and #8x8x8#EXPRESSION to measure over so many cells how bodies " +
	"are mixed for which it is true"

// What is written behind a region that is added up step by step.
const addsTime, addsPower = "#time", "#power"

// String writes the region as ParseRegion reads it.
func (r Region) String() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	text := r.Name + "=" + regionKinds[r.Kind].name
	_, points, radius := r.Points()
	for _, p := range points {
		text += "/" + number(p.X) + "," + number(p.Y) + "," + number(p.Z)
	}
	if radius != nil {
		text += "/" + number(*radius)
	}
	if r.Body != "" {
		text += "@" + r.Body
	}
	if r.Time {
		text += addsTime
	}
	if r.Power {
		text += addsPower
	}
	if r.Group != "" {
		text += fmt.Sprintf("#%dx%dx%d#%s", r.Cells[0], r.Cells[1], r.Cells[2], r.Group)
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
	rest, grid, mixes := strings.Cut(rest, "#")
	for _, adds := range []struct {
		name string
		is   *bool
	}{{addsTime, &r.Time}, {addsPower, &r.Power}} {
		if first, others, more := strings.Cut(grid, "#"); "#"+first == adds.name {
			*adds.is, grid, mixes = true, others, more
		}
	}
	rest, of, moves := strings.Cut(rest, "@")
	parts := strings.Split(rest, "/")
	kind := slices.IndexFunc(regionKinds[:], func(k regionKind) bool { return k.name == parts[0] })
	if !plainName(name) || kind < 0 || moves && of == "" {
		return Region{}, bad
	}
	r.Name, r.Kind, r.Body = name, RegionKind(kind), of
	if mixes {
		cells, group, _ := strings.Cut(grid, "#")
		if r.Cells, err = parseCells(cells); err != nil || group == "" {
			return Region{}, cmp.Or(err, bad)
		}
		r.Group = group
	}
	names, points, radius := r.Points()
	var numbers [][]float64
	for _, part := range parts[1:] {
		var list []float64
		for _, text := range strings.Split(part, ",") {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return Region{}, bad
			}
			list = append(list, v)
		}
		numbers = append(numbers, list)
	}
	want := len(names)
	if radius != nil {
		want++
	}
	if len(numbers) != want {
		return Region{}, bad
	}
	for i, list := range numbers {
		switch {
		case i < len(names) && len(list) == 3:
			*points[i] = vec.New(list[0], list[1], list[2])
		case i == len(names) && len(list) == 1:
			*radius = list[0]
		default:
			return Region{}, bad
		}
	}
	if regionKinds[kind].name == "box" { // of any two corners
		low, high := r.Low, r.High
		r.Low = vec.New(min(low.X, high.X), min(low.Y, high.Y), min(low.Z, high.Z))
		r.High = vec.New(max(low.X, high.X), max(low.Y, high.Y), max(low.Z, high.Z))
	}
	return r, r.Check()
}

// mostCells is the largest number of cells along an axis, and mostInAll that of all cells.
const mostCells, mostInAll = 1000, 1_000_000

// parseCells reads numbers of cells, as 8x8x8.
func parseCells(text string) (cells [3]int, err error) {
	parts := strings.Split(text, "x")
	if len(parts) != 3 {
		return cells, fmt.Errorf("the cells must be three numbers, as 8x8x8, got %s", spell.Quote(text))
	}
	for i, part := range parts {
		if cells[i], err = strconv.Atoi(part); err != nil {
			return cells, fmt.Errorf("the cells must be whole numbers, as 8x8x8, got %s", spell.Quote(text))
		}
	}
	return cells, nil
}

// checkCells returns an error unless the numbers of cells are possible.
func (r *Region) checkCells() error {
	all := 1
	for _, n := range r.Cells {
		if n < 1 || n > mostCells {
			return fmt.Errorf("region %s: there must be 1 to %d cells along each axis, got %d", r.Name, mostCells, n)
		}
		all *= n
	}
	if all > mostInAll {
		return fmt.Errorf("region %s: there must be at most %d cells, got %d", r.Name, mostInAll, all)
	}
	return limit.Expression.Check(len(r.Group))
}

// Check returns an error unless the region is possible.
func (r *Region) Check() error {
	if int(r.Kind) >= len(regionKinds) || !plainName(r.Name) {
		return fmt.Errorf("%s, got the name %s", regionSyntax, spell.Quote(r.Name))
	}
	_, points, _ := r.Points()
	numbers := []float64{r.Radius}
	for _, p := range points {
		numbers = append(numbers, p.X, p.Y, p.Z)
	}
	for _, x := range numbers {
		if !(math.Abs(x) <= farthest) {
			return fmt.Errorf("region %s: must be within %g m, got %g", r.Name, farthest, x)
		}
	}
	if err := limit.Line.Check(len(r.Body)); err != nil {
		return fmt.Errorf("region %s: the name of its body: %w", r.Name, err)
	}
	if r.Group != "" {
		if err := r.checkCells(); err != nil {
			return err
		}
	}
	if r.OfMesh() {
		if r.Body == "" {
			return fmt.Errorf("region %s: %s", r.Name, regionSyntax)
		}
	} else if v := r.Volume(); !(v > 0) || r.Radius < 0 {
		return fmt.Errorf("region %s: its volume must be > 0 m³, got %g", r.Name, v)
	}
	return nil
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

// CheckRegions returns an error if there are too many regions, one that is not possible, or two of the same name.
func CheckRegions(list []Region) error {
	if len(list) > MostRegions {
		return fmt.Errorf("must be at most %d regions, got %d", MostRegions, len(list))
	}
	for i := range list {
		if err := list[i].Check(); err != nil {
			return err
		}
		if slices.ContainsFunc(list[:i], func(o Region) bool { return o.Name == list[i].Name }) {
			return fmt.Errorf("the region %s is there twice", list[i].Name)
		}
	}
	return nil
}
